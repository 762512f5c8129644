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
#include <optional>
#include <span>
#include <string>
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
  // Atoms that fix these slots, and all parameters of all processes.
  std::vector<AtomId> exact(Row row, std::span<const SlotId> slots);

  const SymbolicStep& operator[](StepId id) const { return steps_[id.value]; }
  Symbolic& symbolic() { return symbolic_; }
  const std::map<ExactEdge, std::uint64_t>& exact_edges() const { return exact_edges_; }

 private:
  // An edge of a process, with values for its selects.
  struct Candidate {
    std::uint32_t process = 0;
    const Edge* edge = nullptr;
    const Edge* branch = nullptr;
    std::vector<std::int32_t> selects{};
    SyncDirection direction = SyncDirection::none;
    bool has_name = true;             // of the channel, or of the array of channels
    const Symbol* channel = nullptr;  // that
    std::uint32_t owner = none;       // of a channel of a process
    bool urgent = false, broadcast = false;
    // At the row that is looked at, or, if it is known, at all.
    bool is_known = false;
    bool is_exact = false;        // guard or channel were not expressible; the rest is unspecified
    bool stays_disabled = false;  // its guard is false, and where it is not the channel may be none
    Formula guard{}, negated{};
    std::vector<AtomId> conditions{};
    SumId address{};  // of the channel in the array; none: not known, and then the guard is false
  };
  // All that may leave a location of a process.
  struct Exits {
    std::deque<Candidate> candidates;
    bool depend_on_parameters = false;  // the ranges of selects do
    bool too_many = false;
  };
  using Group = std::span<const Candidate* const>;

  void collect(Row row);
  Exits& exits_at(Row row, std::uint32_t process);
  void add_exits(Exits& exits, Candidate candidate) const;
  void name_channel(Candidate& candidate) const;
  void examine(Row row, Candidate& candidate);
  void find_channel(Row row, Candidate& candidate);
  // Of the transition, sender first; without those that are beyond `most_candidates`.
  std::vector<const Candidate*> group_of(Row row, const Transition& transition);
  bool is_taken(Group group) const;

  void keep_evaluable(Row row, const Candidate& candidate);
  void look_at_group(Row row, Group group);
  void look_at_partners(Row row, const Candidate& sender);
  void look_at_broadcast(Row row, const Candidate& sender);
  void keep_broadcast_exact(Row row, const Candidate& sender);
  void keep_urgency(Row row);
  Formula joint_guard(Group group);
  bool may_meet(const Candidate& sender, const Candidate& receiver) const;
  bool may_move(Group group) const;

  StepId step_of(Row row, const Transition& transition, const std::vector<const Candidate*>& group);
  Formula invariant_after(Row row, Group group);
  void run_updates(Group group);

  void keep_exact(Row row, Group group);
  void keep_slot(Row row, SlotId slot);
  void keep_condition(Row row, const Condition& condition);
  void keep_everything(Row row);
  void keep_parameters(Row row);
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
  std::vector<std::vector<std::optional<Exits>>> exits_;  // by process and location
  std::vector<const Candidate*> candidates_;              // of the row that is looked at
  std::vector<std::vector<const Candidate*>> taken_;      // of the transitions given
  std::map<std::vector<const Candidate*>, StepId> known_steps_;
  std::deque<SymbolicStep> steps_;
  std::map<ExactEdge, std::uint64_t> exact_edges_;
  Obligations result_;
};

}  // namespace orbita::interpolation
