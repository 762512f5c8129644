// Runs a program on all states at once: what it computes, stores and does to clocks, as diagrams over the state
// before it (diagram.h).
//
// Where a jump depends on the state both ways are followed, and joined again where they meet: of several places the
// program may be at, the one that comes first in the text goes on. Loops end because their bounds are known, or because
// the ranges of variables say so; others are Beyond, and so are floating-point numbers.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "engine/detect/diagram.h"
#include "engine/network/program.h"

namespace orbita::detection {

struct SymbolicResult {
  DiagramId completed;                        // 1 where the program ends without an error
  DiagramId value;                            // expressions: what they leave; unspecified elsewhere
  std::map<std::uint32_t, DiagramId> values;  // by position in the row: what it holds afterwards, if stored to
  std::map<NetClockId, DiagramId> clocks;     // by clock: its value afterwards, if set; leaves are terms
};

// Select variables: frame cell and value.
using Bindings = std::vector<std::pair<std::uint32_t, std::int32_t>>;

// `before`: what positions of the row hold, where that is not the variable of their own.
SymbolicResult run_symbolically(Diagrams& diagrams, const Programs& programs, CodeRef code, const Bindings& selects,
                                const std::map<std::uint32_t, DiagramId>& before = {});

}  // namespace orbita::detection
