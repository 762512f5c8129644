#include "engine/trace_text.h"

#include <algorithm>
#include <unordered_map>

namespace orbita {

namespace {

constexpr std::size_t time_column = 40;

std::string padded(std::string text, std::size_t width) {
  if (text.size() < width) text.append(width - text.size(), ' ');
  return text;
}

void add_item(std::string& line, const std::string& item) { line += (line.empty() ? "" : ";  ") + item; }

template <class Value>
std::unordered_map<std::string, Value> as_map(const std::vector<std::pair<std::string, Value>>& items) {
  return {items.begin(), items.end()};
}

class Text {
 public:
  Text(const Trace& trace, const TraceTextOptions& options) : trace_(trace), options_(options) {}

  std::string render() {
    if (!trace_.formula.empty()) text_ += trace_.formula + "\n";
    start();
    for (std::size_t i = 0; i < trace_.steps.size(); ++i) step(i);
    finish();
    if (options_.lanes) lanes();
    return std::move(text_);
  }

 private:
  void line(const std::string& content) {
    if (!content.empty()) text_ += "  " + content + "\n";
  }
  void heading(const std::string& title) {
    text_ += padded(title, time_column) + "time " + to_text(time_) + "\n";
  }

  void start() {
    heading("start");
    std::string places;
    for (const auto& [process, location] : trace_.initial.locations) {
      places += (places.empty() ? "" : "  ") + process + "." + location;
    }
    line(places);
    std::string values;
    for (const auto& [name, value] : trace_.initial.variables)
      add_item(values, name + " = " + std::to_string(value));
    line(values);
    details(trace_.initial);
    values_ = as_map(trace_.initial.variables);
  }

  void step(std::size_t number) {
    const TraceStep& step = trace_.steps[number];
    time_ += step.delay;
    if (trace_.end == TraceEnd::lasso && number == trace_.loop_start) text_ += "-- from here on for ever:\n";
    heading(std::to_string(number + 1) + "  delay " + to_text(step.delay));
    edges(step.edges);
    std::string changes;
    for (const auto& [name, value] : step.state.variables) {
      const auto before = values_.find(name);
      if (before != values_.end() && before->second == value) continue;
      add_item(changes, name + ": " + (before == values_.end() ? "?" : std::to_string(before->second)) +
                            " -> " + std::to_string(value));
      values_[name] = value;
    }
    line(changes);
    details(step.state);
  }

  void edges(const std::vector<TraceEdge>& edges) {
    std::size_t width = 0;
    for (const TraceEdge& edge : edges) width = std::max(width, edge.process.size());
    for (const TraceEdge& edge : edges) {
      const std::string label = edge.label.empty() ? "edge " + std::to_string(edge.edge) : edge.label;
      line(padded(edge.process, width) + "  " + label);
    }
  }

  void details(const TraceState& state) {
    if (options_.clocks) {
      std::string clocks;
      for (const auto& [name, value] : state.clocks) add_item(clocks, name + " = " + to_text(value));
      line(clocks);
    }
    if (options_.zones && !state.zone.empty()) line("[" + state.zone + "]");
  }

  void finish() {
    time_ += trace_.final_delay;
    const std::string delay =
        trace_.final_delay == Rational(0) ? "" : "after a delay of " + to_text(trace_.final_delay) + " ";
    switch (trace_.end) {
      case TraceEnd::goal:
        if (!delay.empty()) heading("end  delay " + to_text(trace_.final_delay));
        break;
      case TraceEnd::lasso:
        text_ += "-- back to the state before step " + std::to_string(trace_.loop_start + 1) + "\n";
        break;
      case TraceEnd::waits:
        text_ += "-- " + delay + "time passes for ever\n";
        break;
      case TraceEnd::deadlock:
        text_ += "-- " + delay + "no transition is possible any more\n";
        break;
      case TraceEnd::error:
        text_ += "-- " + delay + "run-time error" + (trace_.error.empty() ? "" : ": " + trace_.error) + "\n";
        edges(trace_.failing);
        break;
    }
  }

  // One column per process.
  void lanes() {
    const auto& processes = trace_.initial.locations;
    std::vector<std::vector<std::string>> rows{{"time"}, {"0"}};
    for (const auto& [process, location] : processes) {
      rows[0].push_back(process);
      rows[1].push_back(location);
    }
    Rational time;
    std::unordered_map<std::string, std::string> places = as_map(processes);
    for (const TraceStep& step : trace_.steps) {
      time += step.delay;
      for (const auto& [process, location] : step.state.locations) places[process] = location;
      rows.push_back({to_text(time)});
      for (const auto& [process, location] : processes)
        rows.back().push_back(lane_cell(step, process, places[process]));
    }
    table(rows);
  }

  static std::string lane_cell(const TraceStep& step, const std::string& process, const std::string& place) {
    for (std::size_t i = 0; i < step.edges.size(); ++i) {
      if (step.edges[i].process != process) continue;
      return place + (step.edges.size() == 1 ? " *" : i == 0 ? " !" : " ?");
    }
    return ".";
  }

  void table(const std::vector<std::vector<std::string>>& rows) {
    std::vector<std::size_t> widths(rows[0].size(), 0);
    for (const auto& row : rows) {
      for (std::size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], row[c].size() + 2);
    }
    std::size_t total = 0;
    for (const std::size_t width : widths) total += width;
    if (rows[0].size() < 2 || total > options_.width) return;
    text_ += "\n";
    for (const auto& row : rows) {
      std::string text;
      for (std::size_t c = 0; c < row.size(); ++c) text += padded(row[c], widths[c]);
      text.erase(text.find_last_not_of(' ') + 1);
      text_ += text + "\n";
    }
  }

  const Trace& trace_;
  const TraceTextOptions& options_;
  std::string text_;
  Rational time_;
  std::unordered_map<std::string, std::int32_t> values_;
};

}  // namespace

std::string render(const Trace& trace, const TraceTextOptions& options) {
  return Text(trace, options).render();
}

}  // namespace orbita
