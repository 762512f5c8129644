// When can a loop be taken again from another clock valuation? (region_equivalent)
#include <algorithm>

#include "engine/replay/state.h"

namespace orbita {

namespace {

// Both in the same unit interval or on the same integer.
bool same_interval(const Rational& a, const Rational& b) {
  return a.floor() == b.floor() && a.is_whole() == b.is_whole();
}

bool same_up_to(const Rational& a, const Rational& b, std::int64_t constant) {
  return (a > Rational(constant) && b > Rational(constant)) || same_interval(a, b);
}

class Comparison {
 public:
  Comparison(const std::vector<Rational>& a, const std::vector<Rational>& b, const ClockUse& use)
      : a_(a), b_(b), use_(use), constants_(use.constant) {
    // A copied clock is tested under another name, and a reset turns a difference into a plain value.
    if (use.copies || use.diagonal_constant >= 0) {
      std::int64_t largest = use.diagonal_constant;
      for (const std::int64_t c : use.constant) largest = std::max(largest, c);
      std::fill(constants_.begin(), constants_.end(), largest);
    }
    for (std::size_t x = 0; x < a.size(); ++x) {
      if (use.read[x] && constants_[x] >= 0) relevant_.push_back(x);
    }
  }

  bool equal_values() const {
    return std::all_of(relevant_.begin(), relevant_.end(), [&](std::size_t x) { return a_[x] == b_[x]; });
  }
  // Equal, or both too large to matter: invariant under any rates.
  bool equal_up_to_constants() const {
    return std::all_of(relevant_.begin(), relevant_.end(), [&](std::size_t x) {
      return a_[x] == b_[x] || (a_[x] > Rational(constants_[x]) && b_[x] > Rational(constants_[x]));
    });
  }
  bool same_region() const {
    return std::all_of(relevant_.begin(), relevant_.end(), [&](std::size_t x) {
      return same_up_to(a_[x], b_[x], constants_[x]) &&
             std::all_of(relevant_.begin(), relevant_.end(), [&](std::size_t y) { return same_pair(x, y); });
    });
  }

 private:
  bool matters(std::size_t x) const { return a_[x] <= Rational(constants_[x]); }

  bool same_pair(std::size_t x, std::size_t y) const {
    const Rational a = a_[x] - a_[y], b = b_[x] - b_[y];
    if (use_.diagonal_constant >= 0) {  // every pair matters; (y, x) is asked for the negative side
      if ((a <= Rational(0)) != (b <= Rational(0))) return false;
      return a <= Rational(0) || same_up_to(a, b, constants_[x]);
    }
    if (!matters(x) || !matters(y)) return true;
    return (a_[x].fraction() <=> a_[y].fraction()) == (b_[x].fraction() <=> b_[y].fraction());
  }

  const std::vector<Rational>& a_;
  const std::vector<Rational>& b_;
  const ClockUse& use_;
  std::vector<std::int64_t> constants_;
  std::vector<std::size_t> relevant_;
};

}  // namespace

bool region_equivalent(const std::vector<Rational>& a, const std::vector<Rational>& b, const ClockUse& use) {
  const Comparison compare(a, b, use);
  if (compare.equal_values()) return true;
  if (use.shifts) return false;
  if (use.stopped) return use.diagonal_constant < 0 && compare.equal_up_to_constants();
  return compare.same_region();
}

}  // namespace orbita
