#include "engine/team/team_search.h"

#include <algorithm>
#include <exception>
#include <thread>

namespace orbita {

TeamSearch::TeamSearch(unsigned members, std::size_t goals, Graph& graph, const MakeGraph& make_graph,
                       const Coverage& coverage, const SearchOptions& options)
    : team_(members, goals), graphs_{&graph}, searches_{nullptr} {
  members_.emplace_back(team_, 0, graph);
  for (unsigned i = 1; i < members; ++i) {
    graphs_.push_back(helpers_graphs_.emplace_back(make_graph()).get());
    SearchOptions own = options;
    own.seed += i;
    own.dives = nullptr;
    own.team = &members_.emplace_back(team_, i, *graphs_.back());
    searches_.push_back(helpers_.emplace_back(std::make_unique<Search>(*graphs_.back(), coverage, own)).get());
  }
}

SearchOutcome TeamSearch::run(Search& first, std::vector<Goal>& goals, const Limits& limits) {
  searches_[0] = &first;
  Limits quiet = limits;  // one member shows progress, for all of them
  quiet.begin = nullptr;
  quiet.progress = nullptr;
  std::vector<std::vector<Goal>> own_goals(helpers_.size(), goals);
  std::vector<SearchOutcome> outcomes(graphs_.size());
  std::vector<std::exception_ptr> failures(graphs_.size());
  const auto run_member = [&](std::size_t member, Search& search, std::vector<Goal>& theirs, const Limits& within) {
    const LimitScope scope(within.work());
    try {
      outcomes[member] = search.run(theirs, within);
    } catch (...) {
      failures[member] = std::current_exception();
      team_.end();
    }
  };
  {
    std::vector<std::jthread> threads;
    for (std::size_t h = 0; h < helpers_.size(); ++h) {
      threads.emplace_back([&, h] { run_member(h + 1, *helpers_[h], own_goals[h], quiet); });
    }
    run_member(0, first, goals, limits);
  }
  for (const std::exception_ptr& failure : failures) {
    if (failure) std::rethrow_exception(failure);
  }
  SearchOutcome all = outcomes[0];
  for (std::uint32_t member = 1; member < outcomes.size(); ++member) {
    const SearchOutcome& theirs = outcomes[member];
    if (all.stop.empty()) all.stop = theirs.stop;
    if (!all.error_node) all.error_node = theirs.error_node;
    all.complete &= theirs.complete;
    all.explored += theirs.explored;
    all.transitions += theirs.transitions;
    for (std::size_t g = 0; g < goals.size(); ++g) merge(goals[g], own_goals[member - 1][g], member);
  }
  return all;
}

// Of several states that satisfy a goal, the one a single search would have met first counts; a dive is no state of it.
void TeamSearch::merge(Goal& goal, const Goal& theirs, std::uint32_t member) const {
  const auto rank = [&](const Goal& found, std::uint32_t finder) {
    return !found.reached || found.dive ? none : searches_[finder]->rank(*found.reached);
  };
  const bool undecided = goal.undecided || theirs.undecided;
  if (theirs.reached && (!goal.reached || rank(theirs, member) < rank(goal, goal.member))) {
    goal = theirs;
    goal.member = member;
  }
  goal.undecided = undecided && !goal.reached;
}

std::vector<SymbolicState> TeamSearch::path_to(std::uint32_t member, NodeId node) {
  std::vector<SymbolicState> path;
  std::vector<std::int32_t> row(graphs_[0]->network().value_count());
  while (node != none) {
    const Passed::Node& at = searches_[member]->passed()[node];
    graphs_[member]->values(at.discrete, row);
    path.push_back(graphs_[0]->adopt(row, graphs_[member]->zones().zone(at.zone).view()));
    member = searches_[member]->parent_member(node);
    node = at.parent;
  }
  std::reverse(path.begin(), path.end());
  return path;
}

void TeamSearch::for_each(const std::function<void(const Search&, Graph&)>& visit) const {
  for (std::size_t m = 0; m < graphs_.size(); ++m) visit(*searches_[m], *graphs_[m]);
}

std::uint64_t TeamSearch::discrete_states() const {
  std::uint64_t count = 0;
  for (const TeamMember& member : members_) count += member.owned();
  return count;
}

}  // namespace orbita
