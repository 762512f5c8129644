// Queries that are not in the model but in a file beside it.
#pragma once

#include <string>

#include "parser/ast.h"
#include "report/json.h"

namespace orbita::bridge {

// "satisfied", "not-satisfied", …, or null.
Json expectation_json(Expectation expected);

// The queries of a .q file, in its order: {"formula": …, "comment": …, "expect": …}. Wrong ones are there too.
Json queries_of_file(const std::string& name, std::string text);

}  // namespace orbita::bridge
