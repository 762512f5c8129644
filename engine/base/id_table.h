// Hash index over densely numbered items: content -> number.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

namespace orbita {

// Open addressing, four bytes per slot, at most three quarters of the slots in use. The bits of a slot that the number
// leaves free hold part of the item's hash: almost all other items are rejected without comparing them. Rehashing
// recomputes the hashes so that the old table is freed first.
class IdTable {
 public:
  static constexpr std::uint32_t none = 0xffffffffu;

  IdTable() { resize(64); }

  // The number of an item with this hash for which is_same(number) holds, or `none`.
  template <class Same>
  std::uint32_t find(std::uint64_t hash, Same&& is_same) const {
    for (std::size_t place = first_place(hash);; place = next_place(place)) {
      const std::uint32_t slot = slots_[place];
      if (slot == none) return none;
      if (slot >> id_bits_ == tag(hash) && is_same(slot & id_mask())) return slot & id_mask();
    }
  }

  // Adds the next number: 0, 1, 2, … hash_of(number) must work for all numbers added so far.
  template <class HashOf>
  void add(std::uint64_t hash, HashOf&& hash_of) {
    if (count_ == most_used()) {
      if (slots_.size() == most_slots) throw std::length_error("more than 2147483645 entries of one kind");
      resize(std::min(slots_.size() + slots_.size() / 2, most_slots));
      for (std::uint32_t id = 0; id < count_; ++id) put(hash_of(id), id);
    }
    put(hash, count_++);
  }

  std::uint32_t size() const { return count_; }
  std::size_t memory() const { return slots_.size() * sizeof(slots_[0]); }

 private:
  static constexpr std::size_t most_slots = 0x7fffffffu / 3 * 4;  // 31-bit numbers
  std::size_t most_used() const { return slots_.size() / 4 * 3; }
  std::uint32_t id_mask() const { return (std::uint32_t{1} << id_bits_) - 1; }
  // The upper half of the hash selects the first slot, the lower half the tag stored in it.
  std::size_t first_place(std::uint64_t hash) const { return ((hash >> 32) * slots_.size()) >> 32; }
  std::size_t next_place(std::size_t place) const { return place + 1 == slots_.size() ? 0 : place + 1; }
  std::uint32_t tag(std::uint64_t hash) const { return static_cast<std::uint32_t>(hash) >> id_bits_; }

  void resize(std::size_t slots) {
    std::vector<std::uint32_t>().swap(slots_);
    slots_.assign(slots, none);
    // One number is never used, so that no slot in use equals `none`.
    id_bits_ = static_cast<unsigned>(std::bit_width(most_used()));
  }
  void put(std::uint64_t hash, std::uint32_t id) {
    std::size_t place = first_place(hash);
    while (slots_[place] != none) place = next_place(place);
    slots_[place] = tag(hash) << id_bits_ | id;
  }

  std::vector<std::uint32_t> slots_;
  std::uint32_t count_ = 0;
  unsigned id_bits_ = 0;  // at most 31
};

}  // namespace orbita
