#include <catch2/catch.hpp>
#include <stdexcept>

#include "engine/trace/trace.h"

using namespace orbita;

namespace {

Trace json_sample() {
  Trace trace;
  trace.formula = "A<> P.done";
  trace.model_hash = "0123456789abcdef";
  trace.initial.locations = {{"P", "idle"}, {"Q(0)", "\"odd\""}};
  trace.initial.variables = {{"n", -3}, {"list[2]", 7}};
  trace.initial.clocks = {{"P.x", Rational(0)}};
  TraceStep step;
  step.delay = Rational(7, 3);
  step.edges = {{"P", 2, no_branch, {}, "idle -> busy", "go[1]"}, {"Q(0)", 1, 4, {1, -2}, ""}};
  step.tested = {{"P.x", Rational(7, 2)}, {"y", 3}};
  step.state.locations = {{"P", "busy"}};
  step.state.clocks = {{"P.x", Rational(7, 3)}};
  step.state.zone = "P.x >= 2";
  trace.steps = {step, {Rational(1), {}, {}}};
  trace.final_delay = Rational(1, 2);
  trace.end = TraceEnd::lasso;
  trace.loop_start = 1;
  return trace;
}

}  // namespace

TEST_CASE("a saved trace is the same when loaded") {
  const Trace trace = json_sample();
  CHECK(load_trace(save_trace(trace)) == trace);

  Trace error = json_sample();
  error.end = TraceEnd::error;
  error.loop_start = 0;
  error.failing = {{"P", 0, no_branch, {}, ""}};
  error.error = "division by zero";
  CHECK(load_trace(save_trace(error)) == error);

  CHECK(load_trace(save_trace(Trace{})) == Trace{});
}

TEST_CASE("a file that is not a trace is refused with the position of the error") {
  CHECK_THROWS_AS(load_trace("{"), std::invalid_argument);
  CHECK_THROWS_AS(load_trace("[]"), std::invalid_argument);
  CHECK_THROWS_WITH(load_trace("{}"), Catch::Contains("orbita_trace"));

  std::string text = save_trace(json_sample());
  const auto replace = [](std::string where, const std::string& from, const std::string& to) {
    const auto at = where.find(from);
    REQUIRE(at != std::string::npos);
    return where.replace(at, from.size(), to);
  };
  CHECK_THROWS_WITH(load_trace(replace(text, "\"7/3\"", "\"7/0\"")), Catch::Contains("steps[0].delay"));
  CHECK_THROWS_WITH(load_trace(replace(text, "\"edge\": 2", "\"edge\": -1")),
                    Catch::Contains("steps[0].edges[0].edge"));
  CHECK_THROWS_WITH(load_trace(replace(text, "\"edge\": 2", "\"edge\": \"2\"")), Catch::Contains("integer"));
  CHECK_THROWS_WITH(load_trace(replace(text, "\"lasso\"", "\"loop\"")), Catch::Contains("loop"));
  CHECK_THROWS_WITH(load_trace(replace(text, "\"orbita_trace\": 1", "\"orbita_trace\": 2")),
                    Catch::Contains("version"));
  CHECK_THROWS_AS(load_trace(replace(text, "\"n\": -3", "\"n\": 99999999999")), std::invalid_argument);
}

TEST_CASE("the duration of a trace is the sum of its delays") {
  CHECK(duration(json_sample()) == Rational(7, 3) + Rational(1) + Rational(1, 2));
}
