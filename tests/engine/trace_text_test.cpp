#include <catch2/catch.hpp>

#include "engine/trace_text.h"

using namespace orbita;

namespace {

Trace sample() {
  Trace trace;
  trace.formula = "E<> Q(0).cs";
  trace.initial.locations = {{"P", "idle"}, {"Q(0)", "wait"}};
  trace.initial.variables = {{"n", 0}, {"k", 3}};
  trace.initial.clocks = {{"P.x", 0}};
  TraceStep step;
  step.delay = Rational(5, 2);
  step.edges = {{"P", 0, no_branch, {}, "idle -> busy, x > 2, go!"},
                {"Q(0)", 1, no_branch, {}, "wait -> cs, go?"}};
  step.state.locations = {{"P", "busy"}, {"Q(0)", "cs"}};
  step.state.variables = {{"n", 1}, {"k", 3}};
  step.state.clocks = {{"P.x", Rational(5, 2)}};
  step.state.zone = "P.x > 2";
  trace.steps = {step};
  return trace;
}

}  // namespace

TEST_CASE("a trace reads as states, delays and changes") {
  CHECK(render(sample()) ==
        "E<> Q(0).cs\n"
        "start                                   time 0\n"
        "  P.idle  Q(0).wait\n"
        "  n = 0;  k = 3\n"
        "  P.x = 0\n"
        "1  delay 2.5                            time 2.5\n"
        "  P     idle -> busy, x > 2, go!\n"
        "  Q(0)  wait -> cs, go?\n"
        "  n: 0 -> 1\n"
        "  P.x = 2.5\n"
        "\n"
        "time  P       Q(0)\n"
        "0     idle    wait\n"
        "2.5   busy !  cs ?\n");
}

TEST_CASE("options choose what is shown") {
  TraceTextOptions options;
  options.clocks = false;
  options.lanes = false;
  options.zones = true;
  const std::string text = render(sample(), options);
  CHECK_THAT(text, !Catch::Contains("P.x = "));
  CHECK_THAT(text, !Catch::Contains("busy !"));
  CHECK_THAT(text, Catch::Contains("[P.x > 2]"));
  options.lanes = true;
  options.width = 10;
  CHECK_THAT(render(sample(), options), !Catch::Contains("busy !"));
}

TEST_CASE("the end of a trace is told") {
  Trace trace = sample();
  trace.final_delay = 1;
  CHECK_THAT(render(trace), Catch::Contains("end  delay 1") && Catch::Contains("time 3.5"));
  trace.final_delay = 0;
  trace.end = TraceEnd::lasso;
  CHECK_THAT(render(trace),
             Catch::Contains("for ever") && Catch::Contains("back to the state before step 1"));
  trace.end = TraceEnd::waits;
  CHECK_THAT(render(trace), Catch::Contains("time passes for ever"));
  trace.end = TraceEnd::deadlock;
  CHECK_THAT(render(trace), Catch::Contains("no transition is possible any more"));
  trace.end = TraceEnd::error;
  trace.error = "division by zero";
  trace.failing = {{"P", 4, no_branch, {}, ""}};
  CHECK_THAT(render(trace),
             Catch::Contains("run-time error: division by zero") && Catch::Contains("P  edge 4"));
}
