#pragma once

#include <span>
#include <string>

#include "dbm/matrix.h"

// Zones as text. Clock names are indexed by clock; names[0] is not used. Without names clocks are
// called x1, x2, ...

namespace orbita {

std::string to_string(Bound b);  // "<=3", "<3", "<inf"
// "x-y<=3, y>2" or "x==2": differences as written in models, constants on the right.
std::string to_string(const Constraint& c, std::span<const std::string> names = {});
// The minimal constraints, "true" for the zone of all valuations.
std::string to_string(ConstMatrix m, std::span<const std::string> names = {});
// The whole matrix, one row per line, columns aligned.
std::string matrix_to_string(ConstMatrix m, std::span<const std::string> names = {});

}  // namespace orbita
