// Forward reachability: the passed/waiting loop.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "engine/options.h"
#include "engine/search/explorer.h"
#include "engine/search/stored_search.h"
#include "engine/search/waiting.h"

namespace orbita {

struct ReachabilityOptions {
  Order order = Order::breadth_first;
  std::uint64_t seed = 1;        // of the random order
  NetClockId time_clock = none;  // Order::earliest: a clock that is never reset and always active
  bool strict = false;           // breadth first to the letter: the first path found is a shortest one
  bool past_errors = false;      // transitions that fail are left out instead of ending the run
  bool explore_all = false;      // … also when every goal is closed
  Joining joining = Joining::off;
  std::function<void(const SymbolicState&)> before_expansion{};  // sees every state that is expanded
  // Sees every new node, before it is expanded; then everything is explored.
  std::function<void(NodeId, const SymbolicState&)> visit{};
};

class ReachabilityExplorer final : public Explorer {
 public:
  // All but the options must outlive the explorer. `companion` may be nullptr.
  ReachabilityExplorer(StateSpace& space, GoalTester& tester, const Coverage& coverage,
                       const ReachabilityOptions& options, Companion* companion = nullptr);

  SearchOutcome run(Goals& goals, const Limits& limits) override;
  Path path_to(const Hit& hit) override { return store_.passed().path_to(hit.node); }
  StateSpace& space_of(const Hit&) override { return store_.space(); }
  const Passed* store_of(const Hit&) const override { return &store_.passed(); }
  Statistics statistics() const override;
  void for_each_state(const Visit& visit) const override { store_.for_each_state(visit); }
  void for_some_states(std::uint64_t count, const Visit& visit) const override { store_.for_some_states(count, visit); }
  void for_each_space(const std::function<void(StateSpace&)>& visit) const override { visit(store_.space()); }

 private:
  void add(const SymbolicState& found, NodeId parent, Goals& goals);
  bool expand(NodeId node, Goals& goals, SearchOutcome& outcome);
  bool is_later_than_goal(NodeId node, const Goals& goals, SearchOutcome& outcome) const;
  std::size_t memory() const { return store_.memory() + waiting_->memory(); }

  ReachabilityOptions options_;
  StoredSearch store_;
  std::unique_ptr<Waiting> waiting_;
  Companion* companion_;
};

}  // namespace orbita
