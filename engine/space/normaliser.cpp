#include "engine/space/normaliser.h"

#include <algorithm>
#include <vector>

namespace orbita {

Normaliser::Normaliser(const Network& network, const QueryReads& reads, const CellOrbits& orbits) {
  dead_.emplace(network, reads.slots, orbits);
  flagged_.emplace(network, reads.predicates, reads.measured, orbits);
  if (flagged_->empty()) flagged_.reset();
}

void Normaliser::operator()(std::span<std::int32_t> row) const {
  if (dead_) dead_->normalise(row);
  if (flagged_) flagged_->normalise(row);
}

bool Normaliser::is_normal(std::span<const std::int32_t> row) const {
  std::vector<std::int32_t> normal(row.begin(), row.end());
  (*this)(normal);
  return std::equal(normal.begin(), normal.end(), row.begin(), row.end());
}

}  // namespace orbita
