// What labels are made of: sums of terms, and atoms that compare a sum with 0.
//
//   term  = a constant parameter of a process, kept as a symbol | a cell of a variable, at an address that is a sum
//         | a cell of a constant table, likewise | the remainder of a sum
//   sum   = constant + coefficient * term + …
//   atom  = sum <= 0 | sum == 0 | sum != 0
//
// All are interned: equal ids mean equal things. Every term has a value in every row of values and under every exchange
// of processes: an address outside of its variable gives the variable's lowest value. (Where an address may be outside,
// the label says separately that it is not.) Facts used to simplify atoms hold for all rows within declared ranges and
// for all exchanges: ranges of variables and parameters, and what is true of the parameters of any two or three
// different processes of their roles.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/interpolation/cast.h"

namespace orbita::interpolation {

using TermId = Index<struct InterpolationTermTag>;
using SumId = Index<struct InterpolationSumTag>;
using AtomId = Index<struct InterpolationAtomTag>;

struct Term {
  enum class Kind : std::uint8_t { parameter, cell, table, remainder };
  Kind kind = Kind::parameter;
  std::uint32_t owner = 0;   // parameter: process; cell: variable; table: its number
  std::uint32_t number = 0;  // parameter: position; remainder: divisor
  SumId sum{};               // cell, table: address; remainder: dividend
  friend bool operator==(const Term&, const Term&) = default;
};

struct Sum {
  std::int64_t constant = 0;
  std::vector<std::pair<TermId, std::int64_t>> parts;  // by term; no coefficient is 0
  friend bool operator==(const Sum&, const Sum&) = default;
};

enum class Relation : std::uint8_t { at_most, equal, different };

struct Atom {
  Relation relation = Relation::at_most;
  SumId sum{};
  friend bool operator==(const Atom&, const Atom&) = default;
};

struct Range {
  std::int64_t low = 0, high = 0;
};

// A sum while it is put together: nothing in between is interned.
class Terms;
class SumMaker {
 public:
  explicit SumMaker(Terms& terms) : terms_(terms) {}
  void add(std::int64_t constant) { sum_.constant += constant; }
  void add(TermId term, std::int64_t factor) { sum_.parts.emplace_back(term, factor); }
  void add(SumId sum, std::int64_t factor);
  SumId made();  // forgets it

 private:
  Terms& terms_;
  Sum sum_;
};

// An atom, or what it always is.
struct Test {
  std::optional<bool> truth;
  AtomId atom{};
};

class Terms {
 public:
  explicit Terms(Cast& cast);
  Cast& cast() { return cast_; }

  SumId constant(std::int64_t value);
  SumId of(const Term& term);                            // that term alone
  SumId add(SumId a, SumId b, std::int64_t factor = 1);  // a + factor * b
  SumId scale(SumId a, std::int64_t factor);
  TermId term(const Term& term) { return intern(term); }
  SumId cell(std::uint32_t variable, SumId address);
  SumId table(std::span<const std::int32_t> cells, SumId index);  // which must stay where they are
  SumId remainder(SumId dividend, std::int64_t divisor);          // of a dividend that is never negative; divisor > 0
  SumId with_sum(TermId term, SumId sum);                         // the same term about another sum
  // Valid until something new is interned.
  const Sum& operator[](SumId id) const { return sums_[id.value]; }
  const Term& operator[](TermId id) const { return terms_[id.value]; }
  const Atom& operator[](AtomId id) const { return atoms_[id.value]; }
  std::optional<std::int64_t> constant_of(SumId id) const;

  Test test(Relation relation, SumId sum);  // simplified
  Test negated(AtomId atom);
  // Sound, not complete. Without a common term only parameters can tell.
  bool implies(AtomId b, AtomId a) {
    return a == b || ((subjects_[a.value] & subjects_[b.value]) != 0 && implies_otherwise(b, a));
  }

  std::uint32_t depth(SumId id) const { return depths_[id.value]; }  // of sums inside of sums
  Range range(SumId id);
  Range range(TermId id);
  // The processes it mentions, ascending.
  std::span<const std::uint32_t> processes(AtomId atom) const { return facts_[atom.value].processes; }
  bool is_about_parameters(AtomId atom) const { return facts_[atom.value].about_parameters; }

  std::int64_t value(SumId id, Row row, const Exchange& exchange) const;
  std::int64_t value(TermId id, Row row, const Exchange& exchange) const;
  bool holds(AtomId atom, Row row, const Exchange& exchange) const;
  SumId renamed(SumId id, const Exchange& exchange);
  AtomId renamed(AtomId atom, const Exchange& exchange);
  // `term == value` for everything the atom's value depends on: parameters, and cells at fixed addresses.
  void exact(SumId sum, Row row, std::vector<AtomId>& into);
  bool is_exact(AtomId atom) const;  // of that form

  std::string text(AtomId atom) const;  // "total + 2*P(1).id <= 3"
  std::string text(SumId sum) const;
  std::size_t memory() const;

 private:
  struct Facts {
    std::vector<std::uint32_t> processes;
    bool about_parameters = true;
  };
  struct Hash {
    std::size_t operator()(const Term& t) const;
    std::size_t operator()(const Sum& s) const;
    std::size_t operator()(const Atom& a) const;
  };
  friend class SumMaker;
  SumId intern(Sum sum);
  TermId intern(const Term& term);
  AtomId intern(const Atom& atom);
  void collect(SumId sum, Facts& facts) const;
  std::optional<bool> decided_by_parameters(const Atom& atom);
  std::optional<bool> implied_by_parameters(AtomId b, AtomId a);
  // Calls visit(exchange) for every way to give these processes different members of their roles, until it says false.
  template <class Visit>
  void for_each_choice(std::span<const std::uint32_t> processes, Visit visit);
  bool implies_otherwise(AtomId b, AtomId a);
  std::optional<Range> combined_range(const Sum& a, const Sum& b, std::int64_t factor);
  bool compute_implies(const Atom& b, const Atom& a);
  Test simplified(Relation relation, Sum sum);
  std::string text(TermId term) const;

  Cast& cast_;
  std::vector<Term> terms_;
  std::vector<Sum> sums_;
  std::vector<Atom> atoms_;
  std::vector<Facts> facts_;             // by atom
  std::vector<std::uint64_t> subjects_;  // by atom: a bit for each term of its sum, and one for atoms about parameters
  std::vector<std::span<const std::int32_t>> tables_;
  std::unordered_map<Term, TermId, Hash> term_ids_;
  std::unordered_map<Sum, SumId, Hash> sum_ids_;
  std::unordered_map<Atom, AtomId, Hash> atom_ids_;
  std::unordered_map<Atom, Test, Hash> tests_;
  std::unordered_map<Atom, std::optional<bool>, Hash> decided_;  // by the atom with its processes renamed to the first
  struct Implied {
    AtomId b{}, a{};
    bool result = false;
  };
  std::vector<Implied> implied_;  // by hash; the last one asked for stays
  struct Renamed {
    AtomId atom{}, result{};
    std::uint64_t places = 0;  // of the processes it mentions
  };
  std::vector<Renamed> renamed_;       // likewise
  std::vector<SumId> small_;           // constants from 0 on
  std::vector<std::uint32_t> depths_;  // by sum
  std::size_t sum_bytes_ = 0;
};

}  // namespace orbita::interpolation
