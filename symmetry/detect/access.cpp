#include "symmetry/detect/access.h"

#include <algorithm>

namespace orbita::violations {

namespace {

bool same_step(const Step& a, const Step& b) {
  return a.is_field == b.is_field && (a.is_field ? a.field == b.field : a.index == b.index);
}

// Different cells for all elements of the two runs.
bool always_differ(const Step& a, const Step& b) {
  if (a.is_field != b.is_field) return false;
  if (a.is_field) return a.field != b.field;
  return a.index.kind == Term::Kind::number && b.index.kind == Term::Kind::number && a.index != b.index;
}

}  // namespace

bool same_path(const Path& a, const Path& b) {
  return a.root == b.root && std::equal(a.steps.begin(), a.steps.end(), b.steps.begin(), b.steps.end(), same_step);
}

bool are_disjoint(const Path& a, const Path& b, std::span<const Symbol* const> own) {
  if (a.root != b.root) return true;
  const std::size_t common = std::min(a.steps.size(), b.steps.size());
  std::vector<const Symbol*> matched;
  for (std::size_t k = 0; k < common; ++k) {
    if (always_differ(a.steps[k], b.steps[k])) return true;
    const Term& index = a.steps[k].index;
    if (!a.steps[k].is_field && index.kind == Term::Kind::symbol && index == b.steps[k].index) {
      matched.push_back(index.symbol);
    }
  }
  if (own.empty()) return false;
  return std::all_of(own.begin(), own.end(), [&](const Symbol* symbol) {
    return std::find(matched.begin(), matched.end(), symbol) != matched.end();
  });
}

}  // namespace orbita::violations
