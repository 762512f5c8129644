// Where a clock test of a query can matter.
//
// `forall (i : id_t) P(i).cs imply P(i).x < 9` looks at P(i).x while P(i) is in cs; elsewhere the rest of the
// predicate decides. So the test counts in that location only, as if it were a guard there, and the clock
// may leave the zone in all others.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "engine/network/network.h"
#include "engine/network/predicate.h"
#include "engine/network/program.h"

namespace orbita {

class QueryClockLocations {
 public:
  QueryClockLocations(const Network& network, const Predicate& predicate);

  struct Places {
    ProcessId process;
    std::vector<LocationId> locations;  // in all others of the process the node's value changes nothing
  };
  // For a node that tests `clock`. The process is the one the clock belongs to, or the only one whose
  // locations matter: whichever names there are, symmetric tests get symmetric places. nullopt: everywhere.
  std::optional<Places> of(std::uint32_t node, NetClockId clock);

 private:
  enum class Truth : std::uint8_t { no, yes, open };

  bool matters(std::uint32_t node, ProcessId process, LocationId location);
  Truth truth(CodeRef code, ProcessId process, LocationId location);
  Truth tried_out(CodeRef code, ProcessId process, LocationId location);

  const Network& network_;
  const Predicate& predicate_;
  Machine machine_;
  std::vector<std::uint32_t> parent_;             // by node
  std::vector<std::vector<std::uint32_t>> data_;  // by node: its children that are about data
  std::map<std::tuple<CodeRef, ProcessId, LocationId>, Truth> known_;
};

}  // namespace orbita
