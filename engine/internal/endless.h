// Where a search may not end unless a limit ends it.
#pragma once

#include <string>

#include "engine/bounds.h"
#include "engine/internal/exploration.h"
#include "engine/internal/zone_setting.h"

namespace orbita {

ComparedDifferences compared_differences(const BoundsAnalysis& bounds);

// Why the search for some query of the task may not end; empty: all of them do.
std::string endless_because(const Task& task);

}  // namespace orbita
