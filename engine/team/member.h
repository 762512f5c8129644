// One of several breadth first searches that share an exploration: the owner of a state, and the rank of a node.
//
// Every discrete state belongs to one member of the team, by the hash of its values. A member has a space and a store
// of its own. All nodes of the team are numbered in the order in which a single search would have made them (ranks).
// All work in rounds: expand the own nodes among the next ones by rank, send the others the states found that are
// theirs, copied, meet, and add all that was found in the order of its parents' ranks. So nothing is shared while a
// member works, and the result does not depend on which member is faster. The order matters: with states taken as they
// come, Fischer's protocol with ten processes met 641 050 different zones instead of 74 240. The price is that rows and
// zones are kept by the member that finds them as well as by the one that owns them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/base/ids.h"
#include "engine/space/state_space.h"
#include "engine/team/transport.h"

namespace orbita {

// A state with its values and its zone in flat words: row, dimension, zone. `room`: to unpack the zone in.
void append_state(Transport::Words& words, StateSpace& space, const SymbolicState& state, Zone& room);
// Reads one and moves behind it.
SymbolicState read_state(std::span<const std::int32_t>& words, StateSpace& space);

// Used by the member's thread alone.
class TeamMember {
 public:
  static constexpr unsigned most_members = 64;
  TeamMember(Transport& transport, StateSpace& space);

  // A state found from a node of a member. `key` orders all states found in a round.
  struct Found {
    SymbolicState state;
    std::uint64_t key = 0;
    NodeId parent;
    std::uint32_t member = 0;
  };
  static std::uint64_t key(std::uint32_t rank, std::size_t successor) { return std::uint64_t{rank} << 32 | successor; }

  unsigned index() const { return transport_.index(); }
  Transport& transport() { return transport_; }
  bool owns(StateId discrete) { return owner_of(discrete) == index(); }
  // A state found from a node of this member; goes to its owner.
  void offer(const SymbolicState& state, std::uint64_t key, NodeId parent);
  // Much is waiting to be sent: the round should end, and what is left of it be expanded in the next one.
  bool is_full() const { return words_ >= most_words; }
  // Exchanges states with the others; then all states of this member that were found in this round, in order. Valid
  // until the next call.
  const std::vector<Found>& collect();

  // What a member tells the others at the end of a round.
  struct Report {
    std::vector<std::uint64_t> made;       // keys of the states that became nodes, in order
    std::vector<bool> decided;             // by goal
    std::uint64_t stored = 0, wasted = 0;  // nodes, and expansions of nodes that a later one covers
  };
  struct Ranks {
    std::vector<std::uint32_t> own;        // of the nodes this member made, in order
    std::uint64_t all = 0;                 // nodes that were made by all members
    bool all_decided = false;              // every goal, if there are any, by some member
    bool any_lags = false;                 // some member has nodes of this round left
    std::uint64_t stored = 0, wasted = 0;  // by all together
  };
  // Ranks the nodes made in this round: a node's rank is how many were made before it by all members.
  Ranks rank(const Report& report);
  std::size_t memory() const;
  std::uint64_t owned() const { return owned_; }  // discrete states met that are its own

 private:
  static constexpr std::size_t recent_size = 1u << 14, most_words = 1u << 22;
  unsigned owner_of(StateId discrete);
  void write_report(const Report& report);

  Transport& transport_;
  StateSpace& space_;
  std::vector<Transport::Words> outboxes_;    // by receiver: parent, two words of a key, state
  Transport::Keys report_;                    // lags, stored, wasted, decided goals, keys
  std::uint64_t ranked_ = 0;                  // nodes of all members that have a rank
  std::vector<Found> found_;                  // in this round
  std::size_t words_ = 0;                     // to be sent in this round
  ById<StateId, std::uint8_t> owner_;         // by discrete state, where known
  std::vector<SymbolicState> recently_sent_;  // many transitions lead to one state; by hash
  std::vector<std::int32_t> row_;
  Zone room_;
  std::uint64_t owned_ = 0;
};

}  // namespace orbita
