// Random layouts, states and permutations, and the whole group by brute force.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <numeric>
#include <random>
#include <set>
#include <tuple>
#include <vector>

#include "dbm/dbm.h"
#include "symmetry/orbits/canonical.h"

namespace orbita::testing {

using Rng = std::mt19937_64;

inline int pick(Rng& rng, int low, int high) { return std::uniform_int_distribution<int>(low, high)(rng); }
inline bool chance(Rng& rng, int percent) { return pick(rng, 1, 100) <= percent; }

struct State {
  std::vector<std::int32_t> values;
  std::vector<std::uint32_t> active;
  Zone zone;

  friend bool operator==(const State& a, const State& b) {
    return a.values == b.values && a.active == b.active && a.zone == b.zone;
  }
  friend bool operator<(const State& a, const State& b) { return a.key() < b.key(); }
  std::tuple<std::vector<std::int32_t>, std::vector<std::uint32_t>, std::vector<raw_t>> key() const {
    const ConstMatrix m = zone;
    return {values, active, std::vector<raw_t>(m.data, m.data + m.size())};
  }
};

inline State applied(const StateLayout& layout, const Permutation& g, State q) {
  apply(layout, g, q.values);
  apply(layout, g, q.active, q.zone);
  return q;
}

// --- layouts

struct LayoutChoice {
  int sets = 2;            // at most
  int elements = 4;        // per set, at most
  int clocks = 2;          // families of clocks under one index, at most
  bool references = true;  // cells inside elements that hold elements
  bool two_indices = true;
  bool partitions = true;  // pinned elements, sets that are not reduced
};

inline void add_family(StateLayout& layout, std::vector<Cell>& cells, const std::vector<std::uint32_t>& sets,
                       SetId value_set, bool is_location) {
  const auto family = static_cast<std::uint32_t>(layout.values.size() + layout.clocks.size());
  std::vector<CellIndex> indices;
  for (const std::uint32_t set : sets) indices.push_back({SetId{set}, 0});
  const ElementCode code = value_set == no_set ? ElementCode{} : scalar_code(layout.set(value_set).count);
  while (true) {
    cells.push_back({family, 0, indices, value_set, is_location, code});
    std::size_t k = indices.size();
    while (k > 0 && ++indices[k - 1].element == layout.set(indices[k - 1].set).count) indices[--k].element = 0;
    if (k == 0) return;
  }
}

// Codes of the families that hold elements: sometimes not the code of scalars.
inline void randomise_codes(Rng& rng, StateLayout& layout) {
  std::map<std::uint32_t, ElementCode> codes;
  for (Cell& cell : layout.values) {
    if (cell.value_set == no_set) continue;
    const std::int32_t count = layout.set(cell.value_set).count;
    const auto [found, is_new] = codes.try_emplace(cell.family, scalar_code(count));
    if (is_new && chance(rng, 70)) {
      const std::int32_t base = pick(rng, -4, 4), distance = pick(rng, 1, 3);
      found->second = {base, chance(rng, 60) ? base - distance : base + count - 1 + distance};
    }
    cell.code = found->second;
  }
}

// Some families of plain numbers hold sets of elements, as bits: single ones, and with `references` others.
inline void randomise_bits(Rng& rng, StateLayout& layout, bool references) {
  std::map<std::uint32_t, std::pair<SetId, std::int32_t>> bits;
  for (Cell& cell : layout.values) {
    if (cell.value_set != no_set || cell.is_location || (!references && !cell.indices.empty())) continue;
    const auto [found, is_new] = bits.try_emplace(cell.family, no_set, 0);
    if (is_new && chance(rng, 40)) {
      const int set = pick(rng, 0, static_cast<int>(layout.sets.size()) - 1);
      found->second = {SetId{static_cast<std::uint32_t>(set)}, pick(rng, 0, 2)};
    }
    std::tie(cell.bits_of, cell.first_bit) = found->second;
  }
}

inline StateLayout random_layout(Rng& rng, const LayoutChoice& choice) {
  StateLayout layout;
  const int sets = pick(rng, 1, choice.sets);
  for (int s = 0; s < sets; ++s) {
    LayoutSet set{"s" + std::to_string(s), pick(rng, 1, choice.elements), true, {}};
    if (choice.partitions && chance(rng, 10)) set.reduced = false;
    if (choice.partitions && chance(rng, 30)) {
      for (int e = 0; e < set.count; ++e) set.cell_of.push_back(static_cast<std::uint32_t>(pick(rng, 0, 1)));
    }
    layout.sets.push_back(set);
  }
  const auto any_set = [&] { return static_cast<std::uint32_t>(pick(rng, 0, sets - 1)); };
  layout.clocks.emplace_back();
  for (int k = pick(rng, 0, choice.clocks); k > 0; --k) add_family(layout, layout.clocks, {any_set()}, no_set, false);
  if (chance(rng, 30)) add_family(layout, layout.clocks, {}, no_set, false);
  if (choice.two_indices && chance(rng, 15)) {
    add_family(layout, layout.clocks, {any_set(), any_set()}, no_set, false);
  }
  add_family(layout, layout.values, {any_set()}, no_set, true);
  add_family(layout, layout.values, {}, no_set, false);
  if (chance(rng, 50)) add_family(layout, layout.values, {any_set()}, no_set, false);
  for (int k = pick(rng, 0, 2); k > 0; --k) add_family(layout, layout.values, {}, SetId{any_set()}, false);
  if (choice.references && chance(rng, 80)) add_family(layout, layout.values, {any_set()}, SetId{any_set()}, false);
  if (choice.references && chance(rng, 20)) add_family(layout, layout.values, {any_set()}, SetId{any_set()}, false);
  if (choice.two_indices && chance(rng, 40)) {
    const bool reference = choice.references && chance(rng, 20);
    add_family(layout, layout.values, {any_set(), any_set()}, reference ? SetId{any_set()} : no_set, false);
  }
  if (chance(rng, 50)) {  // addresses count, not the order of cells
    std::shuffle(layout.values.begin(), layout.values.end(), rng);
    std::shuffle(layout.clocks.begin() + 1, layout.clocks.end(), rng);
  }
  randomise_codes(rng, layout);
  randomise_bits(rng, layout, choice.references);
  return layout;
}

// --- zones

inline void random_step(Rng& rng, Zone& zone, bool diagonal_property) {
  const auto clock = [&] {
    return ClockIndex{static_cast<std::uint32_t>(pick(rng, 1, static_cast<int>(zone.dimension()) - 1))};
  };
  const auto try_constraint = [&](const Constraint& c) {
    if (zone.can_satisfy(c)) (void)zone.constrain(c);
  };
  const ClockIndex x = clock(), y = clock();
  switch (pick(rng, 0, diagonal_property ? 5 : 8)) {
    case 0:
    case 1: zone.delay(); break;
    case 2: zone.reset(x); break;
    case 3: try_constraint(chance(rng, 50) ? at_most(x, pick(rng, 0, 4)) : less_than(x, pick(rng, 1, 4))); break;
    case 4: try_constraint(chance(rng, 50) ? at_least(x, pick(rng, 0, 4)) : more_than(x, pick(rng, 0, 3))); break;
    case 5:
      if (x != y) zone.copy(x, y);
      break;
    case 6: zone.reset(x, pick(rng, 0, 3)); break;
    case 7: zone.free(x); break;
    default: {
      Zone other = zone;
      other.reset(x);
      other.delay();
      zone.hull(other);
    }
  }
}

inline Zone random_zone(Rng& rng, std::uint32_t dimension, bool diagonal_property) {
  Zone zone = Zone::zero(dimension);
  if (dimension < 2) return zone;
  for (int steps = pick(rng, 0, 8); steps > 0; --steps) random_step(rng, zone, diagonal_property);
  return zone;
}

// --- states and permutations

inline State random_state(Rng& rng, const StateLayout& layout, bool diagonal_property) {
  State q;
  const int largest = pick(rng, 0, 2);
  const int interesting = chance(rng, 50) ? 100 : 35;  // percent; few: symmetric states
  for (const Cell& cell : layout.values) {
    if (cell.bits_of != no_set) {
      q.values.push_back(chance(rng, interesting) ? pick(rng, 0, 63) : chance(rng, 50) ? 0 : -1);
      continue;
    }
    const int most = cell.value_set == no_set ? largest : layout.set(cell.value_set).count;
    const int least = cell.value_set == no_set ? -1 : 0;
    const int value = chance(rng, interesting) ? pick(rng, least, most) : most;
    if (cell.value_set == no_set) q.values.push_back(value);
    else q.values.push_back(value == most ? cell.code.nobody : cell.code.value_of(value));
  }
  const int activity = chance(rng, 50) ? 100 : 60;
  for (std::uint32_t c = 1; c < layout.clocks.size(); ++c) {
    if (chance(rng, activity)) q.active.push_back(c);
  }
  q.zone = random_zone(rng, static_cast<std::uint32_t>(q.active.size()) + 1, diagonal_property);
  return q;
}

inline bool may_exchange(const LayoutSet& set, std::int32_t a, std::int32_t b) {
  if (a == b) return true;
  return set.reduced &&
         (set.cell_of.empty() || set.cell_of[static_cast<std::size_t>(a)] == set.cell_of[static_cast<std::size_t>(b)]);
}

inline Permutation random_permutation(Rng& rng, const StateLayout& layout) {
  Permutation g(layout);
  for (std::uint32_t s = 0; s < layout.sets.size(); ++s) {
    const std::int32_t count = layout.sets[s].count;
    for (std::int32_t k = 0; k < 2 * count; ++k) {  // random transpositions
      const std::int32_t a = pick(rng, 0, count - 1), b = pick(rng, 0, count - 1);
      if (!may_exchange(layout.sets[s], a, b)) continue;
      Permutation swap(layout);
      swap.set(SetId{s}, a, b);
      swap.set(SetId{s}, b, a);
      g = swap * g;
    }
  }
  return g;
}

inline Permutation inverse_of(const Permutation& g) {
  Permutation power = g;
  while (!(g * power).is_identity()) power = g * power;
  return power;
}

// Every element of the group, by trying all arrangements of every set.
inline std::vector<Permutation> whole_group(const StateLayout& layout) {
  std::vector<Permutation> group{Permutation(layout)};
  for (std::uint32_t s = 0; s < layout.sets.size(); ++s) {
    const LayoutSet& set = layout.sets[s];
    std::vector<std::int32_t> image(static_cast<std::size_t>(set.count));
    std::iota(image.begin(), image.end(), 0);
    std::vector<Permutation> grown;
    do {
      bool allowed = true;
      for (std::size_t e = 0; e < image.size(); ++e)
        allowed &= may_exchange(set, static_cast<std::int32_t>(e), image[e]);
      if (!allowed) continue;
      for (Permutation g : group) {
        for (std::size_t e = 0; e < image.size(); ++e) g.set(SetId{s}, static_cast<std::int32_t>(e), image[e]);
        grown.push_back(g);
      }
    } while (std::next_permutation(image.begin(), image.end()));
    group = std::move(grown);
  }
  return group;
}

inline std::set<State> orbit(const StateLayout& layout, const State& q) {
  std::set<State> result;
  for (const Permutation& g : whole_group(layout)) result.insert(applied(layout, g, q));
  return result;
}

inline CanonicalResult canonicalise(Canonicaliser& canonicaliser, State& q) {
  return canonicaliser.canonicalise(q.values, q.active, q.zone);
}

}  // namespace orbita::testing
