// Broadcast receivers of one process set run in process order: can that order be observed? (V10)
#pragma once

#include <vector>

#include "symmetry/internal/order_check.h"

namespace orbita::violations {

void check_receivers(const Resolver& resolver, const std::vector<Entry>& entries, OrderCheck& check,
                     Report& report);

// The updates of a transition through this edge: its own, and one per branch if it leads to a
// branchpoint (they run after it; one of them does).
std::vector<const Expr*> updates_of(const Template& templ, const Edge& edge);
// The edge starts at a location, not at a branchpoint.
bool starts_transition(const Template& templ, const Edge& edge);

}  // namespace orbita::violations
