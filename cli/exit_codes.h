// The standing of results as exit codes.
#pragma once

#include "cli/cli.h"
#include "report/standing.h"

namespace orbita::cli {

static_assert(exit_ok == static_cast<int>(Standing::as_expected));
static_assert(exit_not_ok == static_cast<int>(Standing::not_as_expected));
static_assert(exit_usage == static_cast<int>(Standing::unusable));
static_assert(exit_inconclusive == static_cast<int>(Standing::inconclusive));
static_assert(exit_internal == static_cast<int>(Standing::internal_error));

inline int exit_code_of(Standing standing) { return static_cast<int>(standing); }
inline Standing standing_of_code(int code) { return static_cast<Standing>(code); }

}  // namespace orbita::cli
