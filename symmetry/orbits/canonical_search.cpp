#include "symmetry/orbits/canonical_search.h"

#include <algorithm>
#include <cassert>

#include "parser/work_limits.h"

namespace orbita::symmetry {

VertexId Orbits::find(VertexId v) {
  while (parent_[v] != v) v = parent_[v] = parent_[parent_[v]];
  return v;
}

CanonicalSearch::CanonicalSearch(const MovedCells& plan)
    : plan_(&plan), value_keys_(plan), keys_(plan), twin_test_(plan), images_(plan) {}

void CanonicalSearch::run(std::span<const std::int32_t> values, std::span<const std::uint32_t> active, const Zone& zone,
                          bool matrix, std::uint32_t leaves) {
  values_ = values;
  active_ = active;
  zone_ = &zone;
  matrix_ = matrix;
  most_leaves_ = leaves;
  leaves_ = 0;
  finished_ = true;
  clocks_ready_ = false;
  stabiliser_ = 1;
  path_.clear();

  ranks_.resize(zone.dimension());
  exceeding_ranks(zone, ranks_);
  value_keys_.compute(values, active);
  keys_.compute(values, active, ranks_);
  images_.look_at(values, active, zone, ranks_, matrix);
  twin_test_.look_at(values, active, zone);

  if (levels_.empty()) levels_.emplace_back();
  Level& root = levels_[0];
  root.values_done = false;
  root.partition.start(*plan_);
  cut_by(value_keys_, root.partition);
  refined_ = std::any_of(root.partition.at.begin(), root.partition.at.end(),
                         [&](VertexId v) { return !root.partition.is_single(v); });
  value_facts_.clear();
  if (refined_) add_value_facts(*plan_, values, value_facts_);
  value_facts_.index(plan_->vertices());
  refiner_.refine(root.partition, value_facts_);
  find_value_twins(root.partition);
  find_twins(root.partition);
  search(0);
}

void CanonicalSearch::cut_by(const Keys& keys, Partition& partition) const {
  for (std::uint32_t first = 0; first < partition.places();) {
    const std::uint32_t count = partition.size[first];
    if (count > 1) {
      const auto begin = partition.at.begin() + first;
      std::sort(begin, begin + count, [&](VertexId v, VertexId w) { return keys.less(v, w); });
      partition.cut(first, [&](VertexId v, VertexId w) { return keys.equal(v, w); });
    }
    first += count;
  }
}

// Being twins is an equivalence, so the first member of a class speaks for all.
template <class Agree>
static void group_twins(const Partition& partition, VertexMap& twin_of, Agree&& agree) {
  twin_of.resize(partition.places());
  for (std::uint32_t first = 0; first < partition.places(); first += partition.size[first]) {
    const std::span<const VertexId> cell = partition.cell(first);
    for (std::size_t k = 0; k < cell.size(); ++k) {
      twin_of[cell[k]] = cell[k];
      for (std::size_t j = 0; j < k; ++j) {
        if (twin_of[cell[j]] != cell[j] || !agree(cell[j], cell[k])) continue;
        twin_of[cell[k]] = cell[j];
        break;
      }
    }
  }
}

void CanonicalSearch::find_value_twins(const Partition& partition) {
  // Theorem 1: equal keys mean equal cells, and nothing else refers to an element.
  const bool known = plan_->sorting_is_canonical();
  group_twins(partition, value_twin_of_,
              [&](VertexId v, VertexId w) { return known || twin_test_.values_agree(v, w); });
}

void CanonicalSearch::find_twins(const Partition& partition) {
  fine_ = partition;
  cut_by(keys_, fine_);
  // Theorem 1 again: equal ranks mean equal clocks.
  const bool known = plan_->sorting_is_canonical() && !matrix_;
  group_twins(fine_, twin_of_, [&](VertexId v, VertexId w) {
    return value_twin_of_[v] == value_twin_of_[w] && (known || twin_test_.zones_agree(v, w));
  });
}

void CanonicalSearch::start_clocks(Level& level) {
  level.values_done = true;
  cut_by(keys_, level.partition);
  if (target_cell(level) == none) return;
  if (!clocks_ready_) {
    clock_facts_.clear();
    add_clock_facts(*plan_, active_, *zone_, ranks_, matrix_, clock_facts_);
    clock_facts_.index(plan_->vertices());
    clocks_ready_ = true;
  }
  refiner_.refine(level.partition, clock_facts_);
}

// The smallest cell that is not all twins, the first of these; none: nothing is left to decide.
std::uint32_t CanonicalSearch::target_cell(const Level& level) const {
  const Partition& partition = level.partition;
  const VertexMap& twin_of = level.values_done ? twin_of_ : value_twin_of_;
  std::uint32_t best = none;
  for (std::uint32_t first = 0; first < partition.places(); first += partition.size[first]) {
    const std::span<const VertexId> cell = partition.cell(first);
    if (cell.size() == 1 || (best != none && cell.size() >= partition.size[best])) continue;
    const bool all_twins =
        std::all_of(cell.begin(), cell.end(), [&](VertexId v) { return twin_of[v] == twin_of[cell[0]]; });
    if (!all_twins) best = first;
  }
  return best;
}

// The members of the cell with the rarest key, the first of these keys.
void CanonicalSearch::choose_candidates(Level& level, std::uint32_t cell) {
  const std::span<const VertexId> members = level.partition.cell(cell);
  std::vector<VertexId>& chosen = level.candidates;
  chosen.assign(members.begin(), members.end());
  std::sort(chosen.begin(), chosen.end(), [&](VertexId v, VertexId w) { return keys_.less(v, w); });
  std::size_t best = 0, best_size = chosen.size() + 1;
  for (std::size_t first = 0, last = 0; first < chosen.size(); first = last) {
    while (last < chosen.size() && keys_.equal(chosen[first], chosen[last])) ++last;
    if (last - first < best_size) best = first, best_size = last - first;
  }
  chosen.erase(chosen.begin() + static_cast<std::ptrdiff_t>(best + best_size), chosen.end());
  chosen.erase(chosen.begin(), chosen.begin() + static_cast<std::ptrdiff_t>(best));
  level.tried.clear();
  level.orbits.start(*plan_);
  for (const VertexId vertex : chosen) level.orbits.join(vertex, twin_of_[vertex]);
}

bool CanonicalSearch::equivalent_was_tried(Level& level, VertexId vertex) const {
  return std::any_of(level.tried.begin(), level.tried.end(),
                     [&](VertexId other) { return level.orbits.find(other) == level.orbits.find(vertex); });
}

std::int32_t CanonicalSearch::search(std::uint32_t depth) {
  Level& level = levels_[depth];
  std::uint32_t cell = target_cell(level);
  if (cell == none && !level.values_done) {
    start_clocks(level);
    cell = target_cell(level);
  }
  if (cell == none) return leaf(depth);
  choose_candidates(level, cell);
  for (const VertexId vertex : level.candidates) {
    poll_limits();
    if (equivalent_was_tried(level, vertex)) continue;
    if (leaves_ > 0 && leaves_ >= most_leaves_) {
      finished_ = false;
      return -1;
    }
    path_.push_back(vertex);
    descend(depth, vertex);
    const std::int32_t go_on_at = search(depth + 1);
    path_.pop_back();
    level.tried.push_back(vertex);
    if (go_on_at < static_cast<std::int32_t>(depth)) return go_on_at;
  }
  count_orbit(depth);
  return static_cast<std::int32_t>(depth) - 1;
}

void CanonicalSearch::descend(std::uint32_t depth, VertexId vertex) {
  if (levels_.size() == depth + 1) levels_.emplace_back();
  const Level& level = levels_[depth];
  Level& next = levels_[depth + 1];
  next.partition = level.partition;
  next.values_done = level.values_done;
  next.partition.individualise(vertex);
  refiner_.refine(next.partition, facts_of(level), vertex);
}

std::int32_t CanonicalSearch::leaf(std::uint32_t depth) {
  const Partition& partition = levels_[depth].partition;
  here_.path = path_;
  here_.to.resize(partition.places());
  for (std::uint32_t place = 0; place < partition.places(); ++place) here_.to[partition.at[place]] = VertexId{place};
  const std::int32_t back = static_cast<std::int32_t>(depth) - 1;
  if (++leaves_ == 1) {
    for (std::uint32_t first = 0; first < partition.places(); first += partition.size[first]) {
      for (std::uint32_t k = 2; k <= partition.size[first]; ++k) stabiliser_ *= k;
    }
    if (depth > 0) images_.write(here_.to, here_.row);  // else it is compared with nothing
    first_ = best_ = here_;
    return back;
  }
  images_.write(here_.to, here_.row);
  if (here_.row == first_.row) return merge(first_);
  if (here_.row == best_.row) return merge(best_);
  if (here_.row < best_.row) std::swap(best_, here_);
  return back;
}

// Two leaves with the same image: the map from one to the other fixes the state. It fixes what was
// chosen on the common part of both paths, too, and maps the next choice there to the next choice here.
std::int32_t CanonicalSearch::merge(const Leaf& other) {
  assert(here_.path != other.path && here_.to.size() == other.to.size());
  std::uint32_t common = 0;
  while (path_[common] == other.path[common]) ++common;
  inverse_.resize(here_.to.size());
  for (const VertexId v : here_.to.ids()) inverse_[here_.to[v]] = v;
  for (std::uint32_t depth = 0; depth <= common; ++depth) {
    for (const VertexId v : here_.to.ids()) levels_[depth].orbits.join(v, inverse_[other.to[v]]);
  }
  return static_cast<std::int32_t>(common);
}

// Orbit-stabiliser along the path to the first leaf: all of the orbit of its choice is known once
// every candidate has been dealt with.
void CanonicalSearch::count_orbit(std::uint32_t depth) {
  if (!std::equal(path_.begin(), path_.end(), first_.path.begin())) return;
  Level& level = levels_[depth];
  assert(depth < first_.path.size());
  const VertexId orbit = level.orbits.find(first_.path[depth]);
  stabiliser_ *= static_cast<double>(std::count_if(level.candidates.begin(), level.candidates.end(),
                                                   [&](VertexId v) { return level.orbits.find(v) == orbit; }));
}

}  // namespace orbita::symmetry
