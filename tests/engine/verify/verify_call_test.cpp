// One call of verify(): threads change no verdict, and its limits apply to the whole call.
#include <catch2/catch.hpp>

#include <filesystem>

#include "engine/verify.h"
#include "parser/parser.h"
#include "tests/engine/replay_fixture.h"
#include "tests/places.h"

using namespace orbita;
using namespace orbita::test;

namespace {

const std::filesystem::path models = std::filesystem::path(test::source_dir()) / "models";

std::vector<QueryResult> verify_file(const std::string& name, std::unique_ptr<Model>& model,
                                     const VerifyOptions& options) {
  Diagnostics diagnostics;
  model = check(read_model((models / name).string(), diagnostics), diagnostics);
  return verify(*model, model->queries, options);
}

}  // namespace

TEST_CASE("threads give the same verdicts and traces") {
  for (const char* name :
       {"fischer-broken.xml", "readers-writers.xml", "german-buggy.xml", "train-gate.xml", "client-server.xml"}) {
    for (const unsigned threads : {2u, 4u, 30u}) {  // 30: several per exploration
      CAPTURE(name, threads);
      VerifyOptions options;
      options.trace = TraceKind::some;
      std::unique_ptr<Model> first_model, second_model, third_model;
      const std::vector<QueryResult> one = verify_file(name, first_model, options);
      options.threads = threads;
      const std::vector<QueryResult> many = verify_file(name, second_model, options);
      const std::vector<QueryResult> again = verify_file(name, third_model, options);
      REQUIRE(one.size() == many.size());
      REQUIRE(!one.empty());
      for (std::size_t i = 0; i < one.size(); ++i) {
        CAPTURE(i);
        CHECK(one[i].verdict == many[i].verdict);
        // Queries that share an exploration may explore a little further before it stops.
        CHECK(one[i].statistics.stored <= many[i].statistics.stored);
        CHECK(many[i].statistics.stored == again[i].statistics.stored);
        CHECK(many[i].statistics.transitions == again[i].statistics.transitions);
        REQUIRE(one[i].trace.has_value() == many[i].trace.has_value());
        if (!one[i].trace) continue;
        CHECK(save_trace(*one[i].trace) == save_trace(*many[i].trace));
        CHECK(save_trace(*many[i].trace) == save_trace(*again[i].trace));
      }
    }
  }
}

TEST_CASE("a result says which queries shared its exploration, and with it the figures") {
  std::unique_ptr<Model> model;
  const std::vector<QueryResult> results = verify_file("train-gate.xml", model, {});
  REQUIRE(results.size() == 5);
  for (const std::size_t i : {0, 2, 4}) {
    CAPTURE(i);
    CHECK(results[i].explored_with == std::vector<std::size_t>{0, 1, 2, 4});
    CHECK(results[i].statistics.stored == results[0].statistics.stored);
  }
  CHECK(results[1].explored_with == std::vector<std::size_t>{1});  // deadlocks: left open by the others' exploration
  CHECK(results[3].explored_with.empty());                         // looks for runs
}

TEST_CASE("the time limit is one for all queries of a call") {
  VerifyOptions options;
  options.limits.seconds = 3600;
  options.limits.since = std::chrono::steady_clock::now() - std::chrono::hours(2);
  std::unique_ptr<Model> model;
  const std::vector<QueryResult> results = verify_file("fischer.xml", model, options);
  REQUIRE(results.size() > 1);
  for (const QueryResult& result : results) {
    CHECK(result.verdict == Verdict::unknown);
    CHECK(result.reason == "time limit, while compiling the model");
  }
}

TEST_CASE("the clock that fastest traces need is not shown, for any number of threads") {
  VerifyOptions options;
  options.threads = 3;
  options.trace = TraceKind::fastest;
  std::unique_ptr<Model> model;
  int traces = 0;
  for (const QueryResult& result : verify_file("fischer-broken.xml", model, options)) {
    CHECK(result.trace_problem.empty());
    if (!result.trace) continue;
    ++traces;
    for (const auto& [clock, value] : result.trace->initial.clocks) CHECK(clock.find('#') == std::string::npos);
  }
  CHECK(traces > 0);
}
