// The symmetry of a model: its id sets, and which of them the model or a query tells apart.
//
//   const SymmetryModel symmetry = detect(*model);
//   for (const SymmetryViolation& v : symmetry.violations()) diagnostics.add(symmetry.diagnostic(v));
//   if (!symmetry.blocked().contains(set.index)) …  // its elements may be exchanged
//
// Found once after the model and its queries are checked, then passed on: proving that nothing
// tells elements apart is the expensive part. The model must outlive it.
#pragma once

#include <set>
#include <vector>

#include "symmetry/detect/id_set.h"
#include "symmetry/detect/violations.h"

namespace orbita {

class SymmetryModel {
 public:
  explicit SymmetryModel(const Model& model);

  // False once another query has added a set to the model, or for another model.
  bool is_current(const Model& model) const;

  const IdSets& ids() const { return ids_; }
  // Of everything a process or a hook may execute, in source order.
  const std::vector<SymmetryViolation>& violations() const { return violations_; }
  // Sets whose elements the model tells apart.
  const std::set<IdSetIndex>& blocked() const { return blocked_; }
  // Some run-time error of the model may depend on how elements are numbered (V14).
  bool errors_depend_on_names() const;

  // Of what a checked query itself evaluates; found again at every call.
  std::vector<SymmetryViolation> violations_of(const Query& query) const;

  // A warning (V14, V15: a note) with the code "symmetry-v1" … "symmetry-v15".
  Diagnostic diagnostic(const SymmetryViolation& violation) const;

 private:
  const Model* model_;
  IdSets ids_;
  std::vector<SymmetryViolation> violations_;
  std::set<IdSetIndex> blocked_;
};

SymmetryModel detect(const Model& model);

}  // namespace orbita
