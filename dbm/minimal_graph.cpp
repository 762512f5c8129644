#include "dbm/minimal_graph.h"

#include <algorithm>

#include "dbm/internal/alu.h"
#include "dbm/kernels.h"
#include "dbm/subsumption.h"

namespace orbita {
namespace {

// Sum without range check: both bounds stem from one canonical matrix, so nothing wraps.
raw_t sum(raw_t a, raw_t b) {
  if (a == raw_infinity || b == raw_infinity) return raw_infinity;
  return a + b - ((a | b) & 1);
}

bool tied(ConstMatrix m, std::uint32_t i, std::uint32_t j) {  // x_i - x_j is one constant
  return sum(m.row(i)[j], m.row(j)[i]) == raw_le_zero;
}

// Tied clocks in the order of their values, equal ones by index. The least of them stands for all: if it
// is >= 0, so are the others.
bool comes_before(ConstMatrix m, std::uint32_t i, std::uint32_t j) {
  const raw_t difference = m.row(i)[j];
  return difference < raw_le_zero || (difference == raw_le_zero && i < j);
}

std::uint32_t next_tied(ConstMatrix m, std::uint32_t i) {
  std::uint32_t next = i;
  for (std::uint32_t j = 0; j < m.dimension; ++j) {
    if (j == i || !tied(m, i, j) || !comes_before(m, i, j)) continue;
    if (next == i || comes_before(m, j, next)) next = j;
  }
  return next;
}

bool is_first_of_tied(ConstMatrix m, std::uint32_t i) {
  for (std::uint32_t j = 0; j < m.dimension; ++j) {
    if (j != i && tied(m, i, j) && comes_before(m, j, i)) return false;
  }
  return true;
}

// Marks the entries of row i that follow from a path through one of the others. The columns of a row are
// compared side by side, without a branch, so that compilers can use vectors. A path through k, where (i, k)
// follows itself from a path through another one, is no shorter than the path through that one.
void find_redundant(ConstMatrix m, std::uint32_t i, const std::vector<std::uint32_t>& others, std::uint8_t* redundant) {
  const raw_t* row = m.row(i);
  std::fill_n(redundant, m.dimension, std::uint8_t{0});
  for (std::uint32_t k : others) {
    if (k == i || row[k] == raw_infinity || redundant[k] != 0) continue;
    const raw_t to_k = row[k];
    const raw_t* from_k = m.row(k);
    for (std::uint32_t j = 0; j < m.dimension; ++j) {
      const raw_t rest = from_k[j];
      const raw_t path = to_k + (rest == raw_infinity ? 0 : rest) - ((to_k | rest) & 1);
      redundant[j] |= static_cast<std::uint8_t>(rest != raw_infinity && path <= row[j]);
    }
    redundant[k] = 0;  // through itself is no detour
  }
}

}  // namespace

void minimal_constraints(ConstMatrix m, std::vector<Constraint>& result) {
  result.clear();
  const auto emit = [&](std::uint32_t i, std::uint32_t j) {
    const raw_t bound = m.row(i)[j];
    if (bound == raw_infinity || (i == 0 && bound == raw_le_zero)) return;
    result.push_back({{i}, {j}, {bound}});
  };
  std::vector<std::uint32_t> firsts;
  for (std::uint32_t i = 0; i < m.dimension; ++i) {
    if (is_first_of_tied(m, i)) firsts.push_back(i);
  }
  // Clocks at a constant distance: one cycle through them, least to greatest and back.
  for (std::uint32_t first : firsts) {
    std::uint32_t i = first;
    for (std::uint32_t next = next_tied(m, i); next != i; next = next_tied(m, i)) {
      emit(i, next);
      i = next;
    }
    if (i != first) emit(i, first);
  }
  // Between the first ones of different classes no cycle has weight zero, so all redundant bounds can
  // go at once.
  std::vector<std::uint8_t> redundant(m.dimension);
  for (std::uint32_t i : firsts) {
    find_redundant(m, i, firsts, redundant.data());
    for (std::uint32_t j : firsts) {
      if (i != j && redundant[j] == 0) emit(i, j);
    }
  }
  std::sort(result.begin(), result.end(),
            [](const Constraint& a, const Constraint& b) { return a.x != b.x ? a.x < b.x : a.y < b.y; });
}

std::vector<Constraint> minimal_constraints(ConstMatrix m) {
  std::vector<Constraint> result;
  minimal_constraints(m, result);
  return result;
}

bool store(ConstMatrix m, std::vector<SmallEdge>& edges) {
  if (m.dimension > 256) return false;
  const std::vector<Constraint> bounds = minimal_constraints(m);
  const bool fits = std::all_of(bounds.begin(), bounds.end(), [](const Constraint& c) {
    return c.bound.raw >= std::numeric_limits<std::int16_t>::min() &&
           c.bound.raw <= std::numeric_limits<std::int16_t>::max();
  });
  if (!fits) return false;
  edges.clear();
  for (const Constraint& c : bounds) {
    edges.push_back(
        {static_cast<std::uint16_t>(c.x.value * m.dimension + c.y.value), static_cast<std::int16_t>(c.bound.raw)});
  }
  return true;
}

void store(ConstMatrix m, std::vector<WideEdge>& edges) {
  edges.clear();
  for (const Constraint& c : minimal_constraints(m)) {
    edges.push_back({c.x.value * m.dimension + c.y.value, c.bound.raw});
  }
}

template <class Edge>
void load(Matrix m, std::span<const Edge> edges) {
  dbm::init_universal(m);
  for (const Edge& edge : edges) m.row(edge.cell / m.dimension)[edge.cell % m.dimension] = edge.bound;
  [[maybe_unused]] const bool nonempty = dbm::close(m);
  assert(nonempty);
}

template <class Edge>
bool includes(std::span<const Edge> big, ConstMatrix small) {
  return std::all_of(big.begin(), big.end(), [&](const Edge& edge) {
    return small.row(edge.cell / small.dimension)[edge.cell % small.dimension] <= edge.bound;
  });
}

template <class Edge>
bool includes(ConstMatrix big, std::span<const Edge> small, Matrix scratch) {
  load(scratch, small);
  return dbm::includes(big, scratch);
}

template <class Edge>
bool alu_includes(std::span<const Edge> big, ConstMatrix small, const ClockBounds& bounds, Matrix scratch) {
  if (includes(big, small)) return true;
  // Stored bounds are entries of the closed matrix: one of them below the probe settles it.
  make_alu_probe(scratch, small, bounds);
  const bool below = std::any_of(big.begin(), big.end(), [&](const Edge& edge) {
    return edge.bound < scratch.row(edge.cell / small.dimension)[edge.cell % small.dimension];
  });
  if (below) return false;
  load(scratch, big);
  return alu_includes(ConstMatrix(scratch), small, bounds);
}

// The first row of the closed matrix: shortest paths from the reference clock.
template <class Edge>
void find_lower_bounds(std::span<const Edge> edges, std::uint32_t dimension, std::vector<raw_t>& lower) {
  lower.assign(dimension, raw_le_zero);
  for (bool changes = true; changes;) {
    changes = false;
    for (const Edge& edge : edges) {
      raw_t& to = lower[edge.cell % dimension];
      const raw_t path = sum(lower[edge.cell / dimension], edge.bound);
      if (path >= to) continue;
      to = path;
      changes = true;
    }
  }
}

// The three conditions of internal/alu.h for one pair, of which the stored bound is the entry of the smaller zone.
template <class Edge>
bool surely_outside(ConstMatrix big, std::span<const Edge> small, const ClockBounds& bounds,
                    std::vector<raw_t>& lower) {
  find_lower_bounds(small, big.dimension, lower);
  return std::any_of(small.begin(), small.end(), [&](const Edge& edge) {
    const std::uint32_t y = edge.cell / big.dimension, x = edge.cell % big.dimension;
    const raw_t theirs = big.row(y)[x];
    if (theirs >= edge.bound) return false;
    const std::int32_t upper_x = x == 0 ? 0 : bounds.upper[x], lower_y = y == 0 ? 0 : bounds.lower[y];
    if (lower_y < 0 || alu_threshold(lower[x], upper_x) == alu_never) return false;
    if (lower_y > largest_clock_bound) return true;
    return sum(theirs, -2 * lower_y) < lower[x];
  });
}

template bool surely_outside(ConstMatrix, std::span<const SmallEdge>, const ClockBounds&, std::vector<raw_t>&);
template bool surely_outside(ConstMatrix, std::span<const WideEdge>, const ClockBounds&, std::vector<raw_t>&);
template void load(Matrix, std::span<const SmallEdge>);
template void load(Matrix, std::span<const WideEdge>);
template bool includes(std::span<const SmallEdge>, ConstMatrix);
template bool includes(std::span<const WideEdge>, ConstMatrix);
template bool includes(ConstMatrix, std::span<const SmallEdge>, Matrix);
template bool includes(ConstMatrix, std::span<const WideEdge>, Matrix);
template bool alu_includes(std::span<const SmallEdge>, ConstMatrix, const ClockBounds&, Matrix);
template bool alu_includes(std::span<const WideEdge>, ConstMatrix, const ClockBounds&, Matrix);

}  // namespace orbita
