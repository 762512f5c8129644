#include "engine/search/dives.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <utility>

namespace orbita {

namespace {

constexpr std::uint64_t shortest = 128;                 // expansions of a dive
constexpr std::uint64_t share = 32;                     // a round costs 1/32 of the search's expansions …
constexpr std::uint64_t longest_round = 4096;           // … and never more than this
constexpr std::size_t largest_space = 4 * 1024 * 1024;  // bytes that dives of a round may leave to the next one

// E<> false asks for all states; nothing is hoped for there.
bool says_the_same_everywhere(const Predicate& p) {
  return !p.has_deadlock && p.reads.empty() && p.clocks.empty() && p.location_reads.empty();
}

bool is_hoped_for(const Goal& goal) {
  return !goal.negated && goal.is_open() && !says_the_same_everywhere(*goal.predicate);
}

}  // namespace

std::uint64_t luby(std::uint64_t n) {
  while (!std::has_single_bit(n + 1)) n -= std::bit_floor(n) - 1;
  return (n + 1) / 2;
}

Dives::Dives(MakeSpace make_space, const Coverage& coverage, const ReachabilityOptions& options, std::uint64_t first)
    : make_space_(std::move(make_space)), coverage_(coverage), next_round_(first) {
  options_.order = Order::random_depth_first;
  options_.seed = options.seed;
  options_.past_errors = options.past_errors;
  options_.joining = options.joining;
}

bool Dives::dive_if_due(const Progress& search, Goals& goals, const Limits& limits) {
  if (search.explored < next_round_) return false;
  next_round_ = 2 * search.explored;
  Limits rest = limits;
  rest.memory -= std::min(rest.memory, search.memory);
  rest.begin = nullptr;
  rest.progress = nullptr;
  TestedSpace ground;
  bool is_found = false;
  std::uint64_t left = std::clamp(search.explored / share, shortest, longest_round);
  while (left > 0 && std::ranges::any_of(goals, is_hoped_for)) {
    if (!ground.space || ground.space->memory() > largest_space) ground = make_space_();
    const std::uint64_t length = std::min(left, shortest * luby(++count_));
    rest.explored = length;
    is_found |= dive(ground, goals, rest);
    left -= length;
  }
  return is_found;
}

// The space is shared by the dives of a round, until one of them finds something and keeps it.
bool Dives::dive(TestedSpace& ground, Goals& goals, const Limits& limits) {
  std::vector<std::size_t> places;
  std::vector<Goal> hoped_for;
  for (std::size_t g = 0; g < goals.size(); ++g) {
    if (!is_hoped_for(goals[g])) continue;
    places.push_back(g);
    hoped_for.push_back(goals[g]);
  }
  Goals hopes(std::move(hoped_for));
  ReachabilityOptions options = options_;
  options.seed += count_;
  auto explorer = std::make_unique<ReachabilityExplorer>(*ground.space, *ground.tester, coverage_, options);
  try {
    explorer->run(hopes, limits);
  } catch (const BoundOverflow&) {  // deep down, where the search itself may never come
    ground = {};
    return false;
  }
  assert(hopes.size() == places.size());
  bool is_found = false;
  for (std::size_t h = 0; h < hopes.size(); ++h) {
    if (!hopes[h].hit || hopes[h].failure) continue;  // an error is left to the search itself
    Hit hit = *hopes[h].hit;
    hit.dive = static_cast<std::uint32_t>(found_.size());
    goals.close(places[h], hit);
    is_found = true;
  }
  if (is_found) found_.push_back({std::exchange(ground, {}), std::move(explorer)});
  return is_found;
}

}  // namespace orbita
