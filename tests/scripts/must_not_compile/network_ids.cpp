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
  const NodeId node{0};
#if SNIPPET == 0  // the valid form of all others: if this does not compile, their failures prove nothing
  (void)network.processes[process];
  for (const ProcessId p : network.processes.ids()) row[network.location_value(p)] = 0;
  (void)network.location(row, process);
  (void)(network.slots.empty() || network.processes[ProcessId{0}].name.empty());
#elif SNIPPET == 1  // an integer as the subscript of the processes
  (void)network.processes[0];
#elif SNIPPET == 2  // another kind of index as their subscript
  (void)network.processes[node];
#elif SNIPPET == 3  // a process where a row of values is subscripted
  row[process] = 0;
#elif SNIPPET == 4  // an integer as a process
  (void)network.location(row, 0u);
#elif SNIPPET == 5  // counting on
  ProcessId next = process + 1;
#else
#error "no such snippet"
#endif
  (void)network, (void)row, (void)process, (void)node;
}

}  // namespace
