#include "symmetry/orbits/permutation.h"

#include <cassert>
#include <numeric>

namespace orbita {

namespace {

std::uint64_t cycle_length(const std::vector<std::int32_t>& to, std::size_t start, std::vector<bool>& seen) {
  std::uint64_t length = 0;
  for (std::size_t i = start; !seen[i]; i = static_cast<std::size_t>(to[i])) {
    seen[i] = true;
    ++length;
  }
  return length;
}

}  // namespace

Permutation::Permutation(const StateLayout& layout) {
  to_.reserve(layout.sets.size());
  for (const LayoutSet& set : layout.sets) {
    std::vector<std::int32_t>& to = to_.emplace_back(static_cast<std::size_t>(set.count));
    std::iota(to.begin(), to.end(), 0);
  }
}

std::int32_t Permutation::operator()(std::uint32_t set, std::int32_t element) const {
  const std::vector<std::int32_t>& to = to_[set];
  const auto index = static_cast<std::size_t>(element);
  assert(index <= to.size());
  return index < to.size() ? to[index] : element;
}

bool Permutation::is_identity() const {
  for (const std::vector<std::int32_t>& to : to_) {
    for (std::size_t i = 0; i < to.size(); ++i) {
      if (to[i] != static_cast<std::int32_t>(i)) return false;
    }
  }
  return true;
}

Permutation Permutation::inverse() const {
  Permutation result = *this;
  for (std::size_t s = 0; s < to_.size(); ++s) {
    for (std::size_t i = 0; i < to_[s].size(); ++i) {
      result.to_[s][static_cast<std::size_t>(to_[s][i])] = static_cast<std::int32_t>(i);
    }
  }
  return result;
}

Permutation operator*(const Permutation& g, const Permutation& h) {
  assert(g.to_.size() == h.to_.size());
  Permutation result = h;
  for (std::size_t s = 0; s < h.to_.size(); ++s) {
    for (std::int32_t& target : result.to_[s]) target = g.to_[s][static_cast<std::size_t>(target)];
  }
  return result;
}

std::uint64_t Permutation::order(std::uint64_t limit) const {
  std::uint64_t result = 1;
  for (const std::vector<std::int32_t>& to : to_) {
    std::vector<bool> seen(to.size(), false);
    for (std::size_t i = 0; i < to.size(); ++i) {
      if (seen[i]) continue;
      const std::uint64_t length = cycle_length(to, i, seen);
      const std::uint64_t factor = length / std::gcd(result, length);
      if (result > limit / factor) return limit;
      result *= factor;
    }
  }
  return result;
}

}  // namespace orbita
