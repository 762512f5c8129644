// Random concrete runs stay inside the explored symbolic states.
//
// The engine dumps every stored state (ExtraM+ zones, nothing reduced, so that zones only ever grow);
// each state of a random walk by the independent semantics must be a point of one of them.
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "tests/engine/verify_support.h"

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

Stored explore(Model& model) {
  const auto path = std::filesystem::temp_directory_path() / ("orbita-walk-" + std::to_string(getpid()) + ".jsonl");
  VerifyOptions options;
  options.abstraction = Abstraction::m_plus;
  options.reduce = false;
  options.symmetry = SymmetryChoice::off;
  options.dump_states = path.string();
  CHECK(decide(model, "A[] true", options).verdict == Verdict::satisfied);
  Stored stored;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    const nlohmann::json state = nlohmann::json::parse(line);
    std::vector<Difference> zone;
    for (const auto& c : state.at("zone")) zone.push_back({c[0], c[1], c[2] == "<", c[3]});
    stored[{state.at("loc"), state.at("var")}].push_back(std::move(zone));
  }
  std::filesystem::remove(path);
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
  return std::any_of(found->second.begin(), found->second.end(), [&](const auto& zone) { return contains(zone, clocks); });
}

void walk_inside(Model& model, std::uint64_t seed, std::uint64_t steps) {
  const Stored stored = explore(model);
  REQUIRE_FALSE(stored.empty());
  std::uint64_t seen = 0, outside = 0;
  const WalkResult result = random_walk(model, seed, steps, [&](Semantics& semantics, const ConcreteState& state) {
    ++seen;
    outside += !is_stored(stored, semantics.trace_state(state));
    return outside == 0;
  });
  CHECK(result.error == "");
  CHECK(outside == 0);
  CHECK(seen > steps);
}

void walk_all(std::uint64_t steps) {
  for (const char* name : {"fischer-ints", "fischer-broken", "train-gate"}) {
    CAPTURE(name);
    Diagnostics diagnostics;
    const auto model = check(read_model(std::string(ORBITA_SOURCE_DIR) + "/models/" + name + ".xml", diagnostics), diagnostics);
    walk_inside(*model, 1, steps);
  }
}

}  // namespace

TEST_CASE("random runs of the demo models stay inside the explored states") { walk_all(300); }

TEST_CASE("100000 random steps of each demo model stay inside the explored states", "[slow]") { walk_all(100000); }
