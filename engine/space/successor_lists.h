// Lists of successors, kept in few bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/base/chunked.h"
#include "engine/base/ids.h"
#include "engine/network/network.h"

namespace orbita {

// One way on from a discrete state. `discrete` is `none` for a runtime error, which happens for
// the valuations the operation does not empty. With symmetry, `discrete` may still have to be
// turned into a representative, together with the zone: TransitionSpace::representative() does.
struct Successor {
  StateId discrete = none;
  OpId op = none;
  TiesId ties = none;
  std::uint32_t condition = none;  // of the MoveFilter: not needed from zones it applies to
  friend bool operator==(const Successor&, const Successor&) = default;
};

// Contiguous words: the length of a list, then two for each successor, or four where symmetry says more.
class SuccessorLists {
 public:
  std::uint32_t add(const std::vector<Successor>& list);  // where get() finds it
  void get(std::uint32_t place, std::vector<Successor>& list) const;
  std::size_t memory() const { return words_.memory(); }

 private:
  Chunked<std::uint32_t> words_;
};

}  // namespace orbita
