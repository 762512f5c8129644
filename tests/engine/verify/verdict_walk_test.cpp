// Random concrete runs stay inside the explored symbolic states.
//
// The engine shows every stored state (ExtraM+ zones, no reduction, so that zones only grow); each state of a random
// walk by the independent semantics must be a point of one of them.
#include <map>

#include "engine/stored_states.h"
#include "tests/engine/verify_support.h"
#include "tests/model_files.h"
#include "tests/places.h"
#include "tests/sample.h"

using namespace orbita;
using namespace orbita::test;

namespace {

struct Difference {
  std::string x, y;
  bool strict = false;
  std::int64_t constant = 0;
};
using Discrete = std::pair<std::map<std::string, std::string>, std::map<std::string, std::int32_t>>;
using Stored = std::map<Discrete, std::vector<std::vector<Difference>>>;

// Empty if the model is too large.
Stored explore(Model& model, std::uint64_t most_states) {
  VerifyOptions options;
  Stored stored;
  options.abstraction = Abstraction::m_plus;
  options.reduce = false;
  options.symmetry = SymmetryChoice::off;
  options.explored = [&](const StoredStates& states) {
    states.for_each([&](const StateView& state) {
      Discrete discrete;
      for (const auto& [process, location] : state.locations) discrete.first.emplace(process, location);
      for (const auto& [name, value] : state.variables) discrete.second.emplace(name, value);
      std::vector<Difference> zone;
      for (const StateView::Difference& d : state.zone)
        zone.push_back({std::string(d.x), std::string(d.y), d.strict, d.bound});
      stored[discrete].push_back(std::move(zone));
    });
  };
  options.limits.states = most_states;
  const QueryResult result = decide(model, "A[] true", options);
  if (result.stop.reason == StopReason::states || result.verdict == Verdict::error) return {};
  CHECK(result.reason == "");
  return stored;
}

bool contains(const std::vector<Difference>& zone, const std::map<std::string, Rational>& clocks) {
  return std::all_of(zone.begin(), zone.end(), [&](const Difference& d) {
    const Rational difference = clocks.at(d.x) - clocks.at(d.y);
    return d.strict ? difference < Rational(d.constant) : difference <= Rational(d.constant);
  });
}

bool is_stored(const Stored& stored, const TraceState& state) {
  Discrete discrete;
  for (const auto& [process, location] : state.locations) discrete.first[process] = location;
  for (const auto& [name, value] : state.variables) discrete.second[name] = value;
  const auto found = stored.find(discrete);
  if (found == stored.end()) return false;
  std::map<std::string, Rational> clocks{{"0", Rational(0)}};
  for (const auto& [name, value] : state.clocks) clocks[name] = value;
  return std::any_of(found->second.begin(), found->second.end(),
                     [&](const auto& zone) { return contains(zone, clocks); });
}

// Returns whether the model was small enough. A walk may end early if no transition is possible.
bool walk_inside(Model& model, std::uint64_t seed, std::uint64_t steps, std::uint64_t most_states = 100'000) {
  const Stored stored = explore(model, most_states);
  if (stored.empty()) return false;
  std::uint64_t seen = 0, outside = 0;
  const WalkResult result = random_walk(model, seed, steps, [&](Semantics& semantics, const ConcreteState& state) {
    ++seen;
    outside += !is_stored(stored, semantics.trace_state(state));
    return outside == 0;
  });
  CHECK(result.error == "");
  CHECK(outside == 0);
  CHECK(seen > result.steps);
  return result.steps == steps;
}

struct Sized {
  const char* name;
  std::vector<std::pair<std::string, std::string>> sizes;
};

// Every shipped model, small enough to be explored without any reduction.
const std::vector<Sized> shipped_sizes = {
    // clang-format off
    {"client-server", {{"C", "2"}, {"S", "2"}}}, {"csma-cd-a", {{"N", "3"}}}, {"csma-cd-b", {{"N", "3"}}},
    {"dining-philosophers", {{"N", "3"}}}, {"email-lite", {{"N", "2"}}}, {"fischer-broken", {}}, {"fischer-ints", {}},
    {"fischer", {{"N", "4"}}}, {"fetch-store-lock", {{"N", "2"}}}, {"german", {{"N", "2"}}}, {"german-buggy", {{"N", "2"}}}, {"mcs-lock", {{"N", "3"}}}, {"ms-lock", {{"N", "3"}}},
    {"readers-writers", {{"R", "2"}, {"W", "2"}}}, {"resource-controller", {{"HIGH", "2"}, {"LOW", "2"}}},
    {"sum-of-ids", {{"N", "4"}}}, {"timeout-broadcast", {{"N", "3"}}}, {"train-gate", {{"N", "3"}}},
    {"train-gate-ints", {{"N", "3"}}}, {"readers-writers-ids", {{"R", "2"}, {"W", "2"}}},
    {"resource-controller-ids", {{"N", "4"}, {"K", "2"}}}, {"fischer-one-different", {{"N", "3"}}},
    {"bakery-tickets", {{"N", "3"}}}, {"bakery-two-steps", {{"N", "3"}}}, {"readers-writers-once", {{"R", "2"}, {"W", "2"}}}};
// clang-format on

void walk_shipped(std::uint64_t steps) {
  std::size_t models = 0;
  for (const auto& entry : std::filesystem::directory_iterator(test::source_dir() + "/models")) {
    models += entry.path().extension() == ".xml" ? 1 : 0;
  }
  CHECK(models == shipped_sizes.size());
  for (const Sized& sized : shipped_sizes) {
    CAPTURE(sized.name);
    Diagnostics diagnostics;
    CheckOptions options;
    options.overrides = sized.sizes;
    const auto model =
        check(read_model(test::source_dir() + "/models/" + sized.name + ".xml", diagnostics), diagnostics, options);
    CHECK(walk_inside(*model, 1, steps));
  }
}

}  // namespace

TEST_CASE("random runs of the demo models stay inside the explored states") { walk_shipped(sampled(300)); }

TEST_CASE("100000 random steps of each demo model stay inside the explored states", "[slow]") { walk_shipped(100'000); }

TEST_CASE("100000 random steps of real demo models stay inside the explored states", "[slow][corpus]") {
  if (!has_corpus()) return;
  std::size_t walked = 0;
  for (const auto& path : files_below(test::corpus_dir() + "/demos", model_extensions)) {
    CAPTURE(path);
    const std::unique_ptr<Model> model = usable_model(path.string());
    if (model && walk_inside(*model, 1, 100'000, 20'000)) ++walked;
  }
  CHECK(walked >= 12);
}
