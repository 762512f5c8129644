#include "dbm/render.h"

#include <algorithm>
#include <vector>

#include "dbm/kernels.h"
#include "dbm/minimal_graph.h"

namespace orbita {
namespace {

std::string name_of(ClockIndex x, std::span<const std::string> names) {
  if (x == reference_clock) return "0";
  return x.value < names.size() ? names[x.value] : "x" + std::to_string(x.value);
}

std::string difference(const Constraint& c, std::span<const std::string> names) {
  if (c.y == reference_clock) return name_of(c.x, names);
  return name_of(c.x, names) + "-" + name_of(c.y, names);
}

// The bound fixes the difference from both sides.
bool is_equation(ConstMatrix m, const Constraint& c) {
  return c.bound.is_weak() && m(c.y, c.x) == Bound::weak(-c.bound.value());
}

// The first clock at a constant distance from x, x itself if there is none.
ClockIndex first_tied(ConstMatrix m, ClockIndex x) {
  ClockIndex y{0};
  while (y != x && !(m(x, y).is_weak() && is_equation(m, {x, y, m(x, y)}))) ++y.value;
  return y;
}

std::string equation(const Constraint& c, std::span<const std::string> names) {
  if (c.y != reference_clock && c.bound.value() == 0) return name_of(c.y, names) + "==" + name_of(c.x, names);
  return difference(c, names) + "==" + std::to_string(c.bound.value());
}

}  // namespace

std::string to_string(Bound b) {
  if (b.is_infinite()) return "<inf";
  return (b.is_weak() ? "<=" : "<") + std::to_string(b.value());
}

std::string to_string(const Constraint& c, std::span<const std::string> names) {
  const bool from_below = c.x == reference_clock || (c.y != reference_clock && c.bound < lt_zero);
  if (from_below && !c.bound.is_infinite()) {
    const char* relation = c.bound.is_weak() ? ">=" : ">";
    return difference({c.y, c.x, c.bound}, names) + relation + std::to_string(-c.bound.value());
  }
  return difference(c, names) + to_string(c.bound);
}

std::string to_string(ConstMatrix m, std::span<const std::string> names) {
  if (dbm::is_empty(m)) return "false";
  std::string text;
  const auto append = [&](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
  for (ClockIndex x{1}; x.value < m.dimension; ++x.value) {
    const ClockIndex first = first_tied(m, x);
    if (first != x) append(equation({x, first, m(x, first)}, names));
  }
  for (const Constraint& c : minimal_constraints(m)) {
    if (!is_equation(m, c)) append(to_string(c, names));
  }
  return text.empty() ? "true" : text;
}

std::string matrix_to_string(ConstMatrix m, std::span<const std::string> names) {
  std::vector<std::string> cells;
  std::size_t width = 0;
  const auto add = [&](std::string cell) {
    width = std::max(width, cell.size());
    cells.push_back(std::move(cell));
  };
  add("");
  for (std::uint32_t j = 0; j < m.dimension; ++j) add(name_of({j}, names));
  for (std::uint32_t i = 0; i < m.dimension; ++i) {
    add(name_of({i}, names));
    for (std::uint32_t j = 0; j < m.dimension; ++j) add(to_string(m({i}, {j})));
  }
  std::string text;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const bool last = (i + 1) % (m.dimension + 1) == 0;
    text += std::string(width - cells[i].size(), ' ') + cells[i] + (last ? "\n" : " ");
  }
  return text;
}

}  // namespace orbita
