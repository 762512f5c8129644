// A path of counted states in words, without saying who takes part: for paths that may belong to no number of elements.
#pragma once

#include <string>

#include "engine/counted/counted_search.h"

namespace orbita {

// "P: idle -> req; P: req -> wait; …", the edges of every step from the initial state to this one.
std::string tell_steps(CountedSearch& search, CountedSteps& steps, Patterns& patterns, NodeId node);

}  // namespace orbita
