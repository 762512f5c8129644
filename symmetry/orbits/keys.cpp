#include "symmetry/orbits/keys.h"

#include <algorithm>
#include <cassert>

namespace orbita::symmetry {

namespace {

constexpr std::uint32_t bit_columns(std::size_t bits) { return static_cast<std::uint32_t>((bits + 31) / 32); }

}  // namespace

void exceeding_ranks(ConstMatrix zone, std::span<std::uint32_t> ranks) {
  assert(ranks.size() == zone.dimension);
  ranks[0] = 0;
  for (std::uint32_t x = 1; x < zone.dimension; ++x) {
    const raw_t* row = zone.row(x);
    std::uint32_t rank = 0;
    for (std::uint32_t y = 1; y < zone.dimension; ++y) rank += row[y] > raw_le_zero ? 1u : 0u;
    ranks[x] = rank;
  }
}

Keys::Keys(const MovedCells& plan, bool with_pointers) : plan_(&plan), columns_(plan.domains().size()) {
  std::uint32_t widest = 1;
  for (const DomainId d : columns_.ids()) {
    DomainColumns& columns = columns_[d];
    std::uint32_t pointers = 0, clocks = 0;
    for (const Block& block : plan.values()) {
      if (block.arity() == 1 && block.domains[0] == d) columns.cells.push_back({&block, columns.columns++});
      const SetId set = plan.domains()[d].set;
      if (with_pointers && block.arity() == 0 && (block.value_set == set || block.bits_of == set)) {
        columns.pointers.push_back({&block, pointers++});
      }
    }
    for (const Block& block : plan.clocks()) {
      if (block.arity() == 1 && block.domains[0] == d) columns.clocks.push_back({&block, clocks++});
    }
    columns.first_pointer = columns.columns;
    columns.first_activity = columns.first_pointer + bit_columns(pointers);
    columns.first_rank = columns.first_activity + bit_columns(clocks);
    columns.columns = columns.first_rank + clocks;
    widest = std::max(widest, columns.columns);
  }
  width_ = (widest + 1) / 2;
  words_.resize(std::size_t{plan.vertices()} * width_);
  zone_clock_.resize(plan.layout().clocks.size());
}

void Keys::put(VertexId vertex, std::uint32_t column, std::uint32_t value) {
  words_[std::size_t{vertex.value} * width_ + column / 2] |= std::uint64_t{value} << (column % 2 == 0 ? 32 : 0);
}

void Keys::set_bit(VertexId vertex, std::uint32_t first_column, std::uint32_t bit) {
  put(vertex, first_column + bit / 32, 0x80000000u >> (bit % 32));
}

std::uint32_t Keys::kind_of_reference(const Block& block, std::int32_t value) const {
  const VertexId vertex = plan_->vertex_held(block, value);
  // Domains before pinned elements before nobody.
  if (vertex != none) return plan_->domain_of(vertex).value;
  return static_cast<std::uint32_t>(plan_->domains().size()) + plan_->fixed_number(block, value);
}

void Keys::put_cells(const Domain& domain, const DomainColumns& columns, std::span<const std::int32_t> values) {
  for (const Column& column : columns.cells) {
    const std::uint32_t* slots = column.block->cells.data();
    for (std::uint32_t i = 0; i < domain.size(); ++i) {
      const std::int32_t value = values[slots[i]];
      const bool reference = column.block->holds_elements();
      const bool is_set = column.block->holds_sets();
      put(domain.vertex(i), column.number,
          reference ? kind_of_reference(*column.block, value)
          : is_set  ? column.block->fixed_bits(value)
                    : biased(value));
    }
  }
}

void Keys::put_pointers(const Domain& domain, const DomainColumns& columns, std::span<const std::int32_t> values) {
  for (const Column& column : columns.pointers) {
    const std::int32_t value = values[column.block->cells[0]];
    if (column.block->holds_sets()) {
      for (const VertexId v : IdRange(domain.first, domain.last)) {
        if (plan_->is_in_set(*column.block, value, v)) set_bit(v, columns.first_pointer, column.number);
      }
      continue;
    }
    const VertexId vertex = plan_->vertex_held(*column.block, value);
    if (vertex < domain.first || vertex >= domain.last) continue;
    set_bit(vertex, columns.first_pointer, column.number);
  }
}

void Keys::put_clocks(const Domain& domain, const DomainColumns& columns, std::span<const std::uint32_t> ranks) {
  for (const Column& column : columns.clocks) {
    for (std::uint32_t i = 0; i < domain.size(); ++i) {
      const std::uint32_t clock = zone_clock_[column.block->cells[i]];
      if (clock == 0) continue;
      set_bit(domain.vertex(i), columns.first_activity, column.number);
      if (!ranks.empty()) put(domain.vertex(i), columns.first_rank + column.number, ranks[clock]);
    }
  }
}

void Keys::compute(std::span<const std::int32_t> values, std::span<const std::uint32_t> active,
                   std::span<const std::uint32_t> ranks) {
  assert(ranks.empty() || ranks.size() == active.size() + 1);
  for (std::uint32_t k = 0; k < active.size(); ++k) zone_clock_[active[k]] = k + 1;
  std::fill(words_.begin(), words_.end(), 0);
  for (const DomainId d : columns_.ids()) {
    put_cells(plan_->domains()[d], columns_[d], values);
    put_pointers(plan_->domains()[d], columns_[d], values);
    put_clocks(plan_->domains()[d], columns_[d], ranks);
  }
  for (const std::uint32_t clock : active) zone_clock_[clock] = 0;
}

bool Keys::less(VertexId v, VertexId w) const {
  const std::uint64_t* a = words_.data() + std::size_t{v.value} * width_;
  const std::uint64_t* b = words_.data() + std::size_t{w.value} * width_;
  for (std::size_t k = 0; k < width_; ++k) {
    if (a[k] != b[k]) return a[k] < b[k];
  }
  return false;
}

bool Keys::equal(VertexId v, VertexId w) const {
  const std::uint64_t* a = words_.data() + std::size_t{v.value} * width_;
  return std::equal(a, a + width_, words_.data() + std::size_t{w.value} * width_);
}

// Insertion sort: a step of a search displaces one or two elements of a sorted state. After too many
// moves the input is no such state, and the general sort takes over; both are the stable order.
bool Keys::sort_domain(const Domain& domain, std::vector<VertexId>& order) const {
  std::uint32_t moves_left = 16 * domain.size();
  bool changed = false;
  for (std::uint32_t p = domain.first.value + 1; p < domain.last.value; ++p) {
    const VertexId vertex = order[p];
    std::uint32_t place = p;
    while (place > domain.first.value && less(vertex, order[place - 1])) {
      order[place] = order[place - 1];
      --place;
    }
    order[place] = vertex;
    changed |= place != p;
    if (p - place > moves_left) {
      std::sort(order.begin() + domain.first.value, order.begin() + domain.last.value,
                [&](VertexId v, VertexId w) { return less(v, w) || (v < w && !less(w, v)); });
      return true;
    }
    moves_left -= p - place;
  }
  return changed;
}

bool Keys::sort(std::vector<VertexId>& order) const {
  order.resize(plan_->vertices());
  for (const VertexId v : plan_->vertex_ids()) order[v.value] = v;
  bool changed = false;
  for (const Domain& domain : plan_->domains()) {
    changed |= sort_domain(domain, order);
    assert(std::is_sorted(order.begin() + domain.first.value, order.begin() + domain.last.value,
                          [&](VertexId v, VertexId w) { return less(v, w) || (equal(v, w) && v < w); }));
  }
  return changed;
}

}  // namespace orbita::symmetry
