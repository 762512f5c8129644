// The commands of README.md and docs/: each is run, and its output must match.
//
// In a ```console block a line "$ …" is a command; the lines below it, up to the next command, are its whole output.
// "…" alone on a line leaves out any number of lines, figures that vary from run to run or from version to version
// (times, memory, transitions) are not compared. Lines of other blocks and `code` in the text that are whole commands
// are run too, and must not be usage errors; options named together with a verb must exist.
#include <sys/wait.h>
#include <algorithm>
#include <catch2/catch.hpp>

#include <cstdlib>
#include <regex>
#include <sstream>

#include "tests/cli/program.h"
#include "tests/places.h"

using namespace orbita::test;

namespace {

struct Example {
  std::string command;
  std::vector<std::string> output;
};

struct Manual {
  std::vector<Example> examples;      // of console blocks
  std::vector<std::string> commands;  // of other blocks, and `code`
};

// `orbita verify …` and `./run verify …`, anywhere in the text.
void add_commands(const std::string& line, bool inside_block, std::vector<std::string>& commands) {
  if (inside_block) {
    if (line.rfind("./run ", 0) == 0 || line.rfind("orbita ", 0) == 0)
      commands.push_back(line.substr(0, line.find("  #")));
    return;
  }
  const std::regex code("`((orbita|\\./run) [^`]+)`");
  for (std::sregex_iterator it(line.begin(), line.end(), code), end; it != end; ++it) commands.push_back((*it)[1]);
}

Manual read_manual(const std::string& document) {
  std::istringstream in(read_text(document));
  Manual manual;
  std::string language;
  bool inside = false;
  for (std::string line; std::getline(in, line);) {
    if (line.rfind("```", 0) == 0) {
      inside = !inside;
      language = line.substr(3);
    } else if (inside && language == "console" && line.rfind("$ ", 0) == 0) {
      manual.examples.push_back({line.substr(2), {}});
    } else if (inside && language == "console" && !manual.examples.empty()) {
      manual.examples.back().output.push_back(line);
    } else {
      add_commands(line, inside, manual.commands);
    }
  }
  return manual;
}

std::vector<std::string> all_documents() {
  std::vector<std::string> documents;
  const std::filesystem::path root(orbita::test::source_dir());
  for (const auto& entry : std::filesystem::directory_iterator(root)) {
    if (entry.path().extension() == ".md") documents.push_back(entry.path().string());
  }
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root / "docs")) {
    if (entry.path().extension() == ".md") documents.push_back(entry.path().string());
  }
  std::sort(documents.begin(), documents.end());
  return documents;
}

// Removes times and memory, spaces between columns and trailing spaces.
std::string comparable(const std::string& line) {
  std::string text =
      std::regex_replace(line,
                         std::regex("[0-9.e-]+ (s|KB|bytes per state|explored|transitions|discrete states|zones|states "
                                    "per second|% (?:successors|representatives|storage))\\b"),
                         "# $1");
  // Rows of sweep: explored, seconds and megabytes.
  text = std::regex_replace(text, std::regex("(q[0-9]+ +[a-z-]+ +[0-9]+) +[0-9]+ +[0-9.]+ +[0-9.]+"), "$1 # # #");
  // Rows of verify's summary: states, which cover all its queries, and seconds.
  text = std::regex_replace(text, std::regex("^((?:ok|FAILED|OPEN|ERROR)(?: +[0-9]+){4,5}) +[0-9]+ +[0-9]+\\.[0-9]+"),
                            "$1 # #");
  text.erase(text.find_last_not_of(' ') + 1);
  return text;
}

// Runs in a separate folder that looks like the source tree as far as models are concerned, so that files a command
// writes do no harm.
std::string run_example(const std::string& command, const TemporaryFolder& folder, int* code = nullptr) {
  const std::string binary = "'" + orbita_program() + "'";
  std::string line = std::regex_replace(command, std::regex("\\./run"), binary);
  line = std::regex_replace(line, std::regex("^orbita "), binary + " ");
  line = std::regex_replace(line, std::regex("^orbita-certify "), "'" + certify_program() + "' ");
  // A server ends by itself when its input does.
  if (command.find("--stdio") == std::string::npos)
    line = std::regex_replace(line, std::regex("( serve( |$))"), " serve --stdio ");
  const std::string shell = "cd '" + folder.path("") + "' && { " + line + "; } >printed 2>&1 </dev/null";
  const int status = std::system(shell.c_str());
  CHECK(status != -1);
  if (code != nullptr) *code = WEXITSTATUS(status);
  return read_text(folder.path("printed"));
}

