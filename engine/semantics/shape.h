// Which clocks the zone of a discrete state is about, and how far they are told apart.
#pragma once

#include <absl/container/node_hash_map.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "engine/analysis/clock_bounds.h"
#include "engine/base/id_table.h"
#include "engine/base/ids.h"
#include "engine/network/network.h"

namespace orbita {

// Clocks of a network in ascending order. Symmetry, which orders and permutes lists of them, has their numbers.
class ClockList {
 public:
  class Iterator {
   public:
    explicit Iterator(const std::uint32_t* number) : number_(number) {}
    NetClockId operator*() const { return {*number_}; }
    Iterator& operator++() {
      ++number_;
      return *this;
    }
    friend bool operator==(Iterator, Iterator) = default;

   private:
    const std::uint32_t* number_;
  };

  ClockList() = default;
  explicit ClockList(std::span<const std::uint32_t> numbers) : numbers_(numbers) {}
  std::span<const std::uint32_t> numbers() const { return numbers_; }
  std::size_t size() const { return numbers_.size(); }
  NetClockId operator[](std::size_t k) const { return {numbers_[k]}; }
  Iterator begin() const { return Iterator(numbers_.data()); }
  Iterator end() const { return Iterator(numbers_.data() + numbers_.size()); }

 private:
  std::span<const std::uint32_t> numbers_;
};

// The active clocks: clock k+1 of the zone is clocks[k]. The bounds have one entry per clock of the zone, the
// reference clock first. Views into Shapes.
struct Shape {
  ClockList clocks;
  std::span<const std::int32_t> lower, upper;
  std::uint32_t dimension() const { return static_cast<std::uint32_t>(clocks.size()) + 1; }
  // The clock at a place of the zone.
  NetClockId clock(ClockIndex x) const { return x == reference_clock ? reference_net_clock : clocks[x.value - 1]; }
  std::vector<std::uint32_t> clock_list() const { return {clocks.numbers().begin(), clocks.numbers().end()}; }
};

// The clock's place in zones of this shape; `none` when it is not active.
ClockIndex zone_position(const Shape& shape, NetClockId clock);

// Zones over all clocks of a network have them in its order.
constexpr ClockIndex place_among_all(NetClockId clock) { return {clock.value}; }
constexpr NetClockId clock_among_all(ClockIndex place) { return {place.value}; }

enum class BoundsMode : std::uint8_t {
  lower_upper,  // L and U as they are
  maximum,      // M = max(L, U) for both: where deadlocks or equality of behaviour matter
  exact         // no abstraction at all
};

// Shapes depend on the locations only; each is kept once, and so are its parts: Fischer with nine processes has
// 19 683 shapes, made of far fewer rows.
class Shapes {
 public:
  // `all_active`: no clock leaves the zone (for comparing with other tools).
  Shapes(const Network& network, const BoundsAnalysis& bounds, BoundsMode mode, bool all_active);

  ShapeId of(std::span<const std::int32_t> values);  // number of the state's shape
  Shape operator[](ShapeId id) const;                // valid as long as this object
  std::size_t memory() const;

 private:
  using Row = std::vector<std::int32_t>;
  struct Parts {
    std::uint32_t clocks, lower, upper;  // rows
    friend bool operator==(const Parts&, const Parts&) = default;
    template <class H>
    friend H AbslHashValue(H h, const Parts& p) {
      return H::combine(std::move(h), p.clocks, p.lower, p.upper);
    }
  };

  std::uint32_t kept(const Row& row);
  void raise(const ClockTest& test);

  const Network& network_;
  const BoundsAnalysis& bounds_;
  BoundsMode mode_;
  bool all_active_;
  absl::node_hash_map<Row, std::uint32_t> row_ids_;
  std::vector<const Row*> rows_;  // the keys above
  std::size_t row_bytes_ = 0;
  ById<ShapeId, Parts> shapes_;
  IdTable index_;
  IdVector<NetClockId, std::int32_t> lower_, upper_;  // by clock, while a shape is made
  std::vector<NetClockId> touched_;
  IdVector<NetClockId, bool> is_touched_;
  Row clock_row_, lower_row_, upper_row_;
};

}  // namespace orbita
