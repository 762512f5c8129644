#include <fmt/format.h>

#include <stdexcept>

#include "engine/trace/trace_text.h"
#include "report/charts/chart_layout.h"
#include "report/charts/edge_text.h"
#include "report/charts/trace_charts.h"

namespace orbita {

namespace {

// Characters that mean something to Mermaid, as its numeric entities.
std::string mermaid_escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (std::string_view("#;:<>\"%{}").find(c) != std::string_view::npos)
      out += fmt::format("#{};", static_cast<int>(c));
    else out += static_cast<unsigned char>(c) < 32 ? ' ' : c;
  }
  return out;
}

std::string name(std::size_t lane) { return "p" + std::to_string(lane); }

// Time units as milliseconds times 1000: the only axis Mermaid has are dates.
long long milliseconds(const Rational& time) { return static_cast<long long>(to_double(time) * 1000 + 0.5); }

bool ends_with(const std::string& text, std::string_view end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

}  // namespace

std::string sequence_mermaid(const Model& model, const Trace& trace) {
  const auto& processes = trace.initial.locations;
  std::string out = "sequenceDiagram\n";
  if (!trace.formula.empty()) out += "  title " + mermaid_escaped(one_line(trace.formula)) + "\n";
  const std::vector<std::vector<std::string>> changes = changes_of(trace);
  for (std::size_t p = 0; p < processes.size(); ++p)
    out += "  participant " + name(p) + " as " + mermaid_escaped(processes[p].first) + "\n";
  for (std::size_t p = 0; p < processes.size(); ++p)
    out += "  Note over " + name(p) + ": " + mermaid_escaped(processes[p].second) + "\n";
  const std::string all = processes.size() > 1 ? name(0) + "," + name(processes.size() - 1) : name(0);
  Rational time;
  const auto wait = [&](const Rational& delay) {
    if (delay == Rational(0)) return;
    time += delay;
    out += "  Note over " + all + ": delay " + to_text(delay) + ", time " + to_text(time) + "\n";
  };
  for (std::size_t i = 0; i < trace.steps.size(); ++i) {
    const TraceStep& step = trace.steps[i];
    wait(step.delay);
    if (trace.end == TraceEnd::lasso && i == trace.loop_start) out += "  loop for ever\n";
    const std::string channel = mermaid_escaped(channel_text(model, step.edges));
    for (std::size_t e = 1; e < step.edges.size(); ++e) {
      out += "  " + name(lane_of(trace, step.edges[0].process)) + "->>" + name(lane_of(trace, step.edges[e].process)) +
             ": " + channel + "\n";
    }
    for (const TraceEdge& edge : step.edges) {
      const std::string note = step.edges.size() == 1 && !channel.empty() ? channel + "! " : "";
      out += "  Note over " + name(lane_of(trace, edge.process)) + ": " + note +
             mermaid_escaped(edge_text(model, edge).target) + "\n";
    }
    if (!changes[i].empty()) {
      out += "  Note over " + all + ": ";
      for (std::size_t c = 0; c < changes[i].size(); ++c) out += (c == 0 ? "" : ", ") + mermaid_escaped(changes[i][c]);
      out += "\n";
    }
  }
  if (trace.end == TraceEnd::lasso && trace.loop_start < trace.steps.size()) out += "  end\n";
  wait(trace.final_delay);
  if (const std::string end = end_text(trace); !end.empty())
    out += "  Note over " + all + ": " + mermaid_escaped(end) + "\n";
  return out;
}

std::string gantt_mermaid(const Trace& trace, const std::vector<Lane>& lanes) {
  std::string out = "gantt\n  dateFormat x\n  axisFormat %Q\n";
  if (!trace.formula.empty()) out += "  title " + mermaid_escaped(one_line(trace.formula)) + "\n";
  std::size_t task = 0;
  for (const Lane& lane : lanes) {
    out += "  section " + mermaid_escaped(lane.process) + "\n";
    for (const Stay& stay : lane.stays) {
      const bool moment = stay.from == stay.to;
      out += fmt::format("  {} :{}t{}, {}, {}\n", mermaid_escaped(stay.location), moment ? "milestone, " : "", task++,
                         milliseconds(stay.from), moment ? "0ms" : std::to_string(milliseconds(stay.to)));
    }
  }
  return out;
}

void check_chart_name(const std::string& path) {
  if (ends_with(path, ".svg") || ends_with(path, ".mmd")) return;
  throw std::invalid_argument(path + ": a chart is an .svg or .mmd (Mermaid) file");
}

std::string chart(Model& model, const Trace& trace, ChartKind kind, const std::string& path) {
  check_chart_name(path);
  const bool svg = ends_with(path, ".svg");
  if (kind == ChartKind::sequence) return svg ? sequence_svg(model, trace) : sequence_mermaid(model, trace);
  std::vector<Lane> lanes = gantt_lanes_of(model, trace);
  return svg ? gantt_svg(trace, std::move(lanes)) : gantt_mermaid(trace, lanes);
}

}  // namespace orbita
