#include "engine/detect/terms.h"

#include <algorithm>
#include <limits>

namespace orbita::detection {

namespace {

std::size_t mixed(std::size_t hash, std::uint64_t value) {
  hash ^= value + 0x9e3779b97f4a7c15ull + (hash << 6) + (hash >> 2);
  return hash;
}

constexpr Interval int32_range{std::numeric_limits<std::int32_t>::min(), std::numeric_limits<std::int32_t>::max()};
constexpr Interval clock_range{0, 1'000'000'000};

bool is_commutative(Opcode op) {
  return op == Opcode::multiply || op == Opcode::multiply_unchecked || op == Opcode::minimum || op == Opcode::maximum ||
         op == Opcode::bit_and || op == Opcode::bit_or || op == Opcode::bit_xor;
}

}  // namespace

Interval Terms::interval_of(const Term& term) const {
  Interval result{term.constant, term.constant};
  for (const auto& [number, factor] : term.parts) {
    const Interval& i = base_intervals_[number];
    result.low += factor > 0 ? factor * i.low : factor * i.high;
    result.high += factor > 0 ? factor * i.high : factor * i.low;
  }
  return result;
}

TermId Terms::intern(Term term) {
  std::size_t hash = static_cast<std::size_t>(term.constant);
  for (const auto& [number, factor] : term.parts) {
    hash = mixed(mixed(hash, number), static_cast<std::uint64_t>(factor));
  }
  std::vector<std::uint32_t>& bucket = term_index_[hash];
  for (const std::uint32_t known : bucket) {
    if (terms_[known] == term) return TermId{known};
  }
  term.interval = interval_of(term);
  // Sums of few parts stay far inside 64 bits as long as intervals are those of 32-bit programs.
  constexpr std::int64_t far = std::int64_t{1} << 50;
  if (term.interval.low < -far || term.interval.high > far) throw Beyond("a sum leaves the numbers that are followed");
  bucket.push_back(static_cast<std::uint32_t>(terms_.size()));
  terms_.push_back(std::move(term));
  return TermId{bucket.back()};
}

TermId Terms::number(std::int64_t value) {
  Term term;
  term.constant = value;
  return intern(std::move(term));
}

TermId Terms::base(const Base& base, Interval interval) {
  std::size_t hash = mixed(static_cast<std::size_t>(base.kind), base.number);
  hash = mixed(mixed(mixed(hash, static_cast<std::uint64_t>(base.operation)), base.left.value), base.right.value);
  std::vector<std::uint32_t>& bucket = base_index_[hash];
  auto found = std::find_if(bucket.begin(), bucket.end(), [&](std::uint32_t b) { return bases_[b] == base; });
  if (found == bucket.end()) {
    bucket.push_back(static_cast<std::uint32_t>(bases_.size()));
    bases_.push_back(base);
    base_intervals_.push_back(interval);
    found = bucket.end() - 1;
  }
  Term term;
  term.parts = {{*found, 1}};
  return intern(std::move(term));
}

TermId Terms::value(std::uint32_t position, Interval interval) {
  return base({Base::Kind::value, position, Opcode::halt, {}, {}}, interval);
}

TermId Terms::clock(NetClockId number) {
  return base({Base::Kind::clock, number.value, Opcode::halt, {}, {}}, clock_range);
}

TermId Terms::sum(TermId a, TermId b, std::int64_t factor) {
  if (factor == 0) return a;
  Term result;
  const Term &x = terms_[a.value], &y = terms_[b.value];
  result.constant = x.constant + factor * y.constant;
  auto i = x.parts.begin();
  auto j = y.parts.begin();
  while (i != x.parts.end() || j != y.parts.end()) {
    if (j == y.parts.end() || (i != x.parts.end() && i->first < j->first)) {
      result.parts.push_back(*i++);
    } else if (i == x.parts.end() || j->first < i->first) {
      result.parts.emplace_back(j->first, factor * j->second);
      ++j;
    } else {
      const std::int64_t both = i->second + factor * j->second;
      if (both != 0) result.parts.emplace_back(i->first, both);
      ++i;
      ++j;
    }
  }
  return intern(std::move(result));
}

TermId Terms::scaled(TermId a, std::int64_t factor) { return sum(number(0), a, factor); }

TermId Terms::operation(Opcode op, TermId a, TermId b) {
  if (is_commutative(op) && b < a) std::swap(a, b);
  return base({Base::Kind::operation, 0, op, a, b}, int32_range);
}

}  // namespace orbita::detection
