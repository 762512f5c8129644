// The discrete half of the semantics: all joint transitions of a discrete state.
//
// Enabled edges (as far as data decides), synchronisations, the effect of updates on
// variables and clocks and the invariants of the target depend on the
// discrete state alone. The Expander computes it once per discrete state; zones
// come in later (space/successors.h). Clock guards stay symbolic: a Transition is possible for
// the valuations that satisfy its `guard`.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "engine/base/limits.h"
#include "engine/network/network.h"
#include "engine/network/program.h"
#include "engine/semantics/move_filter.h"

namespace orbita {

// x - y within raw, by the network's clock numbers.
struct ClockBound {
  NetClockId x = reference_net_clock, y = reference_net_clock;
  std::int32_t raw = 0;
  friend auto operator<=>(const ClockBound&, const ClockBound&) = default;
};

// One edge taking part in a transition, with the values of its select variables.
struct Participant {
  EdgeId edge;
  std::uint32_t choice = 0;  // hearing a broadcast: which of the process' enabled edges it is
  std::vector<std::int32_t> selects;
  friend bool operator==(const Participant&, const Participant&) = default;
};

// Level of a transition: channels count first, then processes.
struct PriorityLevel {
  std::int32_t channel = 0, process = 0;
  friend auto operator<=>(const PriorityLevel&, const PriorityLevel&) = default;
};

struct Transition {
  std::vector<Participant> participants;  // sender first, then receivers in process order
  std::vector<ClockBound> guard;          // a conjunction
  std::vector<std::int32_t> target;       // the discrete state after all updates
  std::vector<ClockAction> actions;
  std::vector<ClockBound> invariant;  // of the target
  std::vector<NetClockId> stopped;    // clocks with rate 0 in the target
  bool delay = false;                 // time may pass in the target
  PriorityLevel level;
  Failure failure;  // a runtime error: the run ends here, and the target is unspecified
};

// Invariants, urgency and rates of a discrete state.
struct StateFacts {
  bool possible = true;  // false: a data invariant is violated
  bool delay = false;
  std::vector<ClockBound> invariant;
  std::vector<NetClockId> stopped;
  Failure failure;
};

// An edge that data allows its process to take, before partners are looked for.
struct Offer {
  EdgeId edge;
  ProcessId process;
  ChannelId channel;  // the real one
  SyncDirection direction = SyncDirection::none;
  bool committed = false;  // leaves a committed location
  std::vector<std::int32_t> selects;
  std::vector<ClockBound> guard;
};

// Tells the expander which guards can hold together, so that it need not list transitions that cannot be taken.
class GuardFilter {
 public:
  virtual ~GuardFilter() = default;
  // Adds bounds to those already there. False when they cannot hold together; nothing is added then.
  virtual bool push(std::span<const ClockBound> bounds) = 0;
  virtual void pop() = 0;  // takes the last added ones away
};

class Expander {
 public:
  explicit Expander(const Network& network);

  // A state may have 3^n transitions: listing them ends with LimitReached. The limits must outlive the expander.
  void respect(const Limits& limits) { limits_ = &limits; }

  // Moves whose data parts allow them; priorities are not applied. The result is valid until the next call.
  // With `moves`, prepared for this state, some transitions that others stand for are not listed; with `guards`,
  // broadcasts whose guards cannot hold together are not.
  std::span<const Transition> expand(std::span<const std::int32_t> values, const MoveFilter* moves = nullptr,
                                     GuardFilter* guards = nullptr);

  struct Offers {
    std::vector<Offer> list;  // by process
    bool committed = false;   // some process is in a committed location: only its edges, or with them, can be taken
    bool failed = false;      // some guard or channel cannot be evaluated
  };
  // For callers that put transitions together themselves.
  Offers offers(std::span<const std::int32_t> values);
  // The transition of these edges, sender first and receivers in process order, for valuations that satisfy their
  // guards and `extra_guard`. False when data in the invariant of the target excludes it.
  [[nodiscard]] bool take(std::span<const std::int32_t> values, std::span<const Offer* const> taken,
                          std::span<const ClockBound> extra_guard, Transition& transition);

