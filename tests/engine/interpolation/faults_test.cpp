// The checks notice when the search makes a mistake: without that they would prove nothing.
#include <catch2/catch.hpp>

#include <string>
#include <utility>
#include <vector>

#include "tests/engine/interpolation/labelled.h"
#include "tests/engine/interpolation/weak_models.h"
#include "tests/sample.h"

using namespace orbita;
using namespace orbita::test;

namespace {

using Fault = InterpolationFault;

struct Mistake {
  Fault fault;
  const char* name;
  std::uint64_t noticed;              // the first random model that shows it …
  std::uint64_t most_explored = 200;  // … in a tree of this size
};

const std::vector<Mistake> all_mistakes{{Fault::silent_alias, "silent_alias", 4},
                                        {Fault::no_parameters, "no_parameters", 2},
                                        {Fault::deaf_clients, "deaf_clients", 6},
                                        {Fault::no_disabled, "no_disabled", 1},
                                        {Fault::mute_covered, "mute_covered", 2},
                                        {Fault::no_gate, "no_gate", 8},
                                        {Fault::no_conditions, "no_conditions", 21},
                                        {Fault::no_goal, "no_goal", 2},
                                        {Fault::any_zone, "any_zone", 32},
                                        {Fault::zones_not_exchanged, "zones_not_exchanged", 42, 20'000},
                                        {Fault::forgotten, "forgotten", 6},
                                        {Fault::wrong_way, "wrong_way", 8},
                                        {Fault::no_clock_reasons, "no_clock_reasons", 43},
                                        {Fault::mute_bounds, "mute_bounds", 43},
                                        {Fault::deaf_bounds, "deaf_bounds", 43}};

struct Noticed {
  std::uint64_t verdicts = 0, labels = 0, coverage = 0;
  std::uint64_t sum() const { return verdicts + labels + coverage; }
};

// What the checks say about one model when the search makes this mistake.
Noticed notice(const WeakModel& weak, Fault fault, std::uint64_t seed, std::uint64_t most_explored) {
  Noticed noticed;
  for (const std::string& formula : weak.queries) {
    Labelled right(weak.text, formula, {}, most_explored);
    Labelled wrong(weak.text, formula, {}, most_explored, fault);
    if (right.outcome.error || wrong.outcome.error || !right.outcome.stop.empty() || !wrong.outcome.stop.empty())
      continue;
    noticed.verdicts += right.is_safe() != wrong.is_safe();
    if (!wrong.is_safe()) continue;
    noticed.labels += !wrong.label_problem(seed).empty();
    noticed.coverage += !wrong.unclaimed(2000, seed).empty();
  }
  return noticed;
}

}  // namespace

TEST_CASE("every mistake is noticed on a random model") {
  for (const auto& [fault, name, seed, most_explored] : all_mistakes) {
    CAPTURE(name);
    CHECK(notice(WeakModelMaker(seed).make(), fault, seed, most_explored).sum() > 0);
  }
}

// How often, and by which check.
TEST_CASE("every mistake is noticed within 400 random models", "[slow]") {
  const std::uint64_t most = number_from("ORBITA_MODELS", 0);
  for (const auto& [fault, name, first, small] : all_mistakes) {
    CAPTURE(name);
    Noticed noticed;
    std::uint64_t seed = 1;
    for (; seed <= (most > 0 ? most : 400) && (most > 0 || noticed.sum() == 0); ++seed) {
      const Noticed more = notice(WeakModelMaker(seed).make(), fault, seed, 20'000);
      noticed.verdicts += more.verdicts;
      noticed.labels += more.labels;
      noticed.coverage += more.coverage;
    }
    CHECK(noticed.sum() > 0);
    WARN(name << ": after " << seed - 1 << " models " << noticed.verdicts << " wrong verdicts, " << noticed.labels
              << " wrong labels, " << noticed.coverage << " states not covered");
  }
}

namespace {

// Every label of a safe model is verified again, and every reachable state looked for in them.
void look_for_claims(std::uint64_t count) {
  const std::uint64_t first = number_from("ORBITA_FIRST_SEED", 1);
  std::uint64_t safe = 0, open = 0;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    const WeakModel weak = WeakModelMaker(seed + 7000).make();
    CAPTURE(seed, weak.text);
    for (const std::string& formula : weak.queries) {
      CAPTURE(formula);
      const InterpolationOptions small{3, 200, seed % 2 == 0};
      const InterpolationOptions usual{150, 200, seed % 2 == 1};
      for (const InterpolationOptions& options : {small, usual}) {
        Labelled labelled(weak.text, formula, options);
        open += !labelled.outcome.stop.empty();
        if (!labelled.is_safe()) continue;
        ++safe;
        CHECK(labelled.label_problem(seed) == "");
        CHECK(labelled.unclaimed(2000, seed) == "");
      }
    }
  }
  WARN("safe " << safe << ", unknown " << open);
}

}  // namespace

TEST_CASE("labels claim every reachable state") { look_for_claims(sampled(60)); }

TEST_CASE("labels claim every reachable state of more models", "[slow]") {
  look_for_claims(number_from("ORBITA_MODELS", 500));
}
