// Meta variables over a scalarset that are read before they are written in the same transition
// (V13): their old value is outside the state.
#pragma once

#include <vector>

#include "symmetry/detect/order_check.h"

namespace orbita::violations {

void check_stale_reads(const Resolver& resolver, const std::vector<Entry>& entries, Report& report);
void check_stale_reads(const Resolver& resolver, const Query& query, Report& report);

}  // namespace orbita::violations
