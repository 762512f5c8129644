#include "engine/discrete_store.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <cstring>

namespace orbita {

DiscreteStore::DiscreteStore(const Network& network)
    : packing_(network), stride_(std::max<std::size_t>(packing_.bytes(), 1)), scratch_(stride_ + 8) {}

std::uint64_t DiscreteStore::hash(const std::byte* packed) const { return XXH3_64bits(packed, stride_); }

DiscreteStore::Interned DiscreteStore::intern(std::span<const std::int32_t> values) {
  packing_.pack(values, scratch_.data());
  const std::uint64_t hashed = hash(scratch_.data());
  const std::uint32_t known =
      table_.find(hashed, [&](std::uint32_t id) { return std::memcmp(at(id), scratch_.data(), stride_) == 0; });
  if (known != IdTable::none) return {known, false};
  const std::uint32_t id = table_.size();
  if (id % chunk_states == 0) chunks_.push_back(std::make_unique<std::byte[]>(chunk_states * stride_));
  std::memcpy(chunks_.back().get() + (id % chunk_states) * stride_, scratch_.data(), stride_);
  table_.add(hashed, [&](std::uint32_t other) { return hash(at(other)); });
  return {id, true};
}

std::size_t DiscreteStore::memory() const {
  return chunks_.size() * chunk_states * stride_ + table_.memory();
}

}  // namespace orbita
