// Reachability over counted states: breadth first, with covering.
//
// A stored state takes 16 bytes, two for each block's count, and its share of the hash table; matrices belong to the
// patterns. States with the same values and the same number of elements of every key are compared with each other.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/base/chunked.h"
#include "engine/base/id_table.h"
#include "engine/base/ids.h"
#include "engine/base/limits.h"
#include "engine/counted/steps.h"

namespace orbita {

// A state some valuation of which satisfies the predicate of a query, or its negation.
struct CountedGoal {
  std::size_t query = 0;  // CountedQuestions::queries
  bool negated = false;
  std::optional<NodeId> hit{};
  bool undecided = false;  // not reached, but LU bounds may have hidden a deadlock
  bool of_part = false;    // hit: a deadlock of fewer elements than there are, which the others may undo

  bool is_open() const { return !hit && !undecided; }
};

struct CountedOutcome {
  bool complete = false;  // everything was explored, or every goal reached
  Stop stop;              // why not
  std::uint64_t stored = 0, nodes = 0, added = 0, explored = 0, transitions = 0;
  std::uint64_t buckets = 0;  // discrete states
  bool pays = true;           // false: ended because steps are hardly ever the same (CountedSearch::give_up_early)
  double seconds = 0;
};

class CountedSearch {
 public:
  explicit CountedSearch(CountedSteps& steps, Patterns& patterns) : steps_(steps), patterns_(patterns) {}

  // `counts`: elements by set. `explore_all`: also past the last goal. With ManyElements: for that count of the set and
  // every larger one.
  CountedOutcome run(const std::vector<std::int32_t>& counts, std::vector<CountedGoal>& goals, const Limits& limits,
                     bool explore_all = false);

  // Ends a search in which most steps have to be computed: then counting gains nothing.
  void give_up_early() { gives_up_ = true; }
  // Called with every new state whose pattern has not been met before.
  using Look = std::function<void(NodeId node, const CountedState& state)>;
  void on_pattern(Look look) { look_ = std::move(look); }

  CountedState state(NodeId node) const;
  NodeId parent(NodeId node) const { return nodes_[node].parent; }
  std::vector<NodeId> path_to(NodeId node) const;  // from the initial state on
  bool is_covered(NodeId node) const { return (nodes_[node].offset & covered_mark) != 0; }
  std::size_t size() const { return nodes_.size(); }
  std::size_t memory() const;
  std::uint64_t cover_tests() const { return cover_tests_; }

  std::size_t most_blocks() const;  // of one pattern

  bool mentions_deadlock(const CountedGoal& goal) const { return deadlocks_.count(goal.query) != 0; }

  // Is every valuation of the first state, under some exchange of elements, simulated by one of the second? Both have
  // the same values and the same numbers of elements of each key.
  bool covers(const CountedState& big, const CountedState& small);

 private:
  struct Node {
    PatternId pattern;
    NodeId parent;
    NodeId next;               // of the same bucket
    std::uint32_t offset = 0;  // of its counts; the highest bit: covered
  };
  static constexpr std::uint32_t covered_mark = std::uint32_t{1} << 31;

  void add(const CountedState& state, NodeId parent, std::vector<CountedGoal>& goals);
  std::uint32_t bucket_of(const CountedState& state);
  bool same_bucket(const CountedState& a, const CountedState& b) const;
  std::uint64_t bucket_hash(const CountedState& state) const;
  // Where counts may mean more: blocks of the smaller state, one after the other, make up those of the larger one.
  bool covers_many(const CountedState& big, const CountedState& small);
  bool covers_parts(const CountedState& big, const CountedState& small, const Refinement& parts);
  bool covers_in_order(const CountedState& big, const CountedState& small, const std::vector<std::uint32_t>& order);
  void test_goals(const CountedState& state, NodeId node, std::vector<CountedGoal>& goals);
  void load(NodeId node, CountedState& state) const;
  void unlink_covered(std::uint32_t bucket, const CountedState& by);

  CountedSteps& steps_;
  Patterns& patterns_;
  ById<NodeId, Node> nodes_;
  Chunked<std::uint16_t, 16> counts_;
  IdTable buckets_;
  std::vector<NodeId> heads_;  // by bucket: its newest state
  std::uint64_t covered_ = 0, added_ = 0, cover_tests_ = 0;
  std::vector<std::uint8_t> tested_;                          // by pattern
  absl::flat_hash_map<std::uint64_t, bool> equal_partition_;  // by two patterns
  absl::flat_hash_map<std::string, bool> other_partition_;
  bool gives_up_ = false;
  Look look_;
  std::set<std::size_t> deadlocks_;  // goals met so far that mention deadlocks
  CountedState other_;               // buffer
};

}  // namespace orbita
