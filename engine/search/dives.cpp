#include "engine/search/dives.h"

#include <algorithm>
#include <bit>

namespace orbita {

namespace {

constexpr std::uint64_t shortest = 128;                 // expansions of a dive
constexpr std::uint64_t share = 32;                     // a round costs one in so many of the search's expansions …
constexpr std::uint64_t longest_round = 4096;           // … and never more than this
constexpr std::size_t largest_graph = 4 * 1024 * 1024;  // bytes that dives of a round may leave to the next one

// E<> false asks for all states; nothing is hoped for there.
bool says_the_same_everywhere(const Predicate& p) {
  return !p.has_deadlock && p.reads.empty() && p.clocks.empty() && p.location_reads.empty();
}

bool is_hoped_for(const Goal& goal) {
  return !goal.negated && !goal.reached && !goal.undecided && !says_the_same_everywhere(*goal.predicate);
}

}  // namespace

std::uint64_t luby(std::uint64_t n) {
  while (!std::has_single_bit(n + 1)) n -= std::bit_floor(n) - 1;
  return (n + 1) / 2;
}

bool Dives::look(const Progress& search, std::vector<Goal>& goals, const Limits& limits) {
  if (search.explored < next_round_) return false;
  next_round_ = 2 * search.explored;
  Limits rest = limits;
  rest.memory -= std::min(rest.memory, search.memory);
  rest.begin = nullptr;
  rest.progress = nullptr;
  std::unique_ptr<Graph> graph;
  bool is_found = false;
  std::uint64_t left = std::clamp(search.explored / share, shortest, longest_round);
  while (left > 0 && std::any_of(goals.begin(), goals.end(), is_hoped_for)) {
    if (!graph || graph->memory() > largest_graph) graph = make_graph_();
    const std::uint64_t length = std::min(left, shortest * luby(++count_));
    rest.explored = length;
    is_found |= dive(graph, goals, rest);
    left -= length;
  }
  return is_found;
}

// The graph is shared by the dives of a round, until one of them finds something and keeps it.
bool Dives::dive(std::unique_ptr<Graph>& graph, std::vector<Goal>& goals, const Limits& limits) {
  std::vector<Goal> hopes;
  std::copy_if(goals.begin(), goals.end(), std::back_inserter(hopes), is_hoped_for);
  SearchOptions options = options_;
  options.seed += count_;
  auto search = std::make_unique<Search>(*graph, coverage_, options);
  try {
    search->run(hopes, limits);
  } catch (const BoundOverflow&) {  // deep down, where the search itself may never come
    graph = nullptr;
    return false;
  }
  bool is_found = false;
  for (const Goal& hope : hopes) {
    if (!hope.reached || hope.failure) continue;  // an error is left to the search itself
    Goal& goal =
        *std::find_if(goals.begin(), goals.end(), [&](const Goal& g) { return g.predicate == hope.predicate; });
    goal.reached = hope.reached;
    goal.dive = static_cast<std::uint32_t>(found_.size());
    is_found = true;
  }
  if (is_found) found_.push_back({std::move(graph), std::move(search)});
  return is_found;
}

}  // namespace orbita
