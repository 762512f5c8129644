// Queries in one line: decide(*model, "E<> P.B", options).verdict.
#pragma once

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "engine/verify.h"
#include "tests/engine/replay_fixture.h"

namespace orbita::test {

inline Query* query_of(Model& model, const std::string& formula) {
  CAPTURE(formula);
  Diagnostics diagnostics;
  Query* query = read_formula(*model.document, formula, diagnostics);
  REQUIRE(query != nullptr);
  REQUIRE(check_query(model, *query, diagnostics));
  return query;
}

inline std::vector<Query*> queries_of(Model& model, const std::vector<std::string>& formulas) {
  std::vector<Query*> queries;
  for (const std::string& formula : formulas) queries.push_back(query_of(model, formula));
  return queries;
}

inline std::vector<QueryResult> decide(Model& model, const std::vector<Query*>& queries,
                                       const VerifyOptions& options = {}) {
  return verify(model, queries, options);
}

inline QueryResult decide(Model& model, const std::string& formula, const VerifyOptions& options = {}) {
  return decide(model, {query_of(model, formula)}, options).at(0);
}

}  // namespace orbita::test
