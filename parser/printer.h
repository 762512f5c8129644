// Syntax trees back to text: canonical spacing, minimal parentheses, one style.
// Printing, parsing and printing again gives the same text.
#pragma once

#include <string>

#include "parser/document.h"
#include "parser/type.h"

namespace orbita {

std::string print(const Expr& expr);
std::string print(const Decl& decl);
std::string print(const Stmt& stmt, int indent = 0);
std::string print(const Query& query);
std::string print(const Parameter& parameter);
std::string print(const Binder& binder);
std::string print_xta(const Document& document);  // the whole model as XTA (4.x syntax)

}  // namespace orbita
