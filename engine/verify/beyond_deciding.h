// Queries and models that leave nothing to explore, and how the results of their queries say so.
#pragma once

#include <string>
#include <vector>

#include "engine/network/network.h"
#include "engine/verify.h"

namespace orbita {

// Why there is no initial state: an error, or an invariant that does not hold in it, named with its location.
struct InitialProblem {
  std::string reason;  // "" : there is one
  Failure failure{};
};

InitialProblem initial_problem(const Network& network);

// A query that is beyond a symbolic engine, or one about a model that is.
QueryResult skip(const Query& query, const VerifyOptions& options, const std::string& model_problem);

// The model has constructs that no symbolic query can be asked about.
std::vector<QueryResult> skip_all(const Model& model, const std::vector<Query*>& queries, const VerifyOptions& options);

// A limit was reached before anything could be explored.
std::vector<QueryResult> leave_open(const std::vector<Query*>& queries, const VerifyOptions& options, const Stop& stop);

}  // namespace orbita
