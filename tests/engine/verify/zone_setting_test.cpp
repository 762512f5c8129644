// Choice of abstraction and covering: every choice is sound, and terminates unless it warns.
#include "engine/verify/zone_setting.h"

#include <catch2/catch.hpp>

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

template <class Visit>
void for_each_setting(Visit visit) {
  for_each_choice([&](Abstraction abstraction, SubsumptionChoice subsumption) {
    for (int bits = 0; bits < 8; ++bits) {
      for (const auto differences :
           {ComparedDifferences::absent, ComparedDifferences::known, ComparedDifferences::unknown}) {
        const ZoneNeeds needs{(bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0, differences};
        CAPTURE(static_cast<int>(abstraction), static_cast<int>(subsumption), bits, static_cast<int>(differences));
        visit(abstraction, subsumption, needs, zone_setting(abstraction, subsumption, needs));
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

VerifyOptions choose(Abstraction abstraction, SubsumptionChoice subsumption) {
  VerifyOptions options;
  options.abstraction = abstraction;
  options.subsumption = subsumption;
  return options;
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
  for_each_setting([](Abstraction abstraction, SubsumptionChoice, const ZoneNeeds& needs, const ZoneSetting& setting) {
    const bool exact = setting.bounds == BoundsMode::exact;
    const bool uses_lu = setting.extrapolation == Extrapolation::lu || setting.extrapolation == Extrapolation::lu_plus;
    if (abstraction == Abstraction::exact || needs.differences == ComparedDifferences::unknown) {
      CHECK(exact);
      CHECK(setting.extrapolation == Extrapolation::off);
      CHECK(setting.subsumption != Subsumption::simulation);
    }
    if (needs.deadlocks) CHECK((exact || setting.bounds == BoundsMode::maximum));
    if (needs.deadlocks || needs.differences != ComparedDifferences::absent) CHECK(!uses_lu);
    if (needs.measured) CHECK(setting.extrapolation == Extrapolation::off);
    if (uses_lu) CHECK(setting.bounds == BoundsMode::lower_upper);
  });
}

TEST_CASE("the chosen setting terminates unless it warns") {
  for_each_setting([](Abstraction abstraction, SubsumptionChoice, const ZoneNeeds& needs, const ZoneSetting& setting) {
    const bool is_finite = setting.bounds != BoundsMode::exact && (setting.extrapolation != Extrapolation::off ||
                                                                   setting.subsumption == Subsumption::simulation);
    CHECK(setting.ends == is_finite);
    if (abstraction == Abstraction::automatic && needs.differences != ComparedDifferences::unknown) CHECK(setting.ends);
  });
}

TEST_CASE("a requested setting is used where it is sound") {
  using enum Subsumption;
  const ZoneNeeds plain, deadlocks{true, false, false, ComparedDifferences::absent},
      differences{false, false, false, ComparedDifferences::known};
  CHECK(zone_setting(Abstraction::automatic, SubsumptionChoice::automatic, plain) ==
        ZoneSetting{BoundsMode::lower_upper, Extrapolation::off, simulation, true});
  CHECK(zone_setting(Abstraction::automatic, SubsumptionChoice::automatic, deadlocks) ==
        ZoneSetting{BoundsMode::maximum, Extrapolation::off, simulation, true});
  CHECK(zone_setting(Abstraction::automatic, SubsumptionChoice::equality, plain) ==
        ZoneSetting{BoundsMode::lower_upper, Extrapolation::lu_plus, equality, true});
  CHECK(zone_setting(Abstraction::automatic, SubsumptionChoice::inclusion, deadlocks) ==
        ZoneSetting{BoundsMode::maximum, Extrapolation::m_plus, inclusion, true});
  CHECK(zone_setting(Abstraction::automatic, SubsumptionChoice::inclusion, differences) ==
        ZoneSetting{BoundsMode::maximum, Extrapolation::m_plus, inclusion, true});
  CHECK(zone_setting(Abstraction::lu, SubsumptionChoice::automatic, plain) ==
        ZoneSetting{BoundsMode::lower_upper, Extrapolation::lu, inclusion, true});
  CHECK(zone_setting(Abstraction::lu, SubsumptionChoice::automatic, differences) ==
        ZoneSetting{BoundsMode::maximum, Extrapolation::m, inclusion, true});
  CHECK(zone_setting(Abstraction::alu, SubsumptionChoice::inclusion, plain) ==
        ZoneSetting{BoundsMode::lower_upper, Extrapolation::off, inclusion, false});
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
      const bool ends = zone_setting(abstraction, subsumption, {}).ends;
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
    const bool ends = zone_setting(abstraction, subsumption, {}).ends;
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
