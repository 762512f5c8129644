// Whether a measured clock grows for ever.
//
// Clocks beyond every test of the model no longer change what can happen: what is possible in a zone is possible with
// those clocks d higher, and leads to the same, d higher. So when a path that does not reset them leads from such a
// zone to one of the same discrete state that contains the first one with the clocks d higher, it can be followed again
// and again.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/space/zone_graph.h"

namespace orbita {

// `path`: the states on the way to a reachable one. Whether following a part of it again and again leads to its last
// discrete state with ever larger values of the clock; may say no when it is hard to tell.
bool grows_for_ever(ZoneGraph& graph, const std::vector<SymbolicState>& path, NetClockId clock);

}  // namespace orbita
