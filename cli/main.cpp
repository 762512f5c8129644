#include <sys/ioctl.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <iostream>
#include <string>
#include <vector>

#include "cli/cli.h"
#include "cli/terminal/output_stream.h"

namespace {

std::size_t terminal_columns() {
  winsize size{};
  return isatty(STDOUT_FILENO) != 0 && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

}  // namespace

int main(int argc, char** argv) {
  std::ios::sync_with_stdio(false);
  orbita::cli::OutputBuffer output(STDOUT_FILENO);
  std::streambuf* const ordinary = std::cout.rdbuf(&output);
  orbita::cli::Streams streams{std::cin,
                               std::cout,
                               std::cerr,
                               isatty(STDOUT_FILENO) != 0,
                               isatty(STDERR_FILENO) != 0,
                               isatty(STDIN_FILENO) != 0,
                               terminal_columns()};
  std::signal(SIGPIPE, SIG_IGN);  // a closed pipe is noticed below,
  std::signal(SIGXFSZ, SIG_IGN);  // and a file beyond `ulimit -f` is one that cannot be written
  std::vector<std::string> arguments(argv + 1, argv + argc);
  // Under the name verifyta (a link) the program is one.
  if (argc > 0 && std::filesystem::path(argv[0]).filename() == "verifyta")
    arguments.insert(arguments.begin(), "verifyta");
  const int code = orbita::cli::run(arguments, streams);
  std::cout.flush();
  const bool arrived = std::cout.good();
  std::cout.rdbuf(ordinary);
  if (!arrived) {  // a closed pipe or a full disk: what was said did not arrive
    std::cerr << "orbita: cannot write the output\n";
    return orbita::cli::exit_usage;
  }
  return code;
}
