// Clocks of a network, places in zones, slots and integers do not mix (engine/base/ids.h, engine/semantics/shape.h).
// Compiled once for each number below by must_not_compile_test.sh: SNIPPET 0 compiles, every other one does not.
#include <cstdint>
#include <vector>

#include "engine/semantics/expand.h"
#include "engine/semantics/shape.h"
#include "engine/semantics/zone_op.h"

namespace {

using namespace orbita;

[[maybe_unused]] void snippet(Network& network, const Shape& shape, Zone& zone, std::vector<std::uint32_t>& active) {
  const NetClockId clock{1};
  const ClockIndex place{1};
  const SlotId slot{0};
  ClockBound bound;
  ZoneOp op;
#if SNIPPET == 0  // the valid form of all others: if this does not compile, their failures prove nothing
  (void)network.clocks[clock];
  for (const NetClockId x : network.proper_clocks()) bound.x = x;
  for (const NetClockId x : shape.clocks) bound.y = x;
  zone.reset(zone_position(shape, clock));
  zone.reset(place_among_all(clock));
  bound.x = shape.clock(place);
  op.stopped.push_back(zone_position(shape, bound.x));
  op.transfer.push_back({place, 0});
  active.push_back(clock.value);
  (void)(bound.x == reference_net_clock && place == reference_clock);
#elif SNIPPET == 1   // an integer as the subscript of the clocks
  (void)network.clocks[1];
#elif SNIPPET == 2   // a place in a zone as their subscript
  (void)network.clocks[place];
#elif SNIPPET == 3   // a slot as their subscript
  (void)network.clocks[slot];
#elif SNIPPET == 4   // a clock of the network where a place in the zone is meant
  zone.reset(clock);
#elif SNIPPET == 5   // the place of a place
  (void)zone_position(shape, place);
#elif SNIPPET == 6   // the clock at a clock
  (void)shape.clock(clock);
#elif SNIPPET == 7   // a place in a bound on clocks of the network
  bound.x = place;
#elif SNIPPET == 8   // a clock of the network in an operation on zones
  op.stopped.push_back(clock);
#elif SNIPPET == 9   // … and as what another clock becomes
  op.transfer.push_back({clock, 0});
#elif SNIPPET == 10  // comparing with the wrong reference clock
  (void)(clock == reference_clock);
#elif SNIPPET == 11  // comparing with an integer
  (void)(clock == 0u);
#elif SNIPPET == 12  // a clock in a list of numbers
  active.push_back(clock);
#elif SNIPPET == 13  // an integer as what a bound is about
  bound.x = 1u;
#else
#error "no such snippet"
#endif
  (void)network, (void)shape, (void)zone, (void)active, (void)clock, (void)place, (void)slot, (void)bound, (void)op;
}

}  // namespace
