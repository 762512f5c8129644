// Reads, writes and calls of a checked expression or statement.
#pragma once

#include <vector>

#include "parser/model.h"

namespace orbita {

struct Access {
  const Symbol* symbol = nullptr;
  Span where;  // the name, or the call through which it happens
};

struct Accesses {
  std::vector<Access> reads;
  std::vector<Access> writes;
  std::vector<const Function*> calls;
};

// Adds the accesses of `expr`, through calls as well (by Model::effects).
void collect_accesses(const Model& model, const Expr& expr, Accesses& accesses);
// The same for a statement with all parts: types and initialisers of locals included.
void collect_accesses(const Model& model, const Stmt& stmt, Accesses& accesses);
// Bounds and sizes inside a type.
void collect_type_accesses(const Model& model, const Type& type, Accesses& accesses);

// The variables a place denotes: one, or several for `c ? a : b`.
void collect_roots(const Expr& place, std::vector<const Expr*>& roots);

}  // namespace orbita
