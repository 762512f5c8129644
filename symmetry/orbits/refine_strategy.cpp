// Strategy::refine: individualisation and refinement, within a budget.
#include <cassert>

#include "symmetry/orbits/canonical_search.h"
#include "symmetry/orbits/strategies.h"

namespace orbita::symmetry {

namespace {

class RefineCanonicaliser final : public PlannedCanonicaliser {
 public:
  RefineCanonicaliser(const StateLayout& layout, const CanonicalOptions& options)
      : PlannedCanonicaliser(layout), options_(options), search_(plan_) {}

 private:
  bool choose(std::span<const std::int32_t> values, std::span<const std::uint32_t> active, const Zone& zone) override {
    // All members of an orbit have the diagonal property or none has.
    const bool matrix = !options_.diagonal_property && !has_diagonal_property(zone);
    search_.run(values, active, zone, matrix, options_.budget);
    to_ = search_.best();
    statistics_.refined += search_.refined();
    statistics_.branched += search_.branched();
    statistics_.budget_hits += !search_.finished();
    return search_.finished();
  }

  CanonicalOptions options_;
  CanonicalSearch search_;
};

}  // namespace

std::unique_ptr<Canonicaliser> make_refine(const StateLayout& layout, const CanonicalOptions& options) {
  // Theorem 1: nothing to refine.
  if (options.diagonal_property && sorting_is_canonical(layout)) return make_sort(layout, options);
  return std::make_unique<RefineCanonicaliser>(layout, options);
}

}  // namespace orbita::symmetry
