// How an exploration uses symmetry that was found, and how large orbits are.
#include <algorithm>
#include <numeric>
#include <set>

#include "engine/verify/exploration.h"

namespace orbita {

// Queries that share an exploration leave the same of detected symmetry (by_symmetry in verify_call.cpp); where they do
// not, it is not used.
void Exploration::use_detected(const DetectedSymmetry::Use& use) {
  if (!detected_) detected_ = use;
  if (*detected_ == use) return;
  detected_->dead = nullptr;
  detected_->rotations = nullptr;
  for (std::vector<std::uint32_t>& cells : detected_->cells) std::iota(cells.begin(), cells.end(), 0u);
}

// Certificates know sets of ids only, and the pieces that a predicate about clocks is cut into for runs have names.
// Differences of clocks that are compared are found in the text of each process, and must be the same for all.
bool Exploration::may_turn_rings(const std::vector<std::size_t>* queries) const {
  if (detected_->rotations == nullptr || options_.certified) return false;
  const auto has_pieces = [&](const Predicate& p) {
    return p.has_clocks || (p.has_deadlock && network_.clocks.size() > 1);
  };
  for (std::size_t i = 0; request_.runs && i < context_.predicates.size(); ++i) {
    const bool is_asked = queries == nullptr || std::ranges::find(*queries, i) != queries->end();
    const auto& [first, second] = context_.predicates[i];
    if (is_asked && (has_pieces(first) || has_pieces(second))) return false;
  }
  std::set<Diagonal> turned;
  const auto turn = [&](NetClockId x) { return NetClockId{detected_->rotations->clock(1, x.value)}; };
  for (const Diagonal& d : bounds_->diagonals()) turned.insert({turn(d.x), turn(d.y), d.raw});
  return std::ranges::equal(turned, std::set<Diagonal>(bounds_->diagonals().begin(), bounds_->diagonals().end()));
}

// A dead variable gets a fixed value, which is no fixed one for what holds an element of a ring.
void Exploration::keep_alive_for_rotations() {
  for (const std::uint32_t value : symmetry_.rotations->changed_contents())
    reads_.slots.push_back(network_.slot_at(value));
}

double Exploration::orbit_of(StateSpace& space, const SymbolicState& state, OrbitCounter& count) const {
  std::vector<std::int32_t> row(space.row_size());
  space.values(state.discrete, row);
  if (symmetry_.rotations)
    return symmetry_.rotations->orbit_size(row, space.shape(state.discrete).clocks.numbers(),
                                           space.zones().zone(state.zone));
  return count(row, space.shape(state.discrete).clocks.numbers(), space.zones().zone(state.zone));
}

// The mean over a few states spread over the store: progress is told often, so this has to be quick.
double Exploration::estimated_orbit() const {
  constexpr std::uint64_t samples = 24;
  OrbitCounter count(symmetry_.layout);
  double sum = 0, counted = 0;
  explorer_->for_some_states(samples, [&](StateSpace& space, const SymbolicState& state, const Hit&) {
    sum += orbit_of(space, state, count);
    ++counted;
  });
  return counted > 0 ? sum / counted : 0;
}

}  // namespace orbita
