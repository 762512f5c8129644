// What was found of ids, written into a network: its sets, and whose every process, slot and clock is.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/detect/placement.h"
#include "engine/network/network.h"

namespace orbita::detection {

// `cells`: by set of the placement, the cell of every element. A set in which every element has a cell of its own is
// added, but no variable is said to hold elements of it.
void annotate(Network& network, const Placement& placement, const std::vector<std::vector<std::uint32_t>>& cells);

// Every element has a cell of its own.
bool is_discrete(const std::vector<std::uint32_t>& cells);

}  // namespace orbita::detection
