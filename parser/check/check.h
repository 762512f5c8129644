// Names, types, constants, instances: from a Document to a Model.
//
// Reports every problem it can find in one run (unknown names with a spelling suggestion, types, side effects, ranges,
// absurd sizes, unsupported constructs) and throws ModelError at the end if there was an error. Warnings and notes stay
// in `diagnostics`. Embedded queries are checked too, after the model: an error in a query goes to `diagnostics` and
// leaves its Query::checked false, but does not throw. A document may be checked again (with other overrides); the
// trees then belong to the latest model.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "parser/model.h"

namespace orbita {

struct CheckOptions {
  // `--set NAME=VALUE`: the constant's initialiser is replaced before anything else.
  // NAME may be "N", "a[2]" or "s.field".
  std::vector<std::pair<std::string, std::string>> overrides;
  std::uint64_t max_steps = 50'000'000;  // of compile-time evaluation
  // The number of elements of each scalar set outside templates, in the order of Model::scalar_sets, whatever its
  // declaration says; negative, or beyond the list: as declared. For other sizes of one model (engine/counted/).
  std::vector<std::int32_t> set_sizes{};
  // Constructs no symbolic engine can handle (doubles in guards, dynamic templates, …) are errors; with this option
  // they are warnings kept in Model::refusals. For inspecting a model only.
  bool allow_refused = false;
  // The same for constructs that statistical queries may have, and for the costs of priced models: the model is valid,
  // but not for symbolic queries.
  bool allow_statistical = false;
};

std::unique_ptr<Model> check(std::shared_ptr<Document> document, Diagnostics& diagnostics,
                             const CheckOptions& options = {});

// Types a query against the model. Errors go to diagnostics; returns query.checked.
// Every query is checked on its own: an error in one does not affect the others.
// Shape of the checked tree (Expr in ast.h), beyond types and classes on every node:
//   P.x        member with symbol = the template's variable, parameter or location; args[0] is the
//              process: a name whose symbol is SymbolKind::process (Symbol::index is its position in
//              Model::processes), or a call of it. A location member is a boolean.
//   P(i).x     args[0] is a call; its symbol is the process set's (Symbol::set). Process number:
//              set->first + row-major position of the argument values, each minus the type's low.
//   P.f(a)     call whose args[0] is a member (its args[0] the process) and whose symbol is the function
//              of P's template; the body sees the locals of that process, the arguments do not
//   P.location member with symbol == nullptr: index of the current location in Template::locations
bool check_query(Model& model, Query& query, Diagnostics& diagnostics);

}  // namespace orbita
