// Choice of abstraction, covering and explorer: every choice is sound, and terminates unless it warns.
#include "engine/verify/abstraction_plan.h"

#include <catch2/catch.hpp>
#include <functional>

#include "tests/engine/region_comparison.h"
#include "tests/engine/verify_support.h"

using namespace orbita;
using namespace orbita::test;

namespace {

constexpr Abstraction every_abstraction[] = {Abstraction::automatic, Abstraction::exact, Abstraction::m,
                                             Abstraction::m_plus,    Abstraction::lu,    Abstraction::lu_plus,
                                             Abstraction::am,        Abstraction::alu};
constexpr SubsumptionChoice every_subsumption[] = {SubsumptionChoice::automatic, SubsumptionChoice::equality,
                                                   SubsumptionChoice::inclusion, SubsumptionChoice::simulation};

template <class Visit>
void for_each_choice(Visit visit) {
  for (const Abstraction abstraction : every_abstraction) {
    for (const SubsumptionChoice subsumption : every_subsumption) visit(abstraction, subsumption);
  }
}

VerifyOptions choose(Abstraction abstraction, SubsumptionChoice subsumption) {
  VerifyOptions options;
  options.abstraction = abstraction;
  options.subsumption = subsumption;
  return options;
}

AbstractionPlan plan_for(Abstraction abstraction, SubsumptionChoice subsumption, const Features& features = {}) {
  return plan_abstraction(features, choose(abstraction, subsumption));
}

template <class Visit>
void for_each_setting(Visit visit) {
  for_each_choice([&](Abstraction abstraction, SubsumptionChoice subsumption) {
    for (int bits = 0; bits < 8; ++bits) {
      for (const auto differences :
           {ComparedDifferences::absent, ComparedDifferences::known, ComparedDifferences::unknown}) {
        Features features;
        features.needs_deadlocks = (bits & 1) != 0;
        if ((bits & 2) != 0) features.approximation = Approximation::hash;
        features.measures_clocks = (bits & 4) != 0;
        features.differences = differences;
        CAPTURE(static_cast<int>(abstraction), static_cast<int>(subsumption), bits, static_cast<int>(differences));
        visit(abstraction, features, plan_for(abstraction, subsumption, features));
      }
    }
  });
}

// One location, two clocks: the difference of x and y grows for ever.
const std::string growing = R"(
  clock x, y;
  process P() { state A { y <= 1 }, B; init A; trans A -> A { guard y == 1; assign y = 0; }, A -> A { guard x >= 2; }, EXTRA; }
  system P;)";

std::string growing_with(const std::string& edges) {
  std::string text = growing;
  return text.replace(text.find("EXTRA"), 5, edges);
}

// Bouyer (2003): if the differences x2 - x1 = x4 - x3 are lost, the last edge looks possible.
const std::string four_clocks = R"(
  clock x1, x2, x3, x4;
  process P() {
    state S, A, B, C, D, E, F; init S;
    trans S -> A { guard x3 <= 3; assign x1 = 0, x3 = 0; }, A -> B { guard x2 == 3; assign x2 = 0; },
          B -> C { guard x1 == 2; assign x1 = 0; },        C -> D { guard x2 == 2; assign x2 = 0; },
          D -> C { guard x1 == 2; assign x1 = 0; },        D -> E { guard x1 == 3; assign x1 = 0; },
          E -> F { guard x2 - x1 > 2 && x4 - x3 < 2; };
  }
  system P;)";

// Warned about, or decided with few states.
std::string decided_or_warned(const std::string& text, const std::string& formula, const VerifyOptions& choice) {
  const auto model = model_from(text);
  VerifyOptions options = choice;
  bool warned = false;
  options.warned = [&](const std::string&) { warned = true; };
  options.trace = TraceKind::some;
  options.limits.states = 1000;
  const QueryResult result = decide(*model, formula, options);
  CHECK(result.trace_problem == "");
  return warned ? "warned" : std::string(to_text(result.verdict));
}

std::string warning_of(const std::string& text, const std::string& formula, const VerifyOptions& choice) {
  const auto model = model_from(text);
  VerifyOptions options = choice;
  std::string warning;
  options.warned = [&](const std::string& message) { warning = message; };
  options.limits.states = 10;
  decide(*model, formula, options);
  return warning;
}

