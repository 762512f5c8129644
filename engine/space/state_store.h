// Discrete states: normalised rows of values and their shapes, interned.
//
// Equal rows have equal ids, and an id stays valid as long as the store. Every stored row is normal
// (space/normaliser.h): states that differ in dead data only have one id.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/analysis/clock_bounds.h"
#include "engine/base/ids.h"
#include "engine/semantics/shape.h"
#include "engine/space/discrete_store.h"
#include "engine/space/normaliser.h"

namespace orbita {

class StateStore {
 public:
  // `all_active`: no clock leaves the zones. Network and bounds must outlive the store.
  StateStore(const Network& network, const BoundsAnalysis& bounds, BoundsMode mode, bool all_active,
             Normaliser normaliser);

  StateId intern(std::span<const std::int32_t> row);      // a normal row
  StateId normalised(std::span<const std::int32_t> row);  // the state of any row
  void values(StateId id, std::span<std::int32_t> row) const { rows_.get(id, row); }
  const Normaliser& normalise() const { return normaliser_; }

  ShapeId shape_id(StateId id) const { return shape_of_[id]; }
  ShapeId shape_of_row(std::span<const std::int32_t> row) { return shapes_.of(row); }  // stores no row
  Shape shape(ShapeId id) const { return shapes_[id]; }
  Shape shape(StateId id) const { return shapes_[shape_of_[id]]; }

  std::size_t row_size() const { return row_size_; }
  std::uint32_t size() const { return rows_.size(); }
  std::size_t memory() const { return rows_.memory() + shapes_.memory() + shape_of_.memory(); }

 private:
  std::size_t row_size_;
  Normaliser normaliser_;
  DiscreteStore rows_;
  Shapes shapes_;
  ById<StateId, ShapeId> shape_of_;
};

}  // namespace orbita
