// The rules of the language, clause by clause: tests/parser/language_rules.txt has one small model per line.
#include <catch2/catch.hpp>

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "tests/parser/check_support.h"
#include "tests/places.h"

using namespace orbita;
using namespace orbita::check_test;

namespace {

std::filesystem::path source() { return test::source_dir(); }

std::string code_of_first_error(const Diagnostics& diagnostics) {
  for (const Diagnostic& d : diagnostics.sorted())
    if (d.severity == Severity::error) return d.code;
  return "ok";
}

std::string with_line_ends(std::string text) {
  for (std::size_t at; (at = text.find("\\n")) != std::string::npos;) text.replace(at, 2, "\n");
  return text;
}

std::string outcome_of_query(const std::string& model, const std::string& formula) {
  Checked checked = check_xta(model);
  REQUIRE(checked.model);
  Diagnostics own;
  Query* query = nullptr;
  try {
    query = read_formula(*checked.document, formula, own);
  } catch (const ModelError&) {
  }
  if (query && query->kind == QueryKind::unsupported) return "unsupported";
  if (query && !own.has_errors()) check_query(*checked.model, *query, own);
  if (query && query->kind == QueryKind::unsupported) return "unsupported";
  return code_of_first_error(own);
}

// "ok" or the code of the first error; `section` is the text in brackets.
std::string outcome(const std::string& section, const std::string& text) {
  if (section.starts_with("queries ")) return outcome_of_query(section.substr(8), text);
  const std::size_t tilde = text.find('~');
  const std::string globals = text.substr(0, tilde);
  const std::string label = tilde == std::string::npos ? "" : text.substr(tilde + 1);
  if (section == "declarations") return code_of_first_error(check_globals(with_line_ends(text)).diagnostics);
  if (section == "edges") {
    return code_of_first_error(check_xta(globals +
                                         "process P() { state here, there; init here; trans here -> there { " + label +
                                         " }; } system P;")
                                   .diagnostics);
  }
  if (section == "invariants") {
    return code_of_first_error(
        check_xta(globals + "process P() { state here { " + label + " }; init here; } system P;").diagnostics);
  }
  REQUIRE(section == "models");
  return code_of_first_error(check_xta(text).diagnostics);
}

}  // namespace

TEST_CASE("small models are accepted and rejected as the language's rules say") {
  std::ifstream in(source() / "tests/parser/language_rules.txt");
  std::string section;
  std::size_t count = 0;
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line[0] == '#') continue;
    if (line[0] == '[') {
      section = line.substr(1, line.find(']') - 1);
      if (section == "queries") section += line.substr(line.find(']') + 1);
      continue;
    }
    CAPTURE(section, line);
    const std::size_t blank = line.find(' ');
    const std::string text = blank == std::string::npos ? "" : line.substr(line.find_first_not_of(' ', blank));
    CHECK(outcome(section, text) == line.substr(0, blank));
    ++count;
  }
  CHECK(count > 250);
}

TEST_CASE("docs/language-support.md names tests that exist") {
  std::set<std::string> tests;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(source() / "tests")) {
    tests.insert(entry.path().filename().string());
  }
  std::ifstream in(source() / "docs/language-support.md");
  bool tests_follow = false;  // inside a table whose last column is headed "Test"
  std::size_t named = 0;
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line[0] != '|') {
      tests_follow = false;
      continue;
    }
    const std::size_t last = line.rfind('|', line.size() - 2);
    const std::string cell = line.substr(last + 1, line.size() - last - 2);
    if (cell == " Test ") tests_follow = true;
    if (!tests_follow || cell == " Test " || cell.find("---") != std::string::npos) continue;
    CAPTURE(line);
    CHECK((cell == " - " || cell.find("_test`") != std::string::npos));
    std::istringstream words(cell);
    for (std::string word; std::getline(words, word, '`');) {
      if (!word.ends_with("_test")) continue;
      CAPTURE(word);
      CHECK(tests.count(word + ".cpp") == 1);
      ++named;
    }
  }
  CHECK(named > 50);
}
