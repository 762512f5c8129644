#include "engine/space/zones.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <cassert>
#include <cstring>

namespace orbita {

namespace {

constexpr std::size_t largest_chunk = 256 * 1024;  // bytes
constexpr std::size_t largest_memo = std::size_t{1} << 20;
// In 16 dimensions, bounds of 32 bits take a kilobyte. Finding the ones the others follow from, and closing them
// again when they are asked for, then costs little beside the step that made them.
constexpr std::uint32_t edges_from = 16;

std::size_t op_size(const ZoneOp& op) {
  return sizeof(ZoneOp) + (op.guard.size() + op.invariant.size()) * sizeof(Constraint) +
         op.transfer.size() * sizeof(ZoneOp::Transfer) +
         (op.stopped.size() + op.lower.size() + op.upper.size()) * sizeof(std::int32_t);
}

[[maybe_unused]] bool equal(const Zone& a, ConstMatrix b) {
  for (std::uint32_t x = 0; x < b.dimension; ++x) {
    if (!std::equal(b.row(x), b.row(x) + b.dimension, a.view().row(x))) return false;
  }
  return a.dimension() == b.dimension;
}

}  // namespace

Zones::Zones() : memo_(1024) {}

// ----------------------------------------------------------------------- zones

std::byte* Zones::allocate(std::size_t bytes, std::size_t alignment) {
  chunk_used_ = (chunk_used_ + alignment - 1) / alignment * alignment;
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

const packed_t* Zones::packed(ZoneId id, std::vector<packed_t>& room) const {
  const Entry& entry = entries_[id];
  if (entry.width == Width::wide || entry.width == Width::edges) return nullptr;
  if (entry.width == Width::packed) return reinterpret_cast<const packed_t*>(entry.data);
  const std::size_t size = packed_size(entry.dimension);
  if (room.size() < size) room.resize(size);
  lengthen(room.data(), bytes(id), size);
  return room.data();
}

bool Zones::is_below(ZoneId id, ConstMatrix probe) const {
  const Entry& entry = entries_[id];
  if (entry.width != Width::edges) return false;
  const std::span<const WideEdge> edges = edges_of(entry);
  return std::any_of(edges.begin(), edges.end(), [&](const WideEdge& edge) {
    return edge.bound < probe.row(edge.cell / probe.dimension)[edge.cell % probe.dimension];
  });
}

bool Zones::is_surely_outside(ZoneId id, ConstMatrix big, const ClockBounds& bounds) const {
  return is_kept_as_edges(id) && surely_outside(big, edges_of(entries_[id]), bounds, lower_);
}

ConstMatrix Zones::load(ZoneId id, Zone& room) const {
  const Entry& entry = entries_[id];
  if (entry.width == Width::wide) return {reinterpret_cast<const raw_t*>(entry.data), entry.dimension};
  room.resize(entry.dimension);
  if (entry.width == Width::edges) {
    if (id == recent_id_) dbm::assign(room.matrix(), recent_.view());
    else orbita::load(room.matrix(), edges_of(entry));
    return room.view();
  }
  unpack(room.matrix(), packed(id, room_));
  return room.view();
}

Zone Zones::zone(ZoneId id) const {
  Zone result;
  const ConstMatrix view = load(id, result);
  return entries_[id].width == Width::wide ? Zone(view) : result;
}

Zones::Bytes Zones::shortest(ConstMatrix zone) {
  const std::size_t size = packed_size(zone.dimension);
  packed_.resize(size);
  if (!pack(packed_.data(), zone)) {
    const std::size_t wide = zone.size() * sizeof(raw_t);
    if (zone.dimension >= edges_from) {
      store(zone, edges_);
      edges_.insert(edges_.begin(), {static_cast<std::uint32_t>(edges_.size()), 0});
      const std::size_t few = edges_.size() * sizeof(WideEdge);
      if (few <= wide / 2) return {edges_.data(), few, Width::edges};
    }
    return {zone.data, wide, Width::wide};
  }
  bytes_packed_.resize(size);
  if (!shorten(bytes_packed_.data(), packed_.data(), size))
    return {packed_.data(), size * sizeof(packed_t), Width::packed};
  return {bytes_packed_.data(), size, Width::byte};
}

std::size_t Zones::stored_size(const Entry& entry) {
  switch (entry.width) {
    case Width::byte: return packed_size(entry.dimension);
    case Width::packed: return packed_size(entry.dimension) * sizeof(packed_t);
    case Width::edges: return (edges_of(entry).size() + 1) * sizeof(WideEdge);
    case Width::wide: break;
  }
  return ConstMatrix{nullptr, entry.dimension}.size() * sizeof(raw_t);
}

std::span<const WideEdge> Zones::edges_of(const Entry& entry) {
  const auto* first = reinterpret_cast<const WideEdge*>(entry.data);
  return {first + 1, first->cell};
}

ZoneId Zones::intern(ConstMatrix zone) {
  const Bytes bytes = shortest(zone);
  const auto remember = [&](ZoneId id) {
    if (bytes.width != Width::edges) return id;
    recent_.resize(zone.dimension);
    dbm::assign(recent_.matrix(), zone);
    return recent_id_ = id;
  };
  const std::uint64_t hash = XXH3_64bits_withSeed(bytes.data, bytes.size, zone.dimension);
  const std::uint32_t known = table_.find(hash, [&](std::uint32_t id) {
    const Entry& entry = entries_[ZoneId{id}];
    return entry.dimension == zone.dimension && entry.width == bytes.width && stored_size(entry) == bytes.size &&
           std::memcmp(entry.data, bytes.data, bytes.size) == 0;
  });
  if (known != IdTable::none) return remember(ZoneId{known});
  const bool aligned = bytes.width == Width::wide || bytes.width == Width::edges;
  std::byte* stored = allocate(bytes.size, aligned ? alignof(std::max_align_t) : alignof(packed_t));
  std::memcpy(stored, bytes.data, bytes.size);
  entries_.push_back({stored, zone.dimension, bytes.width});
  assert(table_.size() % 32 != 0 || (Zone(zone).is_canonical() && equal(this->zone(ZoneId{table_.size()}), zone)));
  table_.add(hash, [&](std::uint32_t id) {
    const Entry& entry = entries_[ZoneId{id}];
    return XXH3_64bits_withSeed(entry.data, stored_size(entry), entry.dimension);
  });
  return remember(ZoneId{table_.size() - 1});
}

// ------------------------------------------------------------------ operations

OpId Zones::intern_op(const ZoneOp& op) {
  const std::uint64_t hash = op.hash();
  const std::uint32_t known = op_table_.find(hash, [&](std::uint32_t id) { return *ops_[id] == op; });
  if (known != IdTable::none) return OpId{known};
  op_bytes_ += op_size(op);
  ops_.push_back(std::make_unique<ZoneOp>(op));
  op_table_.add(hash, [&](std::uint32_t id) { return ops_[id]->hash(); });
  return OpId{op_table_.size() - 1};
}

Zones::Memo& Zones::memo_slot(ZoneId zone, OpId op) {
  std::uint64_t key = (std::uint64_t{zone.value} << 32) | op.value;
  key *= 0x9E3779B97F4A7C15ull;
  return memo_[(key >> 20) & (memo_.size() - 1)];
}

// Direct mapped: an old result may be overwritten, never confused.
void Zones::grow_memo() {
  std::vector<Memo> old(memo_.size() * 2);
  old.swap(memo_);
  for (const Memo& m : old) {
    if (m.zone != empty) memo_slot(m.zone, m.op) = m;
  }
}

ZoneId Zones::apply(ZoneId zone, OpId op) {
  assert(zone != empty && entries_[zone].dimension == ops_[op.value]->source_dimension);
  ++lookups_;
  Memo& memo = memo_slot(zone, op);
  if (memo.zone == zone && memo.op == op) {
    ++hits_;
    return memo.result;
  }
  if (zone != source_id_) source_view_ = load(zone, source_);  // mostly several operations on one zone
  source_id_ = zone;
  const ZoneId result =
      orbita::apply(*ops_[op.value], source_view_, scratch_, target_) ? intern(target_.view()) : empty;
  if (++inserted_ > 2 * memo_.size() && memo_.size() < largest_memo) {
    inserted_ = 0;
    grow_memo();
    memo_slot(zone, op) = {zone, result, op};
  } else {
    memo = {zone, result, op};
  }
  return result;
}

std::size_t Zones::memory() const {
  return bytes_ + entries_.memory() + table_.memory() + op_table_.memory() + op_bytes_ + memo_.size() * sizeof(Memo);
}

}  // namespace orbita
