#include "report/result_details.h"

#include <fmt/format.h>

#include <algorithm>

namespace orbita {

namespace {

constexpr std::size_t first_steps = 3, last_steps = 17;

std::string edges_text(const std::vector<TraceEdge>& edges) {
  std::string text;
  for (const TraceEdge& edge : edges) {
    text += (text.empty() ? "" : "; ") + edge.process + ": " +
            (edge.label.empty() ? "edge " + std::to_string(edge.edge) : edge.label);
  }
  return text.empty() ? "time passes" : text;
}

// What may decide a query that was left open.
std::string advice(const QueryResult& result) {
  const bool reachability = result.query->kind == QueryKind::reachable || result.query->kind == QueryKind::invariantly;
  const std::string cheaper =
      reachability ? "; --approximation hull may still show that nothing is reached, --order dfs that something is"
                   : "";
  if (!result.stop.phase.empty()) return "";
  switch (result.stop.reason) {
    case StopReason::time: return "--timeout gives it more time, --threads more processors" + cheaper;
    case StopReason::memory:
    case StopReason::out_of_memory: return "--memory gives it more" + cheaper;
    case StopReason::states: return "--states allows more" + cheaper;
    default: return "";
  }
}

std::string memory_text(std::size_t bytes) {
  return bytes < 1048576 ? fmt::format("{} KB", bytes / 1024)
                         : fmt::format("{:.0f} MB", static_cast<double>(bytes) / 1048576);
}

}  // namespace

std::string located_reason(const QueryResult& result) {
  const std::string place = result.error ? result.error->place() : "";
  return place.empty() ? result.reason : place + ": " + result.reason;
}

std::string compact_run(const Trace& trace, const std::string& indent) {
  std::vector<std::string> times{"0"};
  Rational time;
  for (const TraceStep& step : trace.steps) times.push_back(to_text(time += step.delay));
  std::size_t width = 0;
  for (const std::string& one : times) width = std::max(width, one.size());
  const std::size_t steps = trace.steps.size();
  std::string text;
  for (std::size_t i = 0; i < steps; ++i) {
    if (steps > first_steps + last_steps + 1 && i == first_steps) {
      text += fmt::format("{}{:>{}}  ({} more steps; --trace some shows all)\n", indent, "…", width + 2,
                          steps - first_steps - last_steps);
      i = steps - last_steps;
    }
    text += fmt::format("{}{:>{}}  {}\n", indent, times[i + 1], width, edges_text(trace.steps[i].edges));
  }
  return text;
}

std::string error_details(const QueryResult& result) {
  if (!result.error) return "";
  std::string text;
  if (!result.error->part.empty()) text += "    in " + result.error->part + '\n';
  const Trace* run = result.error->run ? &*result.error->run : result.trace ? &*result.trace : nullptr;
  if (run == nullptr) return text;
  if (!run->failing.empty()) text += "    when " + edges_text(run->failing) + '\n';
  if (!result.error->run) return text;  // the whole trace follows
  if (run->steps.empty()) return text + "    in the initial state\n";
  text += fmt::format("    after {} step{}, at time {}:\n", run->steps.size(), run->steps.size() == 1 ? "" : "s",
                      to_text(duration(*run)));
  return text + compact_run(*run, "      ");
}

std::string open_details(const QueryResult& result) {
  const Statistics& s = result.statistics;
  std::string text = fmt::format("    {} states stored, {} explored, {}, {:.3g} s\n", s.stored, s.explored,
                                 memory_text(s.bytes), s.seconds);
  const std::string next = advice(result);
  return next.empty() ? text : text + "    try: " + next + '\n';
}

}  // namespace orbita
