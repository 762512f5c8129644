#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <new>
#include <span>
#include <utility>

#include "dbm/kernels.h"
#include "dbm/matrix.h"

namespace orbita {

// A non-empty convex set of clock valuations, as a difference bound matrix:
// entry (x, y) bounds x - y. Between calls the matrix is canonical: no entry
// can be tightened through a third clock, so equal zones have equal matrices.
//
// Owns its memory; a moved-from zone has dimension 0 and can only be assigned to or destroyed.
// Commands that return false have emptied the zone: is_empty() then holds, and the zone can only be
// assigned to, made anew (set_zero, set_universal) or destroyed.
class Zone {
 public:
  Zone() = default;                                // dimension 0, to be assigned to
  static Zone zero(std::uint32_t dimension);       // all clocks 0
  static Zone universal(std::uint32_t dimension);  // all valuations
  explicit Zone(ConstMatrix matrix);               // a copy of a canonical matrix

  Zone(const Zone& other);
  Zone(Zone&& other) noexcept;
  Zone& operator=(const Zone& other) {  // reuses the memory where it suffices
    if (this == &other) return *this;
    resize(other.dimension_);
    if (dimension_ != 0) dbm::assign(matrix(), other.view());
    return *this;
  }
  Zone& operator=(Zone&& other) noexcept;

  // The entries are unspecified afterwards: the caller writes them. Allocates only to grow.
  void resize(std::uint32_t dimension) {
    if (dimension > capacity_) *this = Zone(dimension);
    dimension_ = dimension;
  }

  std::uint32_t dimension() const { return dimension_; }  // clocks including the reference clock
  Bound operator()(ClockIndex x, ClockIndex y) const { return view()(x, y); }
  ConstMatrix view() const { return {entries_.get(), dimension_}; }
  Matrix matrix() { return {entries_.get(), dimension_}; }  // to use with kernels.h
  operator ConstMatrix() const { return view(); }

  bool is_empty() const { return dimension_ == 0 || dbm::is_empty(view()); }
  bool is_canonical() const { return dbm::is_canonical(view()); }  // O(n^3): for assert and for tests
  bool is_universal() const { return dbm::is_universal(view()); }

  void set_zero() { dbm::init_zero(matrix()); }
  void set_universal() { dbm::init_universal(matrix()); }

  // Keeps the valuations that satisfy the constraint(s).
  [[nodiscard]] bool constrain(ClockIndex x, ClockIndex y, Bound b) { return dbm::constrain(matrix(), {x, y, b}); }
  [[nodiscard]] bool constrain(const Constraint& c) { return dbm::constrain(matrix(), c); }
  [[nodiscard]] bool constrain(std::span<const Constraint> all) { return dbm::constrain_all(matrix(), all); }
  [[nodiscard]] bool constrain(std::initializer_list<Constraint> all) {
    return dbm::constrain_all(matrix(), {all.begin(), all.size()});
  }
  [[nodiscard]] bool intersect(ConstMatrix other) { return dbm::intersect(matrix(), other); }
  void hull(ConstMatrix other) { dbm::hull(matrix(), other); }
  bool can_satisfy(const Constraint& c) const { return dbm::can_satisfy(view(), c); }
  bool must_satisfy(const Constraint& c) const { return dbm::must_satisfy(view(), c); }

  void delay() { dbm::up(matrix()); }  // let time pass; O(n)
  [[nodiscard]] bool delay_within(std::span<const dbm::UpperBound> invariant) {
    return dbm::up_within(matrix(), invariant);
  }
  void past() { dbm::down(matrix()); }
  // Guards, resets, delay within the invariant.
  [[nodiscard]] bool take(const dbm::Step& step) { return dbm::take(matrix(), step); }
  // Becomes the successor of another zone.
  [[nodiscard]] bool take(const Zone& source, const dbm::Step& step) {
    resize(source.dimension_);
    return dbm::take(matrix(), source.view(), step);
  }

  void reset(ClockIndex x) { dbm::reset(matrix(), x); }  // to 0
  void reset(ClockIndex x, std::int32_t value) { dbm::reset(matrix(), x, value); }
  void reset_all(std::span<const ClockIndex> clocks) { dbm::reset_all(matrix(), clocks); }
  void copy(ClockIndex x, ClockIndex y) { dbm::copy(matrix(), x, y); }  // x := y
  [[nodiscard]] bool shift(ClockIndex x, std::int32_t delta) { return dbm::shift(matrix(), x, delta); }
  void free(ClockIndex x) { dbm::free_clock(matrix(), x); }
  [[nodiscard]] bool unreset(ClockIndex x, std::int32_t value = 0) { return dbm::unreset(matrix(), x, value); }

  bool includes(ConstMatrix other) const { return dbm::includes(view(), other); }
  dbm::Relation relation(ConstMatrix other) const { return dbm::relation(view(), other); }
  bool intersects(ConstMatrix other) const;  // O(n^3), copies
  friend bool operator==(const Zone& a, const Zone& b) { return dbm::equal(a.view(), b.view()); }
  std::uint64_t hash() const { return dbm::hash(view()); }

  void swap_clocks(ClockIndex x, ClockIndex y) { dbm::swap_clocks(matrix(), x, y); }
  Zone permuted(std::span<const ClockIndex> to) const;     // see dbm::permute
  Zone projected(std::span<const ClockIndex> kept) const;  // see dbm::project
  Zone embedded(std::uint32_t dimension, std::span<const ClockIndex> kept, dbm::Missing missing) const;

 private:
  struct Free {
    void operator()(raw_t* p) const { ::operator delete (p, std::align_val_t{matrix_alignment}); }
  };
  explicit Zone(std::uint32_t dimension);  // entries not yet written

  std::unique_ptr<raw_t[], Free> entries_;
  std::uint32_t dimension_ = 0;
  std::uint32_t capacity_ = 0;  // the largest dimension there is memory for
};

// For hash containers keyed by zones.
struct ZoneHash {
  std::size_t operator()(const Zone& zone) const { return static_cast<std::size_t>(zone.hash()); }
};

}  // namespace orbita
