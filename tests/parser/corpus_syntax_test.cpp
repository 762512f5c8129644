// Every model of the corpus reads without syntax error, except the known invalid ones.
#include <catch2/catch.hpp>

#include <filesystem>
#include <map>

#include "tests/model_files.h"
#include "tests/parser/read_support.h"
#include "tests/places.h"

using namespace orbita;
using namespace orbita::testing;
namespace fs = std::filesystem;

namespace {

// Models with an error in syntax or structure, and the first error we report. The other models under invalid/ have
// errors in names or types, which the checker finds.
const std::map<std::string, std::string> unreadable = {
    {"features/utot-decl-05.xta", "20:1: syntax-error"},       // an IO section after the system line
    {"invalid/bad-identifier.xml", "10:25: syntax-error"},     // a location called 123
    {"invalid/keyword-as-name.xml", "9:25: keyword-as-name"},  // a location called init
    {"invalid/missing-source-and-system.xml", "2:237: unknown-label-kind"},
    {"invalid/protosugar-extension-syntax.xml", "8:5: syntax-error"},
    {"invalid/stray-semicolon.xml", "170:143: stray-semicolon"},
    {"invalid/truncated-a.xml", "12:9: xml"},
};

std::string first_syntax_error(const Diagnostics& diagnostics) {
  for (const Diagnostic& d : diagnostics.sorted()) {
    if (d.severity != Severity::error) continue;
    const Position at = diagnostics.sources()->locate(d.where);
    return std::to_string(at.line) + ":" + std::to_string(at.column) + ": " + d.code;
  }
  return "";
}

}  // namespace

TEST_CASE("our own models read, and errors are reported at the right position") {
  for (const fs::path& path : test::own_files(test::model_extensions)) {
    CAPTURE(path);
    Diagnostics diagnostics;
    CHECK_NOTHROW(read_model(path.string(), diagnostics));
  }
  Diagnostics diagnostics;
  CHECK_THROWS_AS(read_model(test::source_dir() + "/tests/models/broken.xta", diagnostics), ModelError);
  CHECK(first_syntax_error(diagnostics) == "6:29: syntax-error");
}

TEST_CASE("the corpus reads, and errors are reported at the right position", "[corpus]") {
  if (!test::has_corpus()) return;
  const fs::path corpus = test::corpus_dir();
  std::size_t models = 0;
  for (const auto& entry : fs::recursive_directory_iterator(corpus)) {
    const std::string extension = entry.path().extension().string();
    if (extension != ".xml" && extension != ".xta" && extension != ".ta") continue;
    const std::string name = fs::relative(entry.path(), corpus).string();
    CAPTURE(name);
    Diagnostics diagnostics;
    bool loaded = true;
    try {
      read_model(entry.path().string(), diagnostics);
    } catch (const ModelError&) {
      loaded = false;
    }
    const auto expected = unreadable.find(name);
    CHECK(loaded == (expected == unreadable.end()));
    if (expected != unreadable.end()) CHECK(first_syntax_error(diagnostics) == expected->second);
    ++models;
  }
  CHECK(models >= 140);
}
