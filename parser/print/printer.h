// Syntax trees back to text: canonical spacing, minimal parentheses, one style.
// Printing, parsing and printing again gives the same text.
#pragma once

#include <string>
#include <vector>

#include "parser/document.h"
#include "parser/type.h"

namespace orbita {

std::string print(const Expr& expr);
std::string print(const TypeExpr& type);
std::string print(const Decl& decl);                  // without a final newline
std::string print(const Stmt& stmt, int indent = 0);  // whole lines
std::string print(const Query& query);
std::string print(const Parameter& parameter);
std::string print(const Binder& binder);

// The whole model as XTA (4.x syntax). Locations without a usable name get one that is unique in their process, names
// that 4.x reserves get a final '_'; queries and live sequence charts are left out.
std::string print_xta(const Document& document);
// Queries as a .q file, each preceded by its comment and followed by its expectation.
std::string print_query_file(const std::vector<Query*>& queries);

}  // namespace orbita
