// The largest and smallest values of the expressions of sup, inf and bounds, as states are met.
//
// Clocks are told apart up to `observed`. What lies beyond may be larger or smaller than it looks, and then everything
// is to be explored again with more of them told apart.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "dbm/dbm.h"
#include "engine/base/ids.h"
#include "engine/network/network.h"
#include "engine/result.h"

namespace orbita {

inline constexpr std::int32_t largest_observed = 1 << 24;  // beyond it a supremum is reported as a lower limit

class Extremes {
 public:
  explicit Extremes(const Query& query) : query_(query), known_infinite_(query.expressions.size(), false) { restart(); }

  std::int32_t observed() const { return observed_; }
  void observe(std::int64_t bound) { observed_ = static_cast<std::int32_t>(bound); }
  void restart();  // before everything is explored (again)

  // A value of expression `i`: an integer, or a clock between these bounds plus an integer, in some state.
  void add(std::size_t i, std::int64_t data);
  void add(std::size_t i, std::int64_t data, Bound high, Bound low, NodeId node);

  bool is_infinite(std::size_t i) const { return upper_[i].infinite; }
  void set_infinite(std::size_t i) { known_infinite_[i] = upper_[i].infinite = true; }
  // The largest finite upper bound of the clock of expression `i`, and where it was.
  std::int64_t highest(std::size_t i) const { return beyond_[i].highest; }
  NodeId highest_at(std::size_t i) const { return beyond_[i].highest_at; }

  // How far a clock was seen to go beyond `observed`, up to which alone the abstraction is exact, where that may change
  // the result.
  std::int64_t beyond_observed() const;
  void report(QueryResult& result) const;

 private:
  // The largest value found so far; inf keeps that of the negated expression.
  struct Extreme {
    bool reached = false;
    bool infinite = false;
    std::int64_t value = 0;
    bool strict = false;
    void raise(std::int64_t candidate, bool is_strict);
  };
  // What is known of a clock (plus data) beyond the value up to which valuations are told apart: the clock itself
  // decides, whatever is added to it.
  struct Beyond {
    std::int64_t highest = 0;       // finite upper bound of the clock …
    NodeId highest_at = none;       // … and the node with it
    std::int64_t least_hidden = 0;  // where the clock lies beyond: no such valuation measures less
    std::int64_t lowest = 0;        // and the clock's lower bound there
    bool hides = false;
    void hide(std::int64_t value, std::int64_t clock);
  };

  const Query& query_;
  std::int32_t observed_ = 0;
  std::vector<bool> known_infinite_;  // from an exploration before
  std::vector<Extreme> upper_, lower_;
  std::vector<Beyond> beyond_;
};

}  // namespace orbita
