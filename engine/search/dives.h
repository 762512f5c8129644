// Short random searches on the side.
//
// Breadth first meets what lies behind many steps last. The gossiping girls of a well-known exercise know all
// secrets after a few dozen calls, and breadth first would see millions of states before; of short depth first
// searches in random directions one in three gets there within 600. So a search for the state of an E<> that
// does not find it soon stops now and then for some of them, each with a store of its own that is forgotten
// unless something was found. They cost a few per cent of the search itself.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "engine/search/explorer.h"
#include "engine/search/reachability.h"

namespace orbita {

// The n-th of 1, 1, 2, 1, 1, 2, 4, 1, 1, 2, …: for restarts of a search whose luck is not known beforehand
// (Luby, Sinclair, Zuckerman 1993). n counts from 1.
std::uint64_t luby(std::uint64_t n);

class Dives final : public Companion {
 public:
  // `first`: expansions of the search itself before the first dive. Of the options, dives have the seed, what to do
  // about errors, and joining.
  Dives(MakeSpace make_space, const Coverage& coverage, const ReachabilityOptions& options, std::uint64_t first);

  // Dives if it is time for it: mostly it is not.
  void step(const Progress& search, Goals& goals, const Limits& limits) override { dive_if_due(search, goals, limits); }
  // Says whether goals were reached; their hits name the dive.
  bool dive_if_due(const Progress& search, Goals& goals, const Limits& limits);

  // A dive that has reached a goal.
  Explorer& operator[](std::uint32_t dive) const { return *found_[dive].explorer; }

 private:
  struct Found {
    TestedSpace ground;
    std::unique_ptr<ReachabilityExplorer> explorer;
  };
  bool dive(TestedSpace& ground, Goals& goals, const Limits& limits);

  MakeSpace make_space_;
  const Coverage& coverage_;
  ReachabilityOptions options_;
  std::uint64_t next_round_;  // expansions of the search itself
  std::uint64_t count_ = 0;
  std::vector<Found> found_;
};

// An explorer that was made with `dives` as its companion: says what that one says, and tells hits of dives apart.
class DivingExplorer final : public Explorer {
 public:
  DivingExplorer(std::unique_ptr<Dives> dives, std::unique_ptr<Explorer> main)
      : dives_(std::move(dives)), main_(std::move(main)) {}

  SearchOutcome run(Goals& goals, const Limits& limits) override { return main_->run(goals, limits); }
  Path path_to(const Hit& hit) override { return of(hit).path_to(hit); }
  StateSpace& space_of(const Hit& hit) override { return of(hit).space_of(hit); }
  const Passed* store_of(const Hit& hit) const override { return of(hit).store_of(hit); }
  Statistics statistics() const override { return main_->statistics(); }
  void for_each_state(const Visit& visit) const override { main_->for_each_state(visit); }
  void for_some_states(std::uint64_t count, const Visit& visit) const override { main_->for_some_states(count, visit); }
  void for_each_space(const std::function<void(StateSpace&)>& visit) const override { main_->for_each_space(visit); }

 private:
  Explorer& of(const Hit& hit) const { return hit.dive ? (*dives_)[*hit.dive] : *main_; }

  std::unique_ptr<Dives> dives_;
  std::unique_ptr<Explorer> main_;
};

}  // namespace orbita
