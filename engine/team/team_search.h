// A search with helpers: one exploration on several threads (team.h).
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <vector>

#include "engine/search/search.h"
#include "engine/team/team.h"

namespace orbita {

// The verdicts are those of a single search; counts and traces depend on the number of members, but on nothing else.
// Where a runtime error is met, or a goal cannot be evaluated, what is met first counts: then only a single search can
// tell.
class TeamSearch {
 public:
  using MakeGraph = std::function<std::unique_ptr<Graph>()>;
  // `graph` and `first` are the caller's: the graph and the search of the first member, on the caller's thread.
  TeamSearch(unsigned members, std::size_t goals, Graph& graph, const MakeGraph& make_graph, const Coverage& coverage,
             const SearchOptions& options);

  TeamMember& first() { return members_.front(); }
  // Runs `first`, made with options.team = &first(), and the helpers' searches. A goal's node is one of the member that
  // is named beside it.
  SearchOutcome run(Search& first, std::vector<Goal>& goals, const Limits& limits);
  // The nodes on the way to this one, as nodes of the first member's graph.
  std::vector<SymbolicState> path_to(std::uint32_t member, NodeId node);

  // Calls visit(search, graph) for every member.
  void for_each(const std::function<void(const Search&, Graph&)>& visit) const;
  std::uint64_t discrete_states() const;  // each counted once, where it belongs

 private:
  void merge(Goal& goal, const Goal& theirs, std::uint32_t member) const;

  Team team_;
  std::vector<std::unique_ptr<Graph>> helpers_graphs_;
  std::vector<Graph*> graphs_;  // by member
  std::deque<TeamMember> members_;
  std::vector<std::unique_ptr<Search>> helpers_;
  std::vector<const Search*> searches_;  // by member
};

}  // namespace orbita
