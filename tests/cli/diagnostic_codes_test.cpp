// Every diagnostic code is documented, and has an example with its exact message and position.
//
// The examples are in tests/diagnostics/*.cases. One example:
//
//   === unknown-name                      the code that must be among the printed ones
//   --- m.xta                             a file: its text up to the next line with dashes
//   int i = j;
//   --- arguments                         of `orbita check m.xta`, one a line; may be left out
//   --- prints                            everything check says
//   m.xta:1:9: error[unknown-name]: unknown name 'j' (did you mean 'i'?)
//
// In texts and arguments \xNN is a byte; in a file's text {{3*ab}} expands to ababab (# in it to the number of the
// copy), {{sparse N}} to N zero bytes, and a last line that ends with a backslash has no line end. "--- missing.xta
// missing" names a file that does not exist.
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include "parser/diagnostic_code.h"
#include "tests/cli/program.h"
#include "tests/places.h"

using namespace orbita;
using namespace orbita::test;

namespace {

std::string source(const char* path) { return (std::filesystem::path(orbita::test::source_dir()) / path).string(); }

struct CodeExample {
  std::string code, file, text;
  bool exists = true;
  std::vector<std::string> arguments, prints;
};

std::vector<CodeExample> read_examples(const std::filesystem::path& path) {
  std::vector<CodeExample> examples;
  std::ifstream in(path);
  enum { text, arguments, prints } part = text;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("=== ")) {
      examples.push_back({});
      examples.back().code = line.substr(4);
    } else if (line == "--- arguments") {
      part = arguments;
    } else if (line == "--- prints") {
      part = prints;
    } else if (line.starts_with("--- ")) {
      part = text;
      std::istringstream words(line.substr(4));
      std::string missing;
      words >> examples.back().file >> missing;
      examples.back().exists = missing.empty();
    } else if (part == text) {
      examples.back().text += line + "\n";
    } else if (!line.empty()) {
      (part == arguments ? examples.back().arguments : examples.back().prints).push_back(line);
    }
  }
  return examples;
}

std::vector<CodeExample> all_examples() {
  std::vector<CodeExample> all;
  for (const auto& entry : std::filesystem::directory_iterator(source("tests/diagnostics"))) {
    const std::vector<CodeExample> some = read_examples(entry.path());
    all.insert(all.end(), some.begin(), some.end());
  }
  return all;
}

// Replaces every match of the pattern by the result of `make`.
template <class Make>
std::string replaced(const std::string& text, const char* pattern, Make&& make) {
  const std::regex regex(pattern);
  std::string out;
  auto rest = text.cbegin();
  for (std::sregex_iterator match(text.begin(), text.end(), regex), end; match != end; ++match) {
    out.append(rest, (*match)[0].first).append(make(*match));
    rest = (*match)[0].second;
  }
  return out.append(rest, text.cend());
}

std::string repeated(const std::smatch& match) {
  std::string out;
  for (int i = 0; i < std::stoi(match[1]); ++i) {
    for (const char c : match[2].str()) out += c == '#' ? std::to_string(i) : std::string(1, c);
  }
  return out;
}

std::string expanded(std::string text) {
  if (text.ends_with("\\\n")) text.resize(text.size() - 2);
  text = replaced(text, R"(\{\{(\d+)\*(.*?)\}\})", repeated);
  return replaced(text, R"(\\x([0-9A-F]{2}))",
                  [](const std::smatch& m) { return std::string(1, static_cast<char>(std::stoi(m[1], nullptr, 16))); });
}

void write_example(const CodeExample& example, const TemporaryFolder& folder) {
  if (!example.exists) return;
  std::smatch match;
  const bool sparse = std::regex_search(example.text, match, std::regex(R"(^\{\{sparse (\d+)\}\})"));
  const std::string path = folder.write(example.file, sparse ? "" : expanded(example.text));
  if (sparse) std::filesystem::resize_file(path, std::stoull(match[1]));
}

// The output of check, without the folder's name.
std::vector<std::string> said(const Run& run, const TemporaryFolder& folder) {
  std::vector<std::string> lines;
  const nlohmann::json answer = nlohmann::json::parse(run.out);
  for (const auto& d : answer["diagnostics"]) {
    std::ostringstream line;
    line << d["file"].get<std::string>() << ':' << d["line"] << ':' << d["column"] << ": "
         << d["severity"].get<std::string>() << '[' << d["code"].get<std::string>()
         << "]: " << d["message"].get<std::string>();
    if (const std::string hint = d["hint"]; !hint.empty()) line << " (" << hint << ')';
    lines.push_back(line.str());
    for (std::size_t at; (at = lines.back().find(folder.path(""))) != std::string::npos;)
      lines.back().erase(at, folder.path("").size());
  }
  return lines;
}

std::set<std::string> documented_codes() {
  std::istringstream in(read_text(source("docs/diagnostics.md")));
  std::set<std::string> codes;
  for (std::string line; std::getline(in, line);) {
    if (!line.starts_with("| `")) continue;
    const std::string cell = line.substr(0, line.find('|', 1));
    const std::regex name("`([a-z0-9-]+)`");
    for (std::sregex_iterator match(cell.begin(), cell.end(), name), end; match != end; ++match)
      codes.insert((*match)[1]);
  }
  return codes;
}

const std::set<std::string> known_codes(std::begin(diagnostic_codes), std::end(diagnostic_codes));

}  // namespace

TEST_CASE("docs/diagnostics.md lists exactly the codes that exist") { CHECK(documented_codes() == known_codes); }

TEST_CASE("every code of a diagnostic has an example") {
  std::set<std::string> shown;
  for (const CodeExample& example : all_examples()) shown.insert(example.code);
  // The code that convert reports; convert_test has its exact text.
  shown.insert("lsc-left-out");
  // It needs a query file next to the model: expectation_test.
  shown.insert("unknown-expectation");
  CHECK(shown == known_codes);
}

TEST_CASE("the examples of diagnostics print exactly the stated output") {
  for (const CodeExample& example : all_examples()) {
    CAPTURE(example.code, example.text);
    const TemporaryFolder folder;
    write_example(example, folder);
    std::vector<std::string> arguments{"check", folder.path(example.file), "--format", "json"};
    for (const std::string& argument : example.arguments)
      arguments.push_back(argument.ends_with(".q") ? folder.path(argument) : expanded(argument));
    const Run run = run_orbita(arguments);
    const std::vector<std::string> lines = said(run, folder);
    CHECK(lines == example.prints);
    const bool found = std::any_of(lines.begin(), lines.end(), [&](const std::string& line) {
      return line.find("[" + example.code + "]: ") != std::string::npos;
    });
    CHECK(found);
    const bool errors = std::any_of(lines.begin(), lines.end(),
                                    [](const std::string& line) { return line.find(": error[") != std::string::npos; });
    CHECK(run.code == (errors ? 2 : 0));
  }
}
