#include "symmetry/detect/detect.h"

#include <algorithm>
#include <cassert>

namespace orbita {

SymmetryModel::SymmetryModel(const Model& model)
    : model_(&model), ids_(model), violations_(find_violations(model, ids_)), blocked_(blocked_sets(violations_)) {}

bool SymmetryModel::is_current(const Model& model) const {
  return model_ == &model && ids_.size() == model.scalar_sets.size();
}

bool SymmetryModel::errors_depend_on_names() const {
  return std::any_of(violations_.begin(), violations_.end(),
                     [](const SymmetryViolation& v) { return !blocks_reduction(v); });
}

std::vector<SymmetryViolation> SymmetryModel::violations_of(const Query& query) const {
  assert(is_current(*model_));
  return query_violations(*model_, ids_, query);
}

Diagnostic SymmetryModel::diagnostic(const SymmetryViolation& violation) const {
  Diagnostic diagnostic;
  diagnostic.severity = violation.rule == "V14" || violation.rule == "V15" ? Severity::note : Severity::warning;
  diagnostic.code = "symmetry-v" + violation.rule.substr(1);  // all rules are in diagnostic_codes
  assert(std::ranges::count(diagnostic_codes, diagnostic.code) == 1);
  diagnostic.where = violation.where;
  const std::string prefix = "symmetry over " + ids_[violation.set].name + " not used: ";
  diagnostic.message = (blocks_reduction(violation) ? prefix : "") + violation.message;
  diagnostic.hint = violation.hint;
  return diagnostic;
}

SymmetryModel detect(const Model& model) { return SymmetryModel(model); }

}  // namespace orbita
