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

const std::vector<std::pair<Fault, const char*>> all_faults{{Fault::silent_alias, "silent_alias"},
                                                            {Fault::no_parameters, "no_parameters"},
                                                            {Fault::deaf_clients, "deaf_clients"},
                                                            {Fault::no_disabled, "no_disabled"},
                                                            {Fault::mute_covered, "mute_covered"},
                                                            {Fault::no_gate, "no_gate"},
                                                            {Fault::no_conditions, "no_conditions"},
                                                            {Fault::no_goal, "no_goal"},
                                                            {Fault::any_zone, "any_zone"},
                                                            {Fault::zones_not_exchanged, "zones_not_exchanged"},
                                                            {Fault::forgotten, "forgotten"},
                                                            {Fault::wrong_way, "wrong_way"},
                                                            {Fault::no_clock_reasons, "no_clock_reasons"},
                                                            {Fault::mute_bounds, "mute_bounds"},
                                                            {Fault::deaf_bounds, "deaf_bounds"}};

struct Noticed {
  std::uint64_t verdicts = 0, labels = 0, coverage = 0;
  std::uint64_t sum() const { return verdicts + labels + coverage; }
};

// What the checks say about one model when the search makes this mistake.
Noticed notice(const WeakModel& weak, Fault fault, std::uint64_t seed) {
  Noticed noticed;
  for (const std::string& formula : weak.queries) {
    Labelled right(weak.text, formula);
    Labelled wrong(weak.text, formula, {fault});
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

TEST_CASE("every mistake is noticed within 400 random models") {
  const std::uint64_t most = number_from("ORBITA_MODELS", 0);
  for (const auto& [fault, name] : all_faults) {
    CAPTURE(name);
    Noticed noticed;
    std::uint64_t seed = 1;
    for (; seed <= (most > 0 ? most : 400) && (most > 0 || noticed.sum() == 0); ++seed) {
      const WeakModel weak = WeakModelMaker(seed).make();
      const Noticed more = notice(weak, fault, seed);
      noticed.verdicts += more.verdicts;
      noticed.labels += more.labels;
      noticed.coverage += more.coverage;
    }
    CHECK(noticed.sum() > 0);
    if (most > 0) {
      WARN(name << ": " << noticed.verdicts << " wrong verdicts, " << noticed.labels << " wrong labels, "
                << noticed.coverage << " states not covered");
    }
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
      const InterpolationOptions small{Fault::absent, 3, 200, seed % 2 == 0};
      const InterpolationOptions usual{Fault::absent, 150, 200, seed % 2 == 1};
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
