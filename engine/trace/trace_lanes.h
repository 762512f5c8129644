// The lanes of trace_text.h: the location of each process after each step.
#pragma once

#include <cstddef>
#include <string>

#include "engine/trace/trace.h"

namespace orbita {

// `width` of the terminal; 0: unlimited. Every process is listed: in a lane, or among those that never move.
std::string lanes_text(const Trace& trace, std::size_t width);

}  // namespace orbita
