// The second half of the gate W0: which processes of a role the property does not tell apart.
//
// The property is written out with quantifiers expanded, once as it is and once with two processes exchanged
// everywhere. Where both come to the same, up to the order of operands that may be swapped, the exchange does not
// change the property. Exchanges of pairs generate the rest.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/interpolation/cast.h"

namespace orbita::interpolation {

// The role of each process, finer than Cast::role(): processes of one part may trade places in the property too.
// Everybody is alone where the property, or the model, is beyond comparing.
std::vector<std::uint32_t> interchangeable(const Cast& cast, const Expr& property);

// The property written out with these processes in the places of others; for tests.
std::string written_out(const Cast& cast, const Expr& property, const Exchange& exchange);

}  // namespace orbita::interpolation
