// sup, inf and bounds: extreme values of expressions over the reachable states.
#pragma once

#include "engine/verify/exploration.h"

namespace orbita {

QueryResult measure(Task& task, std::size_t query);

}  // namespace orbita
