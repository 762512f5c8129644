// The gantt declaration of a model: gantt { name(binders): for (binders) when -> colour, …; }
//
// A chart does not affect any verdict, so it is read when it is drawn, and errors in it are warnings.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "parser/ast.h"
#include "parser/diagnostic.h"
#include "parser/model.h"

namespace orbita {

// While `when` holds there is a bar of this colour, for all values of the binders. Checked like parts of queries.
struct GanttEntry {
  std::span<Binder> binders;
  Expr* when = nullptr;
  Expr* colour = nullptr;
};

// One line of the chart for all values of the binders.
struct GanttLine {
  std::string_view name;
  Span span;
  std::span<Binder> binders;
  std::span<GanttEntry> entries;
};

// The lines that can be drawn; every other line is reported as `ignored-gantt`.
std::vector<GanttLine> read_gantt(Model& model, Diagnostics& diagnostics);

}  // namespace orbita
