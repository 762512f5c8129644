// Labels decide what zones decide, on random models.
#include <catch2/catch.hpp>

#include <map>

#include "tests/engine/interpolation/interpolation_support.h"
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
  plain.limits.seconds = 20;
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

}  // namespace

TEST_CASE("labels and zones agree on random models with numbers in arithmetic") {
  const std::uint64_t first = number_from("ORBITA_FIRST_SEED", 1);
  const std::uint64_t count = number_from("ORBITA_MODELS", sampled(60));
  std::map<Verdict, int> met;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    const WeakModel weak = WeakModelMaker(seed).make();
    CAPTURE(seed, weak.text);
    const auto model = model_from(weak.text);
    for (const std::string& formula : weak.queries) compare(*model, formula, met);
  }
  WARN("satisfied " << met[Verdict::satisfied] << ", not " << met[Verdict::not_satisfied] << ", error "
                    << met[Verdict::error] << ", unknown " << met[Verdict::unknown]);
}

TEST_CASE("labels and zones agree on random models with the whole language") {
  const std::uint64_t first = number_from("ORBITA_FIRST_SEED", 1);
  const std::uint64_t count = number_from("ORBITA_MODELS", sampled(20));
  std::map<Verdict, int> met;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    const TimedModel rich = RichModelMaker(seed).make();
    CAPTURE(seed, rich.text);
    const auto model = model_from(rich.text);
    for (const std::string& formula : rich.queries) {
      const bool about_deadlocks = formula.find("deadlock") != std::string::npos;  // left to zones, and may be refused
      if (!about_deadlocks && (formula.starts_with("E<>") || formula.starts_with("A[]"))) compare(*model, formula, met);
    }
  }
  WARN("satisfied " << met[Verdict::satisfied] << ", not " << met[Verdict::not_satisfied] << ", error "
                    << met[Verdict::error] << ", unknown " << met[Verdict::unknown]);
}
