#include "engine/space/state_store.h"

#include <cassert>
#include <utility>
#include <vector>

namespace orbita {

StateStore::StateStore(const Network& network, const BoundsAnalysis& bounds, BoundsMode mode, bool all_active,
                       Normaliser normaliser)
    : row_size_(network.value_count()),
      normaliser_(std::move(normaliser)),
      rows_(network),
      shapes_(network, bounds, mode, all_active) {}

StateId StateStore::intern(std::span<const std::int32_t> row) {
  const auto [id, is_new] = rows_.intern(row);
  if (is_new) {
    assert(normaliser_.is_normal(row) && "an interned row is normalised");
    shape_of_.push_back(shapes_.of(row));
  }
  return id;
}

StateId StateStore::normalised(std::span<const std::int32_t> row) {
  std::vector<std::int32_t> normal(row.begin(), row.end());
  normaliser_(normal);
  return intern(normal);
}

}  // namespace orbita
