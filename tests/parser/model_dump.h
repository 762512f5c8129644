// A checked model as text: everything that matters for its meaning, no positions, no layout.
// Two models with the same dump are the same model.
#pragma once

#include <string>

#include "parser/model.h"

namespace orbita::testing {

std::string dump(Model& model);

}  // namespace orbita::testing
