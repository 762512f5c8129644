// Why the last state of a trace decides its query.
#include "engine/replay/goal_parts.h"

#include <catch2/catch.hpp>

#include "engine/verify.h"
#include "parser/parser.h"
#include "tests/places.h"

using namespace orbita;

namespace {

std::vector<GoalPart> parts_for(const std::string& model_name, const std::string& formula) {
  Diagnostics diagnostics;
  const auto model = check(read_model(test::source_dir() + "/models/" + model_name, diagnostics), diagnostics);
  Query* const query = read_formula(*model->document, formula, diagnostics);
  REQUIRE(check_query(*model, *query, diagnostics));
  VerifyOptions options;
  options.trace = TraceKind::shortest;
  const std::vector<QueryResult> results = verify(*model, {query}, options);
  REQUIRE(results[0].trace.has_value());
  return goal_parts(*model, *results[0].trace, *query);
}

}  // namespace

TEST_CASE("a violated invariant is explained by the instances that violate it") {
  const std::vector<GoalPart> parts = parts_for(
      "fischer-broken.xml", "A[] forall (i : pid_t) forall (j : pid_t) (Process(i).cs && Process(j).cs) imply i == j");
  REQUIRE(parts.size() >= 3);
  for (const GoalPart& part : parts) CHECK(part.holds);
  std::size_t locations = 0;
  for (const GoalPart& part : parts) {
    if (part.text.find(".cs") == std::string::npos) continue;
    ++locations;
    REQUIRE(part.processes.size() == 1);
    CHECK(part.text == "Process(" + std::to_string(part.processes[0]) + ").cs");
  }
  CHECK(locations == 2);  // two are in the critical section, and each is named once
}

TEST_CASE("a goal that is reached is explained by its conjuncts") {
  const std::vector<GoalPart> parts = parts_for("fischer-broken.xml", "E<> exists (i : pid_t) Process(i).wait && set");
  REQUIRE(parts.size() >= 2);
  CHECK(parts.back().text == "set");
  CHECK(parts.back().variables == std::vector<std::string>{"set"});
  CHECK(parts.front().text.find("wait") != std::string::npos);
}
