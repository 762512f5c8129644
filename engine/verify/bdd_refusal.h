// Models and queries that --engine bdd does not decide.
#pragma once

#include <cstddef>
#include <optional>

#include "engine/bdd/problem.h"
#include "engine/verify/context.h"

namespace orbita {

// What of the query or its model is beyond the engine, and where; nullopt: nothing.
std::optional<bdds::Refusal> refusal_of(const VerifyContext& context, std::size_t query);

}  // namespace orbita
