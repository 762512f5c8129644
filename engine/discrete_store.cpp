#include "engine/discrete_store.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <cstring>

namespace orbita {

DiscreteStore::DiscreteStore(const Network& network)
    : packing_(network), stride_(std::max<std::size_t>(packing_.bytes(), 1)), scratch_(stride_ + 8), table_(64, none) {}

std::uint64_t DiscreteStore::hash(const std::byte* packed) const { return XXH3_64bits(packed, stride_); }

DiscreteStore::Interned DiscreteStore::intern(std::span<const std::int32_t> values) {
  packing_.pack(values, scratch_.data());
  const std::size_t mask = table_.size() - 1;
  std::size_t place = hash(scratch_.data()) & mask;
  while (table_[place] != none) {
    if (std::memcmp(at(table_[place]), scratch_.data(), stride_) == 0) return {table_[place], false};
    place = (place + 1) & mask;
  }
  const std::uint32_t id = count_++;
  if (id % chunk_states == 0) chunks_.push_back(std::make_unique<std::byte[]>(chunk_states * stride_));
  std::memcpy(chunks_.back().get() + (id % chunk_states) * stride_, scratch_.data(), stride_);
  table_[place] = id;
  if (std::size_t{count_} * 3 > table_.size() * 2) grow();
  return {id, true};
}

void DiscreteStore::grow() {
  std::vector<std::uint32_t> table(table_.size() * 2, none);
  const std::size_t mask = table.size() - 1;
  for (std::uint32_t id = 0; id < count_; ++id) {
    std::size_t place = hash(at(id)) & mask;
    while (table[place] != none) place = (place + 1) & mask;
    table[place] = id;
  }
  table_.swap(table);
}

std::size_t DiscreteStore::memory() const {
  return chunks_.size() * chunk_states * stride_ + table_.size() * sizeof(std::uint32_t);
}

}  // namespace orbita
