// One permutation per scalarset: g[old] = new, acting from the left, (gh)(q) = g(h(q)).
#pragma once

#include <cstdint>
#include <vector>

#include "symmetry/orbits/layout.h"

namespace orbita {

class Permutation {
 public:
  Permutation() = default;
  explicit Permutation(const StateLayout& layout);  // identity
  std::int32_t operator()(SetId set, std::int32_t element) const;
  void set(SetId set_index, std::int32_t from, std::int32_t to) {
    to_[set_index.value][static_cast<std::size_t>(from)] = to;
  }
  bool is_identity() const;
  friend Permutation operator*(const Permutation& g, const Permutation& h);  // apply h first
  friend bool operator==(const Permutation&, const Permutation&) = default;

 private:
  std::vector<std::vector<std::int32_t>> to_;  // [set][old] = new; "nothing" (= count) is kept implicit
};

}  // namespace orbita
