// Names, types, constants, instances: from a Document to a Model.
//
// Reports every problem it can find in one run (unknown names with a spelling
// suggestion, types, side effects, ranges, absurd sizes, unsupported constructs)
// and throws ModelError at the end if there was an error. Warnings and notes
// stay in `diagnostics`.
#pragma once

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
};

std::unique_ptr<Model> check(std::shared_ptr<Document> document, Diagnostics& diagnostics,
                             const CheckOptions& options = {});

// Types a query against the model. Errors go to diagnostics; returns query.checked.
// Every query is checked on its own: a bad one does not spoil the others.
bool check_query(Model& model, Query& query, Diagnostics& diagnostics);

}  // namespace orbita
