// Where the ids of a network are: candidates for sets of interchangeable ids, and what each element owns.
//
// A set has elements 0 .. count - 1. Every process, slot, clock and channel carries the elements it is found under
// (`indices`); exchanging elements moves it to the one of the same family and position under the renamed indices. A
// slot may also hold elements, as base + element, beside other values that stay what they are. All of this is a guess
// until the gate (gate.h) has proved it.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "engine/network/network.h"
#include "symmetry/detect/id_flow.h"

namespace orbita::detection {

// One set: its number in the network is the number of declared sets plus its position.
struct PlacedSet {
  std::string name;
  std::int32_t count = 0;
  std::vector<std::string> labels;  // by element: "P(1)", the first process it owns; "" if it owns none
};

// A channel of an array that is indexed by sets of ids, as bits: `value` is the index, bit first_bit + e that of e.
struct SubsetIndex {
  SetId set = none;
  std::int32_t first_bit = 0, value = 0;
};

struct PlacedItem {
  std::uint32_t family = 0, position = 0;
  std::vector<ScalarIndex> indices;
  std::vector<SubsetIndex> subsets{};
};

struct PlacedContents {
  SetId set = none;
  ElementCode code{};
  bool as_bits = false;  // holds sets of elements: bit code.base + e is that of e
};

struct Placement {
  std::uint32_t first_set = 0;
  std::vector<PlacedSet> sets;
  std::vector<PlacedItem> processes, slots, clocks, channels;
  std::vector<PlacedContents> contents;  // by slot
  std::uint32_t family_count = 0;

  bool empty() const { return sets.empty(); }
};

// From the text of the model (id_flow.h) and the arguments of its processes.
Placement place_ids(const Network& network);

}  // namespace orbita::detection
