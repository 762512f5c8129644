#include <unistd.h>

#include <iostream>
#include <string>
#include <vector>

#include "cli/cli.h"

int main(int argc, char** argv) {
  std::ios::sync_with_stdio(false);
  orbita::cli::Streams streams{std::cin, std::cout, std::cerr, isatty(STDOUT_FILENO) != 0, isatty(STDERR_FILENO) != 0};
  const int code = orbita::cli::run(std::vector<std::string>(argv + 1, argv + argc), streams);
  std::cout.flush();
  if (!std::cout) {  // a closed pipe or a full disk: what was said did not arrive
    std::cerr << "orbita: cannot write the output\n";
    return orbita::cli::exit_usage;
  }
  return code;
}
