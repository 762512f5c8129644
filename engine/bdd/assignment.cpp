#include "engine/bdd/assignment.h"

#include <algorithm>

#include "engine/network/partial_row.h"

namespace orbita::bdds {

std::uint32_t Assignment::order(Copies& copies) {
  std::erase_if(copies, [](const auto& copy) { return copy.first == copy.second; });
  Copies ordered;
  while (!copies.empty()) {
    const auto is_source = [&](std::uint32_t cell) {
      return std::ranges::any_of(copies, [&](const auto& copy) { return copy.second == cell; });
    };
    const auto next = std::ranges::find_if(copies, [&](const auto& copy) { return !is_source(copy.first); });
    if (next == copies.end()) return copies.front().second;
    ordered.push_back(*next);
    copies.erase(next);
  }
  copies = std::move(ordered);
  return PartialRow::nothing;
}

Assignment::Assignment(const Encoding& encoding, const Constants& constants, const Copies& copies) {
  for (const auto& [target, source] : copies)
    copies_.push_back({encoding.variables(target), encoding.same(target, source)});
  for (const auto& [cell, value] : constants) {
    overwritten_ &= encoding.variables(cell);
    constants_ &= encoding.equals(cell, value);
  }
}

bdd Assignment::image(const bdd& states) const {
  bdd result = states;
  for (const Copy& copy : copies_) result = bdd_exist(result, copy.target) & copy.same;
  return bdd_exist(result, overwritten_) & constants_;
}

bdd Assignment::preimage(const bdd& states) const {
  bdd result = bdd_appex(states, constants_, bddop_and, overwritten_);
  for (std::size_t i = copies_.size(); i-- > 0;)
    result = bdd_appex(result, copies_[i].same, bddop_and, copies_[i].target);
  return result;
}

}  // namespace orbita::bdds
