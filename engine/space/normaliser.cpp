#include "engine/space/normaliser.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "engine/detect/dead_ids.h"

namespace orbita {

Normaliser::Normaliser(const Network& network, const QueryReads& reads, const CellOrbits& orbits,
                       std::shared_ptr<const detection::DeadIds> dead_ids)
    : dead_ids_(std::move(dead_ids)) {
  dead_.emplace(network, reads.slots, orbits);
  flagged_.emplace(network, reads.predicates, reads.measured, orbits);
  if (flagged_->empty()) flagged_.reset();
}

void Normaliser::operator()(std::span<std::int32_t> row) const {
  if (dead_) dead_->normalise(row);
  if (flagged_) flagged_->normalise(row);
  if (dead_ids_) dead_ids_->normalise(row);
}

bool Normaliser::is_normal(std::span<const std::int32_t> row) const {
  std::vector<std::int32_t> normal(row.begin(), row.end());
  (*this)(normal);
  return std::equal(normal.begin(), normal.end(), row.begin(), row.end());
}

std::vector<DeadSlot> Normaliser::rules() const {
  std::vector<DeadSlot> rules;
  if (dead_) rules = dead_->rules();
  if (flagged_) std::ranges::move(flagged_->rules(), std::back_inserter(rules));
  if (dead_ids_) std::ranges::move(dead_ids_->rules(), std::back_inserter(rules));
  return rules;
}

}  // namespace orbita
