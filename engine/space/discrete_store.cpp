#include "engine/space/discrete_store.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <cstring>

namespace orbita {

namespace {

// 4096 states, or as many as a megabyte holds: a model with millions of variables has few states, and may not fill a
// chunk.
std::uint32_t chunk_bits_for(std::size_t stride) {
  constexpr std::size_t most_bytes = std::size_t{1} << 20;
  std::uint32_t bits = 12;
  while (bits > 0 && (stride << bits) > most_bytes) --bits;
  return bits;
}

}  // namespace

DiscreteStore::DiscreteStore(const Network& network)
    : packing_(network),
      stride_(std::max<std::size_t>(packing_.bytes(), 1)),
      chunk_bits_(chunk_bits_for(stride_)),
      scratch_(stride_ + 8) {}

std::uint64_t DiscreteStore::hash(const std::byte* packed) const { return XXH3_64bits(packed, stride_); }

DiscreteStore::Interned DiscreteStore::intern(std::span<const std::int32_t> values) {
  packing_.pack(values, scratch_.data());
  const std::uint64_t hashed = hash(scratch_.data());
  const std::uint32_t known =
      table_.find(hashed, [&](std::uint32_t id) { return std::memcmp(at(id), scratch_.data(), stride_) == 0; });
  if (known != IdTable::none) return {StateId{known}, false};
  const std::uint32_t id = table_.size();
  const std::uint32_t place = id & ((1u << chunk_bits_) - 1);
  if (place == 0) chunks_.push_back(std::make_unique<std::byte[]>(stride_ << chunk_bits_));
  std::memcpy(chunks_.back().get() + place * stride_, scratch_.data(), stride_);
  table_.add(hashed, [&](std::uint32_t other) { return hash(at(other)); });
  return {StateId{id}, true};
}

std::size_t DiscreteStore::memory() const { return chunks_.size() * (stride_ << chunk_bits_) + table_.memory(); }

}  // namespace orbita
