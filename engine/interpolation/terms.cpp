#include "engine/interpolation/terms.h"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <utility>

namespace orbita::interpolation {

namespace {

// Most choices of processes that are tried out to simplify one atom.
constexpr std::size_t most_choices = 20'000;
constexpr std::size_t most_implication_choices = 2'000;
constexpr std::size_t implied_places = 1 << 15;
constexpr std::size_t renamed_places = 1 << 14;
constexpr std::int64_t small_constants = 64;

std::size_t mix(std::size_t seed, std::uint64_t value) { return (seed ^ value) * 0x9e3779b97f4a7c15u + (seed >> 29); }

std::int64_t floor_remainder(std::int64_t a, std::int64_t n) { return ((a % n) + n) % n; }

std::int64_t ceiling(std::int64_t a, std::int64_t n) { return a > 0 ? (a + n - 1) / n : a / n; }

bool satisfies(Relation relation, std::int64_t value) {
  switch (relation) {
    case Relation::at_most: return value <= 0;
    case Relation::equal: return value == 0;
    case Relation::different: return value != 0;
  }
  return false;
}

}  // namespace

Terms::Terms(Cast& cast) : cast_(cast), implied_(implied_places), renamed_(renamed_places) {
  for (std::int64_t value = 0; value < small_constants; ++value) small_.push_back(intern(Sum{value, {}}));
}

// ------------------------------------------------------------------- interning

std::size_t Terms::Hash::operator()(const Term& t) const {
  std::size_t h = mix(static_cast<std::size_t>(t.kind), t.owner);
  return mix(mix(h, t.number), t.sum.value);
}

std::size_t Terms::Hash::operator()(const Sum& s) const {
  std::size_t h = mix(17, static_cast<std::uint64_t>(s.constant));
  for (const auto& [term, factor] : s.parts) h = mix(mix(h, term.value), static_cast<std::uint64_t>(factor));
  return h;
}

std::size_t Terms::Hash::operator()(const Atom& a) const {
  return mix(static_cast<std::size_t>(a.relation) + 3, a.sum.value);
}

SumId Terms::intern(Sum sum) {
  const auto [known, added] = sum_ids_.try_emplace(sum, SumId{static_cast<std::uint32_t>(sums_.size())});
  if (added) {
    std::uint32_t depth = 0;
    for (const auto& [id, factor] : sum.parts) {
      const Term& term = terms_[id.value];
      if (term.kind != Term::Kind::parameter) depth = std::max(depth, depths_[term.sum.value] + 1);
    }
    depths_.push_back(depth);
    sum_bytes_ += 2 * (sizeof(Sum) + 16 * sum.parts.size()) + 48;
    sums_.push_back(std::move(sum));
  }
  return known->second;
}

TermId Terms::intern(const Term& term) {
  const auto [known, added] = term_ids_.try_emplace(term, TermId{static_cast<std::uint32_t>(terms_.size())});
  if (added) terms_.push_back(term);
  return known->second;
}

AtomId Terms::intern(const Atom& atom) {
  const auto [known, added] = atom_ids_.try_emplace(atom, AtomId{static_cast<std::uint32_t>(atoms_.size())});
  if (!added) return known->second;
  atoms_.push_back(atom);
  Facts facts;
  collect(atom.sum, facts);
  std::sort(facts.processes.begin(), facts.processes.end());
  facts.processes.erase(std::unique(facts.processes.begin(), facts.processes.end()), facts.processes.end());
  std::uint64_t subject = facts.about_parameters ? 1 : 0;
  for (const auto& [id, factor] : sums_[atom.sum.value].parts) subject |= std::uint64_t{2} << (id.value % 63);
  subjects_.push_back(subject);
  facts_.push_back(std::move(facts));
  return known->second;
}

void Terms::collect(SumId sum, Facts& facts) const {
  for (const auto& [id, factor] : sums_[sum.value].parts) {
    const Term& term = terms_[id.value];
    if (term.kind == Term::Kind::parameter) {
      facts.processes.push_back(term.owner);
      continue;
    }
    if (term.kind == Term::Kind::cell) {
      facts.about_parameters = false;
      if (cast_[term.owner].process != none) facts.processes.push_back(cast_[term.owner].process);
    }
    collect(term.sum, facts);
  }
}

// ------------------------------------------------------------------------ sums

SumId Terms::constant(std::int64_t value) {
  if (value < 0 || value >= std::ssize(small_)) return intern(Sum{value, {}});
  return small_[static_cast<std::size_t>(value)];
}

SumId Terms::of(const Term& term) { return intern(Sum{0, {{intern(term), 1}}}); }

std::optional<std::int64_t> Terms::constant_of(SumId id) const {
  const Sum& sum = sums_[id.value];
  return sum.parts.empty() ? std::optional(sum.constant) : std::nullopt;
}

SumId Terms::add(SumId a, SumId b, std::int64_t factor) {
  const Sum& left = sums_[a.value];
  const Sum& right = sums_[b.value];
  if (right.parts.empty() && right.constant == 0) return a;
  if (left.parts.empty() && right.parts.empty()) return constant(left.constant + factor * right.constant);
  Sum sum;
  sum.constant = left.constant + factor * right.constant;
  auto l = left.parts.begin();
  for (const auto& [term, count] : right.parts) {
    for (; l != left.parts.end() && l->first < term; ++l) sum.parts.push_back(*l);
    std::int64_t total = factor * count;
    if (l != left.parts.end() && l->first == term) total += (l++)->second;
    if (total != 0) sum.parts.emplace_back(term, total);
  }
  sum.parts.insert(sum.parts.end(), l, left.parts.end());
  return intern(std::move(sum));
}

void SumMaker::add(SumId id, std::int64_t factor) {
  const Sum& sum = terms_[id];
  sum_.constant += factor * sum.constant;
  for (const auto& [term, count] : sum.parts) sum_.parts.emplace_back(term, factor * count);
}

SumId SumMaker::made() {
  auto& parts = sum_.parts;
  std::sort(parts.begin(), parts.end());
  std::size_t kept = 0;
  for (std::size_t i = 0; i < parts.size();) {
    std::pair<TermId, std::int64_t> total = parts[i++];
    for (; i < parts.size() && parts[i].first == total.first; ++i) total.second += parts[i].second;
    if (total.second != 0) parts[kept++] = total;
  }
  parts.resize(kept);
  return terms_.intern(std::exchange(sum_, {}));
}

SumId Terms::scale(SumId a, std::int64_t factor) { return add(constant(0), a, factor); }

SumId Terms::cell(std::uint32_t variable, SumId address) { return of({Term::Kind::cell, variable, 0, address}); }

SumId Terms::table(std::span<const std::int32_t> cells, SumId index) {
  if (const auto at = constant_of(index); at && *at >= 0 && *at < std::ssize(cells)) {
    return constant(cells[static_cast<std::size_t>(*at)]);
  }
  const auto same = [&](std::span<const std::int32_t> t) {
    return t.data() == cells.data() && t.size() == cells.size();
  };
  const auto known = std::find_if(tables_.begin(), tables_.end(), same);
  const auto number = static_cast<std::uint32_t>(known - tables_.begin());
  if (known == tables_.end()) tables_.push_back(cells);
  return of({Term::Kind::table, number, 0, index});
}

SumId Terms::remainder(SumId dividend, std::int64_t divisor) {
  const Range r = range(dividend);
  if (r.low >= 0 && r.high < divisor) return dividend;
  // ((s % n) + t) % n is (s + t) % n, and likewise for multiples of n.
  const Sum outer = sums_[dividend.value];
  for (const auto& [id, factor] : outer.parts) {
    const Term inner = terms_[id.value];
    if (inner.kind != Term::Kind::remainder || inner.number % divisor != 0) continue;
    dividend = add(add(dividend, of(inner), -factor), inner.sum, factor);
  }
  Sum sum = sums_[dividend.value];
  sum.constant = floor_remainder(sum.constant, divisor);
  for (auto& [term, factor] : sum.parts) factor = floor_remainder(factor, divisor);
  std::erase_if(sum.parts, [](const auto& part) { return part.second == 0; });
  if (sum.parts.empty()) return constant(sum.constant);
  const SumId reduced = intern(std::move(sum));
  return of({Term::Kind::remainder, 0, static_cast<std::uint32_t>(divisor), reduced});
}

SumId Terms::with_sum(TermId id, SumId sum) {
  Term term = terms_[id.value];
  switch (term.kind) {
    case Term::Kind::parameter: break;
    case Term::Kind::cell: return cell(term.owner, sum);
    case Term::Kind::table: return table(tables_[term.owner], sum);
    case Term::Kind::remainder: return remainder(sum, term.number);
  }
  return of(term);
}

Range Terms::range(TermId id) {
  const Term term = terms_[id.value];
  switch (term.kind) {
    case Term::Kind::parameter: {
      const auto [low, high] = cast_.parameter_range(term.owner, term.number);
      return {low, high};
    }
    case Term::Kind::cell: {
      const Variable& v = cast_[term.owner];
      if (const auto at = constant_of(term.sum); at && *at >= 0 && *at < std::ssize(v.low)) {
        return {v.low[static_cast<std::size_t>(*at)], v.high[static_cast<std::size_t>(*at)]};
      }
      return {v.lowest, v.highest};
    }
    case Term::Kind::table: {
      const auto [low, high] = std::minmax_element(tables_[term.owner].begin(), tables_[term.owner].end());
      return {*low, *high};
    }
    case Term::Kind::remainder: return {0, std::int64_t{term.number} - 1};
  }
  return {};
}

Range Terms::range(SumId id) {
  const Sum& sum = sums_[id.value];
  Range result{sum.constant, sum.constant};
  for (const auto& [term, factor] : sum.parts) {
    const Range r = range(term);
    result.low += factor * (factor > 0 ? r.low : r.high);
    result.high += factor * (factor > 0 ? r.high : r.low);
  }
  return result;
}

// ----------------------------------------------------------------------- atoms

Test Terms::test(Relation relation, SumId sum) {
  const auto [known, added] = tests_.try_emplace(Atom{relation, sum});
  if (added) {
    const Test result = simplified(relation, sums_[sum.value]);
    tests_[Atom{relation, sum}] = result;
    return result;
  }
  return known->second;
}

Test Terms::simplified(Relation relation, Sum sum) {
  const auto decided = [](bool truth) { return Test{truth, {}}; };
  if (sum.parts.empty()) return decided(satisfies(relation, sum.constant));
  std::int64_t divisor = 0;
  for (const auto& [term, factor] : sum.parts) divisor = std::gcd(divisor, factor);
  if (divisor > 1) {
    if (relation != Relation::at_most && sum.constant % divisor != 0) return decided(relation == Relation::different);
    sum.constant = ceiling(sum.constant, divisor);
    for (auto& [term, factor] : sum.parts) factor /= divisor;
  }
  if (relation != Relation::at_most && sum.parts.front().second < 0) {
    sum.constant = -sum.constant;
    for (auto& [term, factor] : sum.parts) factor = -factor;
  }
  const SumId id = intern(sum);
  const Range r = range(id);
  if (relation == Relation::at_most) {
    if (r.high <= 0) return decided(true);
    if (r.low > 0) return decided(false);
    if (r.low == 0) return test(Relation::equal, id);
  } else {
    if (r.low > 0 || r.high < 0) return decided(relation == Relation::different);
    if (relation == Relation::different && r.low == 0) return test(Relation::at_most, add(constant(1), id, -1));
    if (relation == Relation::different && r.high == 0) return test(Relation::at_most, add(id, constant(1)));
  }
  if (const auto truth = decided_by_parameters({relation, id})) return decided(*truth);
  return {std::nullopt, intern(Atom{relation, id})};
}

Test Terms::negated(AtomId atom) {
  const Atom a = atoms_[atom.value];
  switch (a.relation) {
    case Relation::at_most: return test(Relation::at_most, add(constant(1), a.sum, -1));
    case Relation::equal: return test(Relation::different, a.sum);
    case Relation::different: return test(Relation::equal, a.sum);
  }
  return {};
}

template <class Visit>
void Terms::for_each_choice(std::span<const std::uint32_t> processes, Visit visit) {
  Exchange exchange(cast_.size());
  std::iota(exchange.begin(), exchange.end(), 0u);
  const auto choose = [&](const auto& self, std::size_t next) -> bool {
    if (next == processes.size()) return visit(exchange);
    for (const std::uint32_t candidate : cast_.members(cast_.role(processes[next]))) {
      const auto taken = [&](std::uint32_t p) { return exchange[p] == candidate; };
      if (std::any_of(processes.begin(), processes.begin() + static_cast<std::ptrdiff_t>(next), taken)) continue;
      exchange[processes[next]] = candidate;
      if (!self(self, next + 1)) return false;
    }
    return true;
  };
  choose(choose, 0);
}

// True or false for every choice of processes, or neither.
std::optional<bool> Terms::decided_by_parameters(const Atom& atom) {
  Facts facts;
  collect(atom.sum, facts);
  if (!facts.about_parameters) return std::nullopt;
  auto& processes = facts.processes;
  std::sort(processes.begin(), processes.end());
  processes.erase(std::unique(processes.begin(), processes.end()), processes.end());
  std::size_t choices = 1;
  for (const std::uint32_t p : processes) {
    choices *= cast_.members(cast_.role(p)).size();
    if (choices > most_choices) return std::nullopt;
  }
  // Atoms that differ in the names of processes only have one entry.
  Exchange first(cast_.size());
  std::iota(first.begin(), first.end(), 0u);
  std::vector<std::uint32_t> used(cast_.role_count(), 0);
  for (const std::uint32_t p : processes) first[p] = cast_.members(cast_.role(p))[used[cast_.role(p)]++];
  const Atom key{atom.relation, renamed(atom.sum, first)};
  if (const auto known = decided_.find(key); known != decided_.end()) return known->second;
  bool always = true, never = true;
  for_each_choice(processes, [&](const Exchange& exchange) {
    (satisfies(atom.relation, value(atom.sum, {}, exchange)) ? never : always) = false;
    return always || never;
  });
  const std::optional<bool> result = always ? std::optional(true) : never ? std::optional(false) : std::nullopt;
  decided_.emplace(key, result);
  return result;
}

std::optional<bool> Terms::implied_by_parameters(AtomId b, AtomId a) {
  if (!is_about_parameters(a) || !is_about_parameters(b)) return std::nullopt;
  std::vector<std::uint32_t> both;
  std::ranges::set_union(processes(a), processes(b), std::back_inserter(both));
  std::size_t choices = 1;
  for (const std::uint32_t p : both) {
    choices *= cast_.members(cast_.role(p)).size();
    if (choices > most_implication_choices) return std::nullopt;
  }
  bool implied = true;
  for_each_choice(both, [&](const Exchange& exchange) {
    implied = !holds(b, {}, exchange) || holds(a, {}, exchange);
    return implied;
  });
  return implied;
}

bool Terms::implies_otherwise(AtomId b, AtomId a) {
  const std::size_t place =
      (std::size_t{b.value} * 0x9e3779b97f4a7c15u ^ std::size_t{a.value} * 0xc2b2ae3d27d4eb4fu) >> 40;
  if (const Implied& known = implied_[place % implied_places]; known.a == a && known.b == b) return known.result;
  const auto by_parameters = implied_by_parameters(b, a);
  const bool result = by_parameters ? *by_parameters : compute_implies(atoms_[b.value], atoms_[a.value]);
  implied_[place % implied_places] = {b, a, result};
  return result;
}

// Of a + factor * b, without making that sum. nullopt where they have no term in common.
std::optional<Range> Terms::combined_range(const Sum& a, const Sum& b, std::int64_t factor) {
  Range result{a.constant + factor * b.constant, a.constant + factor * b.constant};
  bool common = false;
  const auto add_term = [&](TermId term, std::int64_t count) {
    if (count == 0) return;
    const Range r = range(term);
    result.low += count * (count > 0 ? r.low : r.high);
    result.high += count * (count > 0 ? r.high : r.low);
  };
  auto l = a.parts.begin();
  for (const auto& [term, count] : b.parts) {
    for (; l != a.parts.end() && l->first < term; ++l) add_term(l->first, l->second);
    std::int64_t total = factor * count;
    if (l != a.parts.end() && l->first == term) {
      total += (l++)->second;
      common = true;
    }
    add_term(term, total);
  }
  for (; l != a.parts.end(); ++l) add_term(l->first, l->second);
  return common ? std::optional(result) : std::nullopt;
}

bool Terms::compute_implies(const Atom& b, const Atom& a) {
  const Sum& left = sums_[a.sum.value];
  const Sum& right = sums_[b.sum.value];
  // Without a common term nothing but ranges could tell, and what they tell is simplified away.
  const auto minus = combined_range(left, right, -1), plus = combined_range(left, right, 1);
  if (!minus || !plus) return false;
  const Range difference = *minus, together = *plus;
  const bool equal = b.relation == Relation::equal;
  if (b.relation == Relation::different) return false;  // unless it is the same atom
  switch (a.relation) {
    case Relation::at_most: return difference.high <= 0 || (equal && together.high <= 0);
    case Relation::equal:
      return equal && ((difference.low == 0 && difference.high == 0) || (together.low == 0 && together.high == 0));
    case Relation::different:
      if (difference.high < 0 || together.low > 0) return true;  // a < 0, or a > 0, from b <= 0
      return equal && (difference.low > 0 || together.high < 0);
  }
  return false;
}

// ------------------------------------------------------------------ evaluation

std::int64_t Terms::value(TermId id, Row row, const Exchange& exchange) const {
  const Term& term = terms_[id.value];
  switch (term.kind) {
    case Term::Kind::parameter: return cast_.parameter(image(exchange, term.owner), term.number);
    case Term::Kind::remainder: return floor_remainder(value(term.sum, row, exchange), term.number);
    case Term::Kind::table: {
      const auto& cells = tables_[term.owner];
      const std::int64_t at = value(term.sum, row, exchange);
      if (at >= 0 && at < std::ssize(cells)) return cells[static_cast<std::size_t>(at)];
      return *std::min_element(cells.begin(), cells.end());
    }
    case Term::Kind::cell: break;
  }
  const std::int64_t at = value(term.sum, row, exchange);
  const bool is_global = cast_[term.owner].process == none;
  const Variable& v = cast_[is_global ? term.owner : cast_.renamed(term.owner, exchange)];
  if (at < 0 || at >= std::ssize(v.values)) return v.lowest;
  return row[v.values[static_cast<std::size_t>(at)]];
}

std::int64_t Terms::value(SumId id, Row row, const Exchange& exchange) const {
  const Sum& sum = sums_[id.value];
  std::int64_t result = sum.constant;
  for (const auto& [term, factor] : sum.parts) result += factor * value(term, row, exchange);
  return result;
}

bool Terms::holds(AtomId atom, Row row, const Exchange& exchange) const {
  const Atom& a = atoms_[atom.value];
  return satisfies(a.relation, value(a.sum, row, exchange));
}

SumId Terms::renamed(SumId id, const Exchange& exchange) {
  const Sum sum = sums_[id.value];
  if (exchange.empty() || sum.parts.empty()) return id;
  Sum result{sum.constant, {}};
  for (const auto& [term_id, factor] : sum.parts) {
    Term term = terms_[term_id.value];
    if (term.kind == Term::Kind::parameter) term.owner = exchange[term.owner];
    else term.sum = renamed(term.sum, exchange);
    if (term.kind == Term::Kind::cell) term.owner = cast_.renamed(term.owner, exchange);
    result.parts.emplace_back(intern(term), factor);
  }
  std::sort(result.parts.begin(), result.parts.end());
  return intern(std::move(result));
}

AtomId Terms::renamed(AtomId atom, const Exchange& exchange) {
  const auto processes = this->processes(atom);
  if (processes.empty()) return atom;
  std::uint64_t places = 0;
  for (const std::uint32_t p : processes) places = (places << 16) + image(exchange, p);
  const bool fits = processes.size() <= 4 && cast_.size() <= 0xffff;
  Renamed& known = renamed_[(mix(atom.value, places) >> 40) % renamed_places];
  if (fits && known.atom == atom && known.places == places) return known.result;
  const Atom a = atoms_[atom.value];
  const Test result = test(a.relation, renamed(a.sum, exchange));
  assert(!result.truth);  // what holds for all exchanges was simplified before
  if (fits) known = {atom, result.atom, places};
  return result.atom;
}

void Terms::exact(SumId sum, Row row, std::vector<AtomId>& into) {
  const Sum parts = sums_[sum.value];
  for (const auto& [id, factor] : parts.parts) {
    const Term term = terms_[id.value];
    if (term.kind != Term::Kind::parameter) exact(term.sum, row, into);
    SumId leaf{};
    if (term.kind == Term::Kind::parameter) leaf = of(term);
    else if (term.kind == Term::Kind::cell) {
      const std::int64_t at = value(term.sum, row, {});
      if (at < 0 || at >= std::ssize(cast_[term.owner].values)) continue;  // its value follows from the address
      leaf = cell(term.owner, constant(at));
    } else {
      continue;
    }
    const Test fixed = test(Relation::equal, add(leaf, constant(value(leaf, row, {})), -1));
    if (!fixed.truth) into.push_back(fixed.atom);
  }
}

bool Terms::is_exact(AtomId atom) const {
  const Atom& a = atoms_[atom.value];
  const Sum& sum = sums_[a.sum.value];
  if (a.relation != Relation::equal || sum.parts.size() != 1) return false;
  const Term& term = terms_[sum.parts.front().first.value];
  return term.kind == Term::Kind::parameter || (term.kind == Term::Kind::cell && constant_of(term.sum));
}

}  // namespace orbita::interpolation
