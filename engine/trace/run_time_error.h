// Location of a run-time error of the model, in terms a user can look up.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "engine/trace/trace.h"
#include "parser/model.h"

namespace orbita {

struct RunTimeError {
  Span where;
  std::string file;  // "": position unknown
  std::uint32_t line = 1, column = 1;
  std::string part;  // "function 'push' of template Gate", "the guard of edge A -> B of template P"; "": unknown
  std::optional<Trace> run;  // leads to the error, if no traces are asked for (QueryResult::trace has it otherwise)

  std::string place() const;  // "m.xml:31:12"; "": unknown
};

RunTimeError locate_error(const Model& model, const Query& query, Span where);

}  // namespace orbita
