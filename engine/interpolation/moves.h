// What a node's label has to keep: its transitions as they are, and those that are disabled disabled.
//
// Concrete transitions come from the engine's own steps. This class looks at the same edges symbolically: what each
// step writes, in terms of the values before it, and why everything that could be a transition of these locations
// but is none is none. Edges are those of the templates, with all values of their selects: the network leaves out edges
// that a parameter's value disables, and it is just such values that a label has to speak of.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/interpolation/symbolic.h"
#include "engine/semantics/expand.h"

namespace orbita::interpolation {

using StepId = Index<struct InterpolationStepTag>;

// A joint transition, symbolically.
struct SymbolicStep {
  std::vector<Write> writes;
  std::vector<AtomId> guard;  // atoms that hold before it
};

// What a node has to keep.
struct Obligations {
  std::vector<AtomId> needed;    // as they are
  std::vector<Formula> reasons;  // true at the node: one way to keep each
  std::vector<StepId> steps;     // of the transitions given
};

// An edge that was not expressible: exact values of what it reads are kept instead.
struct ExactEdge {
  std::uint32_t process = 0;
  const Edge* edge = nullptr;
  friend auto operator<=>(const ExactEdge&, const ExactEdge&) = default;
};

class Moves {
 public:
  explicit Moves(Terms& terms);

  // `taken`: the transitions that some valuation of the node's zone takes, in any order.
  Obligations look_at(Row row, std::span<const Transition* const> taken);
  // What keeps the goal away from the node, which it does not reach.
  void keep_away(Row row, const Expr& goal, bool negated, std::span<const SlotId> reads, Obligations& into);

  const SymbolicStep& operator[](StepId id) const { return steps_[id.value]; }
  Symbolic& symbolic() { return symbolic_; }
  const std::map<ExactEdge, std::uint64_t>& exact_edges() const { return exact_edges_; }

 private:
  // An edge of a process in its present location, with values for its selects.
  struct Candidate {
    std::uint32_t process = 0;
    const Edge* edge = nullptr;
    const Edge* branch = nullptr;
    std::vector<std::int32_t> selects{};
    SyncDirection direction = SyncDirection::none;
    bool is_exact = false;  // guard or channel were not expressible; the rest is unspecified
    Formula guard{};
    std::vector<AtomId> conditions{};
    const Symbol* channel = nullptr;  // the channel, or the array of channels
    std::uint32_t owner = none;       // of a channel of a process
    SumId address{};                  // which one of the array; none: not known, and then the guard is false
    bool urgent = false, broadcast = false;
  };
  using Key = std::vector<std::uint64_t>;
  using Group = std::vector<const Candidate*>;

  void collect(Row row);
  void collect_process(Row row, std::uint32_t process);
  void add_candidate(Row row, Candidate candidate);
  void examine(Row row, Candidate& candidate);
  Key key_of(const Group& group) const;
  Key key_of(const Transition& transition) const;

  void name_channel(const Expr& sync, Candidate& candidate) const;

  void look_at_group(Row row, const Group& group);
  void look_at_partners(Row row, const Candidate& sender);
  void look_at_broadcast(Row row, const Candidate& sender);
  void keep_broadcast_exact(Row row, const Candidate& sender);
  void keep_urgency(Row row);
  Formula joint_guard(const Group& group);
  bool may_meet(const Candidate& sender, const Candidate& receiver) const;
  bool may_move(const Group& group) const;

  StepId step_of(Row row, const Transition& transition);
  const Candidate* find(const Participant& participant) const;
  Formula invariant_after(Row row, const Group& group);
  void run_updates(const Group& group, Row row);

  void keep_exact(Row row, const Group& group);
  void keep_slot(Row row, SlotId slot);
  void keep_condition(Row row, const Condition& condition);
  void keep_everything(Row row);
  void keep_invariants(Row row);
  const NetEdge* net_edge(const Candidate& candidate) const;
  void need(const std::vector<AtomId>& atoms);

  Terms& terms_;
  Cast& cast_;
  const Network& network_;
  const Model& model_;
  Symbolic symbolic_;
  const bool has_hooks_, has_priorities_, has_clocks_;
  bool has_invariants_ = false, has_urgent_ = false;
  bool some_committed_ = false, too_many_ = false;
  std::deque<Candidate> candidates_;
  std::map<Key, std::vector<const Transition*>> taken_;
  std::map<Key, Candidate> known_candidates_;  // that do not depend on the row
  std::map<Key, StepId> known_steps_;
  std::deque<SymbolicStep> steps_;
  std::map<ExactEdge, std::uint64_t> exact_edges_;
  Obligations result_;
};

}  // namespace orbita::interpolation
