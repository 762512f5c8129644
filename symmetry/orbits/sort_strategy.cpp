// Strategy::sort in one step, for any layout: elements in the order of their keys, ranks last.
#include "symmetry/orbits/keys.h"
#include "symmetry/orbits/strategies.h"
#include "symmetry/orbits/twin_classes.h"

namespace orbita::symmetry {

namespace {

class SortCanonicaliser final : public PlannedCanonicaliser {
 public:
  SortCanonicaliser(const StateLayout& layout, const CanonicalOptions& options)
      : PlannedCanonicaliser(layout),
        keys_(plan_),
        twins_(plan_),
        always_canonical_(plan_.sorting_is_canonical() && options.diagonal_property) {}

 private:
  bool choose(std::span<const std::int32_t> values, std::span<const std::uint32_t> active, const Zone& zone) override {
    ranks_.resize(zone.dimension());
    exceeding_ranks(zone, ranks_);
    keys_.compute(values, active, ranks_);
    keys_.sort(order_);
    for (std::uint32_t place = 0; place < order_.size(); ++place) to_[order_[place]] = VertexId{place};
    return always_canonical_ || ties_are_twins(values, active, zone);
  }

  // Then the exchange of two elements that sorting cannot tell apart changes nothing.
  bool ties_are_twins(std::span<const std::int32_t> values, std::span<const std::uint32_t> active, const Zone& zone) {
    twins_.look_at(values, active, zone);
    for (const Domain& domain : plan_.domains()) {
      for (std::uint32_t p = domain.first.value + 1; p < domain.last.value; ++p) {
        if (keys_.equal(order_[p - 1], order_[p]) && !twins_.are_twins(order_[p - 1], order_[p])) return false;
      }
    }
    return true;
  }

  Keys keys_;
  TwinTest twins_;
  bool always_canonical_;
  std::vector<std::uint32_t> ranks_;
  std::vector<VertexId> order_;  // by place
};

}  // namespace

std::unique_ptr<Canonicaliser> make_sort(const StateLayout& layout, const CanonicalOptions& options) {
  return std::make_unique<SortCanonicaliser>(layout, options);
}

}  // namespace orbita::symmetry