  // Invariants, urgency and rates of a discrete state.
  StateFacts facts(std::span<const std::int32_t> values);
  // The invariant of one process' location alone.
  StateFacts location_facts(std::span<const std::int32_t> values, ProcessId process);

 private:
  struct Candidate {
    EdgeId edge;
    std::uint32_t choice = 0;      // as in Participant
    std::size_t first_select = 0;  // of the edge's values, in select_values_
    std::vector<ClockBound> guard;
    ProcessId process;
    ChannelId channel;
    SyncDirection direction = SyncDirection::none;
    bool committed = false;
  };

  void collect(std::span<const std::int32_t> values, bool urgent_only);
  void collect_edge(std::span<const std::int32_t> values, EdgeId edge, bool committed);
  void add_candidate(std::span<const std::int32_t> values, EdgeId edge, bool committed);
  bool clock_bounds(std::span<const std::int32_t> values, const std::vector<ClockAtom>& atoms,
                    std::vector<ClockBound>& bounds);
  NetClockId clock_of(const ClockTerm& term, std::span<const std::int32_t> values);
  void state_facts(std::span<const std::int32_t> values, StateFacts& facts);
  bool add_invariant(std::span<const std::int32_t> values, const NetLocation& at, StateFacts& facts);
  bool urgent_synchronisation(std::span<const std::int32_t> values);

  void internal_moves(std::span<const std::int32_t> values);
  void binary_moves(std::span<const std::int32_t> values);
  void broadcast_moves(std::span<const std::int32_t> values, const Candidate& sender);
  void find_listeners(const Candidate& sender);
  void broadcast_receivers(std::span<const std::int32_t> values, std::size_t position);
  Participant participant(const Candidate& candidate) const;
  bool left_to_substitute(const Candidate& candidate, const Candidate* partner) const;
  void finish_move(std::span<const std::int32_t> values, std::span<const Candidate* const> taken,
                   std::span<const ClockBound> extra_guard);
  bool run_updates(Transition& move);
  void bind_selects(const NetEdge& edge, const Participant& participant);
  Transition& next_move();
  void check_move_count() const;
  void add_room_for_candidate();
  void poll_for_all_candidates() const;
  void note_failure(const std::vector<ClockBound>& guard);

  // A process that may hear a broadcast: which of its edges could be taken, and for which clock
  // values none of them can.
  struct Listener {
    std::vector<const Candidate*> edges;
    std::vector<std::vector<ClockBound>> deaf;  // disjoint conjunctions; empty: some edge is always enabled
    std::size_t substitute = SIZE_MAX;          // an earlier listener that may act in its place
    std::size_t chosen = 0;                     // edges first, then the ways to be deaf
  };

  const Network& network_;
  const Limits* limits_ = nullptr;
  Machine machine_;
  IdVector<ProcessId, IdVector<LocationId, std::vector<EdgeId>>> urgent_edges_;
  bool has_urgent_channels_ = false;

  std::vector<Candidate> candidates_;
  std::size_t candidate_count_ = 0;
  std::vector<std::int32_t> select_values_;  // of all candidates: there may be millions
  bool some_committed_ = false;
  std::vector<std::pair<Failure, std::vector<ClockBound>>> failures_;
  std::vector<Transition> moves_;
  std::size_t move_count_ = 0;
  std::vector<Listener> listeners_;
  const IdVector<ProcessId, ProcessId>* substitutes_ = nullptr;  // nullptr: none
  GuardFilter* filter_ = nullptr;
  std::vector<const Candidate*> chosen_;
  std::vector<ClockBound> chosen_deaf_;
  StateFacts scratch_facts_;
};

// Disjoint conjunctions that together say "none of these conjunctions holds".
std::vector<std::vector<ClockBound>> complement(const std::vector<std::vector<ClockBound>>& conjunctions);

}  // namespace orbita
