#include "dbm/udbm/udbm_zone.h"

#include <base/bitstring.h>
#include <dbm/dbm.h>  // UDBM's, see CMakeLists.txt
#include <dbm/fed.h>
#include <dbm/mingraph.h>

namespace orbita::udbm {

bool Zone::constrain(std::span<const Constraint> all) {
  // Constraint has the layout of UDBM's constraint_t.
  static_assert(sizeof(Constraint) == sizeof(constraint_t));
  return dbm_constrainN(data(), dimension_, reinterpret_cast<const constraint_t*>(all.data()), all.size());
}

std::uint32_t Zone::hash() const { return dbm_hash(data(), dimension_); }

Zone Zone::rebuilt_from_minimal_graph(std::size_t& count) const {
  std::vector<std::uint32_t> bits(bits2intsize(dimension_ * dimension_));
  count = dbm_analyzeForMinDBM(data(), dimension_, bits.data());
  count = dbm_cleanBitMatrix(data(), dimension_, bits.data(), count);
  Zone result = universal(dimension_);
  for (std::uint32_t cell = 0; cell < dimension_ * dimension_; ++cell) {
    if (base_getOneBit(bits.data(), cell)) result.entries_[cell] = entries_[cell];
  }
  dbm_close(result.data(), dimension_);
  return result;
}

std::vector<Zone> Zone::minus(const Zone& removed) const {
  ::dbm::fed_t rest(data(), dimension_);
  rest -= ::dbm::fed_t(removed.data(), dimension_);
  std::vector<Zone> parts;
  for (auto i = rest.begin(); i != rest.end(); ++i) {
    parts.push_back(*this);
    std::copy_n(static_cast<const std::int32_t*>((*i)()), dimension_ * dimension_, parts.back().data());
  }
  return parts;
}

std::vector<std::int32_t> to_bounds(std::span<const std::int32_t> bounds) {
  std::vector<std::int32_t> result;
  to_bounds(bounds.data(), static_cast<std::uint32_t>(bounds.size()), result);
  return result;
}

}  // namespace orbita::udbm
