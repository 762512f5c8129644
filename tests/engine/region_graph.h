// The region graph of a tiny model, explored explicitly: a slow oracle for verdicts.
//
// It knows the model only through Semantics (concrete states, written from the specification); it uses neither the
// compiled network nor zones. A node is one valuation that represents its region:
//  - without differences of clocks: the classic regions; a clock above the largest constant M is put
//    at M + 1 and its fraction forgotten;
//  - with differences: clocks keep their fractions, and a gap of more than 2M between neighbours (0
//    included) is shortened by a whole number, so that no comparison of up to M, now or after resets to
//    constants up to M, changes its outcome.
// Fractions are k/(n+1), k the rank among the fractions. Time passes from region to next region.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "engine/replay/semantics.h"

namespace orbita::test {

class RegionGraph {
 public:
  // `largest`: no constant of the model or of a query is larger. `watch`: a clock starting at 0 that is never reset or
  // read; it is reset to 0 on reaching 1, and earliest() counts these resets.
  RegionGraph(Model& model, std::int64_t largest, bool differences, std::size_t most_nodes = 20000,
              const std::string& watch = "")
      : semantics_(model), largest_(largest), differences_(differences), most_nodes_(most_nodes) {
    const auto clocks = semantics_.trace_state(semantics_.initial()).clocks;
    for (watch_ = 0; watch_ < clocks.size() && clocks[watch_].first != watch;) ++watch_;
    add(semantics_.initial());
    for (std::uint32_t n = 0; n < nodes_.size(); ++n) expand(n);
  }

  std::size_t size() const { return nodes_.size(); }
  bool starts() {  // the initial state satisfies its invariants
    ConcreteState initial = semantics_.initial();
    return semantics_.violated_invariant(initial).empty();
  }

  bool decide(const Query& query) {
    const std::vector<bool> p = satisfying(*query.predicate);
    switch (query.kind) {
      case QueryKind::reachable: return std::find(p.begin(), p.end(), true) != p.end();
      case QueryKind::invariantly: return std::find(p.begin(), p.end(), false) == p.end();
      case QueryKind::potentially_always: return maximal_run_inside(p)[0];
      case QueryKind::eventually: return !maximal_run_inside(negated(p))[0];
      case QueryKind::leads_to: {
        const std::vector<bool> avoids = maximal_run_inside(negated(satisfying(*query.consequence)));
        for (std::size_t n = 0; n < nodes_.size(); ++n) {
          if (p[n] && avoids[n]) return false;
        }
        return true;
      }
      default: throw std::logic_error("no oracle for this query");
    }
  }

  // The least number of transitions after which the predicate can be `value`; nullopt: it never is.
  std::optional<std::size_t> least_moves(const Expr& predicate, bool value = true) {
    const std::vector<bool> holds = satisfying(predicate);
    const std::vector<std::size_t> moves = least_costs([&](std::uint32_t, bool is_delay) { return is_delay ? 0 : 1; });
    std::size_t least = SIZE_MAX;
    for (std::size_t n = 0; n < nodes_.size(); ++n) {
      if (holds[n] == value) least = std::min(least, moves[n]);
    }
    return least == SIZE_MAX ? std::nullopt : std::optional(least);
  }

  // The earliest moment, by the watch, at which the predicate can be `value`: the infimum, and whether it is attained;
  // nullopt: there is none.
  struct Moment {
    std::size_t time = 0;
    bool reached = false;
  };
  std::optional<Moment> earliest(const Expr& predicate, bool value = true) {
    const std::vector<bool> holds = satisfying(predicate);
    const std::vector<std::size_t> rounds =
        least_costs([&](std::uint32_t node, bool is_delay) { return is_delay && rounds_[node] ? 1 : 0; });
    std::optional<Moment> best;
    for (std::size_t n = 0; n < nodes_.size(); ++n) {
      if (holds[n] != value) continue;
      const Moment here{rounds[n], nodes_[n].clocks.at(watch_).is_whole()};
      if (!best || here.time < best->time || (here.time == best->time && here.reached)) best = here;
    }
    return best;
  }

 private:
  using Key = std::pair<std::vector<std::int64_t>, std::vector<std::int64_t>>;

  static std::vector<bool> negated(std::vector<bool> set) {
    set.flip();
    return set;
  }

  std::vector<bool> satisfying(const Expr& predicate) {
    std::vector<bool> result;
    for (const ConcreteState& node : nodes_) {
      ConcreteState copy = node;
      result.push_back(semantics_.holds(copy, predicate));
    }
    return result;
  }

