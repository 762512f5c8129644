// Scalars that are read before they are written (V13): meta variables, whose old value is outside
// the state, and variables of functions, which start as one fixed element in every call.
#pragma once

#include <vector>

#include "symmetry/internal/order_check.h"

namespace orbita::violations {

void check_stale_reads(const Resolver& resolver, const std::vector<Entry>& entries, Report& report);
void check_stale_reads(const Resolver& resolver, const Query& query, Report& report);

}  // namespace orbita::violations
