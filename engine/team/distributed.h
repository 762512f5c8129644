// One exploration by several members, each on a thread of its own (member.h).
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "engine/search/explorer.h"
#include "engine/search/goals.h"
#include "engine/search/stored_search.h"
#include "engine/search/waiting.h"
#include "engine/team/member.h"
#include "engine/team/transport.h"

namespace orbita {

struct TeamOptions {
  std::uint32_t round = 2048;  // nodes of all members that are expanded between two meetings
  bool past_errors = false;    // transitions that fail are left out instead of ending the run
  Joining joining = Joining::off;
};

// One member's part: breadth first over the nodes it owns, round by round.
class MemberSearch {
 public:
  MemberSearch(Transport& transport, StateSpace& space, GoalTester& tester, const Coverage& coverage,
               const TeamOptions& options);

  // `companion` may be nullptr.
  SearchOutcome run(Goals& goals, const Limits& limits, Companion* companion);

  const StoredSearch& store() const { return store_; }
  // The node's place in the order in which all members made theirs; none: the run ended before it got one.
  std::uint32_t rank(NodeId node) const { return node < ranks_.end() ? ranks_[node] : none; }
  // A node and its parent in flat words, for other members: the parent's member, the parent, the node's state.
  Transport::Words parent_of(NodeId node) const;
  std::uint64_t owned() const { return member_.owned(); }
  std::size_t memory() const;

 private:
  bool expand(NodeId node, Goals& goals, SearchOutcome& outcome);
  bool end_round(Goals& goals, SearchOutcome& outcome);
  void add(const TeamMember::Found& found, Goals& goals, std::vector<std::uint64_t>& made);
  bool begin_round(const TeamMember::Ranks& ranks);

  TeamOptions options_;
  StoredSearch store_;
  FifoWaiting waiting_;
  TeamMember member_;
  ById<NodeId, std::uint8_t> parent_members_;  // whose node the parent is
  ById<NodeId, std::uint32_t> ranks_;          // ascending
  std::uint64_t round_end_ = 0;                // the first rank that is not expanded in this round
  NodeId own_end_{0};                          // the first own node of that rank or a later one
};

// The verdicts are those of a single search; counts and traces depend on the length of rounds, but not on the number of
// members. Where a runtime error is met, or a goal cannot be evaluated, only a single search can tell which one counts:
// then the outcome says so, and goals are left as they were given.
class DistributedExplorer final : public Explorer {
 public:
  // `first` is the caller's space, explored by the first member on the caller's thread; paths are states of it.
  DistributedExplorer(unsigned members, StateSpace& first, GoalTester& tester, const MakeSpace& make_space,
                      const Coverage& coverage, const TeamOptions& options, Companion* companion = nullptr);

  SearchOutcome run(Goals& goals, const Limits& limits) override;
  Path path_to(const Hit& hit) override;
  StateSpace& space_of(const Hit&) override { return members_.front().store().space(); }
  Statistics statistics() const override;  // each discrete state counted once, where it belongs
  void for_each_state(const Visit& visit) const override;
  void for_some_states(std::uint64_t count, const Visit& visit) const override;
  void for_each_space(const std::function<void(StateSpace&)>& visit) const override;

 private:
  void merge(Goals& goals, const Goals& theirs, std::uint32_t member) const;
  std::uint32_t rank_of(const Goal& goal) const;

  ThreadTeam team_;
  std::vector<TestedSpace> grounds_;  // of all members but the first
  std::deque<MemberSearch> members_;
  Companion* companion_;
};

}  // namespace orbita
