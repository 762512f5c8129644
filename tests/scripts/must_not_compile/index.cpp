// Indices of different kinds, and indices and integers, do not mix (dbm/index.h). Compiled once for each number below
// by must_not_compile_test.sh: SNIPPET 0 compiles, every other one does not.
#include "dbm/index.h"

#include <cstdint>
#include <vector>

#include "dbm/zone.h"

namespace {

using orbita::ClockIndex;
using OtherIndex = orbita::Index<struct OtherTag>;

[[maybe_unused]] void snippet(orbita::Zone& zone, std::vector<int>& numbers) {
  const ClockIndex clock{1};
  const OtherIndex other{1};
#if SNIPPET == 0  // the valid form of all others: if this does not compile, their failures prove nothing
  zone.reset(clock);
  (void)zone.constrain(clock, orbita::reference_clock, orbita::le_zero);
  ClockIndex copy = clock;
  copy = ClockIndex{other.value};
  const std::uint32_t number = clock.value + 1;
  numbers[clock.value] = static_cast<int>(number);
  (void)(copy == clock && copy < clock && other == OtherIndex{1});
#elif SNIPPET == 1  // an argument of another kind
  zone.reset(other);
#elif SNIPPET == 2  // an integer as an argument
  zone.reset(1);
#elif SNIPPET == 3
  (void)zone.constrain(1, 0, orbita::le_zero);
#elif SNIPPET == 4  // comparing two kinds
  (void)(clock == other);
#elif SNIPPET == 5
  (void)(clock < other);
#elif SNIPPET == 6   // comparing with an integer
  (void)(clock == 1u);
#elif SNIPPET == 7   // implicit conversion from an integer
  ClockIndex copy = 1u;
#elif SNIPPET == 8   // made from another kind
  ClockIndex copy{other};
#elif SNIPPET == 9   // assigned from another kind
  ClockIndex copy = clock;
  copy = other;
#elif SNIPPET == 10  // implicit conversion to an integer
  const std::uint32_t number = clock;
#elif SNIPPET == 11  // arithmetic
  (void)(clock + 1u);
#elif SNIPPET == 12  // a subscript
  numbers[clock] = 1;
#else
#error "no such snippet"
#endif
  (void)zone, (void)numbers, (void)clock, (void)other;
}

}  // namespace
