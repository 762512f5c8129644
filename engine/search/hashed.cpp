#include "engine/search/hashed.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <bit>
#include <cassert>

namespace orbita {

// ---------------------------------------------------------------------- hashes

HashedStates::HashedStates(unsigned log2_bits)
    : log2_bits_(log2_bits),
      words_(log2_bits == 0 ? 1024 : std::max<std::size_t>(std::size_t{1} << log2_bits, 64) / 64) {}

bool HashedStates::insert(std::uint64_t hash) {
  const bool is_new = log2_bits_ == 0 ? insert_hash(hash) : insert_bits(hash);
  count_ += is_new ? 1 : 0;
  return is_new;
}

bool HashedStates::insert_bits(std::uint64_t hash) {
  bool is_new = false;
  for (const std::uint64_t h : {hash, std::rotl(hash, 32) * std::uint64_t{0x9E3779B97F4A7C15}}) {
    const std::uint64_t bit = h >> (64 - std::max(log2_bits_, 6u));
    std::uint64_t& word = words_[bit / 64];
    const std::uint64_t mask = std::uint64_t{1} << (bit % 64);
    is_new |= (word & mask) == 0;
    word |= mask;
  }
  return is_new;
}

// Open addressing; 0 marks a free place.
bool HashedStates::insert_hash(std::uint64_t hash) {
  if (hash == 0) hash = 1;
  assert(std::has_single_bit(words_.size()) && count_ < words_.size());
  const std::size_t mask = words_.size() - 1;
  std::size_t place = hash & mask;
  for (; words_[place] != 0; place = (place + 1) & mask) {
    if (words_[place] == hash) return false;
  }
  words_[place] = hash;
  if ((count_ + 1) * 3 > words_.size() * 2) {
    std::vector<std::uint64_t> old(words_.size() * 2);
    old.swap(words_);
    for (const std::uint64_t h : old) {
      if (h == 0) continue;
      std::size_t p = h & (words_.size() - 1);
      while (words_[p] != 0) p = (p + 1) & (words_.size() - 1);
      words_[p] = h;
    }
  }
  return true;
}

// ---------------------------------------------------------------------- search

HashedExplorer::HashedExplorer(MakeSpace make_space, unsigned log2_bits, std::size_t renew_at)
    : make_space_(std::move(make_space)),
      ground_(make_space_()),
      check_(std::make_unique<GoalCheck>(*ground_.space, *ground_.tester)),
      visited_(log2_bits),
      renew_at_(renew_at),
      row_(ground_.space->row_size()) {}

SearchOutcome HashedExplorer::run(Goals& goals, const Limits& limits) {
  Watch watch(limits);
  SearchOutcome outcome;
  if (const std::optional<SymbolicState> initial = ground_.space->initial()) push(*initial, goals, outcome);
  while (!stack_.empty() && goals.open() > 0 && !outcome.error) {
    if (stack_.back().position == stack_.back().targets.size()) {
      stack_bytes_ -= sizeof(Frame) + stack_.back().targets.capacity() * sizeof(SymbolicState);
      stack_.pop_back();
      continue;
    }
    const auto step = [&] {
      advance(goals, outcome);
      return true;
    };
    if (!within_limits(outcome, step)) break;
    const Progress progress{visited_.size(), outcome.explored, stack_.size(), outcome.transitions, memory(), 0};
    if (watch.check(progress) != StopReason::none) break;
  }
  if (outcome.stop.empty()) outcome.stop = watch.stop();
  outcome.complete = outcome.stop.empty() && goals.open() == 0 && !goals.empty();
  if (!outcome.complete && outcome.stop.empty()) {
    outcome.stop = {StopReason::hash_collisions, ""};
    outcome.under_approximation = true;
  }
  outcome.seconds = watch.seconds();
  return outcome;
}

// Tries the next target of the state on top.
void HashedExplorer::advance(Goals& goals, SearchOutcome& outcome) {
  Frame& top = stack_.back();
  assert(top.position < top.targets.size());
  const SymbolicState next = top.targets[top.position++];
  ++outcome.transitions;
  if (next.discrete == none) outcome.error = keep_path();
  else push(next, goals, outcome);
  peak_ = std::max(peak_, memory());
  if (ground_.space->memory() > renew_at_) renew_space();
}

void HashedExplorer::push(const SymbolicState& state, Goals& goals, SearchOutcome& outcome) {
  if (!visited_.insert(hash(state))) return;
  stack_.push_back({state, {}, 0});
  // Goals that are closed by this state share the path to it.
  const NodeId next_path{static_cast<std::uint32_t>(paths_.size())};
  if (check_->test(goals, state, next_path)) keep_path();
  ++outcome.explored;
  ground_.space->expand(state, stack_.back().targets);
  stack_bytes_ += sizeof(Frame) + stack_.back().targets.capacity() * sizeof(SymbolicState);
}

std::uint64_t HashedExplorer::hash(const SymbolicState& state) {
  ground_.space->values(state.discrete, row_);
  const std::uint64_t discrete = XXH3_64bits(row_.data(), row_.size() * sizeof(std::int32_t));
  const ConstMatrix zone = ground_.space->zones().load(state.zone, zone_);
  return XXH3_64bits_withSeed(zone.data, zone.size() * sizeof(raw_t), discrete);
}

Statistics HashedExplorer::statistics() const {
  Statistics statistics;
  statistics.stored = visited_.size();
  statistics.discrete_states = ground_.space->state_count();
  statistics.zones = ground_.space->zones().size();
  statistics.bytes = peak_;
  return statistics;
}

// ------------------------------------------------------------------ full states

HashedExplorer::Kept HashedExplorer::full(const SymbolicState& state) const {
  Kept kept{std::vector<std::int32_t>(ground_.space->row_size()), ground_.space->zones().zone(state.zone)};
  ground_.space->values(state.discrete, kept.row);
  return kept;
}

SymbolicState HashedExplorer::enter(StateSpace& space, const Kept& state) {
  return space.adopt(state.row, state.zone.view());
}

// The way to the state on top.
Hit HashedExplorer::keep_path() {
  assert(!stack_.empty());
  std::vector<Kept>& path = paths_.emplace_back();
  for (const Frame& frame : stack_) path.push_back(full(frame.state));
  return {NodeId{static_cast<std::uint32_t>(paths_.size() - 1)}};
}

Explorer::Path HashedExplorer::path_to(const Hit& hit) {
  Path path;
  for (const Kept& state : paths_[hit.node.value]) path.push_back(enter(*ground_.space, state));
  return path;
}

void HashedExplorer::renew_space() {
  TestedSpace fresh = make_space_();
  [[maybe_unused]] const std::uint64_t before = stack_.empty() ? 0 : hash(stack_.back().state);
  for (Frame& frame : stack_) {
    frame.targets.erase(frame.targets.begin(), frame.targets.begin() + static_cast<std::ptrdiff_t>(frame.position));
    frame.position = 0;
    frame.state = enter(*fresh.space, full(frame.state));
    for (SymbolicState& target : frame.targets) {
      if (target.discrete != none) target = enter(*fresh.space, full(target));
    }
  }
  ground_ = std::move(fresh);
  check_ = std::make_unique<GoalCheck>(*ground_.space, *ground_.tester);
  assert((stack_.empty() || hash(stack_.back().state) == before) && "states stay the same in a new space");
  ++renewals_;
}

}  // namespace orbita
