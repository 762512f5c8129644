#include "engine/interpolation/formula.h"

#include <algorithm>
#include <cassert>

namespace orbita::interpolation {

namespace {

using Kind = Formula::Kind;

Formula combined(Kind kind, std::vector<Formula> parts) {
  const Kind neutral = kind == Kind::conjunction ? Kind::truth : Kind::falsity;
  const Kind final = kind == Kind::conjunction ? Kind::falsity : Kind::truth;
  Formula result{kind, {}, {}};
  for (Formula& part : parts) {
    if (part.is(neutral)) continue;
    if (part.is(final)) return {final, {}, {}};
    if (part.is(kind)) {
      for (Formula& inner : part.parts) result.parts.push_back(std::move(inner));
    } else {
      result.parts.push_back(std::move(part));
    }
  }
  if (result.parts.empty()) return {neutral, {}, {}};
  if (result.parts.size() == 1) {
    Formula only = std::move(result.parts.front());
    return only;
  }
  return result;
}

unsigned cost_of(const Terms& terms, const Formula& formula, Row row, const Cost& cost) {
  std::vector<AtomId> atoms;
  implicant(terms, formula, row, cost, atoms);
  std::sort(atoms.begin(), atoms.end());
  atoms.erase(std::unique(atoms.begin(), atoms.end()), atoms.end());
  unsigned total = 0;
  for (const AtomId atom : atoms) total += cost(atom);
  return total;
}

bool is_true(const Terms& terms, const Formula& formula, Row row) { return truth(terms, formula, row).value_or(false); }

bool is_location_test(const Formula& formula) { return formula.is(Kind::at) || formula.is(Kind::elsewhere); }

bool is_there(const Formula& formula, Row row) {
  return (static_cast<std::uint32_t>(row[formula.process]) == formula.location) == formula.is(Kind::at);
}

bool has_unknown(const Formula& formula) {
  return formula.is(Kind::unknown) || std::any_of(formula.parts.begin(), formula.parts.end(), has_unknown);
}

void fix_all(Terms& terms, const Formula& formula, Row row, std::vector<AtomId>& into) {
  for (const Formula& part : formula.parts) fix_all(terms, part, row, into);
  if (!formula.is(Kind::atom)) return;
  if (terms.holds(formula.atom, row, {})) return into.push_back(formula.atom);
  const Test negative = terms.negated(formula.atom);
  if (!negative.truth) into.push_back(negative.atom);
}

}  // namespace

Formula conjunction(std::vector<Formula> parts) { return combined(Kind::conjunction, std::move(parts)); }
Formula disjunction(std::vector<Formula> parts) { return combined(Kind::disjunction, std::move(parts)); }

Formula negation(Terms& terms, const Formula& formula) {
  switch (formula.kind) {
    case Kind::truth: return Formula::of(false);
    case Kind::falsity: return Formula::of(true);
    case Kind::unknown: return formula;
    case Kind::atom: return Formula::of(terms.negated(formula.atom));
    case Kind::at: return {Kind::elsewhere, {}, {}, formula.process, formula.location};
    case Kind::elsewhere: return {Kind::at, {}, {}, formula.process, formula.location};
    case Kind::conjunction:
    case Kind::disjunction: break;
  }
  std::vector<Formula> parts;
  for (const Formula& part : formula.parts) parts.push_back(negation(terms, part));
  return combined(formula.is(Kind::conjunction) ? Kind::disjunction : Kind::conjunction, std::move(parts));
}

Formula choice(Terms& terms, const Test& condition, const Formula& a, const Formula& b) {
  if (condition.truth) return *condition.truth ? a : b;
  const Formula yes = Formula::of(condition), no = negation(terms, yes);
  return disjunction({conjunction({a, b}), conjunction({yes, a}), conjunction({no, b})});
}

bool tests_locations(const Formula& formula) {
  return is_location_test(formula) || std::any_of(formula.parts.begin(), formula.parts.end(), tests_locations);
}

Formula at_locations(const Formula& formula, Row row) {
  if (is_location_test(formula)) return Formula::of(is_there(formula, row));
  if (!formula.is(Kind::conjunction) && !formula.is(Kind::disjunction)) return formula;
  const bool final = formula.is(Kind::disjunction);
  for (const Formula& part : formula.parts) {  // most are decided here
    if (is_location_test(part) && is_there(part, row) == final) return Formula::of(final);
  }
  std::vector<Formula> parts;
  for (const Formula& part : formula.parts) {
    Formula now = at_locations(part, row);
    if (now.is(final ? Kind::truth : Kind::falsity)) return now;
    if (!now.is(final ? Kind::falsity : Kind::truth)) parts.push_back(std::move(now));
  }
  return combined(formula.kind, std::move(parts));
}

std::optional<bool> truth(const Terms& terms, const Formula& formula, Row row) {
  switch (formula.kind) {
    case Kind::truth: return true;
    case Kind::falsity: return false;
    case Kind::unknown: return std::nullopt;
    case Kind::atom: return terms.holds(formula.atom, row, {});
    case Kind::at:
    case Kind::elsewhere: return is_there(formula, row);
    case Kind::conjunction:
    case Kind::disjunction: break;
  }
  const bool final = formula.is(Kind::disjunction);
  bool open = false;
  for (const Formula& part : formula.parts) {
    const std::optional<bool> value = truth(terms, part, row);
    if (value == final) return final;
    open |= !value;
  }
  return open ? std::nullopt : std::optional(!final);
}

void implicant(const Terms& terms, const Formula& formula, Row row, const Cost& cost, std::vector<AtomId>& into) {
  assert(is_true(terms, formula, row));
  if (formula.is(Kind::atom)) return into.push_back(formula.atom);
  if (formula.is(Kind::conjunction)) {
    for (const Formula& part : formula.parts) implicant(terms, part, row, cost, into);
    return;
  }
  const Formula* best = nullptr;
  unsigned least = 0;
  for (const Formula& part : formula.parts) {
    if (!is_true(terms, part, row)) continue;
    const unsigned price = cost_of(terms, part, row, cost);
    if (best != nullptr && price >= least) continue;
    best = &part;
    least = price;
  }
  if (best != nullptr) implicant(terms, *best, row, cost, into);
}

std::vector<std::vector<AtomId>> alternatives(const Terms& terms, const Formula& formula, Row row, const Cost& cost) {
  std::vector<std::vector<AtomId>> result;
  const auto add = [&](const Formula& part) {
    std::vector<AtomId> atoms;
    implicant(terms, part, row, cost, atoms);
    std::sort(atoms.begin(), atoms.end());
    atoms.erase(std::unique(atoms.begin(), atoms.end()), atoms.end());
    result.push_back(std::move(atoms));
  };
  if (!formula.is(Kind::disjunction)) {
    add(formula);
    return result;
  }
  for (const Formula& part : formula.parts) {
    if (is_true(terms, part, row)) add(part);
  }
  return result;
}

void fix_around_clocks(Terms& terms, const Formula& formula, Row row, std::vector<AtomId>& into) {
  if (!has_unknown(formula)) return;
  if (formula.is(Kind::conjunction)) {
    for (const Formula& part : formula.parts) fix_around_clocks(terms, part, row, into);
  } else {
    fix_all(terms, formula, row, into);
  }
}

void conjuncts(const Formula& formula, std::vector<AtomId>& into) {
  if (formula.is(Kind::atom)) into.push_back(formula.atom);
  if (!formula.is(Kind::conjunction)) return;
  for (const Formula& part : formula.parts) conjuncts(part, into);
}

}  // namespace orbita::interpolation
