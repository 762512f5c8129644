// Turning rings: renamings that take every element of a set to one further on.
//
// Neighbours in a ring cannot be exchanged, but where every process knows its neighbours by `(id + 1) % N`, or by the
// channels it shares with them, the whole ring can be turned. Tried are turns by one place and by blocks, with the
// elements in the order of their ids and in that of the system line; sets of as many elements are also turned together.
// The proof is that of exchanges (gate.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/detect/exchange.h"
#include "engine/detect/normal_form.h"
#include "symmetry/orbits/cyclic_group.h"

namespace orbita::detection {

// Elements of a set, in the order in which they are turned; others stay.
struct Ring {
  SetId set;
  std::vector<std::int32_t> elements;
};

class Rotation final : public Exchange {
 public:
  // By `shift` places in all rings.
  Rotation(const Network& network, const Placement& placement, const std::vector<Ring>& rings, std::size_t shift);

  bool changes_contents(std::uint32_t position) const override { return held_[position].images != nullptr; }
  std::int64_t contents(std::uint32_t position, std::int64_t held) const override;
  ContentsKey contents_key(std::uint32_t position) const override;
  CyclicGroup::Turn turn() const;

 private:
  using Images = std::vector<std::int32_t>;  // by element; empty: nothing is turned
  using ImagesBySet = std::vector<Images>;
  Rotation(const Network& network, const Placement& placement, std::shared_ptr<const ImagesBySet> images);
  struct Held {
    const Images* images = nullptr;
    std::int64_t set = 0, base = 0;
  };
  std::shared_ptr<const ImagesBySet> images_;
  std::vector<Held> held_;  // by position
};

// Rings that are turned together, by `shift` places or any multiple of it.
struct TurnedRings {
  std::vector<Ring> rings;
  std::size_t shift = 1;
  std::string name;  // "P", "P, Q": the sets
  std::size_t size() const { return rings[0].elements.size(); }
  std::size_t order() const { return size() / shift; }
};

// The largest groups first. `cells`: by placed set, what is known about exchanges of two of its elements; sets in which
// all can be exchanged are no rings.
std::vector<TurnedRings> ring_candidates(const Placement& placement,
                                         const std::vector<std::vector<std::uint32_t>>& cells);

// The first of them that the gate proves, if there is one. Limits of the work scope apply.
std::optional<TurnedRings> find_rings(NormalNetwork& normal, const Placement& placement,
                                      const std::vector<TurnedRings>& candidates);

// The group that these queries leave: turns that take each of them to itself. 0: there is none, otherwise the shift.
std::size_t shift_kept_by(NormalNetwork& normal, const Placement& placement, const TurnedRings& rings,
                          const std::vector<const Predicate*>& predicates, const std::vector<const Measure*>& measures);

}  // namespace orbita::detection
