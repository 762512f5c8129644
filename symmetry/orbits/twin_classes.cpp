#include "symmetry/orbits/twin_classes.h"

#include <cassert>
#include <numeric>

#include "symmetry/set_bits.h"

namespace orbita::symmetry {

TwinTest::TwinTest(const MovedCells& plan) : plan_(&plan), value_uses_(plan.vertices()), clock_uses_(plan.vertices()) {
  note_uses(plan.values(), value_uses_);
  note_uses(plan.clocks(), clock_uses_);
  for (std::uint32_t b = 0; b < plan.values().size(); ++b) {
    const Block& block = plan.values()[b];
    if (block.holds_elements()) reference_blocks_.push_back(&block);
    if (block.holds_sets()) set_blocks_.push_back(b);
  }
  zone_clock_.resize(plan.layout().clocks.size());
}

void TwinTest::note_uses(const std::vector<Block>& blocks, IdVector<VertexId, std::vector<Use>>& uses) {
  for (std::uint32_t b = 0; b < blocks.size(); ++b) {
    const Block& block = blocks[b];
    for (std::uint32_t c = 0; c < block.cells.size(); ++c) {
      for (std::size_t k = 0; k < block.arity(); ++k) {
        std::vector<Use>& list = uses[block.vertices[c * block.arity() + k]];
        if (list.empty() || list.back().block != b || list.back().cell != c) list.push_back({b, c});
      }
    }
  }
}

void TwinTest::look_at(std::span<const std::int32_t> values, std::span<const std::uint32_t> active, ConstMatrix zone) {
  for (const std::uint32_t clock : active_) zone_clock_[clock] = 0;
  values_ = values;
  active_.assign(active.begin(), active.end());
  zone_ = zone;
  for (std::uint32_t k = 0; k < active.size(); ++k) zone_clock_[active[k]] = k + 1;
  swap_.resize(zone.dimension);
  std::iota(swap_.begin(), swap_.end(), 0u);
}

std::uint32_t TwinTest::image(const Block& block, std::uint32_t cell, Exchange swap) const {
  const VertexId* tuple = block.vertices.data() + cell * block.arity();
  std::uint32_t target = 0;
  for (std::size_t k = 0; k < block.arity(); ++k) {
    target += block.strides[k] * plan_->domains()[block.domains[k]].rank(swap(tuple[k]));
  }
  return target;
}

bool TwinTest::use_agrees(const Use& use, Exchange swap) const {
  const Block& block = plan_->values()[use.block];
  const std::int32_t value = values_[block.cells[use.cell]];
  const std::int32_t other = values_[block.cells[image(block, use.cell, swap)]];
  if (block.holds_sets()) return other == renamed_set(block, value, swap);
  if (!block.holds_elements()) return value == other;
  const VertexId vertex = plan_->vertex_held(block, value);
  return other == (vertex == none ? value : plan_->value_of(block, swap(vertex)));
}

std::int32_t TwinTest::renamed_set(const Block& block, std::int32_t value, Exchange swap) const {
  if (plan_->domains()[plan_->domain_of(swap.v)].set != block.bits_of) return value;
  return with_bits_exchanged(value, plan_->bit_of(block, swap.v), plan_->bit_of(block, swap.w));
}

// Cells that hold one of the two and are not found under them.
bool TwinTest::references_agree(Exchange swap) const {
  const SetId set = plan_->domains()[plan_->domain_of(swap.v)].set;
  for (const Block* block : reference_blocks_) {
    if (block->value_set != set) continue;
    for (std::uint32_t c = 0; c < block->cells.size(); ++c) {
      const VertexId vertex = plan_->vertex_held(*block, values_[block->cells[c]]);
      if (vertex != swap.v && vertex != swap.w) continue;
      const std::int32_t wanted = plan_->value_of(*block, swap(vertex));
      if (values_[block->cells[image(*block, c, swap)]] != wanted) return false;
    }
  }
  for (const std::uint32_t b : set_blocks_) {
    for (std::uint32_t c = 0; c < plan_->values()[b].cells.size(); ++c) {
      if (!use_agrees({b, c}, swap)) return false;
    }
  }
  return true;
}

bool TwinTest::values_agree(VertexId v, VertexId w) const {
  assert(plan_->domain_of(v) == plan_->domain_of(w));
  const Exchange swap{v, w};
  for (const Use& use : value_uses_[v]) {
    if (!use_agrees(use, swap)) return false;
  }
  for (const Use& use : value_uses_[w]) {
    if (!use_agrees(use, swap)) return false;
  }
  return references_agree(swap);
}

bool TwinTest::zones_agree(VertexId v, VertexId w) const {
  assert(plan_->domain_of(v) == plan_->domain_of(w));
  const Exchange swap{v, w};
  moved_from_.clear();
  bool same_active = true;
  for (const VertexId vertex : {v, w}) {
    for (const Use& use : clock_uses_[vertex]) {
      const Block& block = plan_->clocks()[use.block];
      const std::uint32_t from = zone_clock_[block.cells[use.cell]];
      const std::uint32_t to = zone_clock_[block.cells[image(block, use.cell, swap)]];
      if ((from == 0) != (to == 0)) same_active = false;
      if (from == 0 || to == 0 || from == to) continue;
      swap_[from] = to;
      moved_from_.push_back(from);
    }
  }
  bool equal = same_active;
  for (std::size_t k = 0; equal && k < moved_from_.size(); ++k) {
    const std::uint32_t x = moved_from_[k];
    const raw_t* row = zone_.row(x);
    const raw_t* other = zone_.row(swap_[x]);
    for (std::uint32_t y = 0; equal && y < zone_.dimension; ++y) {
      equal = row[y] == other[swap_[y]] && zone_.row(y)[x] == zone_.row(swap_[y])[swap_[x]];
    }
  }
  for (const std::uint32_t x : moved_from_) swap_[x] = x;
  return equal;
}

}  // namespace orbita::symmetry
