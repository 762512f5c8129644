#include "tests/engine/replay_fixture.h"

using namespace orbita;
using namespace orbita::test;

namespace {

const std::string light = R"(
  clock y;
  process P() { clock x; int n; state off, on { x <= 3 }; init off;
    trans off -> on { assign x = 0; }, on -> off { guard x >= 1; assign n = 1 - n; }; }
  system P;)";

}  // namespace

TEST_CASE("reachability is shown by the last moment") {
  ACCEPTED(Run(light, "E<> P.on").step(1, {take("P", 0)}));
  REFUSED(Run(light, "E<> P.on"), 0, "the predicate does not hold at the end");
  ACCEPTED(Run(light, "E<> P.on && P.x > 2").step(1, {take("P", 0)}).ends(TraceEnd::goal, Rational(5, 2)));
  REFUSED(Run(light, "E<> P.on && P.x > 2").step(1, {take("P", 0)}).ends(TraceEnd::goal, 2), 1, "does not hold");
  REFUSED(Run(light, "E<> P.on && P.x > 2").step(1, {take("P", 0)}).ends(TraceEnd::goal, 4), 1, "invariant");
  ACCEPTED(Run(light, "A[] P.n == 0").step(0, {take("P", 0)}).step(1, {take("P", 1)}));
  REFUSED(Run(light, "A[] P.n == 0").step(0, {take("P", 0)}), 1, "the predicate of A[] holds");
  REFUSED(Run(light, "E<> P.nowhere"), 0, "not usable");
  REFUSED(Run(light, "E<> P.on").step(1, {take("P", 0)}).ends(TraceEnd::waits), 1, "liveness");
}

TEST_CASE("deadlock is no transition now or after any delay") {
  const std::string text = R"(
    process P() { clock x; state A { x <= 5 }, B, C; init A;
      trans A -> B { guard x >= 3; }, A -> C { guard x < 1; }; }
    system P;)";
  REFUSED(Run(text, "E<> deadlock"), 0, "does not hold");
  REFUSED(Run(text, "E<> deadlock").wait(2), 1, "does not hold");
  REFUSED(Run(text, "E<> deadlock").wait(5), 1, "does not hold");
  ACCEPTED(Run(text, "E<> deadlock").step(3, {take("P", 0)}));
  ACCEPTED(Run(text, "A[] not deadlock").step(0, {take("P", 1)}));

  const std::string locked = R"(
    process P() { clock x; state A { x < 5 }, B; init A; trans A -> B { guard x < 2; }, A -> B { guard x >= 5; }; }
    system P;)";
  REFUSED(Run(locked, "E<> deadlock").wait(1), 1, "does not hold");
  ACCEPTED(Run(locked, "E<> deadlock").wait(2));

  const std::string window = R"(
    process P() { clock x; state A, B { x > 3 && x < 4 }; init A; trans A -> B { }; }
    system P;)";
  REFUSED(Run(window, "E<> deadlock").wait(3), 1, "does not hold");  // only the target invariant determines when
  ACCEPTED(Run(window, "E<> deadlock").wait(4));
  REFUSED(Run(window, "E<> deadlock").wait(Rational(399, 100)), 1, "does not hold");
}

TEST_CASE("a lasso repeats") {
  const auto lasso = [](Rational wait) {
    return Run(light, "E[] P.n <= 1")
        .step(0, {take("P", 0)})
        .step(wait, {take("P", 1)})
        .step(0, {take("P", 0)})
        .step(wait, {take("P", 1)});
  };
  ACCEPTED(lasso(1).loops(0));
  ACCEPTED(lasso(Rational(7, 3)).loops(0));
  REFUSED(lasso(1).loops(2), 4, "P.n = 1 before and 0 after");
  REFUSED(lasso(1).loops(1), 4, "another location");
  REFUSED(lasso(1).loops(4), 4, "no steps");
  REFUSED(lasso(1).loops(0).asks("E[] P.n == 0"), 2, "the predicate of E[] does not hold");
  ACCEPTED(lasso(1).loops(0).asks("A<> P.n == 2"));
  REFUSED(lasso(1).loops(0).asks("A<> y >= 2"), 3, "A<> holds after a delay of 1");
  REFUSED(lasso(1).loops(0).asks("E[] y <= 10"), 4,
          "the loop cannot be repeated for certain: y = 0 before and 2 after");
  REFUSED(lasso(1).asks("E[] P.n <= 1"), 4, "just ends");
}

