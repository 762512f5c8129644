// orbita on a terminal: width, colour, the live line, and the captures in docs/cli.md.
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <regex>
#include <sstream>

#include "tests/cli/program.h"
#include "tests/places.h"

using namespace orbita::test;

namespace {

// Everything a shell command writes to a terminal with this many columns; `orbita` is the program.
std::string on_terminal(const std::string& command, unsigned short columns, const std::string& environment = "") {
  winsize size{24, columns, 0, 0};
  int terminal = -1;
  const pid_t process = ::forkpty(&terminal, nullptr, nullptr, &size);
  if (process == 0) {
    const std::string line = "cd '" + orbita::test::source_dir() + "'; unset CI NO_COLOR; " + environment +
                             "\norbita() { '" + orbita_program() + "' \"$@\"; }\n" + command;
    ::execl("/bin/sh", "sh", "-c", line.c_str(), nullptr);
    ::_exit(127);
  }
  std::string text;
  char buffer[4096];
  for (ssize_t count = 0; (count = ::read(terminal, buffer, sizeof buffer)) > 0;) {
    text.append(buffer, static_cast<std::size_t>(count));
  }
  ::close(terminal);
  ::waitpid(process, nullptr, 0);
  return text;
}

// The same with typed input lines, each sent at a prompt once output has stopped.
std::string typed_on_terminal(const std::string& command, unsigned short columns,
                              const std::vector<std::string>& typed) {
  winsize size{24, columns, 0, 0};
  int terminal = -1;
  const pid_t process = ::forkpty(&terminal, nullptr, nullptr, &size);
  if (process == 0) {
    const std::string line = "cd '" + orbita::test::source_dir() + "'; export TERM=xterm NO_COLOR=1\norbita() { '" +
                             orbita_program() + "' \"$@\"; }\n" + command;
    ::execl("/bin/sh", "sh", "-c", line.c_str(), nullptr);
    ::_exit(127);
  }
  std::string text;
  std::size_t sent = 0, seen = 0;
  char buffer[4096];
  for (;;) {
    pollfd ready{terminal, POLLIN, 0};
    const bool prompted = text.find("> ", seen) != std::string::npos;
    if (::poll(&ready, 1, prompted ? 200 : 30000) > 0) {
      const ssize_t count = ::read(terminal, buffer, sizeof buffer);
      if (count <= 0) break;
      text.append(buffer, static_cast<std::size_t>(count));
    } else if (prompted && sent < typed.size()) {
      seen = text.size();
      REQUIRE(::write(terminal, typed[sent].data(), typed[sent].size()) == static_cast<ssize_t>(typed[sent].size()));
      ++sent;
    } else {
      ::kill(process, SIGKILL);
      break;
    }
  }
  ::close(terminal);
  ::waitpid(process, nullptr, 0);
  return text;
}

// Lines without escape sequences, carriage returns and figures that vary.
std::vector<std::string> shown(const std::string& text) {
  std::istringstream in(std::regex_replace(text, std::regex("\\x1b\\[[0-9;?]*[a-zA-Z]|\\r"), ""));
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) {
    line = std::regex_replace(line, std::regex(" +[0-9]+ +[0-9]+\\.[0-9]+  "), " # #  ");
    line.erase(line.find_last_not_of(' ') + 1);
    lines.push_back(line);
  }
  return lines;
}

std::ptrdiff_t columns_of(const std::string& line) {
  return std::count_if(line.begin(), line.end(), [](char c) { return (c & 0xc0) != 0x80; });
}

const std::string two_models = "orbita verify models/fischer-broken.xml models/train-gate.xml";

}  // namespace

TEST_CASE("the captures in docs/cli.md match the terminal output") {
  const std::string manual = read_text(orbita::test::source_dir() + "/docs/cli.md");
  const std::regex capture("of ([0-9]+) columns[^`]*```text\\n\\$ (orbita [^\\n]*)\\n([^`]*)\\$\\n```");
  int captures = 0;
  for (std::sregex_iterator it(manual.begin(), manual.end(), capture), end; it != end; ++it, ++captures) {
    const std::string columns = (*it)[1], command = (*it)[2], expected = (*it)[3];
    CAPTURE(command);
    CHECK(shown(on_terminal(command, static_cast<unsigned short>(std::stoi(columns)))) == shown(expected));
  }
  CHECK(captures == 2);
}

TEST_CASE("lines fit a terminal of 80 columns, and are whole in a pipe") {
  for (const std::string& command : {two_models, std::string("orbita test models/fischer.xml models/train-gate.xml")}) {
    const std::vector<std::string> lines = shown(on_terminal(command, 80));
    CAPTURE(lines);
    CHECK(lines.size() > 9);
    for (const std::string& line : lines) CHECK(columns_of(line) <= 80);
    CHECK(std::any_of(lines.begin(), lines.end(),
                      [](const std::string& line) { return line.find("…") != std::string::npos; }));
    CHECK(on_terminal(command + " | cat", 80).find("…") == std::string::npos);
  }
}

