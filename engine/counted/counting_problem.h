// What keeps a model from being explored by counting elements, and where.
#pragma once

#include <string>

#include "parser/source.h"

namespace orbita {

struct CountingProblem {
  Span where;  // empty: the model as a whole
  std::string message;
};

}  // namespace orbita