TEST_CASE("a predicate is watched at the moments inside a delay") {
  // The predicate fails only for x strictly between 1 and 2.
  REFUSED(Run(light, "E[] P.x <= 1 || P.x >= 2 || P.off")
              .step(0, {take("P", 0)})
              .step(3, {take("P", 1)})
              .step(0, {take("P", 0)})
              .step(1, {take("P", 1)})
              .loops(2),
          1, "does not hold right after a delay of 1");
  REFUSED(Run(light, "E[] P.x != 1 || P.off").step(0, {take("P", 0)}).step(3, {take("P", 1)}).loops(0), 1,
          "does not hold after a delay of 1");
}

TEST_CASE("a loop may need other delays each time") {
  // y is never reset: the loop fits into ever smaller parts of one time unit.
  const std::string text = R"(
    process P() { clock x, y; state A { y < 1 }; init A; trans A -> A { guard x > 0; assign x = 0; }; }
    system P;)";
  const auto round = [&](Rational first, Rational second) {
    return Run(text, "E[] true").step(first, {take("P", 0)}).step(second, {take("P", 0)});
  };
  ACCEPTED(round(Rational(1, 2), Rational(1, 4)).loops(1));
  REFUSED(round(Rational(1, 2), Rational(1, 4)).loops(0), 2, "y = 0 before and 0.75 after");
  REFUSED(round(Rational(1, 2), Rational(1, 2)).loops(1), 1, "invariant");
}

TEST_CASE("clocks the loop does not test do not matter") {
  const std::string text = R"(
    clock age, old;
    process P() { clock x; state A { x <= 2 }; init A; trans A -> A { guard x >= 1 && old >= 1; assign x = 0; }, A -> A { assign age = 0; }; }
    system P;)";
  ACCEPTED(Run(text, "E[] true").step(2, {take("P", 0)}).step(1, {take("P", 0)}).loops(1));
  REFUSED(Run(text, "E[] true")
              .step(1, {take("P", 0)})
              .step(Rational(3, 2), {take("P", 0)})
              .loops(1)
              .asks("E[] old <= 1 || old <= 2 || old <= 5"),
          2, "old");
  ACCEPTED(Run(text, "E[] old >= 0").step(2, {take("P", 0)}).step(1, {take("P", 0)}).loops(1));
}

TEST_CASE("a pure delay is not a loop") {
  const std::string text = "process P() { state A; init A; } system P;";
  REFUSED(Run(text, "E[] true").wait(1).loops(0), 1, "no action");
  ACCEPTED(Run(text, "E[] true").ends(TraceEnd::waits));
  ACCEPTED(Run(text, "E[] true").ends(TraceEnd::deadlock));
}

TEST_CASE("time passing for ever is a maximal run while the predicate lasts") {
  const std::string text = R"(
    clock y;
    process P() { clock x; state A, B { x <= 3 }; init A; trans A -> B { }, B -> A { assign x = 0; }; }
    system P;)";
  ACCEPTED(Run(text, "E[] P.A").ends(TraceEnd::waits));
  ACCEPTED(Run(text, "A<> P.B").ends(TraceEnd::waits));
  REFUSED(Run(text, "A<> P.B").step(1, {take("P", 0)}).ends(TraceEnd::waits), 1, "A<> holds");
  REFUSED(Run(text, "E[] true").step(1, {take("P", 0)}).ends(TraceEnd::waits), 1, "time cannot pass for ever");
  REFUSED(Run(text, "E[] P.A && y < 7").ends(TraceEnd::waits), 0, "after waiting 7");
  REFUSED(Run(text, "E[] P.A").ends(TraceEnd::deadlock), 0, "no deadlock");
}

