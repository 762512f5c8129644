// The members of an orbit under ⟨P⟩ that differ under ⟨R⟩, R finer than P: one for each way to distribute the elements
// of every cell of P over the cells of R in it (docs/theory/symmetry.md, "Adaptive partitions").
//
// Elements that are twins in the state are interchangeable, so only how many of each kind go where counts.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "symmetry/orbits/element_partition.h"

namespace orbita {

class Unwinding {
 public:
  // `twin`: by place, the first place of its twins in the state.
  Unwinding(const Partitions::Cells& whole, const Partitions::Cells& parts, std::span<const std::uint32_t> twin);

  // Calls visit(to) for one permutation of each kind, to[old place] = new place, until it says no. False if it did.
  using Visit = std::function<bool(std::span<const std::uint32_t>)>;
  bool for_each(const Visit& visit);

 private:
  // One cell of the whole that is cut.
  struct Cut {
    std::vector<std::vector<std::uint32_t>> parts;  // places
    std::vector<std::vector<std::uint32_t>> kinds;  // places of twins
    std::vector<std::uint32_t> left;                // by kind: how many are not distributed yet
  };
  bool distribute(std::size_t cut, std::size_t part, std::size_t kind, std::uint32_t room, const Visit& visit);

  std::vector<Cut> cuts_;
  std::vector<std::uint32_t> to_;
};

}  // namespace orbita
