// What a caller may choose about an exploration; apart from the code that does it, so that verify.h needs none of that.
#pragma once

#include <cstdint>

namespace orbita {

enum class Order : std::uint8_t {
  breadth_first,
  depth_first,
  random_depth_first,
  earliest  // the state reachable after the least time first; needs SearchOptions::time_clock
};

enum class Joining : std::uint8_t {
  off,
  automatic,  // two zones of one discrete state become one where their union is a zone and it seems to pay
  always,     // … wherever their union is a zone
  hull        // one zone per discrete state, the smallest that includes all met: more states than there are
};

enum class SymmetryChoice : std::uint8_t { automatic, off, sort, segment, refine, canonical, enumerate };

}  // namespace orbita
