// Interned zones, and operations on them remembered by number.
//
// "States are many, zones are few": a model with a million states often has a
// thousand different zones. Each is kept once; the result of an operation on a
// zone is looked up before it is computed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "dbm/compact.h"
#include "dbm/dbm.h"
#include "engine/chunked.h"
#include "engine/zone_op.h"

namespace orbita {

class Zones {
 public:
  static constexpr std::uint32_t empty = 0xffffffffu;

  Zones();
  std::uint32_t intern(ConstMatrix zone);
  Zone zone(std::uint32_t id) const;  // a copy, ready to be worked on
  // The same without a new allocation: valid as long as `room` and the stored zones are.
  ConstMatrix load(std::uint32_t id, Zone& room) const;
  std::uint32_t dimension(std::uint32_t id) const { return entries_[id].dimension; }
  // The stored form, to be compared as compact.h does; nullptr when its bounds do not fit 16 bits.
  const packed_t* packed(std::uint32_t id) const {
    return entries_[id].wide ? nullptr : reinterpret_cast<const packed_t*>(entries_[id].data);
  }
  std::uint32_t size() const { return static_cast<std::uint32_t>(entries_.size()); }

  std::uint32_t intern_op(const ZoneOp& op);
  const ZoneOp& op(std::uint32_t id) const { return *ops_[id]; }
  std::uint32_t op_count() const { return static_cast<std::uint32_t>(ops_.size()); }

  // The operation's result, or `empty`. Remembered in a table of bounded size.
  std::uint32_t apply(std::uint32_t zone, std::uint32_t op);

  std::size_t memory() const;
  std::uint64_t lookups() const { return lookups_; }
  std::uint64_t hits() const { return hits_; }

 private:
  // 16 bits a bound without padding, or 32 bits with it where some bound needs them.
  struct Entry {
    const std::byte* data = nullptr;
    std::uint32_t dimension = 0;
    std::uint32_t hash = 0;
    bool wide = false;
  };
  struct Memo {
    std::uint32_t zone = empty, op = empty, result = empty;
  };
  std::byte* allocate(std::size_t bytes);
  void grow_table();
  void grow_memo();
  Memo& memo_slot(std::uint32_t zone, std::uint32_t op);

  std::vector<std::unique_ptr<std::byte[]>> chunks_;
  std::size_t chunk_used_ = 0, chunk_size_ = 0, bytes_ = 0;
  Chunked<Entry> entries_;
  std::vector<std::uint32_t> table_;
  std::vector<std::unique_ptr<ZoneOp>> ops_;
  std::vector<std::uint32_t> op_table_;
  std::size_t op_bytes_ = 0;
  std::vector<Memo> memo_;
  std::uint64_t inserted_ = 0, lookups_ = 0, hits_ = 0;
  std::vector<packed_t> packed_;
  Zone source_, scratch_, target_;
};

}  // namespace orbita
