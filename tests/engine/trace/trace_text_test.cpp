#include <algorithm>
#include <catch2/catch.hpp>
#include <sstream>

#include "engine/trace/trace_text.h"

using namespace orbita;

namespace {

Trace sample() {
  Trace trace;
  trace.formula = "E<> Q(0).cs";
  trace.initial.locations = {{"P", "idle"}, {"Q(0)", "wait"}};
  trace.initial.variables = {{"n", 0}, {"k", 3}};
  trace.initial.clocks = {{"P.x", 0}, {"P.y", 0}};
  TraceStep step;
  step.delay = Rational(5, 2);
  step.edges = {{"P", 0, no_branch, {}, "idle -> busy, x > 2, go!", "go"},
                {"Q(0)", 1, no_branch, {}, "wait -> cs, go?", "go"}};
  step.tested = {{"P.x", Rational(5, 2)}};
  step.state.locations = {{"P", "busy"}, {"Q(0)", "cs"}};
  step.state.variables = {{"n", 1}, {"k", 3}};
  step.state.clocks = {{"P.x", Rational(5, 2)}, {"P.y", Rational(5, 2)}};
  step.state.zone = "P.x > 2";
  trace.steps = {step};
  return trace;
}

}  // namespace

TEST_CASE("a trace reads as states, delays, changes and the clocks a step tests") {
  CHECK(render(sample()) ==
        "E<> Q(0).cs\n"
        "start                                   time 0\n"
        "  P.idle  Q(0).wait\n"
        "  n = 0;  k = 3\n"
        "1  delay 2.5                            time 2.5;  P.x = 2.5\n"
        "  P     idle -> busy, x > 2, go!\n"
        "  Q(0)  wait -> cs, go?\n"
        "  n: 0 -> 1\n"
        "\n"
        "time  P       Q(0)\n"
        "0     idle    wait\n"
        "2.5   busy !  cs ?\n");
}

TEST_CASE("options choose how much of a trace is shown") {
  TraceTextOptions options;
  options.formula = false;
  CHECK_THAT(render(sample(), options), !Catch::Contains("E<>") && !Catch::Contains("P.y"));
  options.show = TraceShow::full;
  const std::string full = render(sample(), options);
  CHECK_THAT(full, Catch::Contains("  P.x = 2.5;  P.y = 2.5\n") && Catch::Contains("[P.x > 2]"));
  CHECK_THAT(full, Catch::Contains("  n = 1;  k = 3\n") && Catch::Contains("busy !"));
  options.show = TraceShow::lanes;
  CHECK(render(sample(), options) == "time  P       Q(0)\n0     idle    wait\n2.5   busy !  cs ?\n");
}

TEST_CASE("every process is listed, however many there are, and no line exceeds the width") {
  Trace trace;
  for (int i = 0; i < 30; ++i) {
    trace.initial.locations.emplace_back("Process(" + std::to_string(i) + ")", "idle");
    trace.initial.variables.emplace_back("list[" + std::to_string(i) + "]", 0);
  }
  for (int i = 0; i < 20; ++i) {
    TraceStep step;
    step.delay = 1;
    step.state = i == 0 ? trace.initial : trace.steps.back().state;
    step.state.locations[static_cast<std::size_t>(i)].second = "req";
    step.edges = {{"Process(" + std::to_string(i) + ")",
                   0,
                   no_branch,
                   {},
                   "idle -> req, a_long_name == another_long_name && x > 2, x = 0",
                   ""}};
    for (int c = 0; c < 10; ++c) step.tested.emplace_back("Process(" + std::to_string(c) + ").x", Rational(i));
    trace.steps.push_back(step);
  }
  for (const std::size_t width : {40u, 80u, 100u, 200u}) {
    for (const TraceShow show : {TraceShow::lanes, TraceShow::changes, TraceShow::full}) {
      const std::string text = render(trace, {show, true, width});
      CAPTURE(width, text);
      for (int i = 0; i < 20; ++i) CHECK_THAT(text, Catch::Contains("Process(" + std::to_string(i) + ")"));
      CHECK_THAT(text, Catch::Contains("never move: Process(20).idle"));
      CHECK_THAT(text, Catch::Contains("req *"));
      std::istringstream lines(text);
      for (std::string line; std::getline(lines, line);) {
        CAPTURE(line);
        CHECK((line.size() <= width || (width == 40 && line.find("time ") == 40)));  // the time is in column 40
      }
    }
  }
  // Blocks of lanes omit the rows in which none of their processes moves.
  const std::string lanes = render(trace, {TraceShow::lanes, true, 80});
  std::size_t blocks = 0;
  for (std::size_t at = 0; (at = lanes.find("time  ", at)) != std::string::npos; ++at) ++blocks;
  CHECK(blocks >= 3);
  CHECK(std::count(lanes.begin(), lanes.end(), '\n') < static_cast<std::ptrdiff_t>(20 + 4 * blocks + 10));
}

TEST_CASE("neighbouring elements of an array are shown together") {
  CHECK(value_texts({{"n", 1},
                     {"list[0]", 4},
                     {"list[1]", 5},
                     {"P(0).m[0][0]", 1},
                     {"P(0).m[0][1]", 2},
                     {"P(0).m[1][0]", 3},
                     {"P(0).m[1][1]", 4}}) ==
        std::vector<std::string>{"n = 1", "list = {4, 5}", "P(0).m[0] = {1, 2}", "P(0).m[1] = {3, 4}"});
  CHECK(value_texts({{"a[2]", 1}, {"a[3]", 2}, {"b[7]", 3}, {"c[0].x", 1}, {"c[1].x", 2}}) ==
        std::vector<std::string>{"a[2..3] = {1, 2}", "b[7] = 3", "c[0].x = 1", "c[1].x = 2"});
}

TEST_CASE("a formula of several lines is shown on one") {
  CHECK(one_line("A[]\n\t(p &&  // the first\r\n q /* the\nsecond */)\n") == "A[] (p && q )");
  CHECK(one_line("E<> a / b // end") == "E<> a / b");
  CHECK(one_line("E<> x /* open") == "E<> x");
  Trace trace = sample();
  trace.formula = "E<>\n  Q(0).cs";
  CHECK(render(trace).find("E<> Q(0).cs\n") == 0);
}

TEST_CASE("the end of a trace is described") {
  Trace trace = sample();
  trace.final_delay = 1;
  CHECK_THAT(render(trace), Catch::Contains("end  delay 1") && Catch::Contains("time 3.5"));
  trace.final_delay = 0;
  trace.end = TraceEnd::lasso;
  CHECK_THAT(render(trace), Catch::Contains("for ever") && Catch::Contains("back to the state before step 1"));
  trace.end = TraceEnd::waits;
  CHECK_THAT(render(trace), Catch::Contains("time passes for ever"));
  trace.end = TraceEnd::deadlock;
  CHECK_THAT(render(trace), Catch::Contains("no transition is possible any more"));
  trace.end = TraceEnd::error;
  trace.error = "division by zero";
  trace.failing = {{"P", 4, no_branch, {}, "", ""}};
  CHECK_THAT(render(trace), Catch::Contains("run-time error: division by zero") && Catch::Contains("P  edge 4"));
}