// A line of the progress display: on a busy machine an example may take longer than the documents say.
bool is_progress(const std::string& line) {
  return std::regex_search(line, std::regex("^[0-9]+ states, [0-9]+ waiting.*/s, .* MB, [0-9]+ s$"));
}

void check_output(const Example& example, const std::string& printed) {
  std::vector<std::string> lines;
  std::istringstream in(printed);
  for (std::string line; std::getline(in, line);) {
    if (!is_progress(line)) lines.push_back(comparable(line));
  }
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
  // Omitted output must be marked.
  if (!gap && !example.output.empty()) CHECK(at == lines.size());
}

// A command without "…" and without words in capitals, which are placeholders.
bool is_complete(const std::string& command) {
  return command.find("…") == std::string::npos &&
         !std::regex_search(command, std::regex("(^|[ =])[A-Z]{2,}(\\.|$| |…)")) &&
         command.find("models") != std::string::npos;
}

const nlohmann::json& option_table() {
  static const nlohmann::json table = nlohmann::json::parse(run_orbita({"completion", "table"}).out);
  return table;
}

void check_words(const std::string& command) {
  std::istringstream in(command);
  std::string program, verb;
  in >> program >> verb;
  if (verb.empty() || verb[0] == '-' || verb == "…" || verb == "VERB") return;
  const auto& verbs = option_table()["verbs"];
  const auto found = std::find_if(verbs.begin(), verbs.end(), [&](const auto& one) { return one["name"] == verb; });
  INFO(verb);
  REQUIRE(found != verbs.end());
  if (verb == "verifyta") return;
  for (std::string word; in >> word;) {
    if (word.rfind("--", 0) != 0 || word.size() < 3) continue;
    const std::string name = word.substr(0, word.find('='));
    INFO(name);
    CHECK(std::any_of((*found)["options"].begin(), (*found)["options"].end(),
                      [&](const auto& option) { return option["long"] == name; }));
  }
}

}  // namespace

TEST_CASE("the commands of README and docs print the output shown") {
  int examples = 0, commands = 0;
  for (const std::string& document : all_documents()) {
    TemporaryFolder folder;
    std::filesystem::create_directory_symlink(orbita::test::source_dir() + "/models", folder.path("models"));
    std::filesystem::create_directory(folder.path("tests"));
    std::filesystem::create_directory_symlink(orbita::test::source_dir() + "/tests/models",
                                              folder.path("tests/models"));
    INFO(document);
    const Manual manual = read_manual(document);
    for (const Example& example : manual.examples) {
      check_output(example, run_example(example.command, folder));
      ++examples;
    }
    for (const std::string& command : manual.commands) {
      INFO(command);
      check_words(command);
      if (!is_complete(command)) continue;
      int code = -1;
      const std::string printed = run_example(command, folder, &code);
      CAPTURE(printed);
      CHECK((code == 0 || code == 1 || code == 3));
      ++commands;
    }
  }
  CHECK(examples >= 15);
  CHECK(commands >= 3);
}

TEST_CASE("pictures and files that documents link to exist") {
  int links = 0;
  for (const std::string& document : all_documents()) {
    const std::string text = read_text(document);
    const std::regex link("\\[[^\\]\\[]{2,}\\]\\(([^)#:]+)\\)");  // no URLs, no anchors within the page
    for (std::sregex_iterator it(text.begin(), text.end(), link), end; it != end; ++it, ++links) {
      const std::string target = (*it)[1];
      CAPTURE(document, target);
      CHECK(std::filesystem::exists(std::filesystem::path(document).parent_path() / target));
    }
  }
  CHECK(links >= 2);
}
