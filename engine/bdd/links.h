// The references by which numbering goes from one element to the next (reduction.h), and which of them to follow.
//
// Any list is sound; how small the sets are depends on it. A queue may be followed from its head or from its tail, and
// nobody knows beforehand which is better: so both are tried on the first steps from the initial state.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "engine/network/network.h"
#include "symmetry/orbits/layout.h"

namespace orbita::bdds {

// Cells at one position of a family, one for each element of the set, that hold elements of it.
struct Link {
  std::uint32_t family = 0, position = 0;
  SetId set;
  bool forward = true;  // to the element that the last one refers to; else to one that refers to it
  friend bool operator==(const Link&, const Link&) = default;
};

// All there are: forward ones first, in the order of their cells.
std::vector<Link> links_of(const StateLayout& layout);
// "next, pred backwards".
std::string describe(const std::vector<Link>& links, const Network& network);

// How far a search came within its limits, and how large its set was.
struct Trial {
  std::uint64_t rounds = 0;
  std::uint64_t nodes = 0;
  bool is_better_than(const Trial& other) const {
    return rounds != other.rounds ? rounds > other.rounds : nodes < other.nodes;
  }
};

// All, those forward or those backwards first.
std::vector<Link> choose_links(const std::vector<Link>& all,
                               const std::function<Trial(const std::vector<Link>&)>& try_out);

}  // namespace orbita::bdds
