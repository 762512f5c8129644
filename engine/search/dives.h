// Short random searches on the side.
//
// Breadth first meets what lies behind many steps last. The gossiping girls of a well-known exercise know all
// secrets after a few dozen calls, and breadth first would see millions of states before; of short depth first
// searches in random directions one in three gets there within 600. So a search for the state of an E<> that
// does not find it soon stops now and then for some of them, each with a store of its own that is forgotten
// unless something was found. They cost a few per cent of the search itself.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "engine/search/search.h"
#include "engine/space/graph.h"

namespace orbita {

// The n-th of 1, 1, 2, 1, 1, 2, 4, 1, 1, 2, …: for restarts of a search whose luck is not known beforehand
// (Luby, Sinclair, Zuckerman 1993). n counts from 1.
std::uint64_t luby(std::uint64_t n);

class Dives {
 public:
  using MakeGraph = std::function<std::unique_ptr<Graph>()>;
  // `first`: not before so many expansions of the search itself.
  Dives(MakeGraph make_graph, const Coverage& coverage, const SearchOptions& options, std::uint64_t first)
      : make_graph_(std::move(make_graph)), coverage_(coverage), options_(options), next_round_(first) {
    options_.order = Order::random_depth_first;
    options_.check = nullptr;
    options_.team = nullptr;
  }

  // Called after every expansion of the search itself: most of the time nothing is to be done. Says whether goals
  // were found; they get Goal::dive.
  bool look(const Progress& search, std::vector<Goal>& goals, const Limits& limits);

  struct Found {
    std::unique_ptr<Graph> graph;
    std::unique_ptr<Search> search;
  };
  const Found& found(std::uint32_t dive) const { return found_[dive]; }

 private:
  bool dive(std::unique_ptr<Graph>& graph, std::vector<Goal>& goals, const Limits& limits);

  MakeGraph make_graph_;
  const Coverage& coverage_;
  SearchOptions options_;
  std::uint64_t next_round_;  // expansions of the search itself
  std::uint64_t count_ = 0;
  std::vector<Found> found_;
};

}  // namespace orbita
