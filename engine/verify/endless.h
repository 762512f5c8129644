// Where a search may not end unless a limit ends it.
#pragma once

#include <string>

#include "engine/analysis/clock_bounds.h"
#include "engine/verify/abstraction_plan.h"
#include "engine/verify/context.h"

namespace orbita {

ComparedDifferences compared_differences(const BoundsAnalysis& bounds);

// Why the search for some query of the call may not end; empty: all of them do.
std::string endless_because(const VerifyContext& context);

}  // namespace orbita
