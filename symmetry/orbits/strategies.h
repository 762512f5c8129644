// The canonicalisers behind make_canonicaliser(), one per strategy. All work on a MovedCells, which
// they share, and count their calls in the same way.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "symmetry/orbits/canonical.h"
#include "symmetry/orbits/moved_cells.h"
#include "symmetry/orbits/mover.h"

namespace orbita::symmetry {

// Chooses a vertex map; applying it and reporting are the same for all strategies.
class PlannedCanonicaliser : public Canonicaliser {
 public:
  explicit PlannedCanonicaliser(const StateLayout& layout) : plan_(layout), mover_(plan_), to_(plan_.identity()) {}
  CanonicalResult canonicalise(std::span<std::int32_t> values, std::vector<std::uint32_t>& active, Zone& zone) final;
  Permutation applied() const final { return plan_.permutation(to_); }

 protected:
  // Writes the map to to_; returns whether every member of the orbit would get the same state.
  virtual bool choose(std::span<const std::int32_t> values, std::span<const std::uint32_t> active,
                      const Zone& zone) = 0;

  MovedCells plan_;
  Mover mover_;
  VertexMap to_;

 private:
  std::vector<ClockIndex> clocks_to_;
};

std::unique_ptr<Canonicaliser> make_sort(const StateLayout& layout, const CanonicalOptions& options);
// With `pointers`, variables that hold an element are part of its substate: then the reference for
// make_sort(). Without, the scalarset paper to the letter, not canonical with such variables.
std::unique_ptr<Canonicaliser> make_bubble_sort(const StateLayout& layout, const CanonicalOptions& options,
                                                bool pointers);
std::unique_ptr<Canonicaliser> make_segment(const StateLayout& layout, const CanonicalOptions& options);
std::unique_ptr<Canonicaliser> make_refine(const StateLayout& layout, const CanonicalOptions& options);
std::unique_ptr<Canonicaliser> make_graph(const StateLayout& layout, const CanonicalOptions& options);
std::unique_ptr<Canonicaliser> make_enumerate(const StateLayout& layout, const CanonicalOptions& options);

}  // namespace orbita::symmetry
