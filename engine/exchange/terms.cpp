#include "engine/exchange/terms.h"

#include <algorithm>

namespace orbita::exchange {

namespace {

// Valuations tried where normal forms differ.
constexpr double most_valuations = 20'000;

std::size_t hash_of(const Term& term) {
  std::size_t hash = static_cast<std::size_t>(term.kind) * 31 + static_cast<std::size_t>(term.op);
  const auto mix = [&](std::uint64_t word) { hash = (hash ^ word) * 0x9E3779B97F4A7C15ull + (hash >> 29); };
  for (const std::int64_t key : term.keys) mix(static_cast<std::uint64_t>(key));
  for (const TermId arg : term.args) mix(arg.value);
  return hash;
}

bool fits(std::int64_t value) { return value >= INT32_MIN && value <= INT32_MAX; }

std::int64_t compute(Opcode op, std::int64_t a, std::int64_t b) {
  switch (op) {
    case Opcode::add: return a + b;
    case Opcode::subtract: return a - b;
    case Opcode::multiply: return a * b;
    case Opcode::divide: return a / b;
    case Opcode::modulo: return a % b;
    case Opcode::shift_left:
      return b > 31 ? 0 : static_cast<std::int32_t>(static_cast<std::uint32_t>(a) << static_cast<unsigned>(b));
    case Opcode::shift_right: return a >> std::min<std::int64_t>(b, 31);
    case Opcode::minimum: return std::min(a, b);
    case Opcode::maximum: return std::max(a, b);
    case Opcode::bit_and: return a & b;
    case Opcode::bit_or: return a | b;
    case Opcode::bit_xor: return a ^ b;
    case Opcode::equal: return a == b;
    case Opcode::less: return a < b;
    case Opcode::less_equal: return a <= b;
    default: throw Unproved("an operation that is not compared");
  }
}

bool commutes(Opcode op) {
  switch (op) {
    case Opcode::add:
    case Opcode::multiply:
    case Opcode::minimum:
    case Opcode::maximum:
    case Opcode::bit_and:
    case Opcode::bit_or:
    case Opcode::bit_xor:
    case Opcode::equal: return true;
    default: return false;
  }
}

// Is the operation defined for all operands within the intervals?
bool is_defined(Opcode op, const Term& b) {
  switch (op) {
    case Opcode::divide:
    case Opcode::modulo: return b.low > 0 || b.high < 0;
    case Opcode::shift_left:
    case Opcode::shift_right: return b.low >= 0;
    case Opcode::power: return false;
    default: return true;
  }
}

void set_interval(Term& term, const Term& a, const Term& b) {
  switch (term.op) {
    case Opcode::add:
      term.low = a.low + b.low;
      term.high = a.high + b.high;
      break;
    case Opcode::subtract:
      term.low = a.low - b.high;
      term.high = a.high - b.low;
      break;
    case Opcode::multiply: {
      const std::int64_t corners[] = {a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high};
      term.low = *std::min_element(std::begin(corners), std::end(corners));
      term.high = *std::max_element(std::begin(corners), std::end(corners));
      break;
    }
    case Opcode::minimum:
      term.low = std::min(a.low, b.low);
      term.high = std::min(a.high, b.high);
      break;
    case Opcode::maximum:
      term.low = std::max(a.low, b.low);
      term.high = std::max(a.high, b.high);
      break;
    case Opcode::modulo: {
      const std::int64_t most = std::max(std::abs(b.low), std::abs(b.high)) - 1;
      term.low = a.low >= 0 ? 0 : -most;
      term.high = a.high <= 0 ? 0 : most;
      break;
    }
    case Opcode::equal:
    case Opcode::less:
    case Opcode::less_equal:
      term.low = 0;
      term.high = 1;
      break;
    default:
      term.low = INT32_MIN;
      term.high = INT32_MAX;
      break;
  }
}

bool is_truth(const Term& term) { return term.low >= 0 && term.high <= 1 && !term.can_fail; }

}  // namespace

// ------------------------------------------------------------------------ making

TermId Terms::intern(Term term) {
  const std::size_t hash = hash_of(term);
  const auto [first, last] = index_.equal_range(hash);
  for (auto it = first; it != last; ++it) {
    const Term& other = terms_[it->second];
    if (other.kind == term.kind && other.op == term.op && other.keys == term.keys && other.args == term.args)
      return TermId{it->second};
  }
  const auto number = static_cast<std::uint32_t>(terms_.size());
  terms_.push_back(std::move(term));
  index_.emplace(hash, number);
  return TermId{number};
}

std::optional<std::int64_t> Terms::constant_of(TermId id) const {
  const Term& term = (*this)[id];
  return term.kind == TermKind::constant ? std::optional(term.keys[0]) : std::nullopt;
}

TermId Terms::constant(std::int64_t value) {
  return intern({TermKind::constant, Opcode::halt, false, value, value, {value}, {}});
}

TermId Terms::value(std::uint32_t position, std::int64_t low, std::int64_t high) {
  return intern({TermKind::value, Opcode::halt, false, low, high, {position}, {}});
}

TermId Terms::bound(std::uint32_t cell, std::int64_t low, std::int64_t high, std::uint32_t set) {
  return intern({TermKind::bound, Opcode::halt, false, low, high, {cell, low, high, set}, {}});
}

TermId Terms::failure() { return intern({TermKind::failure, Opcode::halt, true, 0, 0, {}, {}}); }

TermId Terms::operation(Opcode op, TermId a, TermId b) {
  if (op == Opcode::equal) return equal(a, b);
  if (!is_defined(op, (*this)[b])) throw Unproved("an operation that may fail");
  const auto x = constant_of(a), y = constant_of(b);
  if (x && y) {
    const std::int64_t result = compute(op, *x, *y);
    if (!fits(result)) throw Unproved("an overflow");
    return constant(result);
  }
  if (commutes(op) && b < a) std::swap(a, b);
  Term term{TermKind::operation, op, false, 0, 0, {}, {a, b}};
  set_interval(term, (*this)[a], (*this)[b]);
  if (!fits(term.low) || !fits(term.high)) throw Unproved("a number that may leave 32 bits");
  return intern(std::move(term));
}

TermId Terms::equal(TermId a, TermId b) {
  if (a == b) return constant(1);
  if (constant_of(a)) std::swap(a, b);
  const Term left = (*this)[a], right = (*this)[b];
  if (left.high < right.low || right.high < left.low) return constant(0);
  if (const auto value = constant_of(b)) {
    if (left.kind == TermKind::swap) {
      const std::int64_t k = *value == left.keys[0] ? left.keys[1] : *value == left.keys[1] ? left.keys[0] : *value;
      return equal(left.args[0], constant(k));
    }
    if (is_truth(left)) return *value == 1 ? a : negation(a);
  }
  if (left.kind == TermKind::swap && right.kind == TermKind::swap && left.keys == right.keys)
    return equal(left.args[0], right.args[0]);
  return comparison(Opcode::equal, a, b);
}

TermId Terms::less(TermId a, TermId b, bool or_equal) {
  if (a == b) return constant(or_equal);
  const Term &left = (*this)[a], &right = (*this)[b];
  if (left.high < right.low || (or_equal && left.high <= right.low)) return constant(1);
  if (left.low > right.high || (!or_equal && left.low >= right.high)) return constant(0);
  return comparison(or_equal ? Opcode::less_equal : Opcode::less, a, b);
}

TermId Terms::comparison(Opcode op, TermId a, TermId b) {
  const auto x = constant_of(a), y = constant_of(b);
  if (x && y) return constant(compute(op, *x, *y));
  if (commutes(op) && b < a) std::swap(a, b);
  return intern({TermKind::operation, op, false, 0, 1, {}, {a, b}});
}

TermId Terms::truth(TermId a) { return is_truth((*this)[a]) ? a : negation(equal(a, constant(0))); }

TermId Terms::negation(TermId a) {
  const Term term = (*this)[a];
  if (const auto value = constant_of(a)) return constant(*value == 0);
  switch (term.kind) {
    case TermKind::negation: return term.args[0];
    case TermKind::conjunction:
    case TermKind::disjunction: {
      std::vector<TermId> args;
      for (const TermId arg : term.args) args.push_back(negation(arg));
      return term.kind == TermKind::conjunction ? any_of(std::move(args)) : all_of(std::move(args));
    }
    case TermKind::operation:
      if (term.op == Opcode::less) return less(term.args[1], term.args[0], true);
      if (term.op == Opcode::less_equal) return less(term.args[1], term.args[0], false);
      break;
    default: break;
  }
  if (!is_truth(term)) return equal(a, constant(0));
  return intern({TermKind::negation, Opcode::halt, false, 0, 1, {}, {a}});
}

TermId Terms::all_of(std::vector<TermId> args) { return junction(TermKind::conjunction, std::move(args)); }
TermId Terms::any_of(std::vector<TermId> args) { return junction(TermKind::disjunction, std::move(args)); }

TermId Terms::junction(TermKind kind, std::vector<TermId> args) {
  const std::int64_t neutral = kind == TermKind::conjunction ? 1 : 0;
  std::vector<TermId> flat;
  for (const TermId arg : args) {
    if (const auto value = constant_of(arg)) {
      if (*value != neutral) return constant(1 - neutral);
      continue;
    }
    const Term& term = (*this)[arg];
    if (!is_truth(term)) throw Unproved("a condition that is no truth value");
    if (term.kind == kind) flat.insert(flat.end(), term.args.begin(), term.args.end());
    else flat.push_back(arg);
  }
  std::sort(flat.begin(), flat.end());
  flat.erase(std::unique(flat.begin(), flat.end()), flat.end());
  if (flat.empty()) return constant(neutral);
  if (flat.size() == 1) return flat[0];
  return intern({kind, Opcode::halt, false, 0, 1, {}, std::move(flat)});
}

TermId Terms::swap(std::int64_t a, std::int64_t b, TermId of) {
  if (const auto value = constant_of(of)) return constant(*value == a ? b : *value == b ? a : *value);
  if (a > b) std::swap(a, b);
  const Term term = (*this)[of];
  if (term.kind == TermKind::swap && term.keys[0] == a && term.keys[1] == b) return term.args[0];
  if (term.high < a || term.low > b) return of;
  return intern({TermKind::swap, Opcode::halt, false, std::min(a, term.low), std::max(b, term.high), {a, b}, {of}});
}

TermId Terms::choice(TermId condition, TermId yes, TermId no) {
  if (const auto value = constant_of(condition)) return *value != 0 ? yes : no;
  if (yes == no) return yes;
  const Term c = (*this)[condition], y = (*this)[yes], n = (*this)[no];
  if (c.kind == TermKind::negation) return choice(c.args[0], no, yes);
  if (is_truth(y) && is_truth(n)) {
    if (constant_of(no) == 0) return all_of({condition, yes});
    if (constant_of(yes) == 0) return all_of({negation(condition), no});
    if (constant_of(yes) == 1) return any_of({condition, no});
    if (constant_of(no) == 1) return any_of({negation(condition), yes});
  }
  return intern({TermKind::choice,
                 Opcode::halt,
                 y.can_fail || n.can_fail,
                 std::min(y.low, n.low),
                 std::max(y.high, n.high),
                 {},
                 {condition, yes, no}});
}

TermId Terms::cases(TermId subject, std::vector<std::pair<std::int64_t, TermId>> branches) {
  const Term about = (*this)[subject];
  if (about.kind == TermKind::swap) {
    for (auto& [key, branch] : branches)
      key = key == about.keys[0] ? about.keys[1] : key == about.keys[1] ? about.keys[0] : key;
    return cases(about.args[0], std::move(branches));
  }
  std::sort(branches.begin(), branches.end());
  if (const auto value = constant_of(subject)) {
    for (const auto& [key, branch] : branches) {
      if (key == *value) return branch;
    }
    return failure();
  }
  Term term{TermKind::cases, Opcode::halt, false, INT64_MAX, INT64_MIN, {}, {subject}};
  std::int64_t covered = 0;
  for (const auto& [key, branch] : branches) {
    if (key < about.low || key > about.high) continue;
    ++covered;
    const Term& inner = (*this)[branch];
    term.keys.push_back(key);
    term.args.push_back(branch);
    term.can_fail |= inner.can_fail;
    term.low = std::min(term.low, inner.low);
    term.high = std::max(term.high, inner.high);
  }
  if (covered == 0) return failure();
  const bool total = covered == about.high - about.low + 1;
  term.can_fail |= !total;
  const bool same = std::all_of(term.args.begin() + 1, term.args.end(), [&](TermId t) { return t == term.args[1]; });
  if (total && same) return term.args[1];
  return intern(std::move(term));
}

TermId Terms::tuple(std::vector<TermId> args) {
  Term term{TermKind::tuple, Opcode::halt, false, INT64_MIN, INT64_MAX, {}, std::move(args)};
  for (const TermId arg : term.args) term.can_fail |= (*this)[arg].can_fail;
  return intern(std::move(term));
}

TermId Terms::bag(std::vector<TermId> args) {
  if (std::any_of(args.begin(), args.end(), [&](TermId t) { return (*this)[t].can_fail; })) return tuple(args);
  std::sort(args.begin(), args.end());
  return intern({TermKind::bag, Opcode::halt, false, INT64_MIN, INT64_MAX, {}, std::move(args)});
}

TermId Terms::effect(std::vector<Write> cells, std::vector<ClockWrite> clocks) {
  std::sort(cells.begin(), cells.end(), [](const Write& a, const Write& b) { return a.cell < b.cell; });
  std::sort(clocks.begin(), clocks.end(), [](const ClockWrite& a, const ClockWrite& b) { return a.clock < b.clock; });
  Term term{TermKind::effect, Opcode::halt, false, INT64_MIN, INT64_MAX, {std::ssize(cells)}, {}};
  for (const Write& write : cells) {
    term.keys.push_back(write.cell);
    term.args.push_back(write.term);
  }
  for (const ClockWrite& write : clocks) {
    term.keys.push_back(write.clock.value);
    term.keys.push_back(write.source.value);
    term.args.push_back(write.shift);
  }
  for (const TermId arg : term.args) term.can_fail |= (*this)[arg].can_fail;
  return intern(std::move(term));
}

// --------------------------------------------------------------------- trying out

struct Terms::Valuation {
  std::vector<TermId> leaves;
  std::vector<std::int64_t> values;
  std::int64_t of(TermId leaf) const {
    return values[static_cast<std::size_t>(std::find(leaves.begin(), leaves.end(), leaf) - leaves.begin())];
  }
};

void Terms::collect_leaves(TermId id, std::vector<TermId>& leaves, std::vector<bool>& met) const {
  if (met[id.value]) return;
  met[id.value] = true;
  const Term& term = (*this)[id];
  if (term.kind == TermKind::value || term.kind == TermKind::bound) leaves.push_back(id);
  for (const TermId arg : term.args) collect_leaves(arg, leaves, met);
}

// Appends what the term gives; false on failure.
bool Terms::evaluate(TermId id, Valuation& valuation, std::vector<std::int64_t>& into) const {
  const Term& term = (*this)[id];
  const auto number = [&](TermId arg, std::int64_t& result) {
    std::vector<std::int64_t> parts;
    if (!evaluate(arg, valuation, parts)) return false;
    result = parts[0];
    return true;
  };
  std::int64_t a = 0, b = 0;
  switch (term.kind) {
    case TermKind::constant: into.push_back(term.keys[0]); return true;
    case TermKind::value:
    case TermKind::bound: into.push_back(valuation.of(id)); return true;
    case TermKind::failure: return false;
    case TermKind::operation:
      if (!number(term.args[0], a) || !number(term.args[1], b)) return false;
      into.push_back(compute(term.op, a, b));
      return true;
    case TermKind::negation:
      if (!number(term.args[0], a)) return false;
      into.push_back(a == 0);
      return true;
    case TermKind::conjunction:
    case TermKind::disjunction: {
      const std::int64_t decided = term.kind == TermKind::disjunction;
      for (const TermId arg : term.args) {
        if (!number(arg, a)) return false;
        if ((a != 0) != (decided != 0)) continue;
        into.push_back(decided);
        return true;
      }
      into.push_back(1 - decided);
      return true;
    }
    case TermKind::swap:
      if (!number(term.args[0], a)) return false;
      into.push_back(a == term.keys[0] ? term.keys[1] : a == term.keys[1] ? term.keys[0] : a);
      return true;
    case TermKind::choice:
      if (!number(term.args[0], a)) return false;
      return evaluate(term.args[a != 0 ? 1 : 2], valuation, into);
    case TermKind::cases: {
      if (!number(term.args[0], a)) return false;
      const auto at = std::lower_bound(term.keys.begin(), term.keys.end(), a);
      if (at == term.keys.end() || *at != a) return false;
      return evaluate(term.args[static_cast<std::size_t>(at - term.keys.begin()) + 1], valuation, into);
    }
    case TermKind::tuple:
      for (const TermId arg : term.args) {
        if (!evaluate(arg, valuation, into)) return false;
      }
      return true;
    case TermKind::bag: {
      std::vector<std::vector<std::int64_t>> all;
      for (const TermId arg : term.args) {
        if (!evaluate(arg, valuation, all.emplace_back())) return false;
      }
      std::sort(all.begin(), all.end());
      for (const auto& part : all) into.insert(into.end(), part.begin(), part.end());
      return true;
    }
    case TermKind::effect:
      into.insert(into.end(), term.keys.begin(), term.keys.end());
      for (const TermId arg : term.args) {
        if (!evaluate(arg, valuation, into)) return false;
      }
      return true;
  }
  return false;
}

bool Terms::differ(TermId a, TermId b) const {
  if (a == b) return false;
  Valuation valuation;
  std::vector<bool> met(terms_.size());
  collect_leaves(a, valuation.leaves, met);
  collect_leaves(b, valuation.leaves, met);
  double count = 1;
  for (const TermId leaf : valuation.leaves) {
    const Term& term = (*this)[leaf];
    count *= static_cast<double>(term.high - term.low + 1);
    if (count > most_valuations) return true;
    valuation.values.push_back(term.low);
  }
  std::vector<std::int64_t> first, second;
  for (;;) {
    first.clear();
    second.clear();
    const bool one = evaluate(a, valuation, first), other = evaluate(b, valuation, second);
    if (one != other || (one && first != second)) return true;
    std::size_t k = 0;
    while (k < valuation.leaves.size() && valuation.values[k] == (*this)[valuation.leaves[k]].high) {
      valuation.values[k] = (*this)[valuation.leaves[k]].low;
      ++k;
    }
    if (k == valuation.leaves.size()) return false;
    ++valuation.values[k];
  }
}

}  // namespace orbita::exchange