TEST_CASE("a deadlock is a maximal run, with everything that waiting can still reach") {
  const std::string text = R"(
    process P() { clock x; state A, B { x <= 3 }, C; init A; trans A -> B { guard x <= 1; assign x = 0; }, A -> C { guard x > 4; }; }
    system P;)";
  ACCEPTED(Run(text, "E[] P.A || P.B").step(1, {take("P", 0)}).ends(TraceEnd::deadlock));
  REFUSED(Run(text, "E[] P.A || (P.B && P.x <= 2)").step(1, {take("P", 0)}).ends(TraceEnd::deadlock), 1,
          "after waiting 2");
  ACCEPTED(Run(text, "A<> P.C").step(1, {take("P", 0)}).ends(TraceEnd::deadlock, 3));
  REFUSED(Run(text, "A<> P.C").ends(TraceEnd::deadlock, 2), 0, "there is no deadlock");
}

TEST_CASE("leads-to is broken by a run on which the right side never follows") {
  const std::string text = R"(
    process P() { clock x; state idle, busy { x <= 2 }, done; init idle;
      trans idle -> busy { assign x = 0; }, busy -> busy { guard x >= 1; assign x = 0; }, busy -> done { }, done -> idle { }; }
    system P;)";
  const auto loop = [&](std::string formula) {
    return Run(text, std::move(formula))
        .step(1, {take("P", 0)})
        .step(1, {take("P", 1)})
        .step(1, {take("P", 1)})
        .loops(2);
  };
  ACCEPTED(loop("P.busy --> P.done"));
  ACCEPTED(loop("P.idle --> P.done"));
  REFUSED(loop("P.done --> P.idle"), 3, "the left side");
  REFUSED(loop("P.idle --> P.busy"), 2, "the right side of --> holds");
  ACCEPTED(Run(text, "P.done --> P.busy")
               .step(0, {take("P", 0)})
               .step(0, {take("P", 2)})
               .step(0, {take("P", 3)})
               .ends(TraceEnd::waits));
  REFUSED(Run(text, "P.busy --> P.done")
              .step(0, {take("P", 0)})
              .step(0, {take("P", 2)})
              .step(0, {take("P", 3)})
              .ends(TraceEnd::waits),
          3, "the left side");
}

TEST_CASE("an unrolled run is closed to a lasso where it repeats") {
  Run run(light, "A<> P.n == 2");
  // The first round differs from the others in its delays and in y.
  run.step(Rational(1, 3), {take("P", 0)})
      .step(Rational(5, 3), {take("P", 1)})
      .step(0, {take("P", 0)})
      .step(1, {take("P", 1)});
  run.step(Rational(1, 3), {take("P", 0)}).step(2, {take("P", 1)});
  Diagnostics diagnostics;
  Query* query = read_formula(*run.model().document, run.trace().formula, diagnostics);
  REQUIRE(check_query(run.model(), *query, diagnostics));
  REQUIRE(close_lasso(run.model(), run.trace(), query));
  CHECK(run.trace().loop_start == 0);
  CHECK(run.trace().steps.size() == 4);
  ACCEPTED(run);

  Run short_run(light, "A<> P.n == 2");
  short_run.step(0, {take("P", 0)}).step(1, {take("P", 1)});
  query = read_formula(*short_run.model().document, short_run.trace().formula, diagnostics);
  REQUIRE(check_query(short_run.model(), *query, diagnostics));
  CHECK_FALSE(close_lasso(short_run.model(), short_run.trace(), query));
}

TEST_CASE("completing a trace adds labels and values") {
  Run run(light, "E<> P.n == 1");
  run.step(Rational(1, 2), {take("P", 0)}).step(2, {take("P", 1)});
  complete(run.model(), run.trace());
  const Trace& trace = run.trace();
  CHECK(trace.steps[1].edges[0].label == "on -> off, x >= 1, n = 1 - n");
  CHECK(trace.steps[1].state.variables == std::vector<std::pair<std::string, std::int32_t>>{{"P.n", 1}});
  CHECK(trace.steps[1].state.clocks ==
        std::vector<std::pair<std::string, Rational>>{{"y", Rational(5, 2)}, {"P.x", 2}});
  CHECK(trace.initial.locations == std::vector<std::pair<std::string, std::string>>{{"P", "off"}});
  ACCEPTED(run);
  CHECK(load_trace(save_trace(trace)) == trace);
}