void compare_with_regions(std::uint64_t first, std::uint64_t wanted) {
  std::uint64_t met = 0, warned = 0, decided = 0;
  for (std::uint64_t seed = first; met < wanted; ++seed) {
    const TimedModel model = TimedModelMaker(seed).make();
    if (!model.differences) continue;
    ++met;
    CAPTURE(seed, model.text);
    try {
      Comparison comparison(seed, model);
      for_each_choice([&](Abstraction abstraction, SubsumptionChoice subsumption) {
        const std::string name =
            std::to_string(static_cast<int>(abstraction)) + " " + std::to_string(static_cast<int>(subsumption));
        comparison.run({name, choose(abstraction, subsumption)}, (seed + static_cast<unsigned>(abstraction)) % 4 == 0);
      });
      CHECK(comparison.problems() == "");
      warned += comparison.undecided();
      decided += comparison.decided();
    } catch (const std::length_error&) {  // too many regions
    }
  }
  CHECK(decided > 5 * warned);
}

}  // namespace

TEST_CASE("the chosen setting is sound for the query") {
  for_each_setting([](Abstraction abstraction, const Features& needs, const AbstractionPlan& setting) {
    const bool exact = setting.bounds == BoundsMode::exact;
    const bool uses_lu = setting.extrapolation == Extrapolation::lu || setting.extrapolation == Extrapolation::lu_plus;
    if (abstraction == Abstraction::exact || needs.differences == ComparedDifferences::unknown) {
      CHECK(exact);
      CHECK(setting.extrapolation == Extrapolation::off);
      CHECK(setting.subsumption != Subsumption::simulation);
    }
    if (needs.needs_deadlocks) CHECK((exact || setting.bounds == BoundsMode::maximum));
    if (needs.needs_deadlocks || needs.differences != ComparedDifferences::absent) CHECK(!uses_lu);
    if (needs.measures_clocks) CHECK(setting.extrapolation == Extrapolation::off);
    if (uses_lu) CHECK(setting.bounds == BoundsMode::lower_upper);
  });
}

TEST_CASE("the chosen setting terminates unless it warns") {
  for_each_setting([](Abstraction abstraction, const Features& needs, const AbstractionPlan& setting) {
    const bool is_finite = setting.bounds != BoundsMode::exact && (setting.extrapolation != Extrapolation::off ||
                                                                   setting.subsumption == Subsumption::simulation);
    CHECK(setting.ends == is_finite);
    if (abstraction == Abstraction::automatic && needs.differences != ComparedDifferences::unknown) CHECK(setting.ends);
  });
}

TEST_CASE("a requested setting is used where it is sound") {
  using enum Subsumption;
  Features plain, deadlocks, differences;
  deadlocks.needs_deadlocks = true;
  differences.differences = ComparedDifferences::known;
  struct Row {
    Abstraction abstraction;
    SubsumptionChoice choice;
    const Features& features;
    BoundsMode bounds;
    Extrapolation extrapolation;
    Subsumption subsumption;
    bool ends;
  };
  const std::vector<Row> table{{Abstraction::automatic, SubsumptionChoice::automatic, plain, BoundsMode::lower_upper,
                                Extrapolation::off, simulation, true},
                               {Abstraction::automatic, SubsumptionChoice::automatic, deadlocks, BoundsMode::maximum,
                                Extrapolation::off, simulation, true},
                               {Abstraction::automatic, SubsumptionChoice::equality, plain, BoundsMode::lower_upper,
                                Extrapolation::lu_plus, equality, true},
                               {Abstraction::automatic, SubsumptionChoice::inclusion, deadlocks, BoundsMode::maximum,
                                Extrapolation::m_plus, inclusion, true},
                               {Abstraction::automatic, SubsumptionChoice::inclusion, differences, BoundsMode::maximum,
                                Extrapolation::m_plus, inclusion, true},
                               {Abstraction::lu, SubsumptionChoice::automatic, plain, BoundsMode::lower_upper,
                                Extrapolation::lu, inclusion, true},
                               {Abstraction::lu, SubsumptionChoice::automatic, differences, BoundsMode::maximum,
                                Extrapolation::m, inclusion, true},
                               {Abstraction::alu, SubsumptionChoice::inclusion, plain, BoundsMode::lower_upper,
                                Extrapolation::off, inclusion, false}};
  for (const Row& row : table) {
    const AbstractionPlan plan = plan_for(row.abstraction, row.choice, row.features);
    CAPTURE(static_cast<int>(row.abstraction), static_cast<int>(row.choice));
    CHECK(plan.bounds == row.bounds);
    CHECK(plan.extrapolation == row.extrapolation);
    CHECK(plan.subsumption == row.subsumption);
    CHECK(plan.ends == row.ends);
  }
}

