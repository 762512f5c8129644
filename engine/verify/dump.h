// Every stored state as one JSON object a line, for comparing with other implementations.
#pragma once

#include <string>

#include "engine/search/passed.h"
#include "engine/space/graph.h"
#include "engine/verify.h"

namespace orbita {

// Throws std::invalid_argument when the file cannot be written, LimitReached when that takes too long.
void dump_states(const std::string& path, DumpContent content, Graph& graph, const Passed& passed);

}  // namespace orbita
