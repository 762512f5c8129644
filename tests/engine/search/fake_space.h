// An explicit state space for tests of explorers: locations, intervals of one clock, and edges between them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <vector>

#include "engine/search/explorer.h"
#include "engine/search/goals.h"

namespace orbita::test {

inline constexpr int failing_target = -1;

// From `from`, for clock values within [low, high], to `to` with the clock anywhere within [to_low, to_high].
struct FakeEdge {
  int from = 0, low = 0, high = 100;
  int to = 0, to_low = 0, to_high = 0;
};

class FakeSpace final : public StateSpace {
 public:
  explicit FakeSpace(std::vector<FakeEdge> edges) : edges_(std::move(edges)) {}

  std::set<int> deadlocks;  // locations that may deadlock
  bool proves = false;      // proves_deadlock_freedom()

  SymbolicState state(int location, int low, int high) {
    const auto [it, is_new] = numbers_.try_emplace(location, StateId{static_cast<std::uint32_t>(locations_.size())});
    if (is_new) locations_.push_back(location);
    return {it->second, zones().intern(interval(low, high).view())};
  }
  int location(const SymbolicState& state) const { return locations_[state.discrete.value]; }
  // Whether an edge leads from one state to the other.
  bool has_step(const SymbolicState& from, const SymbolicState& to) {
    std::vector<SymbolicState> targets;
    expand(from, targets);
    return std::find(targets.begin(), targets.end(), to) != targets.end();
  }

  std::optional<SymbolicState> initial() override { return state(0, 0, 0); }
  void expand(const SymbolicState& from, std::vector<SymbolicState>& targets) override {
    targets.clear();
    for (const FakeEdge& edge : edges_) {
      Zone guard = interval(edge.low, edge.high);
      if (edge.from != location(from) || !guard.intersect(zones().zone(from.zone).view())) continue;
      if (edge.to == failing_target) targets.push_back({none, none});
      else targets.push_back(state(edge.to, edge.to_low, edge.to_high));
    }
  }
  SymbolicState adopt(std::span<const std::int32_t> row, ConstMatrix zone) override {
    return {state(row[0], 0, 0).discrete, zones().intern(zone)};
  }
  std::size_t row_size() const override { return 1; }
  std::uint32_t state_count() const override { return static_cast<std::uint32_t>(locations_.size()); }
  void values(StateId discrete, std::span<std::int32_t> row) const override { row[0] = locations_[discrete.value]; }
  Shape shape(StateId) const override { return {ClockList(clocks_), bounds_, bounds_}; }
  bool proves_deadlock_freedom() const override { return proves; }
  bool may_deadlock(StateId discrete) override { return deadlocks.count(locations_[discrete.value]) > 0; }
  std::size_t memory() const override { return 1000 * locations_.size(); }

 private:
  static Zone interval(int low, int high) {
    Zone zone = Zone::universal(2);
    static_cast<void>(zone.constrain({at_least(ClockIndex{1}, low), at_most(ClockIndex{1}, high)}));
    return zone;
  }

  std::vector<FakeEdge> edges_;
  std::map<int, StateId> numbers_;
  std::vector<int> locations_;
  std::vector<std::uint32_t> clocks_{1};
  std::vector<std::int32_t> bounds_{0, 100};
};

// A goal is the number of a location, or fails_at(location): then its predicate cannot be evaluated there.
constexpr int fails_at(int location) { return location + 100'000; }

class FakeTester final : public GoalTester {
 public:
  FakeTester(FakeSpace& space, const std::map<const Predicate*, int>& places) : space_(space), places_(places) {}

  Federation satisfying(const Goal& goal, const SymbolicState& state) override {
    return meets(goal, space_.location(state)) ? Federation(space_.zones().zone(state.zone)) : Federation(2);
  }
  bool holds(const Goal& goal, StateId discrete) override {
    ++evaluated;
    std::int32_t row = 0;
    space_.values(discrete, {&row, 1});
    return meets(goal, row);
  }
  Failure take_failure() override { return std::exchange(failure_, {}); }

  int evaluated = 0;

 private:
  bool meets(const Goal& goal, int location) {
    const int wanted = places_.at(goal.predicate);
    if (wanted == fails_at(location)) failure_.error = RunError::division_by_zero;
    return (wanted == location) != goal.negated && !failure_;
  }

  FakeSpace& space_;
  const std::map<const Predicate*, int>& places_;
  Failure failure_;
};

// A space, its tester, and goals: locations to be reached.
class Fixture {
 public:
  Fixture(std::vector<FakeEdge> edges, const std::vector<int>& locations, bool with_clocks = false)
      : edges_(std::move(edges)), space(edges_), tester(space, places_), predicates_(locations.size()) {
    std::vector<Goal> list;
    for (std::size_t i = 0; i < locations.size(); ++i) {
      predicates_[i].has_clocks = with_clocks;
      predicates_[i].reads = {SlotId{0}};
      places_[&predicates_[i]] = locations[i];
      list.push_back({&predicates_[i]});
    }
    goals = Goals(std::move(list));
  }
  Fixture(const Fixture&) = delete;
  Fixture& operator=(const Fixture&) = delete;

  Predicate& predicate(std::size_t goal) { return predicates_[goal]; }
  MakeSpace make_space() {
    return [this] {
      auto made = std::make_unique<FakeSpace>(edges_);
      auto its_tester = std::make_unique<FakeTester>(*made, places_);
      return TestedSpace{std::move(made), std::move(its_tester)};
    };
  }
  // Begins at the initial state, and each step is an edge.
  static bool is_path(const Explorer::Path& path, FakeSpace& of) {
    if (path.empty() || !(path.front() == *of.initial())) return false;
    for (std::size_t i = 1; i < path.size(); ++i) {
      if (!of.has_step(path[i - 1], path[i])) return false;
    }
    return true;
  }

 private:
  std::vector<FakeEdge> edges_;
  std::map<const Predicate*, int> places_;

 public:
  FakeSpace space;
  FakeTester tester;
  Goals goals;
  const Coverage coverage{Subsumption::inclusion, {}};

 private:
  std::vector<Predicate> predicates_;
};

// 0 -> 1 -> … -> length.
inline std::vector<FakeEdge> chain(int length) {
  std::vector<FakeEdge> edges;
  for (int i = 0; i < length; ++i) edges.push_back({i, 0, 100, i + 1});
  return edges;
}

// A binary tree: location i has the children 2i + 1 and 2i + 2, as long as they are below `size`.
inline std::vector<FakeEdge> tree(int size) {
  std::vector<FakeEdge> edges;
  for (int child = 1; child < size; ++child) edges.push_back({(child - 1) / 2, 0, 100, child});
  return edges;
}

}  // namespace orbita::test
