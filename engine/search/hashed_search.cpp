#include "engine/search/hashed_search.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <bit>

namespace orbita {

namespace {

constexpr std::size_t renew_at = std::size_t{128} << 20;  // bytes of the graph

}  // namespace

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

HashedSearch::HashedSearch(MakeGraph make_graph, unsigned log2_bits)
    : make_graph_(std::move(make_graph)),
      graph_(make_graph_()),
      evaluator_(std::make_unique<PredicateEvaluator>(graph_->network(), *graph_)),
      visited_(log2_bits),
      row_(graph_->network().value_count()) {}

SearchOutcome HashedSearch::run(std::vector<Goal>& goals, const Limits& limits) {
  Watch watch(limits);
  SearchOutcome outcome;
  open_goals_ = goals.size();
  paths_.resize(goals.size() + 1);
  if (const std::optional<SymbolicState> initial = graph_->initial()) push(*initial, goals, outcome);
  while (!stack_.empty() && open_goals_ > 0 && !outcome.error_node) {
    Frame& top = stack_.back();
    if (top.position == top.targets.size()) {
      stack_bytes_ -= sizeof(Frame) + top.targets.capacity() * sizeof(SymbolicState);
      stack_.pop_back();
      continue;
    }
    const SymbolicState next = top.targets[top.position++];
    ++outcome.transitions;
    const auto step = [&] {
      if (next.discrete == none) {
        outcome.error_node = NodeId{static_cast<std::uint32_t>(stack_.size())};
        keep_path(goals.size());
      } else {
        push(next, goals, outcome);
      }
      peak_ = std::max(peak_, memory());
      if (graph_->memory() > renew_at) renew_graph();
      return true;
    };
    if (!within_limits(outcome, step)) break;
    const Progress progress{visited_.size(), outcome.explored, stack_.size(), outcome.transitions, memory(), 0};
    if (watch.check(progress) != StopReason::none) break;
  }
  if (outcome.stop.empty()) outcome.stop = watch.stop();
  outcome.complete = outcome.stop.empty() && open_goals_ == 0 && !goals.empty();
  if (!outcome.complete && outcome.stop.empty()) {
    outcome.stop = {StopReason::hash_collisions, ""};
    outcome.under_approximation = true;
  }
  outcome.seconds = watch.seconds();
  return outcome;
}

void HashedSearch::push(const SymbolicState& node, std::vector<Goal>& goals, SearchOutcome& outcome) {
  if (!visited_.insert(hash(node))) return;
  stack_.push_back({node, {}, 0});
  test(node, goals);
  ++outcome.explored;
  graph_->expand(node, stack_.back().targets);
  stack_bytes_ += sizeof(Frame) + stack_.back().targets.capacity() * sizeof(SymbolicState);
}

void HashedSearch::test(const SymbolicState& node, std::vector<Goal>& goals) {
  for (std::size_t g = 0; g < goals.size(); ++g) {
    Goal& goal = goals[g];
    if (goal.reached) continue;
    const bool found =
        !evaluator_->satisfying(*goal.predicate, goal.negated, node.discrete, graph_->zones().zone(node.zone))
             .is_empty();
    goal.failure = evaluator_->failure();
    evaluator_->clear_failure();
    if (!found && !goal.failure) continue;
    goal.reached = NodeId{static_cast<std::uint32_t>(stack_.size())};
    --open_goals_;
    keep_path(g);
  }
}

std::uint64_t HashedSearch::hash(const SymbolicState& node) {
  graph_->values(node.discrete, row_);
  const std::uint64_t discrete = XXH3_64bits(row_.data(), row_.size() * sizeof(std::int32_t));
  const ConstMatrix zone = graph_->zones().load(node.zone, zone_);
  return XXH3_64bits_withSeed(zone.data, zone.size() * sizeof(raw_t), discrete);
}

// ------------------------------------------------------------------ full states

HashedSearch::Kept HashedSearch::full(const SymbolicState& node) const {
  Kept state{std::vector<std::int32_t>(graph_->network().value_count()), graph_->zones().zone(node.zone)};
  graph_->values(node.discrete, state.row);
  return state;
}

SymbolicState HashedSearch::enter(Graph& graph, const Kept& state) {
  return {graph.intern_row(state.row), graph.zones().intern(state.zone.view())};
}

void HashedSearch::keep_path(std::size_t goal) {
  for (const Frame& frame : stack_) paths_[goal].push_back(full(frame.node));
}

std::vector<SymbolicState> HashedSearch::path_to(std::size_t goal) const {
  std::vector<SymbolicState> path;
  for (const Kept& state : paths_[goal]) path.push_back(enter(*graph_, state));
  return path;
}

void HashedSearch::renew_graph() {
  std::unique_ptr<Graph> fresh = make_graph_();
  for (Frame& frame : stack_) {
    frame.targets.erase(frame.targets.begin(), frame.targets.begin() + static_cast<std::ptrdiff_t>(frame.position));
    frame.position = 0;
    frame.node = enter(*fresh, full(frame.node));
    for (SymbolicState& target : frame.targets) {
      if (target.discrete != none) target = enter(*fresh, full(target));
    }
  }
  graph_ = std::move(fresh);
  evaluator_ = std::make_unique<PredicateEvaluator>(graph_->network(), *graph_);
}

}  // namespace orbita