TEST_CASE("transitions of twins are pruned by simulation where zones simulate and states are looked for") {
  Features features;
  CHECK(plan_abstraction(features, {}).prunes_by_simulation);
  Features runs;
  runs.looks_for_runs = true;
  CHECK(!plan_abstraction(runs, {}).prunes_by_simulation);
  features.differences = ComparedDifferences::known;
  CHECK(!plan_abstraction(features, {}).prunes_by_simulation);
  CHECK(!plan_for(Abstraction::lu, SubsumptionChoice::automatic).prunes_by_simulation);
  CHECK(!plan_for(Abstraction::alu, SubsumptionChoice::inclusion).prunes_by_simulation);
}

TEST_CASE("priorities and deadlocks ask for M bounds unless freedom from deadlocks is proved") {
  Features features;
  features.has_priorities = true;
  CHECK(plan_abstraction(features, {}).bounds == BoundsMode::maximum);
  features = {};
  features.mentions_deadlock = true;
  CHECK(plan_abstraction(features, {}).bounds == BoundsMode::maximum);
  features.proves_deadlock_free = true;
  CHECK(plan_abstraction(features, {}).bounds == BoundsMode::lower_upper);
}

TEST_CASE("only zones that nothing enlarges are exact") {
  Features features;
  CHECK(plan_abstraction(features, {}).is_exact);
  features.has_stopwatches = true;
  CHECK(!plan_abstraction(features, {}).is_exact);
  features = {};
  features.resets_to_zero_only = false;
  CHECK(!plan_abstraction(features, {}).is_exact);
  features = {};
  features.approximation = Approximation::hull;
  CHECK(!plan_abstraction(features, {}).is_exact);
  CHECK(!plan_for(Abstraction::m, SubsumptionChoice::automatic).is_exact);
}

namespace {

struct ExplorerCase {
  Features features{};
  VerifyOptions options{};
  bool symmetric = false;
  ExplorerPlan plan() const { return plan_explorer(features, options, plan_abstraction(features, options), symmetric); }
};

ExplorerCase reachability_case() {
  ExplorerCase result;
  result.features.may_join = true;
  result.features.is_about_data = true;
  return result;
}

template <class Change>
ExplorerPlan plan_after(Change change) {
  ExplorerCase changed = reachability_case();
  change(changed);
  return changed.plan();
}

}  // namespace

TEST_CASE("zones are joined only where neither symmetry nor paths nor shown states forbid it") {
  CHECK(reachability_case().plan().joining == Joining::automatic);
  using Case = ExplorerCase;
  const std::vector<std::function<void(Case&)>> forbidding{
      [](Case& c) { c.features.may_join = false; },
      [](Case& c) { c.options.join = Joining::off; },
      [](Case& c) { c.symmetric = true; },
      [](Case& c) { c.features.has_stopwatches = true; },
      [](Case& c) { c.features.earliest_first = true; },
      [](Case& c) { c.options.trace = TraceKind::shortest; },
      [](Case& c) { c.options.explored = [](const StoredStates&) {}; },
      [](Case& c) { c.options.abstraction = Abstraction::lu; },
      [](Case& c) { c.options.subsumption = SubsumptionChoice::inclusion; },
      [](Case& c) { c.features.approximation = Approximation::hash; }};
  for (const auto& change : forbidding) CHECK(plan_after(change).joining == Joining::off);
  CHECK(plan_after([](Case& c) { c.features.approximation = Approximation::hull; }).joining == Joining::hull);
}

TEST_CASE("bounds are found lazily only for goals about data without symmetry") {
  using Case = ExplorerCase;
  const auto lazy = [](const auto& change) {
    return plan_after([&](Case& c) {
             c.options.lazy_bounds = true;
             change(c);
           }).kind == ExplorerKind::lazy;
  };
  CHECK(lazy([](Case&) {}));
  CHECK(!lazy([](Case& c) { c.options.lazy_bounds = false; }));
  CHECK(!lazy([](Case& c) { c.features.is_about_data = false; }));
  CHECK(!lazy([](Case& c) { c.features.has_priorities = true; }));
  CHECK(!lazy([](Case& c) { c.features.has_stopwatches = true; }));
  CHECK(!lazy([](Case& c) { c.features.differences = ComparedDifferences::known; }));
  CHECK(!lazy([](Case& c) { c.symmetric = true; }));
  CHECK(!lazy([](Case& c) { c.options.trace = TraceKind::shortest; }));
  CHECK(!lazy([](Case& c) { c.features.approximation = Approximation::hull; }));
  CHECK(!lazy([](Case& c) { c.features.looks_for_runs = true; }));
}

