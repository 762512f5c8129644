// Quantifiers over numbers, read as quantifiers over the processes that bear these numbers.
//
// `forall (j : id_t) !busy[j]` says the same as "for every process q of this role: !busy[q.id]", as long as the
// values of q.id are different and include all of id_t: whatever process bears which number. Written the second way
// it does not change when processes trade places.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/interpolation/cast.h"

namespace orbita::interpolation {

struct Lift {
  std::uint32_t role = 0, position = 0;  // of the parameter that takes the binder's place
};

// For the quantifier `binder` over `body` in the text of `process` (none: in a query).
std::optional<Lift> lift_of(const Cast& cast, const Binder& binder, const Expr& body, std::uint32_t process);

// The process that P(value) denotes.
std::uint32_t process_of(const ProcessSet& set, std::int32_t value);
// Whether P(i) is the process itself wherever i is this parameter of a process of this role.
bool names_itself(const Cast& cast, const ProcessSet& set, const Lift& lift);

}  // namespace orbita::interpolation
