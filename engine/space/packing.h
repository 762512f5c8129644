// Discrete states in as few bits as their ranges need.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/network/network.h"

namespace orbita {

// Every value of a row gets just enough bits for its range; constants get none. Scalar variables have one extra value,
// "nothing", for a dead variable (see dead_variables.h).
class Packing {
 public:
  explicit Packing(const Network& network);
  std::size_t bytes() const { return bytes_; }
  void pack(std::span<const std::int32_t> values, std::byte* out) const;
  void unpack(const std::byte* in, std::span<std::int32_t> values) const;

 private:
  struct Field {
    std::uint32_t value;  // position in the row
    std::int32_t low;
    std::uint32_t bits;
  };
  std::vector<Field> fields_;
  std::vector<std::int32_t> fixed_;  // the only value of cells without bits
  std::size_t bytes_ = 0;
};

}  // namespace orbita
