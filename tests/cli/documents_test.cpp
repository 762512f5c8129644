// The commands of README.md and docs/: each is run, and what it prints must be there.
//
// In a ```console block a line "$ ./run …" is a command; the lines below it, up to the next command,
// are its output. "…" alone on a line leaves out any number of lines, figures that vary from run to
// run or from version to version (times, memory, transitions) are not compared.
#include <catch2/catch.hpp>
#include <cstdlib>
#include <regex>
#include <sstream>

#include "tests/cli/program.h"

using namespace orbita::test;

namespace {

struct Example {
  std::string command;
  std::vector<std::string> output;
};

std::vector<Example> examples_of(const std::string& document) {
  std::istringstream in(read_text(std::string(ORBITA_SOURCE_DIR) + "/" + document));
  std::vector<Example> examples;
  bool inside = false;
  for (std::string line; std::getline(in, line);) {
    if (line.rfind("```", 0) == 0) {
      inside = line == "```console";
    } else if (inside && line.rfind("$ ", 0) == 0) {
      examples.push_back({line.substr(2), {}});
    } else if (inside && !examples.empty()) {
      examples.back().output.push_back(line);
    }
  }
  return examples;
}

// Times and memory out, trailing blanks out.
std::string comparable(const std::string& line) {
  std::string text = std::regex_replace(
      line, std::regex("[0-9.e-]+ (s|KB|bytes a state|explored|transitions|discrete states|zones)\\b"),
      "# $1");
  text.erase(text.find_last_not_of(' ') + 1);
  return text;
}

// In a folder of its own that looks like the source tree as far as models go, so that files a command
// writes disturb nobody.
std::string run_example(const std::string& command, const TemporaryFolder& folder) {
  const std::string shell =
      "cd '" + folder.path("") + "' && " +
      std::regex_replace(command, std::regex("\\./run"), "'" + std::string(ORBITA_BINARY) + "'") +
      " >printed 2>&1";
  const int status = std::system(shell.c_str());
  CHECK(status != -1);
  return read_text(folder.path("printed"));
}

void check_output(const Example& example, const std::string& printed) {
  std::vector<std::string> lines;
  std::istringstream in(printed);
  for (std::string line; std::getline(in, line);) lines.push_back(comparable(line));
  CAPTURE(example.command, printed);
  std::size_t at = 0;
  bool gap = false;
  for (const std::string& expected : example.output) {
    if (expected == "…") {
      gap = true;
      continue;
    }
    const std::string wanted = comparable(expected);
    while (gap && at < lines.size() && lines[at] != wanted) ++at;
    CAPTURE(expected);
    REQUIRE(at < lines.size());
    REQUIRE(lines[at] == wanted);
    ++at;
    gap = false;
  }
}

}  // namespace

TEST_CASE("what README and docs show is what happens") {
  int count = 0;
  for (const std::string document : {"README.md", "docs/symmetry.md", "docs/cli.md"}) {
    TemporaryFolder folder;
    std::filesystem::create_directory_symlink(std::string(ORBITA_SOURCE_DIR) + "/models",
                                              folder.path("models"));
    for (const Example& example : examples_of(document)) {
      INFO(document);
      check_output(example, run_example(example.command, folder));
      ++count;
    }
  }
  CHECK(count >= 6);
}
