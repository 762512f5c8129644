// Interned discrete states: equal rows have equal numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "engine/base/id_table.h"
#include "engine/base/ids.h"
#include "engine/space/packing.h"

namespace orbita {

// Packed rows in big chunks that never move, found through one table
// of numbers. States are compared byte by byte, never by hash alone.
class DiscreteStore {
 public:
  explicit DiscreteStore(const Network& network);

  struct Interned {
    StateId id;
    bool is_new = false;
  };
  Interned intern(std::span<const std::int32_t> values);
  void get(StateId id, std::span<std::int32_t> values) const { packing_.unpack(at(id.value), values); }
  std::uint32_t size() const { return table_.size(); }
  std::size_t memory() const;

 private:
  const std::byte* at(std::uint32_t id) const {
    return chunks_[id >> chunk_bits_].get() + (id & ((1u << chunk_bits_) - 1)) * stride_;
  }
  std::uint64_t hash(const std::byte* packed) const;

  Packing packing_;
  std::size_t stride_;
  std::uint32_t chunk_bits_;  // a chunk has 2^chunk_bits_ states
  std::vector<std::byte> scratch_;
  std::vector<std::unique_ptr<std::byte[]>> chunks_;
  IdTable table_;
};

}  // namespace orbita
