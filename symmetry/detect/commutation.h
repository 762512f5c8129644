// Broadcast receivers of one process set run in process order: can that order be observed? (V10)
#pragma once

#include <vector>

#include "symmetry/detect/order_check.h"

namespace orbita::violations {

void check_receivers(const Resolver& resolver, const std::vector<Entry>& entries, OrderCheck& check, Report& report);

// What a process does in one transition: an edge from a location and, if it leads to a branchpoint,
// one of the branches. The branch's update comes second; either of the two may synchronise.
struct Way {
  const Edge* edge = nullptr;
  const Edge* branch = nullptr;
  const Edge& sync() const { return branch && branch->sync ? *branch : *edge; }
};
std::vector<Way> ways_of(const Template& templ);

}  // namespace orbita::violations
