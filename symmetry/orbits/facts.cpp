#include "symmetry/orbits/facts.h"

#include <algorithm>
#include <cassert>

namespace orbita::symmetry {

namespace {

// Labels of different kinds never meet: values and clocks are refined apart, and a label begins
// with the number of its block.
std::uint64_t make_label(std::uint64_t block, std::uint32_t value) { return block << 32 | value; }

// A zone clock: what distinguishes it from other clocks as such, and whose it is.
struct ZoneClock {
  std::uint64_t kind = 0;
  std::span<const VertexId> tuple;
};

std::vector<ZoneClock> zone_clocks(const MovedCells& plan, std::span<const std::uint32_t> active) {
  std::vector<ZoneClock> of_layout(plan.layout().clocks.size());
  const std::uint64_t blocks = plan.clocks().size();
  for (std::uint32_t c = 0; c < of_layout.size(); ++c) of_layout[c].kind = blocks + c;
  for (std::uint32_t b = 0; b < blocks; ++b) {
    const Block& block = plan.clocks()[b];
    for (std::size_t k = 0; k < block.cells.size(); ++k) {
      of_layout[block.cells[k]] = {b, {block.vertices.data() + k * block.arity(), block.arity()}};
    }
  }
  std::vector<ZoneClock> result{of_layout[0]};
  for (const std::uint32_t clock : active) result.push_back(of_layout[clock]);
  return result;
}

void add_ranks(const std::vector<ZoneClock>& clocks, std::span<const std::uint32_t> ranks, Facts& facts) {
  for (std::size_t x = 1; x < clocks.size(); ++x) {
    if (clocks[x].tuple.size() > 1) facts.add(make_label(clocks[x].kind, ranks[x]), clocks[x].tuple);
  }
}

void add_matrix(const MovedCells& plan, const std::vector<ZoneClock>& clocks, ConstMatrix zone, Facts& facts) {
  const std::uint64_t kinds = plan.clocks().size() + plan.layout().clocks.size();
  for (std::uint32_t x = 0; x < zone.dimension; ++x) {
    for (std::uint32_t y = 0; y < zone.dimension; ++y) {
      if (x == y || (clocks[x].tuple.empty() && clocks[y].tuple.empty())) continue;
      const std::uint64_t pair = kinds + clocks[x].kind * kinds + clocks[y].kind;
      facts.add(make_label(pair, biased(zone.row(x)[y])), clocks[x].tuple, clocks[y].tuple);
    }
  }
}

// Who is in the set, and where several indices lead to it, what never moves.
void add_set(const MovedCells& plan, const Block& block, std::uint32_t number, std::span<const VertexId> tuple,
             std::int32_t value, Facts& facts) {
  for (const Domain& domain : plan.domains()) {
    if (domain.set != block.bits_of) continue;
    for (const VertexId v : IdRange(domain.first, domain.last)) {
      if (plan.is_in_set(block, value, v)) facts.add(make_label(number, 0), tuple, {&v, 1});
    }
  }
  // Some bit moves, so this is never 0.
  if (tuple.size() > 1) facts.add(make_label(number, block.fixed_bits(value) + 1), tuple);
}

}  // namespace

void Facts::clear() {
  labels_.clear();
  starts_.assign(1, 0);
  vertices_.clear();
}

void Facts::add(std::uint64_t label, std::span<const VertexId> tuple) { add(label, tuple, {}); }

void Facts::add(std::uint64_t label, std::span<const VertexId> tuple, std::span<const VertexId> more) {
  assert(!tuple.empty() || !more.empty());
  labels_.push_back(label);
  vertices_.insert(vertices_.end(), tuple.begin(), tuple.end());
  vertices_.insert(vertices_.end(), more.begin(), more.end());
  starts_.push_back(static_cast<std::uint32_t>(vertices_.size()));
}

void Facts::index(std::uint32_t vertices) {
  const auto for_each_vertex = [&](auto&& visit) {
    for (std::uint32_t fact = 0; fact < size(); ++fact) {
      const std::span<const VertexId> t = tuple(fact);
      for (std::size_t k = 0; k < t.size(); ++k) {
        if (std::find(t.begin(), t.begin() + static_cast<std::ptrdiff_t>(k), t[k]) ==
            t.begin() + static_cast<std::ptrdiff_t>(k))
          visit(t[k], fact);
      }
    }
  };
  first_fact_.assign(vertices + 2, 0);
  for_each_vertex([&](VertexId vertex, std::uint32_t) { ++first_fact_[vertex.value + 2]; });
  for (std::uint32_t v = 0; v < vertices; ++v) first_fact_[v + 2] += first_fact_[v + 1];
  facts_.resize(first_fact_[vertices + 1]);
  for_each_vertex([&](VertexId vertex, std::uint32_t fact) { facts_[first_fact_[vertex.value + 1]++] = fact; });
}

void add_value_facts(const MovedCells& plan, std::span<const std::int32_t> values, Facts& facts) {
  for (std::uint32_t b = 0; b < plan.values().size(); ++b) {
    const Block& block = plan.values()[b];
    const std::size_t arity = block.arity();
    if (arity == 0 || (arity == 1 && !block.holds_elements() && !block.holds_sets())) continue;
    for (std::size_t k = 0; k < block.cells.size(); ++k) {
      const std::span<const VertexId> tuple(block.vertices.data() + k * arity, arity);
      const std::int32_t value = values[block.cells[k]];
      if (block.holds_sets()) {
        add_set(plan, block, b, tuple, value, facts);
        continue;
      }
      const VertexId held = block.holds_elements() ? plan.vertex_held(block, value) : VertexId{};
      if (held != none) {
        facts.add(make_label(b, 0), tuple, {&held, 1});
      } else if (arity > 1) {
        // The label of a held vertex is 0: fixed values of a block that holds elements begin with 1.
        const std::uint32_t fixed = block.holds_elements() ? plan.fixed_number(block, value) + 1 : biased(value);
        facts.add(make_label(b, fixed), tuple);
      }
    }
  }
}

void add_clock_facts(const MovedCells& plan, std::span<const std::uint32_t> active, ConstMatrix zone,
                     std::span<const std::uint32_t> ranks, bool matrix, Facts& facts) {
  const std::vector<ZoneClock> clocks = zone_clocks(plan, active);
  add_ranks(clocks, ranks, facts);
  if (matrix) add_matrix(plan, clocks, zone, facts);
}

}  // namespace orbita::symmetry
