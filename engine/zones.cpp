#include "engine/zones.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <cstring>

namespace orbita {

namespace {

constexpr std::size_t largest_chunk = 256 * 1024;  // bytes
constexpr std::size_t largest_memo = std::size_t{1} << 20;

std::size_t op_size(const ZoneOp& op) {
  return sizeof(ZoneOp) + (op.guard.size() + op.invariant.size()) * sizeof(Constraint) +
         op.transfer.size() * sizeof(ZoneOp::Transfer) +
         (op.stopped.size() + op.lower.size() + op.upper.size()) * sizeof(std::int32_t);
}

}  // namespace

Zones::Zones() : table_(64, empty), op_table_(64, empty), memo_(1024) {}

std::byte* Zones::allocate(std::size_t bytes) {
  bytes = (bytes + 7) / 8 * 8;
  if (chunk_used_ + bytes > chunk_size_) {
    chunk_size_ = std::max(bytes, std::min(largest_chunk, std::max<std::size_t>(bytes_ / 8, 4096)));
    chunk_used_ = 0;
    chunks_.emplace_back(new std::byte[chunk_size_]);
    bytes_ += chunk_size_;
  }
  std::byte* place = chunks_.back().get() + chunk_used_;
  chunk_used_ += bytes;
  return place;
}

ConstMatrix Zones::load(std::uint32_t id, Zone& room) const {
  const Entry& entry = entries_[id];
  if (entry.wide) return {reinterpret_cast<const raw_t*>(entry.data), entry.dimension};
  room.resize(entry.dimension);
  unpack(room.matrix(), packed(id));
  return room.view();
}

Zone Zones::zone(std::uint32_t id) const {
  Zone result;
  const ConstMatrix view = load(id, result);
  return entries_[id].wide ? Zone(view) : result;
}

std::uint32_t Zones::intern(ConstMatrix zone) {
  packed_.resize(packed_size(zone.dimension));
  const bool wide = !pack(packed_.data(), zone);
  const void* data = wide ? static_cast<const void*>(zone.data) : packed_.data();
  const std::size_t bytes = wide ? zone.size() * sizeof(raw_t) : packed_.size() * sizeof(packed_t);
  const std::uint64_t full = XXH3_64bits_withSeed(data, bytes, zone.dimension);
  const auto hash = static_cast<std::uint32_t>(full ^ (full >> 32));
  const std::size_t mask = table_.size() - 1;
  std::size_t place = hash & mask;
  while (table_[place] != empty) {
    const Entry& entry = entries_[table_[place]];
    if (entry.hash == hash && entry.dimension == zone.dimension && entry.wide == wide &&
        std::memcmp(entry.data, data, bytes) == 0) {
      return table_[place];
    }
    place = (place + 1) & mask;
  }
  const auto id = static_cast<std::uint32_t>(entries_.size());
  std::byte* stored = allocate(bytes);
  std::memcpy(stored, data, bytes);
  entries_.push_back({stored, zone.dimension, hash, wide});
  table_[place] = id;
  if (entries_.size() * 3 > table_.size() * 2) grow_table();
  return id;
}

void Zones::grow_table() {
  std::vector<std::uint32_t> table(table_.size() * 2, empty);
  const std::size_t mask = table.size() - 1;
  for (std::uint32_t id = 0; id < entries_.size(); ++id) {
    std::size_t place = entries_[id].hash & mask;
    while (table[place] != empty) place = (place + 1) & mask;
    table[place] = id;
  }
  table_.swap(table);
}

std::uint32_t Zones::intern_op(const ZoneOp& op) {
  const std::size_t mask = op_table_.size() - 1;
  std::size_t place = op.hash() & mask;
  while (op_table_[place] != empty) {
    if (*ops_[op_table_[place]] == op) return op_table_[place];
    place = (place + 1) & mask;
  }
  const auto id = static_cast<std::uint32_t>(ops_.size());
  op_bytes_ += op_size(op);
  ops_.push_back(std::make_unique<ZoneOp>(op));
  op_table_[place] = id;
  if (ops_.size() * 3 > op_table_.size() * 2) {
    std::vector<std::uint32_t> table(op_table_.size() * 2, empty);
    for (std::uint32_t i = 0; i < ops_.size(); ++i) {
      std::size_t p = ops_[i]->hash() & (table.size() - 1);
      while (table[p] != empty) p = (p + 1) & (table.size() - 1);
      table[p] = i;
    }
    op_table_.swap(table);
  }
  return id;
}

Zones::Memo& Zones::memo_slot(std::uint32_t zone, std::uint32_t op) {
  std::uint64_t key = (std::uint64_t{zone} << 32) | op;
  key *= 0x9E3779B97F4A7C15ull;
  return memo_[(key >> 20) & (memo_.size() - 1)];
}

// Direct mapped: an old result may be overwritten, never confused.
void Zones::grow_memo() {
  std::vector<Memo> old(memo_.size() * 4);
  old.swap(memo_);
  for (const Memo& m : old) {
    if (m.zone != empty) memo_slot(m.zone, m.op) = m;
  }
}

std::uint32_t Zones::apply(std::uint32_t zone, std::uint32_t op) {
  ++lookups_;
  Memo& memo = memo_slot(zone, op);
  if (memo.zone == zone && memo.op == op) {
    ++hits_;
    return memo.result;
  }
  const std::uint32_t result = orbita::apply(*ops_[op], load(zone, source_), scratch_, target_) ? intern(target_.view()) : empty;
  if (++inserted_ > memo_.size() && memo_.size() < largest_memo) {
    inserted_ = 0;
    grow_memo();
    memo_slot(zone, op) = {zone, op, result};
  } else {
    memo = {zone, op, result};
  }
  return result;
}

std::size_t Zones::memory() const {
  return bytes_ + entries_.memory() + table_.size() * 4 + op_table_.size() * 4 + op_bytes_ +
         memo_.size() * sizeof(Memo);
}

}  // namespace orbita
