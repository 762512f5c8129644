// Interned zones, and operations on them remembered by number.
//
// "States are many, zones are few": a model with a million states often has a
// thousand different zones. Each is kept once; the result of an operation on a
// zone is looked up before it is computed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "dbm/compact.h"
#include "dbm/dbm.h"
#include "dbm/minimal_graph.h"
#include "engine/base/id_table.h"
#include "engine/base/ids.h"
#include "engine/semantics/zone_op.h"

namespace orbita {

class Zones {
 public:
  static constexpr ZoneId empty{};

  Zones();
  ZoneId intern(ConstMatrix zone);
  Zone zone(ZoneId id) const;  // a copy, ready to be worked on
  // The same without a new allocation: valid as long as `room` and the stored zones are.
  ConstMatrix load(ZoneId id, Zone& room) const;
  std::uint32_t dimension(ZoneId id) const { return entries_[id].dimension; }
  // In 16 bits a bound, to be compared as compact.h does; nullptr when they do not fit. Valid as long as `room`
  // and the stored zones are.
  const packed_t* packed(ZoneId id, std::vector<packed_t>& room) const;
  // In 8 bits a bound, which is how most are stored; nullptr when they do not fit.
  const byte_bound_t* bytes(ZoneId id) const {
    return entries_[id].width == Width::byte ? reinterpret_cast<const byte_bound_t*>(entries_[id].data) : nullptr;
  }
  // Is one of the bounds it is stored with below the probe's? Tells only of those kept as few bounds, without closing
  // them.
  bool is_below(ZoneId id, ConstMatrix probe) const;
  bool is_kept_as_edges(ZoneId id) const { return entries_[id].width == Width::edges; }
  // Is it, by one of those bounds, not within aLU(big)? Likewise.
  bool is_surely_outside(ZoneId id, ConstMatrix big, const ClockBounds& bounds) const;
  std::uint32_t size() const { return static_cast<std::uint32_t>(entries_.size()); }

  OpId intern_op(const ZoneOp& op);
  const ZoneOp& op(OpId id) const { return *ops_[id.value]; }
  std::uint32_t op_count() const { return static_cast<std::uint32_t>(ops_.size()); }

  // The operation's result, or `empty`. Remembered in a table of bounded size.
  ZoneId apply(ZoneId zone, OpId op);

  std::size_t memory() const;
  std::uint64_t lookups() const { return lookups_; }
  std::uint64_t hits() const { return hits_; }

 private:
  // As few bits a bound as all of them fit in: 8 or 16 without padding, or 32 with it. Where that is much,
  // the bounds that the others follow from (dbm/minimal_graph.h).
  enum class Width : std::uint8_t { byte, packed, wide, edges };
  struct Entry {
    const std::byte* data = nullptr;
    std::uint32_t dimension = 0;
    Width width = Width::byte;
  };
  struct Bytes {
    const void* data = nullptr;
    std::size_t size = 0;
    Width width = Width::byte;
  };
  Bytes shortest(ConstMatrix zone);  // valid until the next call
  static std::size_t stored_size(const Entry& entry);
  static std::span<const WideEdge> edges_of(const Entry& entry);  // without the first one, which says how many
  struct Memo {
    ZoneId zone, result;
    OpId op;
  };
  std::byte* allocate(std::size_t bytes, std::size_t alignment);
  void grow_memo();
  Memo& memo_slot(ZoneId zone, OpId op);

  std::vector<std::unique_ptr<std::byte[]>> chunks_;
  std::size_t chunk_used_ = 0, chunk_size_ = 0, bytes_ = 0;
  ById<ZoneId, Entry> entries_;
  IdTable table_;
  std::vector<std::unique_ptr<ZoneOp>> ops_;
  IdTable op_table_;
  std::size_t op_bytes_ = 0;
  std::vector<Memo> memo_;
  std::uint64_t inserted_ = 0, lookups_ = 0, hits_ = 0;
  std::vector<packed_t> packed_;  // while a zone is interned …
  std::vector<byte_bound_t> bytes_packed_;
  std::vector<WideEdge> edges_;
  Zone recent_;  // the zone last interned as edges: mostly the next one asked for
  ZoneId recent_id_ = empty;
  mutable std::vector<packed_t> room_;  // … and loaded
  mutable std::vector<raw_t> lower_;    // … and compared
  Zone source_, scratch_, target_;
  ConstMatrix source_view_;  // of zone source_id_: in source_, or where it is stored
  ZoneId source_id_ = empty;
};

}  // namespace orbita