TEST_CASE("threads share an exploration whose order is free") {
  using Case = ExplorerCase;
  const auto members = [](const auto& change) {
    return plan_after([&](Case& c) {
             c.features.threads = 3;
             change(c);
           })
        .members;
  };
  CHECK(members([](Case&) {}) == 3);
  CHECK(members([](Case& c) { c.features.threads = 1000; }) == 64);
  CHECK(members([](Case& c) { c.options.order = Order::depth_first; }) == 1);
  CHECK(members([](Case& c) { c.options.trace = TraceKind::shortest; }) == 1);
  CHECK(members([](Case& c) { c.options.explored = [](const StoredStates&) {}; }) == 1);
  CHECK(members([](Case& c) { c.features.visits_states = true; }) == 1);
  CHECK(members([](Case& c) { c.features.approximation = Approximation::hull; }) == 1);
  CHECK(members([](Case& c) { c.features.approximation = Approximation::bits; }) == 1);
  CHECK(members([](Case& c) { c.symmetric = c.options.check_symmetry = true; }) == 1);
  // Paths through joined zones are looked for in one store.
  CHECK(plan_after([](Case& c) {
          c.features.threads = 2;
          c.options.trace = TraceKind::some;
        }).joining == Joining::off);
}

TEST_CASE("the best run is looked for past errors, in the order that proves it best") {
  using Case = ExplorerCase;
  const ExplorerPlan fastest =
      plan_after([](Case& c) { c.features.looks_for_best_run = c.features.earliest_first = true; });
  CHECK(fastest.order == Order::earliest);
  CHECK(fastest.past_errors);
  CHECK(!fastest.dives);
  const ExplorerPlan shortest = plan_after([](Case& c) {
    c.options.trace = TraceKind::shortest;
    c.options.order = Order::depth_first;
  });
  CHECK(shortest.order == Order::breadth_first);
  CHECK(shortest.strict);
  CHECK(!shortest.dives);
}

TEST_CASE("freedom from deadlocks is proved only where zones simulate and nothing blocks") {
  CHECK(can_prove_deadlock_free({}, {}));
  Features priorities, stopwatches;
  priorities.has_priorities = true;
  stopwatches.has_stopwatches = true;
  CHECK(!can_prove_deadlock_free(priorities, {}));
  CHECK(!can_prove_deadlock_free(stopwatches, {}));
  CHECK(!can_prove_deadlock_free({}, choose(Abstraction::am, SubsumptionChoice::automatic)));
  CHECK(!can_prove_deadlock_free({}, choose(Abstraction::automatic, SubsumptionChoice::inclusion)));
}