  // The least sum of the costs (0 or 1 each) of the steps from the start to every node.
  template <class Cost>
  std::vector<std::size_t> least_costs(Cost cost) const {
    std::vector<std::size_t> least(nodes_.size(), SIZE_MAX);
    std::deque<std::uint32_t> queue{0};
    least[0] = 0;
    while (!queue.empty()) {
      const std::uint32_t node = queue.front();
      queue.pop_front();
      for (std::size_t i = 0; i < successors_[node].size(); ++i) {
        const std::uint32_t next = successors_[node][i];
        const int step = cost(node, delays_[node] && i + 1 == successors_[node].size());
        if (least[node] + static_cast<std::size_t>(step) >= least[next]) continue;
        least[next] = least[node] + static_cast<std::size_t>(step);
        step == 0 ? queue.push_front(next) : queue.push_back(next);
      }
    }
    return least;
  }

  // The nodes with a run that stays in the set and either never ends or ends where neither time nor an action can
  // continue. The largest set closed under "no successor at all, or one inside".
  std::vector<bool> maximal_run_inside(std::vector<bool> set) const {
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t n = nodes_.size(); n-- > 0;) {
        if (!set[n] || successors_[n].empty()) continue;
        if (std::any_of(successors_[n].begin(), successors_[n].end(), [&](std::uint32_t s) { return set[s]; }))
          continue;
        set[n] = false;
        changed = true;
      }
    }
    return set;
  }

  bool counts(const Rational& value) const { return differences_ || value <= Rational(largest_); }

  void shorten_gaps(std::vector<Rational>& clocks) const {
    std::vector<std::size_t> order(clocks.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return clocks[a] < clocks[b]; });
    Rational before = 0, removed = 0;
    for (const std::size_t i : order) {
      const Rational value = clocks[i] - removed;
      const Rational excess = value - before - Rational(2 * largest_ + 1);
      if (excess.sign() > 0) removed += Rational(excess.is_whole() ? excess.floor() : excess.floor() + 1);
      clocks[i] = clocks[i] - removed;
      before = clocks[i];
    }
  }

  void normalise(std::vector<Rational>& clocks) const {
    if (differences_) shorten_gaps(clocks);
    std::vector<Rational> fractions{Rational(0)};
    for (const Rational& value : clocks) {
      if (counts(value)) fractions.push_back(value.fraction());
    }
    std::sort(fractions.begin(), fractions.end());
    fractions.erase(std::unique(fractions.begin(), fractions.end()), fractions.end());
    const auto parts = static_cast<std::int64_t>(clocks.size()) + 1;
    for (Rational& value : clocks) {
      if (!counts(value)) {
        value = Rational(largest_ + 1);
        continue;
      }
      const auto rank = std::lower_bound(fractions.begin(), fractions.end(), value.fraction()) - fractions.begin();
      value = Rational(value.floor()) + Rational(rank, parts);
    }
  }

  // Time until the next region begins.
  Rational step(const std::vector<Rational>& clocks) const {
    Rational highest = 0;
    bool on_border = false;
    for (const Rational& value : clocks) {
      if (!counts(value)) continue;
      highest = std::max(highest, value.fraction());
      on_border = on_border || value.is_whole();
    }
    const Rational rest = Rational(1) - highest;
    return on_border ? rest / Rational(2) : rest;
  }

  std::uint32_t add(ConcreteState state) {
    normalise(state.clocks);
    Key key;
    for (const std::uint32_t location : state.locations) key.first.push_back(location);
    for (const std::int32_t cell : state.cells) key.first.push_back(cell);
    for (const Rational& value : state.clocks) {
      key.second.push_back(value.numerator());
      key.second.push_back(value.denominator());
    }
    const auto [place, fresh] = numbers_.try_emplace(std::move(key), static_cast<std::uint32_t>(nodes_.size()));
    if (fresh) {
      if (nodes_.size() >= most_nodes_) throw std::length_error("too many regions");
      nodes_.push_back(std::move(state));
    }
    return place->second;
  }

  void expand(std::uint32_t node) {
    const ConcreteState from = nodes_[node];
    std::vector<std::uint32_t> targets;
    ConcreteState state = from;
    for (const Move& move : semantics_.moves(state)) {
      ConcreteState next = from;
      if (!semantics_.take(next, move).empty()) throw std::logic_error("a possible move cannot be taken");
      targets.push_back(add(std::move(next)));
    }
    state = from;
    delays_.push_back(semantics_.delay(state, step(from.clocks)).empty());
    rounds_.push_back(watch_ < state.clocks.size() && state.clocks[watch_] >= Rational(1));
    if (rounds_.back()) state.clocks[watch_] = 0;
    if (delays_.back()) targets.push_back(add(std::move(state)));
    successors_.push_back(std::move(targets));
  }

  Semantics semantics_;
  std::int64_t largest_;
  bool differences_;
  std::size_t most_nodes_;
  std::map<Key, std::uint32_t> numbers_;
  std::vector<ConcreteState> nodes_;
  std::vector<std::vector<std::uint32_t>> successors_;
  std::vector<bool> delays_;  // whether the last successor is a delay
  std::size_t watch_ = 0;     // clock
  std::vector<bool> rounds_;  // whether this delay takes the watch to 1
};

}  // namespace orbita::test
