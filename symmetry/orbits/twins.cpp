#include "symmetry/orbits/twins.h"

#include "symmetry/orbits/keys.h"
#include "symmetry/orbits/moved_cells.h"
#include "symmetry/orbits/twin_classes.h"

namespace orbita {

using symmetry::Domain;
using symmetry::VertexId;

struct TwinFinder::Work {
  explicit Work(const StateLayout& layout) : plan(layout), keys(plan), test(plan), first_twin(plan.identity()) {}

  void group(const Domain& domain);
  bool are_twins(VertexId v, VertexId w) const {
    // Equal keys are equal values where sorting is canonical.
    return (plan.sorting_is_canonical() || test.values_agree(v, w)) && test.zones_agree(v, w);
  }

  symmetry::MovedCells plan;
  symmetry::Keys keys;
  symmetry::TwinTest test;
  std::vector<std::uint32_t> ranks;
  std::vector<VertexId> order;  // by place
  symmetry::VertexMap first_twin;
  bool any = false;
};

// Twins have equal keys, and equal keys stand next to each other, lower numbers first.
void TwinFinder::Work::group(const Domain& domain) {
  for (std::uint32_t first = domain.first.value, p = first; p < domain.last.value; ++p) {
    const VertexId vertex = order[p];
    if (!keys.equal(order[first], vertex)) first = p;
    first_twin[vertex] = vertex;
    for (std::uint32_t q = first; q < p; ++q) {
      if (first_twin[order[q]] != order[q] || !are_twins(order[q], vertex)) continue;
      first_twin[vertex] = order[q];
      any = true;
      break;
    }
  }
}

TwinFinder::TwinFinder(const StateLayout& layout) : work_(std::make_unique<Work>(layout)) {}
TwinFinder::~TwinFinder() = default;
TwinFinder::TwinFinder(TwinFinder&&) noexcept = default;
TwinFinder& TwinFinder::operator=(TwinFinder&&) noexcept = default;

void TwinFinder::find(std::span<const std::int32_t> values, std::span<const std::uint32_t> active, const Zone& zone) {
  Work& w = *work_;
  w.ranks.resize(zone.dimension());
  symmetry::exceeding_ranks(zone, w.ranks);
  w.keys.compute(values, active, w.ranks);
  w.keys.sort(w.order);
  w.test.look_at(values, active, zone);
  w.any = false;
  for (const Domain& domain : w.plan.domains()) w.group(domain);
}

bool TwinFinder::any() const { return work_->any; }

std::int32_t TwinFinder::first_twin(SetId set, std::int32_t element) const {
  const VertexId vertex = work_->plan.vertex_of(set, element);
  return vertex == symmetry::none ? element : work_->plan.element_of(work_->first_twin[vertex]);
}

}  // namespace orbita
