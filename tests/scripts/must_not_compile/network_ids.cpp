// The indices of a network do not mix with each other, with positions in a row of values, or with integers
// (engine/base/ids.h). Compiled once for each number below by must_not_compile_test.sh: SNIPPET 0 compiles, every other
// one does not.
#include <cstdint>
#include <vector>

#include "engine/base/ids.h"
#include "engine/network/network.h"

namespace {

using namespace orbita;

[[maybe_unused]] void snippet(Network& network, std::vector<std::int32_t>& row) {
  const ProcessId process{0};
  const EdgeId edge{0};
  const ChannelId channel{0};
  const SlotId slot{0};
  const LocationId location{0};
  const NodeId node{0};
#if SNIPPET == 0  // the valid form of all others: if this does not compile, their failures prove nothing
  (void)network.processes[process];
  for (const ProcessId p : network.processes.ids()) row[network.location_value(p)] = 0;
  (void)network.location(row, process);
  (void)network.edges[edge], (void)network.channels[channel];
  for (const ChannelId c : network.edges[edge].channels()) (void)network.channels[c];
  row[network.slot_value(slot)] = network.slots[slot].low;
  network.edges[edge].reads.push_back(slot);
  if (location_of(row, process) == network.edges[edge].source) row[network.location_value(process)] = 0;
  (void)network.processes[process].locations[network.edges[edge].target];
  row[network.location_value(process)] = static_cast<std::int32_t>(location.value);
#elif SNIPPET == 1   // an integer as the subscript of the processes
  (void)network.processes[0];
#elif SNIPPET == 2   // another kind of index as their subscript
  (void)network.processes[node];
#elif SNIPPET == 3   // a process where a row of values is subscripted
  row[process] = 0;
#elif SNIPPET == 4   // an integer as a process
  (void)network.location(row, 0u);
#elif SNIPPET == 5   // counting on
  ProcessId next = process + 1;
#elif SNIPPET == 6   // an integer as the subscript of the edges
  (void)network.edges[0];
#elif SNIPPET == 7   // a process where an edge is meant
  (void)network.edges[process];
#elif SNIPPET == 8   // a number as an outgoing edge
  network.processes[process].locations[location].edges.push_back(0u);
#elif SNIPPET == 9   // an integer as the subscript of the channels
  (void)network.channels[0];
#elif SNIPPET == 10  // an edge where a channel is meant
  (void)network.channels[edge];
#elif SNIPPET == 11  // counting on from the first channel of an edge
  (void)network.channels[network.edges[edge].channel + 1];
#elif SNIPPET == 12  // an integer as the subscript of the slots
  (void)network.slots[0];
#elif SNIPPET == 13  // a process where a slot is meant
  (void)network.slot_value(process);
#elif SNIPPET == 14  // a slot where a row of values is subscripted
  row[slot] = 0;
#elif SNIPPET == 15  // a position in the row as a slot
  network.edges[edge].reads.push_back(network.slot_value(slot));
#elif SNIPPET == 16  // an integer as the subscript of the locations
  (void)network.processes[process].locations[0];
#elif SNIPPET == 17  // a value of the row as a location
  (void)network.processes[process].locations[row[process.value]];
#elif SNIPPET == 18  // a process where a location is meant
  (void)network.processes[process].locations[process];
#elif SNIPPET == 19  // comparing a location with a value of the row
  (void)(location_of(row, process) == row[process.value]);
#elif SNIPPET == 20  // a location as a value
  row[network.location_value(process)] = location;
#elif SNIPPET == 21  // process and location the wrong way round
  std::vector<std::pair<ProcessId, LocationId> > live_at{{location, process}};
#else
#error "no such snippet"
#endif
  (void)network, (void)row, (void)process, (void)edge, (void)channel, (void)slot, (void)node, (void)location;
}

}  // namespace
