// Reachability that remembers states by hash only: depth first, a few bytes or bits per state.
//
// Two states with the same hash count as one, so some may be left out: what is found is real, what is
// not found may still be there. Zones are extrapolated and compared for equality.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "engine/base/limits.h"
#include "engine/search/search.h"
#include "engine/space/graph.h"
#include "engine/space/predicate_eval.h"

namespace orbita {

// The set of hashes seen.
class HashedStates {
 public:
  // log2_bits 0: every hash in full (8 bytes a state, the table grows); otherwise a table of
  // 2^log2_bits bits, two of which stand for a state.
  explicit HashedStates(unsigned log2_bits);

  bool insert(std::uint64_t hash);  // true: not seen before
  std::uint64_t size() const { return count_; }
  std::size_t memory() const { return words_.size() * sizeof(std::uint64_t); }

 private:
  bool insert_bits(std::uint64_t hash);
  bool insert_hash(std::uint64_t hash);

  unsigned log2_bits_;
  std::vector<std::uint64_t> words_;
  std::uint64_t count_ = 0;
};

class HashedSearch {
 public:
  using MakeGraph = std::function<std::unique_ptr<Graph>()>;
  // The graph keeps every state it has met, so it is made anew whenever it has grown large; only the
  // states on the search stack move over.
  HashedSearch(MakeGraph make_graph, unsigned log2_bits);

  SearchOutcome run(std::vector<Goal>& goals, const Limits& limits);

  Graph& graph() { return *graph_; }
  PredicateEvaluator& evaluator() { return *evaluator_; }
  std::uint64_t stored() const { return visited_.size(); }
  std::size_t memory() const { return visited_.memory() + graph_->memory() + stack_bytes_; }
  std::size_t peak_memory() const { return peak_; }
  std::size_t goal_count() const { return paths_.size() - 1; }
  // The nodes of graph() that lead to a goal that was reached (for index goal_count(): to an error).
  std::vector<SymbolicState> path_to(std::size_t goal) const;

 private:
  struct Frame {
    SymbolicState node;
    std::vector<SymbolicState> targets;
    std::size_t position = 0;
  };
  // A state in full, for paths that must outlive the graph they were found in.
  struct Kept {
    std::vector<std::int32_t> row;
    Zone zone;
  };

  void push(const SymbolicState& node, std::vector<Goal>& goals, SearchOutcome& outcome);
  void test(const SymbolicState& node, std::vector<Goal>& goals);
  void keep_path(std::size_t goal);
  std::uint64_t hash(const SymbolicState& node);
  Kept full(const SymbolicState& node) const;
  static SymbolicState enter(Graph& graph, const Kept& state);
  void renew_graph();

  MakeGraph make_graph_;
  std::unique_ptr<Graph> graph_;
  std::unique_ptr<PredicateEvaluator> evaluator_;
  HashedStates visited_;
  std::vector<Frame> stack_;
  std::size_t stack_bytes_ = 0, peak_ = 0;
  std::size_t open_goals_ = 0;
  std::vector<std::vector<Kept>> paths_;  // by goal
  std::vector<std::int32_t> row_;
  Zone zone_;
};

}  // namespace orbita
