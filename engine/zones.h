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

#include "dbm/dbm.h"
#include "engine/zone_op.h"

namespace orbita {

class Zones {
 public:
  static constexpr std::uint32_t empty = 0xffffffffu;

  Zones();
  std::uint32_t intern(ConstMatrix zone);
  ConstMatrix view(std::uint32_t zone) const {
    const Entry& entry = entries_[zone];
    return {entry.data, entry.dimension};
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
  struct Entry {
    const raw_t* data = nullptr;
    std::uint32_t dimension = 0;
    std::uint32_t hash = 0;
  };
  struct Memo {
    std::uint32_t zone = empty, op = empty, result = empty;
  };
  raw_t* allocate(std::size_t entries);
  void grow_table();
  void grow_memo();
  Memo& memo_slot(std::uint32_t zone, std::uint32_t op);

  struct Free {
    void operator()(raw_t* p) const { ::operator delete(p, std::align_val_t{matrix_alignment}); }
  };
  std::vector<std::unique_ptr<raw_t[], Free>> chunks_;
  std::size_t chunk_used_ = 0, chunk_size_ = 0, bytes_ = 0;
  std::vector<Entry> entries_;
  std::vector<std::uint32_t> table_;
  std::vector<std::unique_ptr<ZoneOp>> ops_;
  std::vector<std::uint32_t> op_table_;
  std::size_t op_bytes_ = 0;
  std::vector<Memo> memo_;
  std::uint64_t inserted_ = 0, lookups_ = 0, hits_ = 0;
  Zone scratch_, target_;
};

}  // namespace orbita
