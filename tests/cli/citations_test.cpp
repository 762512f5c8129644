// Comments and documents that cite a page of docs/: the page exists, and so does the heading or theorem.
//
// Forms: docs/NAME.md; docs/theory/NAME.md, "Heading"; docs/theory/NAME.md, Theorem N. Sources are cited by path
// (engine/search/passed.h) or by name (passed.h): those exist, too.
#include <catch2/catch.hpp>

#include <algorithm>
#include <filesystem>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "tests/cli/program.h"
#include "tests/places.h"

using namespace orbita::test;

namespace {

std::vector<std::filesystem::path> citing_files() {
  std::vector<std::filesystem::path> files;
  const std::filesystem::path root(orbita::test::source_dir());
  for (const char* folder :
       {"bench", "cli", "dbm", "docs", "engine", "gui-bridge", "parser", "report", "session", "symmetry", "tests"}) {
    if (!std::filesystem::exists(root / folder)) continue;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root / folder)) {
      const std::string type = entry.path().extension().string();
      if (type == ".h" || type == ".cpp" || type == ".md") files.push_back(entry.path());
    }
  }
  for (const char* name : {"README.md", "CONTRIBUTING.md"}) files.push_back(root / name);
  return files;
}

// One line of text: comment marks and line breaks become spaces, so that a citation may be wrapped.
std::string unwrapped(const std::string& text) { return std::regex_replace(text, std::regex("\n *(//)? *"), " "); }

// A document, or the comments of a source file.
std::string prose_of(const std::filesystem::path& file) {
  std::string text = read_text(file.string());
  if (file.extension() == ".md") return text;
  std::string comments;
  std::stringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t at = line.find("// ");
    if (at != std::string::npos) comments += line.substr(at + 3) + "\n";
  }
  return comments;
}

bool has_heading(const std::string& page, const std::string& heading) {
  const std::string line = "\n## " + heading;
  const std::size_t at = page.find(line);
  if (at == std::string::npos) return false;
  const char next = page[at + line.size()];
  return next == '\n' || page.compare(at + line.size(), 2, " (") == 0;
}

}  // namespace

TEST_CASE("every cited page, heading and theorem exists") {
  const std::regex citation("docs/([a-zA-Z/-]+\\.md)(?:, (?:\"([^\"]+)\"|Theorem ([0-9]+)))?");
  std::size_t with_place = 0;
  for (const std::filesystem::path& file : citing_files()) {
    if (file.filename() == "citations_test.cpp") continue;
    const std::string text = unwrapped(read_text(file.string()));
    for (std::sregex_iterator it(text.begin(), text.end(), citation), end; it != end; ++it) {
      const std::filesystem::path page = std::filesystem::path(orbita::test::source_dir()) / "docs" / (*it)[1].str();
      CAPTURE(file.string(), it->str());
      REQUIRE(std::filesystem::exists(page));
      const std::string content = read_text(page.string());
      if ((*it)[2].matched) CHECK(has_heading(content, (*it)[2]));
      if ((*it)[3].matched) CHECK(content.find("**Theorem " + (*it)[3].str() + ".**") != std::string::npos);
      with_place += (*it)[2].matched || (*it)[3].matched;
    }
  }
  CHECK(with_place > 15);
}

TEST_CASE("no comment cites a chapter by its number") {
  const std::regex numbered("[a-z-]+\\.md,? (?:section|chapter|[0-9])");
  for (const std::filesystem::path& file : citing_files()) {
    if (file.extension() == ".md" || file.filename() == "citations_test.cpp") continue;
    CAPTURE(file.string());
    CHECK_FALSE(std::regex_search(unwrapped(read_text(file.string())), numbered));
  }
}

TEST_CASE("every source file that a comment or a document names exists") {
  const std::filesystem::path root(orbita::test::source_dir());
  std::set<std::string> names{"foreach_target.h", "consumer.cpp"};  // of the highway library; of a user
  for (const std::filesystem::path& file : citing_files()) names.insert(file.filename().string());
  const std::regex path(
      "\\b(?:bench|cli|dbm|engine|gui-bridge|parser|report|session|symmetry|tests)/[a-z0-9_/-]+\\.(?:h|cpp)\\b");
  const std::regex name("(?:^|[ (`])(?:[a-z0-9_-]+/)*([a-z][a-z0-9_-]*\\.(?:h|cpp))\\b");
  std::size_t cited = 0;
  for (const std::filesystem::path& file : citing_files()) {
    if (file.filename() == "citations_test.cpp" || file.filename() == "CHANGELOG.md") continue;
    const std::string text = prose_of(file);
    CAPTURE(file.string());
    for (std::sregex_iterator it(text.begin(), text.end(), path), end; it != end; ++it, ++cited) {
      CAPTURE(it->str());
      CHECK(std::filesystem::exists(root / it->str()));
    }
    for (std::sregex_iterator it(text.begin(), text.end(), name), end; it != end; ++it, ++cited) {
      CAPTURE(it->str());
      CHECK(names.count((*it)[1]) == 1);
    }
  }
  CHECK(cited > 100);
}