TEST_CASE("colour on a terminal, none with NO_COLOR or in a pipe") {
  CHECK(on_terminal(two_models, 80).find("\033[32mnot-satisfied\033[0m") != std::string::npos);  // as expected: green
  const std::string violated = on_terminal("orbita verify models/fischer-broken.xml --set N=2 -q 'A[] set == 0'", 80);
  CHECK(violated.find("\033[31mnot-satisfied") != std::string::npos);
  CHECK(on_terminal(two_models, 80, "export NO_COLOR=1").find('\033') == std::string::npos);
  CHECK(on_terminal(two_models + " 2>&1 | cat", 80).find('\033') == std::string::npos);
}

TEST_CASE("the live line shows the savings by symmetry, and is erased") {
  const std::string text =
      on_terminal("orbita verify models/fischer.xml --set N=60 --symmetry sort --timeout 2s -q 'A[] not deadlock'", 80);
  CAPTURE(text);
  const std::regex live(
      "\\r\\x1b\\[K\\x1b\\[\\?7l[0-9]+ states, [0-9]+ waiting[^\\n]*/s, "
      "[0-9]+ of [0-9]+ MB, each stands for [0-9.e+]+, ");
  CHECK(std::regex_search(text, live));
  const std::size_t verdict = text.find(" A[] not deadlock");  // decided or not
  REQUIRE(verdict != std::string::npos);
  CHECK(text.rfind("\r\033[K", verdict) != std::string::npos);
  CHECK(text.find(" waiting", verdict) == std::string::npos);
}

TEST_CASE("traces of many processes show their lanes and are not broken inside words") {
  const std::string command =
      "orbita verify models/fischer-broken.xml --set N=9 -q 'E<> exists (i : pid_t) Process(i).cs' --trace-show ";
  for (const std::string show : {"lanes", "changes", "full"}) {
    const std::vector<std::string> lines = shown(on_terminal(command + show, 80));
    CAPTURE(lines);
    for (const std::string& line : lines) CHECK(columns_of(line) <= 80);
    const auto has = [&](const std::string& text) {
      return std::any_of(lines.begin(), lines.end(),
                         [&](const std::string& line) { return line.find(text) != std::string::npos; });
    };
    CHECK(has("never move"));
    CHECK(has("cs *"));
    CHECK(has("delay") == (show != "lanes"));
    CHECK(has("Process(8).x = ") == (show == "full"));
    CHECK(std::count_if(lines.begin(), lines.end(),
                        [](const std::string& line) { return line.find("E<>") != std::string::npos; }) == 1);
  }
}

TEST_CASE("formulas of several lines and long paths keep the lists in shape") {
  TemporaryFolder folder;
  const std::string deep = folder.path("a_folder_with_a_rather_long_name");
  std::filesystem::create_directory(deep);
  const std::string model = deep + "/fischer.xml";
  std::filesystem::copy_file(orbita::test::source_dir() + "/models/fischer.xml", model);
  const std::vector<std::string> lines = shown(on_terminal(
      "orbita verify " + model + " --set N=2 -q 'E<>\n  exists (i : pid_t)\n\tProcess(i).cs' -q 'A[] not deadlock'",
      80));
  CAPTURE(lines);
  REQUIRE(lines.size() == 5);
  CHECK(lines[0] == "satisfied     E<> exists (i : pid_t) Process(i).cs");
  CHECK(columns_of(lines[4]) <= 80);
  CHECK(lines[4].ends_with("  …/fischer.xml"));
}

TEST_CASE("lines of simulate are edited, recalled and completed on a terminal") {
  // Tab completes, arrow up recalls; Ctrl-A and Ctrl-K clear the line, Ctrl-B goes back one letter, Ctrl-D ends.
  const std::vector<std::string> typed{
      "ran\t\x01\x0b"
      "1\r",
      "eval Gate.le\t\r",
      "\x1b[A\x1b[A\x01\x0b"
      "eval 2 + 3\x02"
      "4\r",
      "\x1b[A\r", "\x04"};
  const std::string text = typed_on_terminal("orbita simulate models/train-gate.xml --set N=3", 100, typed);
  const std::vector<std::string> lines = shown(text);
  CAPTURE(text, lines);
  const auto count = [&](const std::string& line) { return std::count(lines.begin(), lines.end(), line); };
  CHECK(count("state 1: Train(0).Appr Gate.Occupied") == 1);
  CHECK(count("1") == 1);   // Gate.len
  CHECK(count("45") == 2);  // 2 + 43, and once more from the history
  CHECK(text.find("^[[A") == std::string::npos);
}
