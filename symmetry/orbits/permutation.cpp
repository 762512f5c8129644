#include "symmetry/orbits/permutation.h"

#include <cassert>
#include <numeric>

namespace orbita {

Permutation::Permutation(const StateLayout& layout) {
  to_.reserve(layout.sets.size());
  for (const LayoutSet& set : layout.sets) {
    std::vector<std::int32_t>& to = to_.emplace_back(static_cast<std::size_t>(set.count));
    std::iota(to.begin(), to.end(), 0);
  }
}

std::int32_t Permutation::operator()(SetId set, std::int32_t element) const {
  const std::vector<std::int32_t>& to = to_[set.value];
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

Permutation operator*(const Permutation& g, const Permutation& h) {
  assert(g.to_.size() == h.to_.size());
  Permutation result = h;
  for (std::size_t s = 0; s < h.to_.size(); ++s) {
    assert(g.to_[s].size() == h.to_[s].size());
    for (std::int32_t& target : result.to_[s]) target = g.to_[s][static_cast<std::size_t>(target)];
  }
  return result;
}

}  // namespace orbita
