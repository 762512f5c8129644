// Symbolic states reached by hand, as a tree: nothing reduced, nothing permuted, every clock and every variable as the
// user wrote it. States are immutable and numbered from 0, the initial one; a step makes another, and the same step
// from the same state always gives the same one. How long to wait before a step may be chosen; where it is not,
// everything is possible that the steps allow.
//
//   StateTree tree(model);
//   const TreeState next = *tree.take(tree.root(), 0);
//   std::string json = save_trace(*tree.trace(next));
//
// Simulator (simulator.h) is one way through such a tree.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "dbm/dbm.h"
#include "engine/trace/representative.h"
#include "engine/trace/timing.h"
#include "engine/trace/trace.h"
#include "parser/model.h"

namespace orbita {

struct SimulatorMove {
  std::string label;  // "Process(0): idle -> req; Bus: free -> busy"
  std::vector<TraceEdge> edges;
  bool error = false;  // taking it is a run-time error of the model: shown, but it leads nowhere
};

using TreeState = Index<struct TreeStateTag>;

struct TreeVariable {
  std::string name;
  std::string type;  // "pid_t" for elements of a set, else "int[0,3]"
  std::int32_t low = 0, high = 0;
};

class StateTree {
 public:
  // Throws ModelError when the model cannot be explored, or has no initial state. The model must outlive the tree.
  explicit StateTree(const Model& model);
  ~StateTree();

  // ---- names; processes are Model::processes
  const std::vector<TreeVariable>& variables() const;
  const std::vector<std::string>& clocks() const;  // without the reference clock
  bool knows_delays() const;                       // false: clocks stand still in this model

  // ---- the tree
  static constexpr TreeState root() { return TreeState{0}; }
  std::size_t size() const;
  std::size_t memory() const;  // bytes, roughly
  bool contains(TreeState state) const { return state.value < size(); }
  std::optional<TreeState> parent(TreeState state) const;
  std::size_t depth(TreeState state) const;
  TreeState ancestor(TreeState state, std::size_t depth) const;  // depth <= depth(state)
  std::vector<TreeState> path(TreeState state) const;            // from the root on
  std::optional<std::size_t> move_to(TreeState state) const;     // its number among the moves of the parent
  const SimulatorMove& taken(TreeState state) const;             // what led here; of the root: nothing

  // ---- steps
  // What is possible; the numbers of take(). Valid until moves() is called for other states.
  const std::vector<SimulatorMove>& moves(TreeState state);
  // How long one may wait before a move, given the delays chosen so far. nullopt: with those it is not possible; or
  // it is an error, or delays are not known.
  std::optional<DelayRange> delays(TreeState state, std::size_t move);
  // nullopt when there is no such move, it is an error, or it is not possible after the delays chosen and this one.
  std::optional<TreeState> take(TreeState state, std::size_t move, std::optional<Rational> delay = std::nullopt);
  // The move with these edges that is possible after `delay`.
  std::optional<std::size_t> find(TreeState state, const std::vector<TraceEdge>& edges, const Rational& delay);

  // The states along a run from the root, one for each of its steps with edges, the delays as they are there: what
  // find() and take() would give one by one, checked once for the whole run, O(steps). nullopt: some step is not
  // possible, or more than one move has its edges; the tree is then only good for being destroyed, since it may have
  // grown by states that no run with these delays reaches.
  std::optional<std::vector<TreeState>> follow(std::span<const TraceStep> steps);

  // ---- a state
  std::vector<std::int32_t> locations(TreeState state) const;                    // by process
  std::vector<std::int32_t> values(TreeState state) const;                       // by variable
  TraceState named(TreeState state) const;                                       // locations and variables
  Zone zone(TreeState state) const;                                              // with the time that may pass in it
  const std::vector<std::string>& zone_clocks() const;                           // names by clock of a zone; [0] is "0"
  std::vector<DelayRange> clock_ranges(TreeState state) const;                   // by position in clocks()
  std::string evaluate(TreeState state, Model& model, const std::string& text);  // as Simulator::evaluate
  // A concrete run to the state, with the delays chosen and otherwise as early as possible; nullopt would be our
  // mistake, or clocks stand still.
  std::optional<Trace> trace(TreeState state) const;
  // What an exploration with symmetry stores for it.
  Representative representative(TreeState state);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace orbita
