// Several breadth first searches that share one exploration, each on a thread of its own.
//
// Every discrete state belongs to one member of the team, by the hash of its values. A member has a graph and a store
// of its own. All nodes of the team are numbered in the order in which a single search would have made them (ranks).
// All work in rounds: expand the own nodes among the next ones by rank, send others what was found of their states,
// copied, meet, and add all that was found in the order of its parents' ranks. So nothing is shared while anybody
// works, and the result does not depend on who is faster. The order matters: with states taken as they come, Fischer's
// protocol with ten processes met 641 050 different zones instead of 74 240. The price is that rows and zones are kept
// by whoever finds them as well as by whoever owns them.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <mutex>
#include <vector>

#include "engine/base/ids.h"
#include "engine/base/limits.h"
#include "engine/space/graph.h"

namespace orbita {

// What the members have in common.
class Team {
 public:
  static constexpr unsigned most_members = 64;
  Team(unsigned members, std::size_t goals);

  unsigned size() const { return static_cast<unsigned>(boards_.size()); }
  // Everybody leaves as soon as possible: a limit is reached, or a runtime error happened.
  void end();
  bool has_ended() const { return ended_.load(std::memory_order_relaxed); }
  void decide(std::size_t goal);  // somebody has
  // Waits for all others. Says whether all goals were decided before, if there are any; whatever when the team has
  // ended.
  bool meet();

 private:
  friend class TeamMember;
  using Words = std::vector<std::int32_t>;
  // What a member tells the others in a round. They read it when all have met, and it is written again two meetings
  // later.
  struct Board {
    std::vector<Words> states;             // by receiver: parent, two words of a key, row, dimension, zone
    std::vector<std::uint64_t> made;       // keys of the states that became nodes, in order
    bool lags = false;                     // nodes of this round are left
    std::uint64_t stored = 0, wasted = 0;  // nodes, and expansions of nodes that a later one covers
  };
  struct alignas(64) Tally {
    std::atomic<std::uint64_t> stored{0}, explored{0}, waiting{0}, transitions{0}, memory{0};
  };

  std::deque<Board> boards_;  // by member
  std::deque<Tally> tallies_;
  std::atomic<bool> ended_{false};
  std::mutex lock_;  // of what follows
  std::condition_variable all_here_;
  unsigned arrived_ = 0;
  std::uint64_t meetings_ = 0;
  bool all_decided_ = false;   // at the last meeting
  std::vector<bool> decided_;  // by goal
  std::size_t open_goals_;
};

// One member's view; used by its thread alone.
class TeamMember {
 public:
  TeamMember(Team& team, unsigned index, Graph& graph);

  // A state found from a node: of the member, with this rank. `key` orders all states found in a round.
  struct Found {
    SymbolicState state;
    std::uint64_t key = 0;
    NodeId parent;
    std::uint32_t member = 0;
  };
  static std::uint64_t key(std::uint32_t rank, std::size_t successor) { return std::uint64_t{rank} << 32 | successor; }

  unsigned index() const { return index_; }
  Team& team() { return team_; }
  bool owns(StateId discrete) { return owner_of(discrete) == index_; }
  // A state found from a node of this member; goes to whoever owns it.
  void offer(const SymbolicState& state, std::uint64_t key, NodeId parent);
  // Much is waiting to be sent: the round should end, and what is left of it be expanded in the next one.
  bool is_full() const { return words_ >= most_words; }
  // Meets the others; then all states of this member that anybody found in this round, in order. Valid until the next
  // call.
  const std::vector<Found>& collect();
  struct Ranks {
    std::vector<std::uint32_t> own;  // of the nodes this member made, in order
    std::uint64_t all = 0;           // nodes that anybody made
    bool all_decided = false;
    bool anybody_lags = false;
    std::uint64_t stored = 0, wasted = 0;  // by all together
  };
  // Tells the others which of these states became nodes, by their keys, and how much it has stored and wasted; meets
  // them once more.
  Ranks rank(const std::vector<std::uint64_t>& made, std::uint64_t stored, std::uint64_t wasted);
  std::size_t memory() const;
  // What all members have done together, this one so much.
  Progress total(const Progress& mine);
  std::uint64_t owned() const { return owned_; }  // discrete states met

 private:
  static constexpr std::size_t recent_size = 1u << 14, most_words = 1u << 22;
  unsigned owner_of(StateId discrete);
  Found read(const std::int32_t*& at, unsigned from);  // and moves behind it

  Team& team_;
  const unsigned index_;
  Graph& graph_;
  Team::Board& board_;
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
