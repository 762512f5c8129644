#include "engine/detect/diagram.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <set>

#include "parser/work_limits.h"

namespace orbita::detection {

namespace {

constexpr std::int64_t int32_low = std::numeric_limits<std::int32_t>::min();
constexpr std::int64_t int32_high = std::numeric_limits<std::int32_t>::max();

bool fits(std::int64_t value) { return value >= int32_low && value <= int32_high; }
std::int64_t wrapped(std::int64_t value) { return static_cast<std::int32_t>(static_cast<std::uint32_t>(value)); }

}  // namespace

Diagrams::Diagrams(const std::vector<Interval>& domains, std::vector<std::uint32_t> order)
    : positions_(std::move(order)), variables_(domains.size()) {
  for (std::uint32_t v = 0; v < positions_.size(); ++v) {
    variables_[positions_[v]] = v;
    domains_.push_back(domains[positions_[v]]);
  }
  nodes_.push_back({leaf_variable, 0xffffffffu, 0});
  failure_ = DiagramId{0};
}

void Diagrams::spend(std::uint64_t steps) {
  if (steps_left_ < steps || steps_left_in_all_ < steps) {
    if (steps_left_in_all_ < steps) steps_left_in_all_ = 0;
    throw Beyond("it takes too long to compare");
  }
  constexpr std::uint64_t steps_between_checks = 2048;
  const bool is_due = steps_left_in_all_ / steps_between_checks != (steps_left_in_all_ - steps) / steps_between_checks;
  steps_left_ -= steps;
  steps_left_in_all_ -= steps;
  if (is_due) check_limits();
}

std::uint32_t Diagrams::size_of(std::uint32_t variable) const {
  if (variable >= domains_.size()) return 2;
  return static_cast<std::uint32_t>(domains_[variable].high - domains_[variable].low + 1);
}

DiagramId Diagrams::make_leaf(std::uint32_t term) {
  const auto [found, added] = leaf_index_.try_emplace(term, DiagramId{static_cast<std::uint32_t>(nodes_.size())});
  if (added) nodes_.push_back({leaf_variable, term, 0});
  return found->second;
}

DiagramId Diagrams::term(TermId term) { return make_leaf(term.value); }
DiagramId Diagrams::number(std::int64_t value) { return make_leaf(terms_.number(value).value); }

DiagramId Diagrams::variable(std::uint32_t position) {
  if (position >= variables_.size()) throw Beyond("an address outside of the state");
  const std::uint32_t variable = variables_[position];
  const Interval& domain = domains_[variable];
  if (domain.high - domain.low >= most_values) return term(terms_.value(position, domain));
  std::vector<DiagramId> children;
  for (std::int64_t v = domain.low; v <= domain.high; ++v) children.push_back(number(v));
  return make(variable, children);
}

DiagramId Diagrams::make(std::uint32_t variable, const std::vector<DiagramId>& children) {
  assert(children.size() == size_of(variable));
  const DiagramId first = children.front();
  if (std::all_of(children.begin(), children.end(), [&](DiagramId c) { return c == first; })) return first;
  std::uint64_t hash = variable * 0x9e3779b97f4a7c15ull;
  for (const DiagramId c : children) hash = (hash ^ c.value) * 0x100000001b3ull + (hash >> 29);
  std::vector<std::uint32_t>& bucket = node_index_[hash];
  for (const std::uint32_t known : bucket) {
    const Node& node = nodes_[known];
    if (node.variable == variable && std::equal(children.begin(), children.end(), children_.begin() + node.first))
      return DiagramId{known};
  }
  bucket.push_back(static_cast<std::uint32_t>(nodes_.size()));
  nodes_.push_back(
      {variable, static_cast<std::uint32_t>(children_.size()), static_cast<std::uint32_t>(children.size())});
  children_.insert(children_.end(), children.begin(), children.end());
  return DiagramId{bucket.back()};
}

DiagramId Diagrams::cases(std::uint32_t variable, std::vector<DiagramId> children) {
  spend(children.size());
  std::uint32_t top = leaf_variable;
  for (std::uint32_t k = 0; k < children.size(); ++k) {
    while (variable_of(children[k]) == variable) children[k] = child(children[k], variable, k);
    top = std::min(top, variable_of(children[k]));
  }
  if (top > variable) return make(variable, children);
  std::vector<DiagramId> result;
  for (std::uint32_t x = 0; x < size_of(top); ++x) {
    std::vector<DiagramId> inner;
    for (const DiagramId c : children) inner.push_back(child(c, top, x));
    result.push_back(cases(variable, std::move(inner)));
  }
  return make(top, result);
}

DiagramId Diagrams::apply(Opcode op, DiagramId a, DiagramId b) {
  if (a == failure_ || b == failure_) return failure_;
  if (is_leaf(a) && is_leaf(b)) return apply_leaves(op, leaf(a), leaf(b));
  const auto key = std::tuple(static_cast<std::uint32_t>(op), a, b);
  if (const auto known = applied_.find(key); known != applied_.end()) return known->second;
  const std::uint32_t top = std::min(variable_of(a), variable_of(b));
  spend(size_of(top));
  std::vector<DiagramId> children;
  for (std::uint32_t k = 0; k < size_of(top); ++k) children.push_back(apply(op, child(a, top, k), child(b, top, k)));
  // Comparing leaves makes atoms, which are asked for after all else: the order is kept, but not among atoms.
  const DiagramId result = top >= domains_.size() ? cases(top, std::move(children)) : make(top, children);
  applied_.emplace(key, result);
  return result;
}

DiagramId Diagrams::choose(DiagramId condition, DiagramId yes, DiagramId no) {
  if (condition == failure_) return failure_;
  if (yes == no && is_leaf(condition)) return yes;
  if (is_leaf(condition)) {
    const Term& term = terms_[leaf(condition)];
    if (!term.is_number()) throw Beyond("a number that is not known is used as a condition");
    return term.constant != 0 ? yes : no;
  }
  const auto key = std::tuple(condition, yes, no);
  if (const auto known = chosen_.find(key); known != chosen_.end()) return known->second;
  const std::uint32_t top = std::min({variable_of(condition), variable_of(yes), variable_of(no)});
  spend(size_of(top));
  std::vector<DiagramId> children;
  for (std::uint32_t k = 0; k < size_of(top); ++k) {
    children.push_back(choose(child(condition, top, k), child(yes, top, k), child(no, top, k)));
  }
  const DiagramId result = make(top, children);
  chosen_.emplace(key, result);
  return result;
}

DiagramId Diagrams::has_failed(DiagramId a) {
  if (is_leaf(a)) return number(a == failure_ ? 1 : 0);
  const auto key = std::tuple(static_cast<std::uint32_t>(Opcode::halt), a, a);
  if (const auto known = applied_.find(key); known != applied_.end()) return known->second;
  spend(nodes_[a.value].count);
  std::vector<DiagramId> children;
  for (std::uint32_t k = 0; k < nodes_[a.value].count; ++k) children.push_back(has_failed(child(a, variable_of(a), k)));
  const DiagramId result = make(variable_of(a), children);
  applied_.emplace(key, result);
  return result;
}

DiagramId Diagrams::restricted(DiagramId a, std::uint32_t position, std::int64_t value) {
  const std::uint32_t variable = variables_[position];
  const Interval& domain = domains_[variable];
  if (domain.high - domain.low >= most_values) throw Beyond("a counter with very many values");
  Memo memo;
  return restricted(a, variable, static_cast<std::uint32_t>(value - domain.low), memo);
}

DiagramId Diagrams::restricted(DiagramId a, std::uint32_t variable, std::uint32_t k, Memo& memo) {
  if (variable_of(a) > variable) return a;
  if (variable_of(a) == variable) return child(a, variable, k);
  if (const auto known = memo.find(a.value); known != memo.end()) return known->second;
  const std::uint32_t own = variable_of(a);
  spend(size_of(own));
  std::vector<DiagramId> children;
  for (std::uint32_t x = 0; x < size_of(own); ++x) children.push_back(restricted(child(a, own, x), variable, k, memo));
  const DiagramId result = make(own, children);
  memo.emplace(a.value, result);
  return result;
}

// ---------------------------------------------------------------------- leaves

DiagramId Diagrams::atom(bool equality, TermId term, std::int64_t constant) {
  const auto [found, added] = atom_index_.try_emplace(Atom{equality, term, constant},
                                                      static_cast<std::uint32_t>(domains_.size() + atoms_.size()));
  if (added) atoms_.push_back({equality, term, constant});
  return make(found->second, {number(0), number(1)});
}

DiagramId Diagrams::at_most_zero(TermId id) {
  const Interval interval = terms_[id].interval;
  if (interval.high <= 0) return number(1);
  if (interval.low > 0) return number(0);
  const std::int64_t constant = terms_[id].constant;
  const TermId bare = terms_.sum(id, terms_.number(1), -constant);
  if (terms_[bare].parts.front().second > 0) return atom(false, bare, -constant);
  return negation(atom(false, terms_.scaled(bare, -1), constant - 1));
}

DiagramId Diagrams::is_zero(TermId id) {
  const Interval interval = terms_[id].interval;
  if (interval.low > 0 || interval.high < 0) return number(0);
  if (interval.is_number()) return number(1);
  const std::int64_t constant = terms_[id].constant;
  const TermId bare = terms_.sum(id, terms_.number(1), -constant);
  if (terms_[bare].parts.front().second > 0) return atom(true, bare, -constant);
  return atom(true, terms_.scaled(bare, -1), constant);
}

DiagramId Diagrams::apply_numbers(Opcode op, std::int64_t a, std::int64_t b) {
  const auto checked = [&](std::int64_t value) { return fits(value) ? number(value) : failure_; };
  switch (op) {
    case Opcode::add: return checked(a + b);
    case Opcode::subtract: return checked(a - b);
    case Opcode::multiply: return checked(a * b);
    case Opcode::add_unchecked: return number(wrapped(a + b));
    case Opcode::subtract_unchecked: return number(wrapped(a - b));
    case Opcode::multiply_unchecked: return number(wrapped(a * b));
    case Opcode::divide: return b == 0 ? failure_ : checked(a / b);
    case Opcode::modulo: return b == 0 ? failure_ : number(a % b);
    case Opcode::power: {
      if (b < 0) return failure_;
      if (a >= -1 && a <= 1) return number(b == 0 ? 1 : a >= 0 ? a : b % 2 == 0 ? 1 : -1);
      std::int64_t result = 1;
      for (std::int64_t k = 0; k < b && fits(result); ++k) result *= a;
      return checked(result);
    }
    case Opcode::shift_left:
      if (b < 0) return failure_;
      return number(b > 31 ? 0 : wrapped(static_cast<std::int64_t>(static_cast<std::uint32_t>(a) << b)));
    case Opcode::shift_right:
      return b < 0 ? failure_ : number(static_cast<std::int32_t>(a) >> std::min<std::int64_t>(b, 31));
    case Opcode::minimum: return number(std::min(a, b));
    case Opcode::maximum: return number(std::max(a, b));
    case Opcode::bit_and: return number(static_cast<std::int32_t>(a) & static_cast<std::int32_t>(b));
    case Opcode::bit_or: return number(static_cast<std::int32_t>(a) | static_cast<std::int32_t>(b));
    case Opcode::bit_xor: return number(static_cast<std::int32_t>(a) ^ static_cast<std::int32_t>(b));
    case Opcode::equal: return number(a == b);
    case Opcode::not_equal: return number(a != b);
    case Opcode::less: return number(a < b);
    case Opcode::less_equal: return number(a <= b);
    case Opcode::greater: return number(a > b);
    case Opcode::greater_equal: return number(a >= b);
    default: throw Beyond("an operation that is not followed");
  }
}

DiagramId Diagrams::apply_leaves(Opcode op, TermId a, TermId b) {
  if (terms_[a].is_number() && terms_[b].is_number()) return apply_numbers(op, terms_[a].constant, terms_[b].constant);
  const auto inside = [&](TermId result) {
    const Interval interval = terms_[result].interval;
    if (interval.low < int32_low || interval.high > int32_high) throw Beyond("a sum may leave 32 bits");
    return term(result);
  };
  switch (op) {
    case Opcode::add:
    case Opcode::add_unchecked: return inside(terms_.sum(a, b, 1));
    case Opcode::subtract:
    case Opcode::subtract_unchecked: return inside(terms_.sum(a, b, -1));
    case Opcode::multiply:
    case Opcode::multiply_unchecked:
      if (terms_[b].is_number()) return inside(terms_.scaled(a, terms_[b].constant));
      if (terms_[a].is_number()) return inside(terms_.scaled(b, terms_[a].constant));
      throw Beyond("a product of two numbers that are not known");
    case Opcode::divide:
    case Opcode::modulo:
      if (!terms_[b].is_number() || terms_[b].constant == 0 || terms_[b].constant == -1)
        throw Beyond("a division by a number that is not known");
      return term(terms_.operation(op, a, b));
    case Opcode::shift_left:
    case Opcode::shift_right:
      if (terms_[b].interval.low < 0) throw Beyond("a shift by a number that is not known");
      return term(terms_.operation(op, a, b));
    case Opcode::minimum:
    case Opcode::maximum:
    case Opcode::bit_and:
    case Opcode::bit_or:
    case Opcode::bit_xor: return term(terms_.operation(op, a, b));
    case Opcode::equal: return is_zero(terms_.sum(a, b, -1));
    case Opcode::not_equal: return negation(is_zero(terms_.sum(a, b, -1)));
    case Opcode::less_equal: return at_most_zero(terms_.sum(a, b, -1));
    case Opcode::greater: return negation(at_most_zero(terms_.sum(a, b, -1)));
    case Opcode::greater_equal: return at_most_zero(terms_.sum(b, a, -1));
    case Opcode::less: return negation(at_most_zero(terms_.sum(b, a, -1)));
    default: throw Beyond("an operation that is not followed");
  }
}

// ------------------------------------------------------------------- questions

std::vector<TermId> Diagrams::leaves(DiagramId a) const {
  std::vector<TermId> result;
  std::set<std::uint32_t> met;
  std::vector<DiagramId> open{a};
  while (!open.empty()) {
    const DiagramId next = open.back();
    open.pop_back();
    if (next == failure_ || !met.insert(next.value).second) continue;
    const Node& node = nodes_[next.value];
    if (is_leaf(next)) result.push_back(leaf(next));
    for (std::uint32_t k = 0; k < node.count; ++k) open.push_back(children_[node.first + k]);
  }
  return result;
}

Interval Diagrams::range(DiagramId a) const {
  Interval result{1, 0};
  for (const TermId t : leaves(a)) {
    const Interval& interval = terms_[t].interval;
    if (result.low > result.high) result = interval;
    result = {std::min(result.low, interval.low), std::max(result.high, interval.high)};
  }
  return result;
}

std::int64_t Diagrams::evaluate(DiagramId a, std::span<const std::int32_t> row) const {
  while (!is_leaf(a)) {
    const std::uint32_t variable = variable_of(a);
    if (variable >= domains_.size()) throw Beyond("an atom cannot be evaluated");
    const std::int64_t k =
        std::clamp<std::int64_t>(row[positions_[variable]], domains_[variable].low, domains_[variable].high) -
        domains_[variable].low;
    a = child(a, variable, static_cast<std::uint32_t>(k));
  }
  if (!is_number(a)) throw Beyond("not a number");
  return number_of(a);
}

std::vector<std::uint32_t> Diagrams::support(DiagramId a) const {
  std::set<std::uint32_t> found, met;
  std::set<std::uint32_t> met_terms;
  const std::function<void(TermId)> add_term = [&](TermId t) {
    if (!met_terms.insert(t.value).second) return;
    for (const auto& part : terms_[t].parts) {
      const Base& base = terms_.base(part.first);
      if (base.kind == Base::Kind::value) found.insert(base.number);
      if (base.kind == Base::Kind::operation) {
        add_term(base.left);
        if (base.right != TermId{}) add_term(base.right);
      }
    }
  };
  std::vector<DiagramId> open{a};
  while (!open.empty()) {
    const DiagramId next = open.back();
    open.pop_back();
    if (next == failure_ || !met.insert(next.value).second) continue;
    const Node& node = nodes_[next.value];
    if (is_leaf(next)) {
      add_term(leaf(next));
    } else if (node.variable < domains_.size()) {
      found.insert(positions_[node.variable]);
    } else {
      add_term(atoms_[node.variable - domains_.size()].term);
    }
    for (std::uint32_t k = 0; k < node.count; ++k) open.push_back(children_[node.first + k]);
  }
  return {found.begin(), found.end()};
}

std::vector<std::pair<std::uint32_t, std::int32_t>> Diagrams::difference(DiagramId a, DiagramId b, DiagramId& left,
                                                                         DiagramId& right) const {
  std::vector<std::pair<std::uint32_t, std::int32_t>> row;
  while (!is_leaf(a) || !is_leaf(b)) {
    const std::uint32_t top = std::min(variable_of(a), variable_of(b));
    std::uint32_t k = 0;
    while (k + 1 < size_of(top) && child(a, top, k) == child(b, top, k)) ++k;
    if (top < domains_.size()) row.emplace_back(positions_[top], static_cast<std::int32_t>(domains_[top].low + k));
    a = child(a, top, k);
    b = child(b, top, k);
  }
  left = a;
  right = b;
  return row;
}

// -------------------------------------------------------------------- renaming

TermId Diagrams::renamed(TermId id, const Renaming& renaming) {
  TermId result = terms_.number(terms_[id].constant);
  const auto parts = terms_[id].parts;
  for (const auto& [number, factor] : parts) {
    const Base base = terms_.base(number);
    TermId image;
    switch (base.kind) {
      case Base::Kind::value:
        if (renaming.changes_contents(base.number)) throw Beyond("a variable with very many values holds ids");
        image = terms_.value(renaming.value(base.number), domains_[variables_[renaming.value(base.number)]]);
        break;
      case Base::Kind::clock: image = terms_.clock(renaming.clock({base.number})); break;
      case Base::Kind::operation:
        image = terms_.operation(base.operation, renamed(base.left, renaming), renamed(base.right, renaming));
        break;
    }
    result = terms_.sum(result, image, factor);
  }
  return result;
}

DiagramId Diagrams::renamed(DiagramId a, const Renaming& renaming, const Leaf& contents, Memo& memo) {
  if (a == failure_) return a;
  if (is_leaf(a)) return contents(leaf(a));
  if (const auto known = memo.find(a.value); known != memo.end()) return known->second;
  const Node node = nodes_[a.value];
  spend(node.count);
  std::vector<DiagramId> children;
  for (std::uint32_t k = 0; k < node.count; ++k) {
    children.push_back(renamed(child(a, node.variable, k), renaming, contents, memo));
  }
  DiagramId result;
  if (node.variable >= domains_.size()) {
    const Atom atom = atoms_[node.variable - domains_.size()];
    const TermId term = terms_.sum(renamed(atom.term, renaming), terms_.number(1), -atom.constant);
    result = choose(atom.equality ? is_zero(term) : at_most_zero(term), children[1], children[0]);
  } else {
    const std::uint32_t position = positions_[node.variable], image = variables_[renaming.value(position)];
    const Interval &from = domains_[node.variable], &to = domains_[image];
    if (from.low != to.low || from.high != to.high) throw Beyond("two variables with different ranges");
    std::vector<DiagramId> moved = children;
    for (std::uint32_t k = 0; k < node.count; ++k) {
      const std::int64_t value = renaming.contents(position, from.low + k) - from.low;
      if (value < 0 || value >= static_cast<std::int64_t>(moved.size())) throw Beyond("an id leaves the range");
      moved[static_cast<std::size_t>(value)] = children[k];
    }
    result = cases(image, std::move(moved));
  }
  memo.emplace(a.value, result);
  return result;
}

}  // namespace orbita::detection
