#include "symmetry/orbits/canonical.h"

#include <algorithm>
#include <cassert>
#include <stdexcept>

#include "symmetry/orbits/strategies.h"

namespace orbita {

std::unique_ptr<Canonicaliser> make_canonicaliser(const StateLayout& layout, const CanonicalOptions& options) {
  switch (options.strategy) {
    case Strategy::sort:
      return options.literal ? symmetry::make_bubble_sort(layout, options, false)
                             : symmetry::make_sort(layout, options);
    case Strategy::segment: return symmetry::make_segment(layout, options);
    case Strategy::refine: return symmetry::make_refine(layout, options);
    case Strategy::canonical: return symmetry::make_graph(layout, options);
    case Strategy::enumerate: return symmetry::make_enumerate(layout, options);
  }
  throw std::logic_error("no such strategy");
}

namespace symmetry {

namespace {

bool is_identity(const VertexMap& to) {
  for (const VertexId v : to.ids()) {
    if (to[v] != v) return false;
  }
  return true;
}

[[maybe_unused]] bool is_permutation_within_domains(const MovedCells& plan, const VertexMap& to) {
  IdVector<VertexId, bool> met(plan.vertices(), false);
  for (const VertexId v : to.ids()) {
    if (!met.contains(to[v]) || met[to[v]] || plan.domain_of(to[v]) != plan.domain_of(v)) return false;
    met[to[v]] = true;
  }
  return to.size() == met.size();
}

}  // namespace

CanonicalResult PlannedCanonicaliser::canonicalise(std::span<std::int32_t> values, std::vector<std::uint32_t>& active,
                                                   Zone& zone) {
  assert(values.size() == plan_.layout().values.size() && zone.dimension() == active.size() + 1);
  assert(std::is_sorted(active.begin(), active.end()) && zone.is_canonical());
  ++statistics_.calls;
  CanonicalResult result;
  result.canonical = choose(values, active, zone);
  if (!result.canonical) ++statistics_.non_canonical;
  assert(is_permutation_within_domains(plan_, to_));
  result.changed = !is_identity(to_);
  if (!result.changed) return result;
  ++statistics_.changed;
  mover_.move_values(to_, values);
  if (mover_.move_active(to_, active, clocks_to_)) mover_.move_zone(clocks_to_, zone);
  return result;
}

}  // namespace symmetry
}  // namespace orbita
