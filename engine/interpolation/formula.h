// Boolean combinations of atoms, evaluated at a row of values, and the atoms that keep them as they are there.
//
// A part that compares clocks is `unknown`: zones decide it. What is false or true in spite of unknown parts is so for
// all valuations of the clocks. Locations are what exchanges match: tests of them need no atoms.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "engine/interpolation/terms.h"

namespace orbita::interpolation {

struct Formula {
  enum class Kind : std::uint8_t { truth, falsity, unknown, atom, at, elsewhere, conjunction, disjunction };
  Kind kind = Kind::truth;
  AtomId atom{};
  std::vector<Formula> parts;
  std::uint32_t process = none, location = none;  // at, elsewhere
  friend bool operator==(const Formula&, const Formula&) = default;

  static Formula of(bool truth) { return {truth ? Kind::truth : Kind::falsity, {}, {}}; }
  static Formula of(const Test& test) { return test.truth ? of(*test.truth) : Formula{Kind::atom, test.atom, {}}; }
  bool is(Kind k) const { return kind == k; }
};

// Flattened and without parts that decide nothing.
Formula conjunction(std::vector<Formula> parts);
Formula disjunction(std::vector<Formula> parts);
Formula negation(Terms& terms, const Formula& formula);
// condition ? a : b, which is also a && b where both hold: then the condition does not matter.
Formula choice(Terms& terms, const Test& condition, const Formula& a, const Formula& b);

bool tests_locations(const Formula& formula);
// With the tests of locations decided as at the row.
Formula at_locations(const Formula& formula, Row row);

// nullopt: clocks decide.
std::optional<bool> truth(const Terms& terms, const Formula& formula, Row row);

// Atoms that hold at the row and imply the formula, which is true there; the cheapest. `cost` of an atom: 0 when it
// is known anyway.
using Cost = std::function<unsigned(AtomId)>;
void implicant(const Terms& terms, const Formula& formula, Row row, const Cost& cost, std::vector<AtomId>& into);

// One implicant for each part that makes the formula, which is true at the row, true there: a choice.
std::vector<std::vector<AtomId>> alternatives(const Terms& terms, const Formula& formula, Row row, const Cost& cost);

// Every atom of parts that clocks have a say in, as it is at the row: then clocks alone decide.
void fix_around_clocks(Terms& terms, const Formula& formula, Row row, std::vector<AtomId>& into);

// The atoms of a conjunction.
void conjuncts(const Formula& formula, std::vector<AtomId>& into);

}  // namespace orbita::interpolation
