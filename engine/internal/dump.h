// Every stored state as one JSON object a line, for comparing with other implementations.
#pragma once

#include <string>

#include "engine/graph.h"
#include "engine/passed.h"

namespace orbita {

// Throws std::runtime_error when the file cannot be written.
void dump_states(const std::string& path, Graph& graph, const Passed& passed);

}  // namespace orbita