TEST_CASE("clocks that drift apart for ever terminate in every combination without a warning") {
  struct Asked {
    std::string text, formula, verdict;
  };
  const std::vector<Asked> all{
      {growing_with("A -> B { guard x < 0; }"), "E<> P.B", "not-satisfied"},
      {growing_with("A -> B { guard x < 0; }"), "A[] not deadlock", "satisfied"},
      {growing_with("A -> B { guard x < 0; }"), "E[] P.A", "satisfied"},
      {growing_with("A -> B { guard x < 0; }"), "x > 2 --> P.B", "not-satisfied"},
      {growing_with("A -> B { guard x - y > 2; }, B -> B { guard x - y < 2; }"), "E<> P.B", "satisfied"},
      {growing_with("A -> B { guard x - y > 2; }, B -> B { guard x - y < 2; }"), "E<> deadlock", "satisfied"},
      {growing_with("A -> B { guard x - y > 2; }, B -> B { guard x - y < 2; }"), "A<> P.B", "not-satisfied"},
      {growing_with("A -> B { guard y - x > 0; }"), "E<> P.B", "not-satisfied"},
      {growing_with("A -> B { guard y - x > 0; }"), "E<> deadlock", "not-satisfied"},
      {growing_with("A -> B { guard y - x > 0; }"), "P.A --> P.B", "not-satisfied"},
      {four_clocks, "E<> P.E", "satisfied"},
      {four_clocks, "E<> P.F", "not-satisfied"},
      {four_clocks, "E<> deadlock && P.F", "not-satisfied"},
      {four_clocks, "E[] !P.F", "satisfied"}};
  for (const Asked& asked : all) {
    for_each_choice([&](Abstraction abstraction, SubsumptionChoice subsumption) {
      CAPTURE(asked.text, asked.formula, static_cast<int>(abstraction), static_cast<int>(subsumption));
      const bool ends = plan_for(abstraction, subsumption).ends;
      CHECK(decided_or_warned(asked.text, asked.formula, choose(abstraction, subsumption)) ==
            (ends ? asked.verdict : "warned"));
    });
    for (const Approximation approximation : {Approximation::hash, Approximation::bits}) {
      VerifyOptions options;
      options.approximation = approximation;
      options.log2_bits = 16;
      CAPTURE(asked.text, asked.formula, static_cast<int>(approximation));
      const std::string verdict = decided_or_warned(asked.text, asked.formula, options);
      const bool is_absence =
          asked.formula.rfind("E<>", 0) == 0 ? asked.verdict == "not-satisfied" : asked.formula.rfind("A[]", 0) == 0;
      CHECK(verdict == (is_absence ? "unknown" : asked.verdict));
    }
  }
}

TEST_CASE("clock differences together with copies of clocks terminate") {
  const std::string text = R"(
    clock x, y, z;
    process P() { state A { y <= 1 }, B, C; init A;
      trans A -> A { guard y == 1; assign y = 0; }, A -> B { guard x >= 2; assign z = y; }, B -> A { assign y = z; },
            B -> C { guard x - z > 3; }; }
    system P;)";
  for_each_choice([&](Abstraction abstraction, SubsumptionChoice subsumption) {
    CAPTURE(static_cast<int>(abstraction), static_cast<int>(subsumption));
    const bool ends = plan_for(abstraction, subsumption).ends;
    CHECK(decided_or_warned(text, "E<> P.C", choose(abstraction, subsumption)) == (ends ? "satisfied" : "warned"));
    CHECK(decided_or_warned(text, "A[] P.C imply x > 3", choose(abstraction, subsumption)) ==
          (ends ? "satisfied" : "warned"));
  });
}

TEST_CASE("a search that may not terminate is warned of, and no other") {
  const std::string plain = growing_with("A -> B { guard x < 0; }");
  CHECK(warning_of(plain, "E<> P.B", {}) == "");
  CHECK(warning_of(plain, "E<> P.B", choose(Abstraction::automatic, SubsumptionChoice::equality)) == "");
  CHECK(warning_of(plain, "sup: x", choose(Abstraction::automatic, SubsumptionChoice::inclusion)) == "");
  CHECK(warning_of(plain, "E<> P.B", choose(Abstraction::exact, SubsumptionChoice::automatic))
            .find("--extrapolation none") != std::string::npos);
  CHECK(warning_of(plain, "E<> P.B", choose(Abstraction::alu, SubsumptionChoice::inclusion)).find("aLU") !=
        std::string::npos);
  CHECK(warning_of("process P() { state A; init A; } system P;", "E<> P.A",
                   choose(Abstraction::exact, SubsumptionChoice::automatic)) == "");
  const std::string shifted =
      "clock x, y; process P() { state A; init A; trans A -> A { guard x - y < 1; assign x = x + 1; }; } system P;";
  CHECK(warning_of(shifted, "E<> P.A", {}).find("differences") != std::string::npos);
  const std::string stopped =
      "clock x, y; process P() { state A { x' == 0 }; init A; trans A -> A { guard x - y < 1; assign y = 0; }; } "
      "system P;";
  CHECK(warning_of(stopped, "E<> P.A", {}).find("stand still") != std::string::npos);
  const std::string back =
      "clock x; process P() { state A; init A; trans A -> A { guard x >= 2; assign x = x - 1; }; } system P;";
  CHECK(warning_of(back, "E<> P.A", {}).find("again and again") != std::string::npos);
}

TEST_CASE("with clock differences every combination gives the verdicts of the regions") {
  compare_with_regions(1, sampled(10));
}

TEST_CASE("with clock differences every combination gives the verdicts of the regions, at length", "[slow]") {
  compare_with_regions(300000, 400);
}
