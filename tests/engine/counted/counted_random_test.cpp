// Counting elements against exploring them one by one: the same verdicts on random models.
#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <string>
#include <vector>

#include "engine/stored_states.h"
#include "tests/engine/counted/counted_models.h"
#include "tests/engine/verify_support.h"
#include "tests/sample.h"

using namespace orbita;
using namespace orbita::test;

namespace {

VerifyOptions bounded(SymmetryChoice symmetry) {
  VerifyOptions options;
  options.symmetry = symmetry;
  options.limits.explored = 3000;
  options.limits.seconds = 1;
  return options;
}

bool is_counted(const QueryResult& result) { return result.symmetry.strategy == "counted"; }

struct Campaign {
  std::uint64_t models = 0, counted = 0, compared = 0, satisfied = 0, traces = 0, untold = 0, measured = 0, orbits = 0;
  std::map<std::string, std::uint64_t> reasons;
};

bool equal_values(const QueryResult& a, const QueryResult& b) {
  return std::equal(a.values.begin(), a.values.end(), b.values.begin(), b.values.end(),
                    [](const MeasuredValue& x, const MeasuredValue& y) {
                      return x.reached == y.reached && (!x.reached || x.infinite == y.infinite) &&
                             (!x.reached || x.infinite || (x.strict == y.strict && x.value == y.value));
                    });
}

// sup and inf of data and of a clock.
void compare_measures(Model& model, const CountedModel& random, Campaign& campaign) {
  for (const std::string& formula : random.measures) {
    CAPTURE(formula);
    const QueryResult counted = decide(model, formula, bounded(SymmetryChoice::counted));
    if (!is_counted(counted) || counted.verdict != Verdict::satisfied) continue;
    const QueryResult plain = decide(model, formula, bounded(SymmetryChoice::sort));
    if (plain.verdict != Verdict::satisfied) continue;
    ++campaign.measured;
    CHECK(equal_values(counted, plain));
  }
}

// Everything is explored: as many discrete states up to exchanges, and the same ones, since queries about them agree.
void compare_orbits(Model& model, Campaign& campaign) {
  const QueryResult counted = decide(model, "A[] true", bounded(SymmetryChoice::counted));
  if (!is_counted(counted) || counted.verdict != Verdict::satisfied) return;
  VerifyOptions options = bounded(SymmetryChoice::sort);
  std::uint64_t orbits = 0;
  options.explored = [&](const StoredStates& states) { states.for_each_discrete([&](const StateView&) { ++orbits; }); };
  if (decide(model, "A[] true", options).verdict != Verdict::satisfied) return;
  ++campaign.orbits;
  CHECK(counted.statistics.discrete_states == orbits);
}

void compare(std::uint64_t seed, Campaign& campaign) {
  CountedModelMaker maker(seed);
  // More than steps are computed with, in some.
  CountedModel random = maker.make(seed % 8 == 7 ? 7 : 2 + static_cast<int>(seed % 4));
  CAPTURE(seed, random.text);
  const auto model = model_from(random.text);
  if (model->has_guarded_receivers)
    std::erase_if(random.queries, [](const std::string& q) { return q.find("deadlock") != std::string::npos; });
  const std::vector<Query*> queries = queries_of(*model, random.queries);
  VerifyOptions traced = bounded(SymmetryChoice::counted);
  traced.trace = TraceKind::some;
  const std::vector<QueryResult> counted = decide(*model, queries, traced);
  const std::vector<QueryResult> plain = decide(*model, queries, bounded(SymmetryChoice::sort));
  ++campaign.models;
  for (std::size_t q = 0; q < queries.size(); ++q) {
    CAPTURE(random.queries[q], counted[q].reason, plain[q].reason);
    if (!is_counted(counted[q])) {
      ++campaign.reasons[counted[q].symmetry.note];
      campaign.untold += counted[q].symmetry.note.find("cannot be told") != std::string::npos;
      continue;
    }
    ++campaign.counted;
    if (counted[q].verdict == Verdict::unknown || plain[q].verdict == Verdict::unknown) continue;
    ++campaign.compared;
    campaign.satisfied += counted[q].verdict == Verdict::satisfied;
    CHECK(counted[q].verdict == plain[q].verdict);
    const bool reached =
        counted[q].verdict == (random.queries[q][0] == 'E' ? Verdict::satisfied : Verdict::not_satisfied);
    CHECK(counted[q].trace_problem.empty());
    if (counted[q].reason.empty()) CHECK(counted[q].trace.has_value() == reached);
    campaign.traces += reached;
  }
  compare_measures(*model, random, campaign);
  compare_orbits(*model, campaign);
}

}  // namespace

TEST_CASE("counting elements gives the verdicts of exploring them") {
  Campaign campaign;
  const std::uint64_t first = number_from("ORBITA_SEED", 1);
  const std::uint64_t cases = number_from("ORBITA_CASES", sampled(80));
  for (std::uint64_t seed = first; seed < first + cases; ++seed) compare(seed, campaign);
  CHECK(campaign.compared > campaign.models * 3);
  CHECK(campaign.satisfied > campaign.compared / 10);
  CHECK(campaign.traces > campaign.models);
  CHECK(campaign.untold * 50 <= campaign.traces);
  CHECK(campaign.measured > campaign.models);
  CHECK(campaign.orbits * 2 > campaign.models);
  if (number_from("ORBITA_CASES", 0) == 0) return;
  for (const auto& [reason, count] : campaign.reasons) WARN(reason << ": " << count);
  WARN(campaign.models << " models, " << campaign.counted << " queries counted, " << campaign.compared
                       << " verdicts compared, " << campaign.satisfied << " satisfied, " << campaign.traces
                       << " traces replayed, " << campaign.untold << " runs not told, " << campaign.measured
                       << " measures compared, " << campaign.orbits << " sets of orbits");
}
