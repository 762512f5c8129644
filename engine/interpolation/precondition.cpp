#include "engine/interpolation/precondition.h"

#include <algorithm>
#include <cstdlib>

namespace orbita::interpolation {

namespace {

constexpr std::size_t most_decisions = 8;
constexpr std::uint32_t most_depth = 6;
constexpr std::int64_t largest_factor = 1 << 20;  // loops like y = 2 * y - x make them grow
constexpr std::size_t most_known = 500'000;

bool has_large_factor(const Terms& terms, SumId sum) {
  return std::ranges::any_of(terms[sum].parts, [&](const auto& part) {
    const Term& term = terms[part.first];
    return std::abs(part.second) > largest_factor ||
           (term.kind != Term::Kind::parameter && has_large_factor(terms, term.sum));
  });
}

}  // namespace

const Formula* Precondition::of(AtomId atom, StepId id, const SymbolicStep& step) {
  const std::uint64_t key = (std::uint64_t{id.value} << 32) | atom.value;
  auto found = known_.find(key);
  if (found == known_.end()) {
    if (known_.size() > most_known) known_.clear();
    std::vector<Decision> decisions;
    found = known_.emplace(key, compute(terms_[atom], step, decisions)).first;
  }
  return found->second ? &*found->second : nullptr;
}

// By cases: each cell that may be a written one either is or is not.
std::optional<Formula> Precondition::compute(const Atom& atom, const SymbolicStep& step,
                                             std::vector<Decision>& decisions) {
  const Atom of = atom;  // interning may move what it was read from
  open_.reset();
  const SumId sum = before(of.sum, step, decisions);
  if (terms_.depth(sum) > most_depth || has_large_factor(terms_, sum)) return std::nullopt;
  if (!open_) return Formula::of(terms_.test(of.relation, sum));
  if (decisions.size() == most_decisions) return std::nullopt;
  const AtomId condition = *open_;
  decisions.push_back({condition, true});
  const std::optional<Formula> same = compute(of, step, decisions);
  decisions.back().truth = false;
  const std::optional<Formula> other = compute(of, step, decisions);
  decisions.pop_back();
  if (!same || !other) return std::nullopt;
  return choice(terms_, {std::nullopt, condition}, *same, *other);
}

SumId Precondition::before(SumId id, const SymbolicStep& step, const std::vector<Decision>& decisions) {
  const Sum sum = terms_[id];
  SumMaker result(terms_);
  result.add(sum.constant);
  for (const auto& [term_id, factor] : sum.parts) {
    const Term term = terms_[term_id];
    if (term.kind == Term::Kind::parameter) result.add(term_id, factor);
    else if (term.kind == Term::Kind::cell)
      result.add(read(term.owner, before(term.sum, step, decisions), step, decisions), factor);
    else result.add(terms_.with_sum(term_id, before(term.sum, step, decisions)), factor);
  }
  return result.made();
}

// Whether the atom is true or false in this case: cases that contradict themselves must not be looked at.
std::optional<bool> Precondition::follows(AtomId atom, const std::vector<Decision>& decisions) {
  const Test negative = terms_.negated(atom);
  for (const Decision& decision : decisions) {
    const Test known = decision.truth ? Test{std::nullopt, decision.atom} : terms_.negated(decision.atom);
    if (known.truth) continue;
    if (terms_.implies(known.atom, atom)) return true;
    if (!negative.truth && terms_.implies(known.atom, negative.atom)) return false;
  }
  return std::nullopt;
}

SumId Precondition::read(std::uint32_t variable, SumId address, const SymbolicStep& step,
                         const std::vector<Decision>& decisions) {
  for (auto write = step.writes.rbegin(); write != step.writes.rend(); ++write) {
    if (write->variable != variable) continue;
    const Test same = terms_.test(Relation::equal, terms_.add(address, write->address, -1));
    std::optional<bool> truth = same.truth;
    if (!truth) truth = follows(same.atom, decisions);
    if (!truth && !open_) open_ = same.atom;
    if (truth.value_or(true)) return write->value;  // an open case is computed again
  }
  return terms_.cell(variable, address);
}

std::vector<AtomId> Precondition::exact(AtomId atom, const SymbolicStep& step, Row before, Row after) {
  std::vector<AtomId> result;
  for (const Write& write : step.writes) {
    terms_.exact(write.address, before, result);
    terms_.exact(write.value, before, result);
  }
  exact_cells(terms_[atom].sum, step, before, after, result);
  return result;
}

// Parameters, and cells that the step does not write: these are the same before and after it.
void Precondition::exact_cells(SumId id, const SymbolicStep& step, Row before, Row after, std::vector<AtomId>& into) {
  std::vector<AtomId> leaves;
  terms_.exact(id, after, leaves);
  for (const AtomId leaf : leaves) {
    const Sum& sum = terms_[terms_[leaf].sum];
    const Term term = terms_[sum.parts.front().first];
    const bool written = term.kind == Term::Kind::cell && std::ranges::any_of(step.writes, [&](const Write& write) {
                           return write.variable == term.owner &&
                                  terms_.value(write.address, before, {}) == terms_.constant_of(term.sum);
                         });
    if (!written) into.push_back(leaf);
  }
}

}  // namespace orbita::interpolation
