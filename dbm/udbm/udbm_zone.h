#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "dbm/clock_bounds.h"
#include "dbm/federation.h"
#include "dbm/kernels.h"
#include "dbm/matrix.h"
#include "dbm/zone.h"

// The interface of Zone on top of UDBM, for differential tests and benchmarks. Built only where CMake
// finds UDBM. UDBM is GPLv3: a program that links this is distributed under GPLv3 or not at all.

// The part of UDBM's C interface in use. Its header cannot be included next to ours (both are called
// dbm/dbm.h); udbm_zone.cpp includes it and so checks these declarations.
extern "C" {
void dbm_init(std::int32_t* dbm, std::uint32_t dim);
bool dbm_close(std::int32_t* dbm, std::uint32_t dim);
bool dbm_constrain1(std::int32_t* dbm, std::uint32_t dim, std::uint32_t i, std::uint32_t j, std::int32_t c);
bool dbm_intersection(std::int32_t* dbm1, const std::int32_t* dbm2, std::uint32_t dim);
bool dbm_haveIntersection(const std::int32_t* dbm1, const std::int32_t* dbm2, std::uint32_t dim);
void dbm_convexUnion(std::int32_t* dbm1, const std::int32_t* dbm2, std::uint32_t dim);
void dbm_up(std::int32_t* dbm, std::uint32_t dim);
void dbm_downFrom(std::int32_t* dbm, std::uint32_t dim, std::uint32_t j0);
void dbm_updateValue(std::int32_t* dbm, std::uint32_t dim, std::uint32_t index, std::int32_t value);
void dbm_updateClock(std::int32_t* dbm, std::uint32_t dim, std::uint32_t i, std::uint32_t j);
void dbm_updateIncrement(std::int32_t* dbm, std::uint32_t dim, std::uint32_t i, std::int32_t value);
void dbm_freeClock(std::int32_t* dbm, std::uint32_t dim, std::uint32_t index);
void dbm_swapClocks(std::int32_t* dbm, std::uint32_t dim, std::uint32_t x, std::uint32_t y);
bool dbm_isSubsetEq(const std::int32_t* dbm1, const std::int32_t* dbm2, std::uint32_t dim);
bool dbm_isPointIncluded(const std::int32_t* pt, const std::int32_t* dbm, std::uint32_t dim);
void dbm_extrapolateMaxBounds(std::int32_t* dbm, std::uint32_t dim, const std::int32_t* max);
void dbm_diagonalExtrapolateMaxBounds(std::int32_t* dbm, std::uint32_t dim, const std::int32_t* max);
void dbm_extrapolateLUBounds(std::int32_t* dbm, std::uint32_t dim, const std::int32_t* lower,
                             const std::int32_t* upper);
void dbm_diagonalExtrapolateLUBounds(std::int32_t* dbm, std::uint32_t dim, const std::int32_t* lower,
                                     const std::int32_t* upper);
}

namespace orbita::udbm {

// Entries without padding, as UDBM has them.
class Zone {
 public:
  explicit Zone(ConstMatrix m) : entries_(std::size_t{m.dimension} * m.dimension), dimension_(m.dimension) {
    for (std::uint32_t i = 0; i < dimension_; ++i) {
      std::copy_n(m.row(i), dimension_, entries_.begin() + std::size_t{i} * dimension_);
    }
  }
  static Zone universal(std::uint32_t dimension) {
    Zone zone(orbita::Zone::zero(dimension).view());
    dbm_init(zone.data(), dimension);
    return zone;
  }
  // Back to our layout; only a canonical zone of theirs makes a canonical zone of ours.
  orbita::Zone ours() const {
    orbita::Zone zone = orbita::Zone::universal(dimension_);
    for (std::uint32_t i = 0; i < dimension_; ++i) {
      std::copy_n(entries_.begin() + std::size_t{i} * dimension_, dimension_, zone.matrix().row(i));
    }
    return zone;
  }

  std::uint32_t dimension() const { return dimension_; }
  std::int32_t* data() { return entries_.data(); }
  const std::int32_t* data() const { return entries_.data(); }
  void assign(const Zone& other) { std::copy(other.entries_.begin(), other.entries_.end(), entries_.begin()); }

  [[nodiscard]] bool close() { return dbm_close(data(), dimension_); }
  [[nodiscard]] bool constrain(const Constraint& c) {
    return dbm_constrain1(data(), dimension_, c.x.value, c.y.value, c.bound.raw);
  }
  [[nodiscard]] bool constrain(std::span<const Constraint> all);  // dbm_constrainN
  [[nodiscard]] bool intersect(const Zone& other) { return dbm_intersection(data(), other.data(), dimension_); }
  bool intersects(const Zone& other) const { return dbm_haveIntersection(data(), other.data(), dimension_); }
  void hull(const Zone& other) { dbm_convexUnion(data(), other.data(), dimension_); }
  void delay() { dbm_up(data(), dimension_); }
  void past() { dbm_downFrom(data(), dimension_, 1); }
  void reset(ClockIndex x, std::int32_t value = 0) { dbm_updateValue(data(), dimension_, x.value, value); }
  void copy(ClockIndex x, ClockIndex y) { dbm_updateClock(data(), dimension_, x.value, y.value); }
  void shift(ClockIndex x, std::int32_t delta) { dbm_updateIncrement(data(), dimension_, x.value, delta); }
  void free(ClockIndex x) { dbm_freeClock(data(), dimension_, x.value); }
  void swap_clocks(ClockIndex x, ClockIndex y) { dbm_swapClocks(data(), dimension_, x.value, y.value); }
  bool includes(const Zone& other) const { return dbm_isSubsetEq(other.data(), data(), dimension_); }
  dbm::Relation relation(const Zone& other) const;
  std::uint32_t hash() const;
  bool contains(const std::int32_t* point) const { return dbm_isPointIncluded(point, data(), dimension_); }

  // Bounds in UDBM's terms: see to_bounds().
  void extrapolate_m(const std::int32_t* m) { dbm_extrapolateMaxBounds(data(), dimension_, m); }
  void extrapolate_m_plus(const std::int32_t* m) { dbm_diagonalExtrapolateMaxBounds(data(), dimension_, m); }
  void extrapolate_lu(const std::int32_t* l, const std::int32_t* u) {
    dbm_extrapolateLUBounds(data(), dimension_, l, u);
  }
  void extrapolate_lu_plus(const std::int32_t* l, const std::int32_t* u) {
    dbm_diagonalExtrapolateLUBounds(data(), dimension_, l, u);
  }

  // The zone rebuilt from UDBM's minimal constraints; `count` is their number without "x >= 0".
  Zone rebuilt_from_minimal_graph(std::size_t& count) const;
  // zone \ removed by UDBM's federations.
  std::vector<Zone> minus(const Zone& removed) const;

 private:
  std::vector<std::int32_t> entries_;
  std::uint32_t dimension_;
};

// Our clock bounds as UDBM writes them: 0 for the reference clock, its own number for "none".
std::vector<std::int32_t> to_bounds(std::span<const std::int32_t> bounds);

}  // namespace orbita::udbm
