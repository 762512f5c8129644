// How many elements of a block must be listed so that a query cannot tell them from more.
//
// Without clocks the elements of a block are alike, and d nested quantifiers cannot tell d of them from more. With
// clocks they differ by their values:
// - A formula that only asks for elements that exist needs as many as it asks for at once: a zone over those is exact.
// - Otherwise elements are of one of T types, by which comparisons of their clocks hold. Only the number of elements of
//   each type matters, and only up to the depth d of quantifiers; so a valuation of all elements satisfies the formula
//   exactly when one with max(d, 3) of each type does, and by the theorem "Copies" of docs/theory/symmetry.md a
//   valuation of these extends to all elements, three of a type standing for more. Listing T max(d, 3) is enough.
#pragma once

#include <cstdint>

#include "parser/ast.h"

namespace orbita {

struct NumberIds;  // number_ids.h; nullptr: the elements are those of scalarsets

bool ranges_over_elements(const Binder& binder, const NumberIds* numbers);

// `sum (i : set) p <= 3`, where p is true or false, or any other comparison with a number: how many elements decide it,
// one more than the number. 0: the expression is nothing of the kind.
std::uint32_t bounded_sum(const Expr& expr, const NumberIds* numbers);

// Depth of nested quantifiers over elements, functions included; a sum that is compared with a number counts as many.
std::uint32_t quantifier_depth(const Expr* expr, const NumberIds* numbers);
std::uint32_t quantifier_depth(const Stmt* stmt, const NumberIds* numbers);

// For the predicate, or (negated) for what violates it.
std::uint32_t copies_for(const Expr& predicate, bool negated, const NumberIds* numbers);

}  // namespace orbita
