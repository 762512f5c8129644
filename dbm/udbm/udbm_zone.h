#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "dbm/clock_bounds.h"
#include "dbm/federation.h"
#include "dbm/kernels.h"
#include "dbm/matrix.h"
#include "dbm/udbm/udbm.h"
#include "dbm/zone.h"

// The interface of Zone on top of UDBM, for differential tests and benchmarks. Built only where CMake
// finds UDBM. UDBM is GPLv3: a program that links this is distributed under GPLv3 or not at all.

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
  dbm::Relation relation(const Zone& other) const { return udbm::relation(data(), other.data(), dimension_); }
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

std::vector<std::int32_t> to_bounds(std::span<const std::int32_t> bounds);

}  // namespace orbita::udbm
