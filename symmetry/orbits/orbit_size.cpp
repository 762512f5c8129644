// Orbit-stabiliser: the number of states symmetric to one is |G| / |those that fix it|.
#include "symmetry/orbits/canonical.h"

#include <cassert>
#include "symmetry/orbits/canonical_search.h"
#include "symmetry/orbits/colour_graph.h"

namespace orbita {

struct OrbitCounter::Work {
  explicit Work(const StateLayout& layout) : plan(layout), search(plan), labeller(plan) {}
  symmetry::MovedCells plan;
  symmetry::CanonicalSearch search;
  symmetry::GraphLabeller labeller;
};

OrbitCounter::OrbitCounter(const StateLayout& layout) : work_(std::make_unique<Work>(layout)) {}
OrbitCounter::~OrbitCounter() = default;

double OrbitCounter::operator()(std::span<const std::int32_t> values, std::span<const std::uint32_t> active,
                                const Zone& zone) {
  constexpr std::uint32_t enough_leaves = 100;  // beyond, graph labelling prunes better
  const bool matrix = !has_diagonal_property(zone);
  work_->search.run(values, active, zone, matrix, enough_leaves);
  assert(work_->search.stabiliser() >= 1);
  if (work_->search.finished()) return work_->plan.group_order() / work_->search.stabiliser();
  work_->labeller.run(values, active, zone, matrix);
  return work_->plan.group_order() / work_->labeller.stabiliser();
}

double orbit_size(const StateLayout& layout, std::span<const std::int32_t> values,
                  std::span<const std::uint32_t> active, const Zone& zone) {
  return OrbitCounter(layout)(values, active, zone);
}

}  // namespace orbita
