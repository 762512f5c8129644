// Random models over scalarsets: every strategy for representatives against no symmetry at all.
#include <catch2/catch.hpp>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "engine/verify.h"
#include "tests/engine/replay_fixture.h"
#include "tests/engine/symmetry_models.h"
#include "tests/sample.h"

using namespace orbita;
using namespace orbita::test;

namespace {

struct Tally {
  int models = 0, reduced = 0, compared = 0, undecided = 0, traces = 0;
};

std::string values_text(const QueryResult& result) {
  std::string text;
  for (const MeasuredValue& v : result.values) {
    text += v.expression +
            (!v.reached   ? ": none"
             : v.infinite ? ": infinite"
                          : ": " + std::to_string(v.value)) +
            (v.reached && v.strict ? " strict; " : "; ");
  }
  return text;
}

constexpr const char* strategy_names[] = {"automatic", "off", "sort", "segment", "refine", "canonical", "enumerate"};

void compare(const std::vector<QueryResult>& expected, const std::vector<QueryResult>& found,
             const std::vector<std::string>& asked, Tally& tally) {
  for (std::size_t i = 0; i < expected.size(); ++i) {
    tally.traces += found[i].trace.has_value() ? 1 : 0;
    CAPTURE(asked[i], expected[i].reason, found[i].reason, found[i].symmetry.strategy, found[i].symmetry.group);
    CHECK(found[i].trace_problem == "");
    CHECK(found[i].symmetry_problem == "");
    if (expected[i].verdict == Verdict::unknown || found[i].verdict == Verdict::unknown) {
      ++tally.undecided;
      continue;
    }
    ++tally.compared;
    CHECK(to_text(found[i].verdict) == to_text(expected[i].verdict));
    CHECK(values_text(found[i]) == values_text(expected[i]));
  }
}

// All strategies every fourth time, otherwise the automatic one and one other.
void check_model(std::uint32_t seed, Tally& tally) {
  const RandomModel random = ModelMaker(seed).make();
  INFO("seed " << seed << "\n" << random.text);
  const std::unique_ptr<Model> model = model_from(random.text);
  Diagnostics diagnostics;
  std::vector<Query*> queries;
  std::vector<std::string> asked;
  for (const std::string& formula : random.queries) {
    CAPTURE(formula);
    Query* query = read_formula(*model->document, formula, diagnostics);
    const bool good = check_query(*model, *query, diagnostics);
    // The reference tool refuses deadlock if broadcast receivers have clock guards.
    if (!good && formula.find("deadlock") != std::string::npos) continue;
    for (const Diagnostic& d : diagnostics.sorted()) UNSCOPED_INFO(d.message);
    REQUIRE(good);
    asked.push_back(formula);
    queries.push_back(query);
  }
  std::mt19937 choose(seed + 17);
  VerifyOptions options;
  options.limits.explored = 30000;  // the search for a supremum that does not exist stores few states
  constexpr Abstraction abstractions[] = {Abstraction::lu_plus, Abstraction::m, Abstraction::am, Abstraction::alu};
  if (choose() % 2 == 0) options.abstraction = abstractions[choose() % 4];
  if (choose() % 4 == 0) options.subsumption = SubsumptionChoice::equality;
  const bool reduce = choose() % 4 != 0;
  if (choose() % 3 == 0) options.order = Order::depth_first;
  const TraceKind trace = choose() % 2 == 0 ? TraceKind::some : TraceKind::off;
  // Expected verdicts come without any reduction: symmetry also decides which data is dead (stale references).
  options.symmetry = SymmetryChoice::off;
  options.reduce = false;
  options.limits.states = 4000;
  const std::vector<QueryResult> expected = verify(*model, queries, options);
  options.reduce = reduce;
  options.trace = trace;
  options.limits.states = 1500;
  ++tally.models;
  const bool all = seed % 4 == 0;
  const auto other = static_cast<std::uint32_t>(2 + choose() % 5);
  for (std::uint32_t s = 0; s < 7; ++s) {
    if (s == 1 || (!all && s != 0 && s != other)) continue;
    CAPTURE(strategy_names[s]);
    options.symmetry = static_cast<SymmetryChoice>(s);
    options.literal_sort = s == 2 && choose() % 2 == 0;
    options.check_symmetry = choose() % 4 == 0;
    if (choose() % 3 == 0) options.dive_after = 1;
    options.threads = choose() % 3 == 0 ? 32 : 1;  // several per exploration
    options.team_round = 5;
    const std::vector<QueryResult> found = verify(*model, queries, options);
    if (s == 0 && found[0].symmetry.strategy != "off") ++tally.reduced;
    compare(expected, found, asked, tally);
  }
}

void report(const Tally& t, std::uint32_t first) {
  WARN("seeds from " << first << ": " << t.models << " models, " << t.reduced << " reduced, " << t.compared
                     << " verdicts compared, " << t.undecided << " beyond the limit, " << t.traces
                     << " traces replayed");
}

}  // namespace

TEST_CASE("symmetry changes no verdict of random models") {
  Tally tally;
  const int models = static_cast<int>(sampled(60));
  for (int seed = 1; seed <= models; ++seed) check_model(static_cast<std::uint32_t>(seed), tally);
  CHECK(3 * tally.reduced > 2 * models);
  CHECK(tally.compared > 10 * tally.undecided);
  CHECK(tally.traces > models / 2);
}

// ORBITA_SEED and ORBITA_MODELS choose other models.
TEST_CASE("symmetry changes no verdict of thousands of random models", "[slow]") {
  const char* from = std::getenv("ORBITA_SEED");
  const char* count = std::getenv("ORBITA_MODELS");
  const std::uint32_t first = from ? static_cast<std::uint32_t>(std::strtoul(from, nullptr, 10)) : 1000;
  const std::uint32_t models = count ? static_cast<std::uint32_t>(std::strtoul(count, nullptr, 10)) : 3000;
  Tally tally;
  for (std::uint32_t k = 0; k < models; ++k) check_model(first + k, tally);
  report(tally, first);
  CHECK(2 * tally.reduced > tally.models);
}
