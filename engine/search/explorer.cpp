#include "engine/search/explorer.h"

namespace orbita {

void add_space(Statistics& statistics, const StateSpace& space) {
  statistics.discrete_states += space.state_count();
  statistics.zones += space.zones().size();
  statistics.operations += space.zones().op_count();
  statistics.zone_lookups += space.zones().lookups();
  statistics.zone_hits += space.zones().hits();
}

}  // namespace orbita
