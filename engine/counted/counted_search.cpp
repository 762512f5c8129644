#include "engine/counted/counted_search.h"

#include <absl/hash/hash.h>

#include <algorithm>
#include <cassert>
#include <functional>
#include <stdexcept>
#include <utility>

#include "parser/work_limits.h"

namespace orbita {

// ----------------------------------------------------------------------- store

CountedState CountedSearch::state(NodeId node) const {
  CountedState state;
  load(node, state);
  return state;
}

void CountedSearch::load(NodeId node, CountedState& state) const {
  const Node& kept = nodes_[node];
  state.pattern = kept.pattern;
  state.counts.resize(patterns_[kept.pattern].zone.blocks.size());
  const std::size_t first = kept.offset & ~covered_mark;
  for (std::size_t b = 0; b < state.counts.size(); ++b) state.counts[b] = counts_[first + b];
}

std::size_t CountedSearch::most_blocks() const {
  std::size_t most = 0;
  for (std::uint32_t p = 0; p < patterns_.size(); ++p)
    most = std::max(most, patterns_[PatternId{p}].zone.blocks.size());
  return most;
}

std::vector<NodeId> CountedSearch::path_to(NodeId node) const {
  std::vector<NodeId> path;
  for (; node != none; node = nodes_[node].parent) path.push_back(node);
  std::reverse(path.begin(), path.end());
  return path;
}

std::size_t CountedSearch::memory() const {
  return nodes_.memory() + counts_.memory() + buckets_.memory() + heads_.capacity() * sizeof(NodeId) +
         patterns_.memory() + steps_.memory() + equal_partition_.capacity() * 17 + other_partition_.capacity() * 65;
}

namespace {

// Calls visit(key, how many elements have it) for each key, in order.
template <class Visit>
void for_each_key(const Pattern& pattern, const std::vector<std::uint32_t>& counts, Visit visit) {
  const std::vector<Block>& blocks = pattern.zone.blocks;
  for (std::size_t b = 0; b < blocks.size();) {
    std::uint32_t total = 0;
    const KeyId key = blocks[b].key;
    for (; b < blocks.size() && blocks[b].key == key; ++b) total += counts[b];
    visit(key, total);
  }
}

}  // namespace

std::uint64_t CountedSearch::bucket_hash(const CountedState& state) const {
  const Pattern& pattern = patterns_[state.pattern];
  std::uint64_t hash = absl::HashOf(pattern.shared);
  for_each_key(pattern, state.counts,
               [&](KeyId key, std::uint32_t total) { hash = absl::HashOf(hash, key, steps_.limited(key, total)); });
  return hash;
}

bool CountedSearch::same_bucket(const CountedState& a, const CountedState& b) const {
  const Pattern &first = patterns_[a.pattern], &second = patterns_[b.pattern];
  if (first.shared != second.shared) return false;
  if (a.pattern == b.pattern && a.counts == b.counts) return true;
  std::vector<std::pair<KeyId, std::uint32_t>> mine, theirs;
  const auto list = [&](auto& to) {
    return [&](KeyId key, std::uint32_t total) { to.emplace_back(key, steps_.limited(key, total)); };
  };
  for_each_key(first, a.counts, list(mine));
  for_each_key(second, b.counts, list(theirs));
  return mine == theirs;
}

std::uint32_t CountedSearch::bucket_of(const CountedState& state) {
  const std::uint64_t hash = bucket_hash(state);
  const std::uint32_t found = buckets_.find(hash, [&](std::uint32_t bucket) {
    load(heads_[bucket], other_);
    return same_bucket(state, other_);
  });
  if (found != IdTable::none) return found;
  buckets_.add(hash, [&](std::uint32_t bucket) {
    load(heads_[bucket], other_);
    return bucket_hash(other_);
  });
  heads_.push_back(none);
  return buckets_.size() - 1;
}

void CountedSearch::unlink_covered(std::uint32_t bucket, const CountedState& by) {
  NodeId* link = &heads_[bucket];
  while (*link != none) {
    Node& node = nodes_[*link];
    load(*link, other_);
    if (covers(by, other_)) {
      node.offset |= covered_mark;
      ++covered_;
      *link = node.next;
    } else {
      link = &node.next;
    }
  }
}

void CountedSearch::add(const CountedState& state, NodeId parent, std::vector<CountedGoal>& goals) {
  ++added_;
  const std::uint32_t bucket = bucket_of(state);
  for (NodeId n = heads_[bucket]; n != none; n = nodes_[n].next) {
    load(n, other_);
    if (covers(other_, state)) return;
  }
  unlink_covered(bucket, state);
  const std::size_t offset = counts_.size();
  if (offset + state.counts.size() >= covered_mark) throw LimitReached(StopReason::memory);
  for (const std::uint32_t count : state.counts) counts_.push_back(static_cast<std::uint16_t>(count));
  const NodeId node = nodes_.end();
  nodes_.push_back({state.pattern, parent, heads_[bucket], static_cast<std::uint32_t>(offset)});
  heads_[bucket] = node;
  test_goals(state, node, goals);
}

// -------------------------------------------------------------------- covering

namespace {

constexpr unsigned most_orders = 120;  // tried until one covers

}  // namespace

bool CountedSearch::covers(const CountedState& big, const CountedState& small) {
  if (big.pattern == small.pattern && big.counts == small.counts) return true;
  const Pattern &b = patterns_[big.pattern], &s = patterns_[small.pattern];
  if (s.zone.blocks.empty())
    return alu_includes(b.zone.zone.view(), s.zone.zone.view(), ClockBounds(s.bounds.free_lower, s.bounds.free_upper));
  if (steps_.many().set != none) return covers_many(big, small);
  std::vector<std::uint32_t> order(s.zone.blocks.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  if (covers_in_order(big, small, order)) return true;
  // With several clocks the blocks of a key have no order of their own: others may match better.
  const auto several = [&](std::uint32_t i) {
    return s.zone.blocks[i].clocks > 1 && i + 1 < order.size() && s.zone.blocks[i].key == s.zone.blocks[i + 1].key;
  };
  bool some = false;
  for (std::uint32_t i = 0; i < order.size(); ++i) some = some || several(i);
  if (!some) return false;
  const auto next_order = [&] {  // permutes inside keys, like an odometer; false after the last
    for (std::size_t first = 0; first < order.size();) {
      std::size_t end = first + 1;
      const KeyId key = s.zone.blocks[first].key;
      while (end < order.size() && s.zone.blocks[end].key == key) ++end;
      const bool permutes = s.zone.blocks[first].clocks > 1;
      if (permutes && std::next_permutation(order.begin() + static_cast<std::ptrdiff_t>(first),
                                            order.begin() + static_cast<std::ptrdiff_t>(end))) {
        return true;
      }
      first = end;
    }
    return false;
  };
  for (unsigned tried = 1; tried < most_orders && next_order(); ++tried) {
    if (covers_in_order(big, small, order)) return true;
  }
  return false;
}

bool CountedSearch::covers_in_order(const CountedState& big, const CountedState& small,
                                    const std::vector<std::uint32_t>& order) {
  const Pattern &b = patterns_[big.pattern], &s = patterns_[small.pattern];
  const bool plain = std::is_sorted(order.begin(), order.end()) && big.counts == small.counts &&
                     std::equal(b.zone.blocks.begin(), b.zone.blocks.end(), s.zone.blocks.begin(), s.zone.blocks.end(),
                                [](const Block& x, const Block& y) { return x.key == y.key; });
  if (plain) {  // the same blocks: the matrices can be compared as they are, whatever the counts
    const std::uint64_t pair = std::uint64_t{big.pattern.value} << 32 | small.pattern.value;
    const auto [it, is_new] = equal_partition_.try_emplace(pair, false);
    if (is_new) {
      ++cover_tests_;
      const std::vector<Part> parts = list_copies(s.zone, 2);
      it->second = orbita::covers(b.zone, s.zone, {parts, parts}, s.bounds);
    }
    return it->second;
  }
  return covers_parts(big, small, refine(s.zone, small.counts, order, b.zone, big.counts, copies_to_close(s.zone)));
}

bool CountedSearch::covers_parts(const CountedState& big, const CountedState& small, const Refinement& parts) {
  std::string key;
  const auto put = [&](std::uint32_t number) { key.append(reinterpret_cast<const char*>(&number), sizeof(number)); };
  put(big.pattern.value);
  put(small.pattern.value);
  for (std::size_t i = 0; i < parts.small.size(); ++i) {
    put(parts.small[i].block);
    put(parts.big[i].block << 8 | parts.small[i].count);
  }
  const auto [it, is_new] = other_partition_.try_emplace(std::move(key), false);
  if (is_new) {
    ++cover_tests_;
    const Pattern &b = patterns_[big.pattern], &s = patterns_[small.pattern];
    it->second = orbita::covers(b.zone, s.zone, parts, s.bounds);
  }
  return it->second;
}

bool CountedSearch::covers_many(const CountedState& big, const CountedState& small) {
  const std::vector<Block>&mine = patterns_[small.pattern].zone.blocks, &theirs = patterns_[big.pattern].zone.blocks;
  const std::uint32_t copies = copies_to_close(patterns_[small.pattern].zone);
  Refinement parts;
  std::vector<std::uint32_t> sum(theirs.size()),
      listed(theirs.size());  // by block of the larger state: what it has got
  unsigned tried = 0;
  // Blocks of the smaller state from `a` on go to blocks of the larger one: those of one clock in order of age.
  const std::function<bool(std::size_t, std::size_t)> match = [&](std::size_t a, std::size_t from) {
    if (a == mine.size()) {
      ++tried;
      for (std::size_t b = 0; b < theirs.size(); ++b) {
        if (sum[b] == 0 || steps_.limited(theirs[b].key, sum[b]) != big.counts[b]) return false;
      }
      return covers_parts(big, small, parts);
    }
    const std::uint32_t count = std::min(mine[a].size, copies);
    for (std::size_t b = mine[a].clocks > 1 ? 0 : from; b < theirs.size() && tried < most_orders; ++b) {
      if (mine[a].key != theirs[b].key) continue;
      parts.small.push_back({static_cast<std::uint32_t>(a), 0, count});
      parts.big.push_back({static_cast<std::uint32_t>(b), listed[b], count});
      sum[b] += small.counts[a];
      listed[b] += count;
      if (match(a + 1, b)) return true;
      sum[b] -= small.counts[a];
      listed[b] -= count;
      parts.small.pop_back();
      parts.big.pop_back();
    }
    return false;
  };
  return match(0, 0);
}

// ----------------------------------------------------------------------- goals

// A predicate depends on the pattern only, so each pattern is tested once.
void CountedSearch::test_goals(const CountedState& state, NodeId node, std::vector<CountedGoal>& goals) {
  if (tested_.size() < patterns_.size()) tested_.resize(patterns_.size() + patterns_.size() / 2 + 16);
  if (tested_[state.pattern.value] != 0) return;
  tested_[state.pattern.value] = 1;
  if (look_) look_(node, state);
  const Pattern& pattern = patterns_[state.pattern];
  std::optional<Arrangement> at;
  const std::vector<Part> parts = list_copies(pattern.zone, patterns_.cap());
  for (CountedGoal& goal : goals) {
    if (!goal.is_open()) continue;
    if (!at) at = patterns_.arrange(pattern, parts);
    SmallModel& model = patterns_.models().with(at->sizes);
    const Predicate& predicate = model.predicate(goal.query);
    PredicateEvaluator& evaluator = model.evaluator();
    const StateId row = model.graph().unreduced().intern(at->row);
    bool found = false;
    if (predicate.has_deadlock) deadlocks_.insert(goal.query);
    if (!predicate.has_clocks && !predicate.has_deadlock) {
      found = evaluator.holds(predicate, row) != goal.negated;
    } else {
      const Zone zone = patterns_.zone_of(pattern, parts, *at, model.layout(), model.graph().shape(row));
      found = !evaluator.satisfying(predicate, goal.negated, row, zone.view()).is_empty();
    }
    if (evaluator.failure()) {
      evaluator.clear_failure();
      throw CannotCount("a query cannot be evaluated in some state");
    }
    if (found) {
      goal.hit = node;
      const auto whole = [&](const Block& block) { return block.size < patterns_.cap(); };
      goal.of_part =
          predicate.has_deadlock && !std::all_of(pattern.zone.blocks.begin(), pattern.zone.blocks.end(), whole);
    }
    if (!found && predicate.has_deadlock && patterns_.models().questions().bounds == BoundsMode::lower_upper &&
        model.graph().may_deadlock(row))
      goal.undecided = true;
  }
}

// ------------------------------------------------------------------------- run

namespace {

constexpr std::uint64_t steps_before_giving_up = 3000;

}  // namespace

CountedOutcome CountedSearch::run(const std::vector<std::int32_t>& counts, std::vector<CountedGoal>& goals,
                                  const Limits& limits, bool explore_all) {
  constexpr std::int32_t most_elements = 65'000;  // counts take two bytes
  if (std::any_of(counts.begin(), counts.end(), [](std::int32_t n) { return n > most_elements; }))
    throw CannotCount("a set has more than 65000 elements");
  Watch watch(limits);
  CountedOutcome outcome;
  const auto open = [&] { return std::any_of(goals.begin(), goals.end(), [](const auto& g) { return g.is_open(); }); };
  const bool all = explore_all || goals.empty();
  outcome.stop = limit_met_by([&] {
    // Where the set may have more elements, some of which are named, others are many or one less.
    const std::uint32_t more = steps_.many().set == none ? 0 : 3;
    for (std::uint32_t extra = 0; extra <= more; ++extra) {
      std::vector<std::int32_t> size = counts;
      if (extra > 0) size[steps_.many().set] += static_cast<std::int32_t>(extra);
      if (const std::optional<CountedState> start = steps_.initial(size)) add(*start, none, goals);
    }
    CountedState current, target;
    for (NodeId node{0}; node < nodes_.end() && (all || open()); ++node.value) {
      if (is_covered(node)) continue;
      ++outcome.explored;
      load(node, current);
      steps_.for_each_step(current, [&](std::size_t, const Distribution& how, const StepResult& result) {
        ++outcome.transitions;
        if (result.target == none) return;
        target.pattern = result.target;
        steps_.count(how, result, target.counts);
        add(target, node, goals);
      });
      if (outcome.explored % 64 != 0 && nodes_.size() > 1024) continue;
      if (gives_up_ && steps_.computed() > steps_before_giving_up && steps_.looked_up() < 4 * steps_.computed()) {
        outcome.pays = false;
        break;
      }
      const std::uint64_t stored = nodes_.size() - covered_;
      if (watch.check({stored, outcome.explored, nodes_.size() - outcome.explored, outcome.transitions, memory(), 0}) !=
          StopReason::none) {
        break;
      }
    }
  });
  if (outcome.stop.empty()) outcome.stop = watch.stop();
  outcome.complete = outcome.stop.empty() && outcome.pays;
  outcome.nodes = nodes_.size();
  outcome.stored = nodes_.size() - covered_;
  outcome.added = added_;
  outcome.buckets = buckets_.size();
  outcome.seconds = watch.seconds();
  return outcome;
}

}  // namespace orbita
