#include "symmetry/orbits/sort.h"

#include <algorithm>
#include <cassert>
#include <stdexcept>

#include "symmetry/orbits/keys.h"
#include "symmetry/orbits/moved_cells.h"
#include "symmetry/orbits/mover.h"

namespace orbita {

using symmetry::Block;
using symmetry::Domain;
using symmetry::DomainId;
using symmetry::VertexId;
using symmetry::VertexMap;

struct ValueSorter::Work {
  explicit Work(const StateLayout& layout) : plan(layout), keys(plan), mover(plan), to(plan.identity()) {
    if (!plan.sorting_is_canonical()) {
      throw std::logic_error("this layout cannot be sorted in two phases");
    }
    for (const DomainId d : plan.domains().ids()) {
      std::vector<const Block*>& owned = clocks_of.emplace_back();
      for (const Block& block : plan.clocks()) {
        if (block.domains[0] == d) owned.push_back(&block);
      }
    }
    zone_clock.resize(layout.clocks.size());
  }

  void find_ties(const std::vector<std::uint32_t>& active);
  void add_class(DomainId domain, std::uint32_t first, std::uint32_t last);

  symmetry::MovedCells plan;
  symmetry::Keys keys;
  symmetry::Mover mover;
  IdVector<DomainId, std::vector<const Block*>> clocks_of;
  std::vector<VertexId> order;  // by place
  VertexMap to;                 // the place, as the vertex of that number
  bool changed = false;
  bool clocks_moved = false;
  std::vector<ClockIndex> clock_map;
  TieClasses ties;
  std::vector<std::uint32_t> first_members;  // per class, its first place
  std::vector<std::uint32_t> zone_clock;     // per layout clock; 0 when inactive
};

void ValueSorter::Work::add_class(DomainId domain, std::uint32_t first, std::uint32_t last) {
  const std::uint32_t base = plan.domains()[domain].first.value;
  std::vector<std::uint32_t>& code = ties.code;
  const std::size_t start = code.size();
  code.push_back(last - first);
  code.push_back(0);
  for (std::uint32_t place = first; place < last; ++place) {
    for (const Block* block : clocks_of[domain]) {
      const std::uint32_t clock = zone_clock[block->cells[place - base]];
      if (clock != 0) code.push_back(clock);
    }
  }
  const std::size_t clocks = code.size() - start - 2;
  if (clocks == 0) {
    code.resize(start);
    return;
  }
  assert(clocks % (last - first) == 0);
  code[start + 1] = static_cast<std::uint32_t>(clocks) / (last - first);
  first_members.push_back(first);
}

void ValueSorter::Work::find_ties(const std::vector<std::uint32_t>& active) {
  ties.code.clear();
  first_members.clear();
  for (std::uint32_t k = 0; k < active.size(); ++k) zone_clock[active[k]] = k + 1;
  for (const DomainId d : plan.domains().ids()) {
    const Domain& domain = plan.domains()[d];
    if (clocks_of[d].empty()) continue;
    for (std::uint32_t first = domain.first.value; first < domain.last.value;) {
      std::uint32_t last = first + 1;
      while (last < domain.last.value && keys.equal(order[first], order[last])) ++last;
      if (last - first > 1) add_class(d, first, last);
      first = last;
    }
  }
  for (const std::uint32_t clock : active) zone_clock[clock] = 0;
}

ValueSorter::ValueSorter(const StateLayout& layout) : work_(std::make_unique<Work>(layout)) {}
ValueSorter::~ValueSorter() = default;
ValueSorter::ValueSorter(ValueSorter&&) noexcept = default;
ValueSorter& ValueSorter::operator=(ValueSorter&&) noexcept = default;

bool ValueSorter::sort(std::span<std::int32_t> values, std::vector<std::uint32_t>& active) {
  Work& w = *work_;
  assert(values.size() == w.plan.layout().values.size() && std::is_sorted(active.begin(), active.end()));
  w.keys.compute(values, active);
  w.changed = w.keys.sort(w.order);
  w.clocks_moved = false;
  if (w.changed) {
    for (std::uint32_t place = 0; place < w.order.size(); ++place) w.to[w.order[place]] = VertexId{place};
    w.mover.move_values(w.to, values);
    w.clocks_moved = w.mover.move_active(w.to, active, w.clock_map);
  }
  assert(std::is_sorted(active.begin(), active.end()));
  w.find_ties(active);
  return w.changed;
}

std::span<const ClockIndex> ValueSorter::clock_map() const {
  return work_->clocks_moved ? std::span<const ClockIndex>(work_->clock_map) : std::span<const ClockIndex>();
}

const TieClasses& ValueSorter::ties() const { return work_->ties; }

Permutation ValueSorter::permutation() const {
  return work_->plan.permutation(work_->changed ? work_->to : work_->plan.identity());
}

Permutation ValueSorter::permutation(std::span<const std::uint32_t> order) const {
  VertexMap second = work_->plan.identity();
  const std::vector<std::uint32_t>& code = work_->ties.code;
  std::size_t at = 0, taken = 0;
  for (const std::uint32_t first : work_->first_members) {
    const std::uint32_t members = code[at], width = code[at + 1];
    for (std::uint32_t k = 0; k < members; ++k) second[VertexId{first + order[taken + k]}] = VertexId{first + k};
    taken += members;
    at += 2 + std::size_t{members} * width;
  }
  return work_->plan.permutation(second) * permutation();
}

// Insertion sort: classes of a successor are nearly sorted, and stability makes the result unique.
void ZoneSorter::sort_class(const std::uint32_t* tuples, std::uint32_t members, std::uint32_t width) {
  const std::size_t base = order_.size();
  const auto less = [&](std::uint32_t a, std::uint32_t b) {
    const std::uint32_t* x = tuples + std::size_t{a} * width;
    const std::uint32_t* y = tuples + std::size_t{b} * width;
    for (std::uint32_t k = 0; k < width; ++k) {
      if (ranks_[x[k]] != ranks_[y[k]]) return ranks_[x[k]] < ranks_[y[k]];
    }
    return false;
  };
  for (std::uint32_t member = 0; member < members; ++member) {
    order_.push_back(member);
    std::size_t place = order_.size() - 1;
    while (place > base && less(member, order_[place - 1])) {
      order_[place] = order_[place - 1];
      --place;
    }
    order_[place] = member;
  }
  for (std::uint32_t place = 0; place < members; ++place) {
    const std::uint32_t member = order_[base + place];
    for (std::uint32_t k = 0; k < width; ++k) {
      tie_move_[tuples[std::size_t{member} * width + k]] = ClockIndex{tuples[std::size_t{place} * width + k]};
    }
  }
}

bool ZoneSorter::sort(Zone& zone, std::span<const ClockIndex> clock_map, const TieClasses& ties) {
  const std::uint32_t dimension = zone.dimension();
  assert(clock_map.empty() || clock_map.size() == dimension);
  order_.clear();
  tie_move_.resize(dimension);
  to_.resize(dimension);
  for (std::uint32_t x = 0; x < dimension; ++x) {
    tie_move_[x] = ClockIndex{x};
    to_[x] = clock_map.empty() ? ClockIndex{x} : clock_map[x];
  }
  if (!ties.empty()) {
    ranks_.resize(std::size_t{2} * dimension);
    const std::span<std::uint32_t> unmoved(ranks_.data() + dimension, dimension);
    symmetry::exceeding_ranks(zone, unmoved);
    for (std::uint32_t x = 0; x < dimension; ++x) ranks_[to_[x].value] = unmoved[x];
    for (std::size_t at = 0; at < ties.code.size();) {
      const std::uint32_t members = ties.code[at], width = ties.code[at + 1];
      sort_class(ties.code.data() + at + 2, members, width);
      at += 2 + std::size_t{members} * width;
    }
  }
  bool changed = false;
  for (std::uint32_t x = 0; x < dimension; ++x) {
    to_[x] = tie_move_[to_[x].value];
    changed |= to_[x].value != x;
  }
  if (!changed) return false;
  buffer_.resize(dimension);
  dbm::permute(buffer_.matrix(), zone, to_);
  std::swap(buffer_, zone);
  return true;
}

}  // namespace orbita
