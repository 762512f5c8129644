#include "engine/trace/trace_lanes.h"

#include <algorithm>
#include <set>

#include "engine/trace/trace_text.h"

namespace orbita {

namespace {

// A column of the table: its head, its initial location, and the location after each step ("" where the process stays).
struct Column {
  std::vector<std::string> cells;
  std::size_t width = 0;
};

// "" if the process does not move.
std::string sign_of(const TraceStep& step, const std::string& process) {
  for (std::size_t i = 0; i < step.edges.size(); ++i) {
    if (step.edges[i].process == process) return step.edges.size() == 1 ? "*" : i == 0 ? "!" : "?";
  }
  return "";
}

Column column_of(const Trace& trace, const std::string& process, const std::string& start) {
  Column column{{process, start}, 0};
  for (const TraceStep& step : trace.steps) {
    const std::string sign = sign_of(step, process);
    column.cells.emplace_back();
    if (sign.empty()) continue;
    for (const auto& [name, location] : step.state.locations) {
      if (name == process) column.cells.back() = location + " " + sign;
    }
  }
  for (const std::string& cell : column.cells) column.width = std::max(column.width, cell.size() + 2);
  return column;
}

Column times_of(const Trace& trace) {
  Column column{{"time", "0"}, 0};
  Rational time;
  for (const TraceStep& step : trace.steps) {
    time += step.delay;
    column.cells.push_back(to_text(time));
  }
  for (const std::string& cell : column.cells) column.width = std::max(column.width, cell.size() + 2);
  return column;
}

// The columns [begin, end) next to the times, without the rows in which none of them moves.
std::string block(const Column& times, const std::vector<Column>& columns, std::size_t begin, std::size_t end) {
  std::string text;
  for (std::size_t row = 0; row < times.cells.size(); ++row) {
    std::string line = times.cells[row];
    line.resize(times.width, ' ');
    bool moves = row < 2;
    for (std::size_t c = begin; c < end; ++c) {
      std::string cell = columns[c].cells[row];
      moves = moves || !cell.empty();
      if (cell.empty()) cell = ".";
      cell.resize(columns[c].width, ' ');
      line += cell;
    }
    line.erase(line.find_last_not_of(' ') + 1);
    if (moves) text += line + "\n";
  }
  return text;
}

}  // namespace

std::string lanes_text(const Trace& trace, std::size_t width) {
  std::set<std::string> movers;
  for (const TraceStep& step : trace.steps) {
    for (const TraceEdge& edge : step.edges) movers.insert(edge.process);
  }
  const Column times = times_of(trace);
  std::vector<Column> columns;
  std::vector<std::string> idle;
  for (const auto& [process, location] : trace.initial.locations) {
    if (movers.contains(process)) columns.push_back(column_of(trace, process, location));
    else idle.push_back(process + "." + location);
  }
  std::string text;
  for (std::size_t begin = 0; begin < columns.size();) {
    std::size_t end = begin, used = times.width;
    // Trailing spaces of the last column do not count.
    while (end < columns.size() && (end == begin || width == 0 || used + columns[end].width - 2 <= width))
      used += columns[end++].width;
    text += (text.empty() ? "" : "\n") + block(times, columns, begin, end);
    begin = end;
  }
  if (idle.empty()) return text;
  const std::string head = idle.size() == 1 ? "never moves: " : "never move: ";
  idle.front() = head + idle.front();
  return text + wrapped(idle, "  ", "  ", width, "");
}

}  // namespace orbita
