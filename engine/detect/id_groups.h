// Groups of coordinates that are exchanged together: sets of ids in the making (placement.h).
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace orbita::detection {

// What an argument says about whose a process is: a coordinate of a class of values, of references, or of copies.
struct Coordinate {
  std::uint32_t axis = 0;
  std::int64_t at = 0;
  friend auto operator<=>(const Coordinate&, const Coordinate&) = default;
};

// A set in the making: elements are groups of coordinates that are exchanged together.
struct Group {
  std::vector<std::uint32_t> axes;
  std::map<Coordinate, std::uint32_t> element_of;
  std::uint32_t count = 0;
};

using CoordinatePairs = std::vector<std::pair<Coordinate, Coordinate>>;

// Unites elements pair by pair; false, with `into` changed, if that would make two elements of one axis the same.
bool merge(Group& into, const Group& other, const CoordinatePairs& pairs);

// Numbers elements in the order of the first axis of values, with gaps filled: variables hold base + element.
void number_elements(Group& group, const std::set<std::uint32_t>& value_axes);

}  // namespace orbita::detection
