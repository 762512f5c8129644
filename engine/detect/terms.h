// Integers that are not known: what a diagram (diagram.h) has at its leaves.
//
// A term is a sum of multiples of bases plus a number; a base is a variable of the state with too many values to be
// told apart one by one, a clock, or an operation nothing more is known about. Terms are kept once: equal numbers mean
// equal terms. Every term knows an interval its value lies in.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/base/ids.h"
#include "engine/network/opcode.h"

namespace orbita::detection {

using TermId = Index<struct TermTag>;

// A program, or a comparison of programs, is beyond what diagrams can tell.
class Beyond : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct Interval {
  std::int64_t low = 0, high = 0;
  bool is_number() const { return low == high; }
};

struct Base {
  enum class Kind : std::uint8_t { value, clock, operation };
  Kind kind = Kind::value;
  std::uint32_t number = 0;         // value: position in the row; clock: its number
  Opcode operation = Opcode::halt;  // operation: of two terms, or one (`left` only)
  TermId left, right;
  friend auto operator<=>(const Base&, const Base&) = default;
};

struct Term {
  std::vector<std::pair<std::uint32_t, std::int64_t>> parts;  // base and factor, by base
  std::int64_t constant = 0;
  Interval interval;
  bool is_number() const { return parts.empty(); }
  friend bool operator==(const Term& a, const Term& b) { return a.parts == b.parts && a.constant == b.constant; }
};

class Terms {
 public:
  TermId number(std::int64_t value);
  TermId value(std::uint32_t position, Interval interval);
  TermId clock(NetClockId number);

  TermId sum(TermId a, TermId b, std::int64_t factor);  // a + factor * b
  TermId scaled(TermId a, std::int64_t factor);
  TermId operation(Opcode op, TermId a, TermId b);

  const Term& operator[](TermId id) const { return terms_[id.value]; }
  const Base& base(std::uint32_t number) const { return bases_[number]; }

 private:
  TermId base(const Base& base, Interval interval);
  TermId intern(Term term);
  Interval interval_of(const Term& term) const;

  std::vector<Term> terms_;
  std::vector<Base> bases_;
  std::vector<Interval> base_intervals_;
  std::unordered_map<std::size_t, std::vector<std::uint32_t>> term_index_, base_index_;
};

}  // namespace orbita::detection
