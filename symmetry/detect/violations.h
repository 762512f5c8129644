// Where a model tells the elements of a scalarset apart.
//
// The type rules keep scalars from being numbered or ordered, but not everywhere: loops over a
// scalarset run in ascending order, broadcast receivers in process order, meta variables are
// outside the state. find_violations() proves that none of this can be observed, or names the
// construct for which it could not (docs/symmetry-violations.md has one example per rule).
//
// detect() (detect.h) runs it once per model and keeps the answer.
//
// A violation concerns one scalarset only: the others are reduced as usual. The check is sound, not
// complete: a set without a violation is symmetric, a set with one may be.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "parser/diagnostic.h"
#include "parser/model.h"
#include "symmetry/detect/id_set.h"

namespace orbita {

struct SymmetryViolation {
  IdSetIndex set;
  std::string rule;     // "V1" … "V15"
  Span where;           // the construct
  std::string message;  // what it does and why that breaks symmetry; one sentence, no final dot
  std::string hint;     // the usual remedy
};

// Of everything a process or a hook may execute, in source order, each problem once.
std::vector<SymmetryViolation> find_violations(const Model& model, const IdSets& ids);

// Of the functions and variables a checked query uses; they make that one query asymmetric. That
// a query names single processes or elements is not looked at here.
std::vector<SymmetryViolation> query_violations(const Model& model, const IdSets& ids, const Query& query);

// False for V14, which is about run-time errors only: the set may be reduced all the same.
bool blocks_reduction(const SymmetryViolation& violation);
std::set<IdSetIndex> blocked_sets(const std::vector<SymmetryViolation>& violations);

}  // namespace orbita
