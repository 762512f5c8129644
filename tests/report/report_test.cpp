#include "report/report.h"

#include <catch2/catch.hpp>

using namespace orbita;

namespace {

constexpr Standing all_standings[] = {Standing::as_expected, Standing::not_as_expected, Standing::unusable,
                                      Standing::inconclusive, Standing::internal_error};

QueryResult result_with(const Query& query, Verdict verdict) {
  QueryResult result;
  result.query = &query;
  result.verdict = verdict;
  return result;
}

}  // namespace

TEST_CASE("the worse of two standings does not depend on their order") {
  for (const Standing a : all_standings) {
    CHECK(worse(a, a) == a);
    CHECK(worse(a, Standing::as_expected) == a);
    CHECK(worse(a, Standing::internal_error) == Standing::internal_error);
    for (const Standing b : all_standings) CHECK(worse(a, b) == worse(b, a));
  }
  CHECK(worse(Standing::not_as_expected, Standing::inconclusive) == Standing::not_as_expected);
  CHECK(worse(Standing::not_as_expected, Standing::unusable) == Standing::unusable);
}

TEST_CASE("a standing fails closed") {
  Query query;
  CHECK(standing_of(result_with(query, Verdict::satisfied)) == Standing::as_expected);
  CHECK(standing_of(result_with(query, Verdict::not_satisfied)) == Standing::not_as_expected);
  CHECK(standing_of(result_with(query, Verdict::unknown)) == Standing::inconclusive);
  CHECK(standing_of(result_with(query, Verdict::error)) == Standing::unusable);
  query.expected = Expectation::not_satisfied;
  CHECK(standing_of(result_with(query, Verdict::not_satisfied)) == Standing::as_expected);
  CHECK(standing_of(result_with(query, Verdict::satisfied)) == Standing::not_as_expected);
  QueryResult not_replayed = result_with(query, Verdict::not_satisfied);
  not_replayed.trace_problem = "step 1";
  CHECK(standing_of(not_replayed) == Standing::internal_error);
  const std::vector<QueryResult> skipped{result_with(query, Verdict::skipped)};
  CHECK(standing_of(skipped, Unsupported::skip) == Standing::inconclusive);
  CHECK(standing_of(skipped, Unsupported::ignore) == Standing::inconclusive);  // nothing was decided
}

TEST_CASE("the JSON of a run, its events and its suite agree") {
  Query query;
  query.text = "A[] x < \"3\"";
  VerifiedModel model;
  model.model = "m.xml";
  model.results = {result_with(query, Verdict::not_satisfied), result_with(query, Verdict::satisfied)};
  model.standing = standing_of(model.results, Unsupported::skip);
  const Json document = to_json(std::vector<VerifiedModel>{model}, model.standing);
  CHECK(document["models"][0]["exit_code"] == 1);
  CHECK(document["summary"]["exit_code"] == 1);
  CHECK(document["summary"]["not_satisfied"] == 1);
  CHECK(to_json(model)["queries"][0]["verdict"] == "not-satisfied");
  CHECK(end_event(model.standing, {model})["not_satisfied"] == 1);
  CHECK(verdict_event("m.xml", 1, model.results[1])["index"] == 2);
  const std::vector<SuiteModel> suite = suite_of({model});
  REQUIRE(suite.size() == 1);
  CHECK(count_cases(suite).failed == 1);
  CHECK(count_cases(suite).passed == 1);
  const std::string junit = to_junit(suite, 0.5);
  CHECK(junit.find("tests=\"2\" failures=\"1\" errors=\"0\"") != std::string::npos);
  CHECK(junit.find("A[] x &lt; &quot;3&quot;") != std::string::npos);
  const SuiteModel again = suite_model_from(to_json(suite[0]));
  CHECK(to_json(again) == to_json(suite[0]));
}

TEST_CASE("advice depends on the limit that was met, and is not given for phases before the exploration") {
  Query query;
  query.kind = QueryKind::reachable;
  QueryResult result = result_with(query, Verdict::unknown);
  result.leave_open({StopReason::time, ""});
  CHECK(open_details(result).find("--timeout") != std::string::npos);
  result.leave_open({StopReason::states, ""});
  CHECK(open_details(result).find("--states") != std::string::npos);
  result.leave_open({StopReason::time, "compiling the model"});
  CHECK(result.reason == "time limit, while compiling the model");
  CHECK(open_details(result).find("try:") == std::string::npos);
}
