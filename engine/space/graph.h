#pragma once

#include "engine/space/zone_graph.h"

namespace orbita {
using Graph = ZoneGraph;
using GraphOptions = ZoneGraphOptions;
}  // namespace orbita
