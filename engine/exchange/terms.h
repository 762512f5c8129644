// What a program computes, as a term over the values it reads: the normal form in which two programs are compared.
//
// Terms are kept once, so equal numbers mean equal terms. Conjunctions, disjunctions and commutative operations are
// sorted, negations stand before comparisons only, and a value that decides an index is told apart case by case, with
// the cases in the order of their keys: renaming the values a program reads and the elements they hold gives a normal
// form again. Equal terms compute the same; different ones may, too, and are then tried out (differ()).
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <stdexcept>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/base/ids.h"
#include "engine/network/opcode.h"

namespace orbita::exchange {

using TermId = Index<struct TermTag>;

// A program is beyond what terms can say: nothing is proved about it.
class Unproved : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

enum class TermKind : std::uint8_t {
  constant,     // keys: the value
  value,        // keys: the position in the row
  bound,        // a select variable; keys: its frame cell, range and id set
  operation,    // of one or two terms that cannot fail
  negation,     // of a term that is 0 or 1
  conjunction,  // of terms that are 0 or 1, sorted
  disjunction,
  swap,    // keys: two values a and b; a where the argument is b, b where it is a, else the argument
  choice,  // condition, then, else
  cases,   // subject, then one term per key; fails for other values of the subject
  tuple,   // all of them, in order
  bag,     // all of them, in any order
  effect,  // keys: how many cells, the cells, then clocks with their sources; new values, then shifts of clocks
  failure
};

struct Term {
  TermKind kind = TermKind::constant;
  Opcode op = Opcode::halt;
  bool can_fail = false;
  std::int64_t low = 0, high = 0;  // the value lies in here
  std::vector<std::int64_t> keys;
  std::vector<TermId> args;
};

class Terms {
 public:
  TermId constant(std::int64_t value);
  TermId value(std::uint32_t position, std::int64_t low, std::int64_t high);
  TermId bound(std::uint32_t cell, std::int64_t low, std::int64_t high, std::uint32_t set);
  TermId failure();
  // Throws Unproved where the result may leave 32 bits or is not defined.
  TermId operation(Opcode op, TermId a, TermId b);
  TermId negation(TermId a);
  TermId truth(TermId a);
  TermId all_of(std::vector<TermId> args);
  TermId any_of(std::vector<TermId> args);
  TermId equal(TermId a, TermId b);
  TermId less(TermId a, TermId b, bool or_equal);
  TermId swap(std::int64_t a, std::int64_t b, TermId of);
  TermId choice(TermId condition, TermId yes, TermId no);
  TermId cases(TermId subject, std::vector<std::pair<std::int64_t, TermId>> branches);
  TermId tuple(std::vector<TermId> args);
  TermId bag(std::vector<TermId> args);  // a tuple where one of them can fail
  struct Write {
    std::uint32_t cell = 0;
    TermId term;
  };
  struct ClockWrite {
    NetClockId clock = reference_net_clock;
    NetClockId source = reference_net_clock;  // the reference clock: none, the clock gets the value `shift`
    TermId shift;
  };
  TermId effect(std::vector<Write> cells, std::vector<ClockWrite> clocks);

  const Term& operator[](TermId id) const { return terms_[id.value]; }
  std::optional<std::int64_t> constant_of(TermId id) const;

  // The same term with every value and effect renamed: `rename` gives the term of a value or select variable, `cell`
  // what a written cell and its new value become, `clock` where a written clock goes.
  struct Renaming {
    std::function<TermId(const Term&, TermId)> leaf;
    std::function<Write(const Write&)> cell;
    std::function<NetClockId(NetClockId)> clock;
    std::unordered_map<std::uint32_t, TermId> known{};
  };
  TermId renamed(TermId id, Renaming& renaming);

  // False only if the two give the same result for all values within their ranges; "true" may also mean that there are
  // too many to try.
  bool differ(TermId a, TermId b) const;

 private:
  TermId intern(Term term);
  TermId junction(TermKind kind, std::vector<TermId> args);
  TermId comparison(Opcode op, TermId a, TermId b);
  struct Valuation;
  bool evaluate(TermId id, Valuation& valuation, std::vector<std::int64_t>& into) const;
  void collect_leaves(TermId id, std::vector<TermId>& leaves, std::vector<bool>& met) const;

  std::vector<Term> terms_;
  std::unordered_multimap<std::size_t, std::uint32_t> index_;
};

}  // namespace orbita::exchange
