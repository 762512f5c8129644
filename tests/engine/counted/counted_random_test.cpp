// Counting elements against exploring them one by one: the same verdicts on random models.
#include <catch2/catch.hpp>
#include <map>
#include <string>
#include <vector>

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
  std::uint64_t models = 0, counted = 0, compared = 0, satisfied = 0;
  std::map<std::string, std::uint64_t> reasons;
};

void compare(std::uint64_t seed, Campaign& campaign) {
  CountedModelMaker maker(seed);
  CountedModel random = maker.make(2 + static_cast<int>(seed % 4));
  CAPTURE(seed, random.text);
  const auto model = model_from(random.text);
  if (model->has_guarded_receivers)
    std::erase_if(random.queries, [](const std::string& q) { return q.find("deadlock") != std::string::npos; });
  const std::vector<Query*> queries = queries_of(*model, random.queries);
  const std::vector<QueryResult> counted = decide(*model, queries, bounded(SymmetryChoice::counted));
  const std::vector<QueryResult> plain = decide(*model, queries, bounded(SymmetryChoice::automatic));
  ++campaign.models;
  for (std::size_t q = 0; q < queries.size(); ++q) {
    CAPTURE(random.queries[q], counted[q].reason, plain[q].reason);
    if (!is_counted(counted[q])) {
      ++campaign.reasons[counted[q].symmetry.note];
      continue;
    }
    ++campaign.counted;
    if (counted[q].verdict == Verdict::unknown || plain[q].verdict == Verdict::unknown) continue;
    ++campaign.compared;
    campaign.satisfied += counted[q].verdict == Verdict::satisfied;
    CHECK(counted[q].verdict == plain[q].verdict);
  }
}

}  // namespace

TEST_CASE("counting elements gives the verdicts of exploring them") {
  Campaign campaign;
  const std::uint64_t first = number_from("ORBITA_SEED", 1);
  const std::uint64_t cases = number_from("ORBITA_CASES", sampled(150));
  for (std::uint64_t seed = first; seed < first + cases; ++seed) compare(seed, campaign);
  CHECK(campaign.compared > campaign.models * 3);
  CHECK(campaign.satisfied > campaign.compared / 10);
  if (number_from("ORBITA_CASES", 0) == 0) return;
  for (const auto& [reason, count] : campaign.reasons) WARN(reason << ": " << count);
  WARN(campaign.models << " models, " << campaign.counted << " queries counted, " << campaign.compared
                       << " verdicts compared, " << campaign.satisfied << " satisfied");
}
