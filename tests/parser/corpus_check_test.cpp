// Every model and query of the corpus against its index: valid models load, invalid ones are rejected at the right
// position. docs/corpus-notes.md explains the exceptions listed here.
#include <catch2/catch.hpp>

#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "tests/model_files.h"
#include "tests/parser/check_support.h"
#include "tests/places.h"

using namespace orbita;
using namespace orbita::check_test;
namespace fs = std::filesystem;

namespace {

struct Row {
  std::string query, verdict, notes;
};

std::vector<std::string> split(const std::string& line) {
  std::vector<std::string> columns;
  std::stringstream stream(line);
  for (std::string column; std::getline(stream, column, '\t');) columns.push_back(column);
  columns.resize(8);
  return columns;
}

std::map<std::string, std::vector<Row>> read_index(const fs::path& corpus) {
  std::map<std::string, std::vector<Row>> rows;
  std::ifstream file(corpus / "index.tsv");
  std::string line;
  std::getline(file, line);  // the heading
  while (std::getline(file, line)) {
    const auto columns = split(line);
    rows[columns[0]].push_back({columns[3], columns[4], columns[7]});
  }
  return rows;
}

// Models with an error in names or types, with the first error we report.
const std::map<std::string, std::string> rejected = {
    {"invalid/broken-parameter.xml", "163:10 unknown-name"},
    {"invalid/side-effect-in-guard.xml", "136:40 side-effect"},
    {"invalid/simop.xta", "70:11 constraint-class"},
    {"invalid/unknown-function.xml", "497:46 unknown-name"},
    {"invalid/utot-err-01.xta", "12:32 not-constant"},
    {"invalid/utot-err-06.xta", "7:14 no-initialiser"},
    {"invalid/utot-err-07.xta", "9:21 type-mismatch"},
    {"invalid/utot-err-11.xta", "16:8 free-parameter"},
    {"invalid/utot-tmpl-binding-01.xta", "6:11 not-constant"},
    {"scalarset/surveil_a1_p3.xml", "22:46 priced-automata"},
    {"scalarset/surveil_a2_p2.xml", "22:46 priced-automata"},
};

// We reject, the index does not.
const std::map<std::string, std::string> stricter = {
    {"features/utot-tmpl-partial-02.xta", "4:9 missing-init"},
    {"features/utot-tmpl-partial-06.xta", "14:36 bad-value"},
};

// We load, the index says error.
const std::set<std::string> more_lenient = {
    "invalid/TrainAHV93-2.xta",
    "invalid/missing-init-and-system.xml",
    "invalid/sum-as-identifier.xml",
};

// Loads, but an instantiated template has a construct no symbolic engine can handle.
const std::map<std::string, std::string> refused = {
    {"features/ClientServer.xml", "57:45"},
    {"features/utap-double_compare.xml", "18:46"},
    {"features/utap-dynamic.xml", "18:43"},
};

std::string first_error(const Diagnostics& diagnostics, bool with_code = true) {
  for (const Diagnostic& d : diagnostics.sorted()) {
    if (d.severity != Severity::error) continue;
    const Position at = diagnostics.sources()->locate(d.where);
    return std::to_string(at.line) + ":" + std::to_string(at.column) + (with_code ? " " + d.code : "");
  }
  return "";
}

bool model_must_fail(const std::vector<Row>& rows) {
  for (const Row& row : rows) {
    if (row.verdict == "error" && row.notes.find("utap-error") != std::string::npos) return true;
  }
  return false;
}

void check_queries(Checked& checked, const std::vector<Row>& rows) {
  for (const Row& row : rows) {
    if (row.query.empty() || row.query == "sat: Scenario") continue;  // a chart: unsupported, not wrong
    CAPTURE(row.query);
    Diagnostics own;
    Query* query = read_formula(*checked.document, row.query, own);
    const bool fine = query && !own.has_errors() && check_query(*checked.model, *query, own);
    CHECK(fine == (row.verdict != "error"));
  }
}

}  // namespace

TEST_CASE("our own models and their queries are accepted") {
  for (const fs::path& path : test::own_files(test::model_extensions)) {
    CAPTURE(path);
    Diagnostics diagnostics;
    const std::shared_ptr<Document> document = read_model(path.string(), diagnostics);
    const fs::path queries = fs::path(path).replace_extension(".q");
    std::vector<Query*> asked(document->queries.begin(), document->queries.end());
    if (fs::exists(queries)) asked = read_query_file(*document, queries.string(), diagnostics);
    const std::unique_ptr<Model> model = check(document, diagnostics);
    CHECK_FALSE(asked.empty());
    for (Query* query : asked) CHECK(check_query(*model, *query, diagnostics));
    CHECK(first_error(diagnostics) == "");
  }
}

TEST_CASE("the corpus agrees with its index", "[corpus]") {
  if (!test::has_corpus()) return;
  const fs::path corpus = test::corpus_dir();
  const auto index = read_index(corpus);
  CHECK(index.size() >= 140);
  for (const auto& [name, rows] : index) {
    CAPTURE(name);
    Checked checked;
    try {
      checked.document = read_model((corpus / name).string(), checked.diagnostics);
    } catch (const ModelError&) {
      CHECK(model_must_fail(rows));  // at which position: corpus_syntax_test.cpp
      continue;
    }
    try {
      checked.model = check(checked.document, checked.diagnostics);
    } catch (const ModelError&) {
    }
    if (const auto expected = rejected.find(name); expected != rejected.end()) {
      CHECK(model_must_fail(rows));
      CHECK(first_error(checked.diagnostics) == expected->second);
      CHECK_FALSE(checked.model);
    } else if (const auto strict = stricter.find(name); strict != stricter.end()) {
      CHECK(first_error(checked.diagnostics) == strict->second);
    } else if (const auto refusal = refused.find(name); refusal != refused.end()) {
      CHECK_FALSE(checked.model);
      CHECK(first_error(checked.diagnostics) == refusal->second + " refused");
      Diagnostics again;
      CheckOptions options;
      options.allow_refused = true;
      checked.model = check(checked.document, again, options);
      CHECK_FALSE(checked.model->refusals.empty());
      check_queries(checked, rows);
    } else {
      REQUIRE(checked.model);
      CHECK(model_must_fail(rows) == more_lenient.contains(name));
      if (!more_lenient.contains(name)) check_queries(checked, rows);
    }
  }
}
