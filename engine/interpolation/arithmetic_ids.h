// Where ids enter arithmetic: what makes orbits useless and reasons useful (docs/interpolation.md).
#pragma once

#include <vector>

#include "engine/interpolation/cast.h"

namespace orbita::interpolation {

// The first place in a template where a constant parameter is computed with, or compared by order. Processes of one
// role differ in it.
struct ArithmeticId {
  std::uint32_t role = 0;
  const Template* templ = nullptr;
  const Symbol* parameter = nullptr;
  Span span;  // of the operation
};

std::vector<ArithmeticId> ids_in_arithmetic(const Cast& cast);

}  // namespace orbita::interpolation
