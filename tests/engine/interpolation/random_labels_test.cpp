// Labels decide what zones decide, on random models.
#include <catch2/catch.hpp>

#include <map>

#include "tests/engine/interpolation/interpolation_support.h"
#include "tests/engine/interpolation/labelled.h"
#include "tests/engine/interpolation/weak_models.h"
#include "tests/engine/rich_models.h"
#include "tests/sample.h"

using namespace orbita;
using namespace orbita::test;

namespace {

// A goal and an error may both be there, and the order decides which one is met first.
bool agree(const QueryResult& zones, const QueryResult& labels) {
  const auto found = [](const QueryResult& r) {
    return r.verdict == (r.query->kind == QueryKind::reachable ? Verdict::satisfied : Verdict::not_satisfied);
  };
  if (zones.verdict == labels.verdict) return true;
  return (zones.verdict == Verdict::error && found(labels)) || (labels.verdict == Verdict::error && found(zones));
}

void compare(Model& model, const std::string& formula, std::map<Verdict, int>& met) {
  CAPTURE(formula);
  Query* query = query_of(model, formula);
  VerifyOptions plain;
  plain.symmetry = SymmetryChoice::off;
  plain.limits.seconds = 300;
  VerifyOptions labelled = plain;
  labelled.engine = Engine::interpolation;
  labelled.check_labels = true;
  labelled.trace = TraceKind::some;
  labelled.limits.explored = number_from("ORBITA_EXPLORED", 600);
  const QueryResult zones = decide(model, {query}, plain).at(0);
  const QueryResult labels = decide(model, {query}, labelled).at(0);
  CHECK(labels.symmetry_problem == "");
  CHECK(labels.trace_problem == "");
  CAPTURE(to_text(zones.verdict), to_text(labels.verdict), labels.reason);
  const bool open = zones.verdict == Verdict::unknown || labels.stop.reason == StopReason::states;
  CHECK((open || agree(zones, labels)));
  ++met[labels.verdict];
}

void warn_about(std::map<Verdict, int>& met) {
  WARN("satisfied " << met[Verdict::satisfied] << ", not " << met[Verdict::not_satisfied] << ", error "
                    << met[Verdict::error] << ", unknown " << met[Verdict::unknown]);
}

void compare_weak(std::uint64_t count, bool may_fail = false) {
  const std::uint64_t first = number_from("ORBITA_FIRST_SEED", 1);
  std::map<Verdict, int> met;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    const WeakModel weak = WeakModelMaker(seed, may_fail).make();
    CAPTURE(seed, weak.text);
    const auto model = model_from(weak.text);
    for (const std::string& formula : weak.queries) compare(*model, formula, met);
  }
  warn_about(met);
}

// Models with priorities have no queries about deadlocks.
bool is_refused(Model& model, const std::string& formula) {
  if (formula.find("deadlock") == std::string::npos) return false;
  Diagnostics diagnostics;
  Query* query = read_formula(*model.document, formula, diagnostics);
  if (check_query(model, *query, diagnostics)) return false;
  CHECK(diagnostics.sorted().front().code == "bad-deadlock");
  return true;
}

void compare_rich(std::uint64_t count) {
  const std::uint64_t first = number_from("ORBITA_FIRST_SEED", 1);
  std::map<Verdict, int> met;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    const TimedModel rich = RichModelMaker(seed).make();
    CAPTURE(seed, rich.text);
    const auto model = model_from(rich.text);
    for (const std::string& formula : rich.queries) {
      const bool about_states = formula.starts_with("E<>") || formula.starts_with("A[]");
      if (about_states && !is_refused(*model, formula)) compare(*model, formula, met);
    }
  }
  warn_about(met);
}

}  // namespace

TEST_CASE("labels and zones agree on random models with numbers in arithmetic") { compare_weak(sampled(60)); }

TEST_CASE("labels and zones agree on random models with steps that may fail") { compare_weak(sampled(40), true); }

TEST_CASE("labels and zones agree on random models with the whole language") { compare_rich(sampled(20)); }

TEST_CASE("labels and zones agree on more random models with numbers in arithmetic", "[slow]") {
  compare_weak(number_from("ORBITA_MODELS", 500));
}

TEST_CASE("labels and zones agree on more random models with steps that may fail", "[slow]") {
  compare_weak(number_from("ORBITA_MODELS", 500), true);
}

TEST_CASE("labels and zones agree on more random models with the whole language", "[slow]") {
  compare_rich(number_from("ORBITA_MODELS", 120));
}

// Everything that is known about a model and one query, as often as ORBITA_MODELS says: the campaign of
// docs/experiments.md.
TEST_CASE("campaign: verdicts, traces, labels and claims of random models", "[.campaign]") {
  const std::uint64_t first = number_from("ORBITA_FIRST_SEED", 1), count = number_from("ORBITA_MODELS", 1000);
  std::map<Verdict, int> met;
  std::uint64_t safe = 0, timed = 0, learned_bounds = 0, states = 0, reopened = 0, capped = 0;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    const WeakModel weak = WeakModelMaker(seed).make();
    const std::string& formula = weak.queries[seed % weak.queries.size()];
    CAPTURE(seed, weak.text, formula);
    compare(*model_from(weak.text), formula, met);
    const std::size_t cap = seed % 4 == 0 ? 3 : seed % 4 == 1 ? 8 : 150;
    Labelled labelled(weak.text, formula, {cap, 200, seed % 3 != 0}, number_from("ORBITA_EXPLORED", 400));
    timed += labelled.compiled.network->clocks.size() > 1;
    const LabelStatistics statistics = *labelled.explorer->statistics().labels;
    reopened += statistics.reopened;
    capped += statistics.capped;
    if (!labelled.is_safe()) continue;
    ++safe;
    learned_bounds += labelled.explorer->learns_bounds();
    LabelCheck check(*labelled.explorer, labelled.predicate, labelled.negated, seed, 25);
    CHECK(check.problem() == "");
    states += check.states_tried();
    CHECK(labelled.unclaimed(1000, seed) == "");
  }
  warn_about(met);
  WARN("safe trees checked " << safe << ", models with clocks " << timed << ", safe with learned bounds "
                             << learned_bounds << ", states tried " << states << ", reopened " << reopened
                             << ", capped nodes " << capped);
}
