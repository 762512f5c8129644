// Whether the updates of two edges have to do with the same variables or clocks.
#pragma once

#include "engine/network/network.h"

namespace orbita::exchange {

// One of them may write what the other reads or writes. If not, the order of the two does not matter.
bool may_disturb(const NetEdge& a, const NetEdge& b);

}  // namespace orbita::exchange
