// Where a run-time error of the model happens, in words a user can look up.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "engine/trace/trace.h"
#include "parser/model.h"

namespace orbita {

struct RunTimeError {
  Span where;
  std::string file;  // "" : no place is known
  std::uint32_t line = 1, column = 1;
  std::string part;  // "function 'push' of template Gate", "the guard of edge A -> B of template P"; "" : not known
  std::optional<Trace> run;  // that leads there, where no traces are asked for (QueryResult::trace has it otherwise)

  std::string place() const;  // "m.xml:31:12"; "" : not known
};

RunTimeError locate_error(const Model& model, const Query& query, Span where);

}  // namespace orbita
