#include "dbm/udbm/udbm.h"

#include <dbm/dbm.h>  // UDBM's, see CMakeLists.txt

#include "dbm/clock_bounds.h"

namespace orbita::udbm {

dbm::Relation relation(const raw_t* a, const raw_t* b, std::uint32_t dimension) {
  switch (dbm_relation(a, b, dimension)) {
    case base_SUBSET: return dbm::Relation::subset;
    case base_SUPERSET: return dbm::Relation::superset;
    case base_EQUAL: return dbm::Relation::equal;
    default: return dbm::Relation::incomparable;
  }
}

void to_bounds(const std::int32_t* bounds, std::uint32_t dimension, std::vector<std::int32_t>& result) {
  result.assign(bounds, bounds + dimension);
  for (std::int32_t& b : result) {
    if (b < 0) b = -dbm_INFINITY;
    else if (b > largest_clock_bound) b = largest_finite;
  }
  result[0] = 0;
}

}  // namespace orbita::udbm
