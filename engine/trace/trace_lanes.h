// The lanes of trace_text.h: who is where after each step.
#pragma once

#include <cstddef>
#include <string>

#include "engine/trace/trace.h"

namespace orbita {

// `width` of the terminal; 0: as wide as it takes. Every process is told: in a lane, or among those that never move.
std::string lanes_text(const Trace& trace, std::size_t width);

}  // namespace orbita
