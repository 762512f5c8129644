#include "symmetry/orbits/match.h"

#include <algorithm>

namespace orbita {

namespace {

// Calls visit(first clock, members, width) for every class.
template <class Visit>
void for_each_class(const TieClasses& ties, Visit&& visit) {
  for (std::size_t at = 0; at < ties.code.size();) {
    const std::uint32_t members = ties.code[at], width = ties.code[at + 1];
    visit(ties.code.data() + at + 2, members, width);
    at += 2 + std::size_t{members} * width;
  }
}

}  // namespace

bool needs_matching(const TieClasses& ties) {
  bool needed = false;
  for_each_class(ties, [&](const std::uint32_t*, std::uint32_t, std::uint32_t width) { needed |= width > 1; });
  return needed;
}

void Matcher::list_elements(const TieClasses& ties, std::uint32_t dimension) {
  elements_.clear();
  std::vector<bool> tied(dimension, false);
  for_each_class(ties, [&](const std::uint32_t* clocks, std::uint32_t members, std::uint32_t width) {
    const auto first = static_cast<std::uint32_t>(elements_.size());
    for (std::uint32_t m = 0; m < members; ++m) {
      elements_.push_back({clocks + std::size_t{m} * width, width, first, first + members});
      for (std::uint32_t k = 0; k < width; ++k) tied[elements_.back().clocks[k]] = true;
    }
  });
  used_.assign(elements_.size(), false);
  to_.resize(dimension);
  assigned_.clear();
  for (std::uint32_t x = 0; x < dimension; ++x) {
    if (tied[x]) continue;
    to_[x] = x;
    assigned_.push_back(x);
  }
}

// The clock, where it is now, against all that are assigned.
bool Matcher::fits(ConstMatrix probe, ConstMatrix big, std::uint32_t clock) const {
  return std::all_of(assigned_.begin(), assigned_.end(), [&](std::uint32_t y) {
    return big.row(to_[clock])[to_[y]] >= probe.row(clock)[y] && big.row(to_[y])[to_[clock]] >= probe.row(y)[clock];
  });
}

bool Matcher::assign(ConstMatrix probe, ConstMatrix big, std::size_t element) {
  if (element == elements_.size()) return true;
  const Element& from = elements_[element];
  const std::size_t before = assigned_.size();
  for (std::uint32_t e = from.first; e < from.last; ++e) {
    if (used_[e]) continue;
    if (left_ == 0) return false;
    --left_;
    bool good = true;
    for (std::uint32_t k = 0; k < from.width && good; ++k) {
      to_[from.clocks[k]] = elements_[e].clocks[k];
      assigned_.push_back(from.clocks[k]);
      good = fits(probe, big, from.clocks[k]);
    }
    if (good) {
      used_[e] = true;
      if (assign(probe, big, element + 1)) return true;
      used_[e] = false;
    }
    assigned_.resize(before);
  }
  return false;
}

bool Matcher::match(ConstMatrix probe, ConstMatrix big, const TieClasses& ties) {
  list_elements(ties, probe.dimension);
  left_ = attempts_;
  const bool fixed_fit =
      std::all_of(assigned_.begin(), assigned_.end(), [&](std::uint32_t x) { return fits(probe, big, x); });
  return fixed_fit && assign(probe, big, 0);
}

}  // namespace orbita
