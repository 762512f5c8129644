// The scalarset paper's own algorithm (Hendriks, Behrmann, Larsen, Niebert, Vaandrager: Adding
// Symmetry Reduction to Uppaal, Figure 3), step by step and with real swaps of states. The reference
// for the fast sort; also what to run to see how many representatives the paper's method leaves when
// zones lack the diagonal property.
#include <algorithm>

#include "parser/work_limits.h"
#include "symmetry/orbits/keys.h"
#include "symmetry/orbits/strategies.h"

namespace orbita::symmetry {

namespace {

class BubbleSort final : public PlannedCanonicaliser {
 public:
  BubbleSort(const StateLayout& layout, const CanonicalOptions& options, bool pointers)
      : PlannedCanonicaliser(layout),
        keys_(plan_, pointers),
        always_canonical_(plan_.sorting_is_canonical() && options.diagonal_property &&
                          (pointers || !has_pointers(plan_))) {}

 private:
  static bool has_pointers(const MovedCells& plan) {
    return std::any_of(plan.values().begin(), plan.values().end(),
                       [](const Block& block) { return block.arity() == 0; });
  }

  struct State {
    std::vector<std::int32_t> values;
    std::vector<std::uint32_t> active;
    Zone zone;
  };

  bool choose(std::span<const std::int32_t> values, std::span<const std::uint32_t> active, const Zone& zone) override {
    q_ = {{values.begin(), values.end()}, {active.begin(), active.end()}, zone};
    to_ = plan_.identity();
    for (const Domain& alpha : plan_.domains()) {
      const std::uint32_t size = alpha.size();
      for (std::uint32_t i = 1; i <= size; ++i) {
        for (std::uint32_t j = size - 1; j >= i; --j) {
          poll_limits();
          const VertexId upper = alpha.vertex(j), lower = alpha.vertex(j - 1);
          if (substate_less(upper, lower)) swap(lower, upper);
        }
      }
    }
    return always_canonical_;
  }

  // Definition 4.5: exchanges the state contributions of two elements.
  void swap(VertexId v, VertexId w) {
    VertexMap exchange = plan_.identity();
    std::swap(exchange[v], exchange[w]);
    mover_.move_values(exchange, q_.values);
    std::vector<ClockIndex> clocks_to;
    if (mover_.move_active(exchange, q_.active, clocks_to)) mover_.move_zone(clocks_to, q_.zone);
    for (VertexId& target : to_) target = exchange[target];
  }

  // Definition 4.11: locations, then variables, then clocks. The keys know the discrete part.
  bool substate_less(VertexId v, VertexId w) {
    keys_.compute(q_.values, q_.active);
    if (!keys_.equal(v, w)) return keys_.less(v, w);
    return clocks_less(v, w);
  }

  // Definition 4.8: lexicographic, by the preorder of clocks.
  bool clocks_less(VertexId v, VertexId w) const {
    for (const Block& block : plan_.clocks()) {
      if (block.arity() != 1 || block.domains[0] != plan_.domain_of(v)) continue;
      const Domain& domain = plan_.domains()[block.domains[0]];
      const ClockIndex x = zone_clock(block.cells[domain.rank(v)]), y = zone_clock(block.cells[domain.rank(w)]);
      if (x == reference_clock || y == reference_clock) continue;  // both inactive: the keys agree
      if (coincide(q_.zone, x, y)) continue;
      return precedes(q_.zone, x, y);
    }
    return false;
  }

  ClockIndex zone_clock(std::uint32_t clock) const {
    const auto found = std::lower_bound(q_.active.begin(), q_.active.end(), clock);
    if (found == q_.active.end() || *found != clock) return reference_clock;
    return ClockIndex{static_cast<std::uint32_t>(found - q_.active.begin()) + 1};
  }

  Keys keys_;
  bool always_canonical_;
  State q_;
};

}  // namespace

std::unique_ptr<Canonicaliser> make_bubble_sort(const StateLayout& layout, const CanonicalOptions& options,
                                                bool pointers) {
  return std::make_unique<BubbleSort>(layout, options, pointers);
}

}  // namespace orbita::symmetry
