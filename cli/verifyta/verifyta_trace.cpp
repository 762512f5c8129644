#include "cli/verifyta/verifyta_trace.h"

#include <stdexcept>

#include "parser/print/printer.h"
#include "report/charts/edge_text.h"

namespace orbita::cli {

namespace {

std::string edge_line(const Model& model, const TraceEdge& edge) {
  const EdgeText text = edge_text(model, edge);
  std::string line = "  " + edge.process + '.' + text.source + "->" + edge.process + '.' + text.target + " { " +
                     text.guard + ", " + text.sync + ", " + text.update + " }";
  for (std::size_t i = 0; i < edge.selects.size(); ++i) line += (i == 0 ? " [" : ",") + std::to_string(edge.selects[i]);
  return line + (edge.selects.empty() ? "\n" : "]\n");
}

std::string transition_text(const Model& model, const std::vector<TraceEdge>& edges) {
  std::string text = "\nTransitions:\n";
  for (const TraceEdge& edge : edges) text += edge_line(model, edge);
  return text;
}

using Locations = std::vector<std::pair<std::string, std::string>>;

std::string state_head(const Locations& locations) {
  std::string text = "\nState:\n(";
  for (const auto& [process, location] : locations) text += ' ' + process + '.' + location;
  return text + " )\n";
}

// What is known of the states one after another: a TraceState may leave out what stays as it was.
class Concrete {
 public:
  Concrete(const Model& model, const Trace& trace) : model_(model), trace_(trace), now_(trace.initial) {}

  std::string text() {
    state(false);
    for (std::size_t i = 0; i < trace_.steps.size(); ++i) {
      const TraceStep& step = trace_.steps[i];
      delay(step.delay);
      if (!step.edges.empty()) {
        text_ += transition_text(model_, step.edges);
        ++depth_;
      }
      if (!step.state.locations.empty()) now_ = step.state;
      if (!step.edges.empty()) state(trace_.end == TraceEnd::lasso && i + 1 == trace_.loop_start);
    }
    delay(trace_.final_delay);
    return text_;
  }

 private:
  void state(bool loop) {
    text_ += state_head(now_.locations);
    for (const auto& [name, value] : now_.clocks) text_ += name + '=' + to_text(value) + ' ';
    for (const auto& [name, value] : now_.variables) text_ += name + '=' + std::to_string(value) + ' ';
    text_ += "#depth=" + std::to_string(depth_);
    if (loop || (depth_ == 0 && trace_.end == TraceEnd::lasso && trace_.loop_start == 0)) text_ += " #loop=1";
    text_ += '\n';
  }
  void delay(const Rational& amount) {
    if (amount == Rational(0)) return;
    text_ += "\nDelay: " + to_text(amount) + '\n';
    for (auto& [name, value] : now_.clocks) value += amount;
    state(false);
  }

  const Model& model_;
  const Trace& trace_;
  TraceState now_;
  std::size_t depth_ = 0;
  std::string text_;
};

std::vector<std::string> clock_names(const Network& network) {
  std::vector<std::string> names;
  for (const Clock& clock : network.clocks) names.push_back(clock.name);
  return names;
}

Locations locations_of(const Network& network, const std::vector<std::int32_t>& row) {
  Locations result;
  for (const ProcessId p : network.processes.ids()) {
    const NetProcess& process = network.processes[p];
    result.emplace_back(process.name, network.location(row, p).name);
  }
  return result;
}

struct Followed {
  SymbolicRun run;
  std::vector<Zone> zones;
};

Followed follow(NamedRuns& runs, const Trace& trace, bool both_ways) {
  std::optional<SymbolicRun> run = runs.follow(trace);
  if (!run) throw std::invalid_argument("the trace is not a run of the model: " + runs.problem());
  std::vector<Zone> zones = runs.zones(*run, both_ways);
  if (zones.empty()) throw std::invalid_argument("the trace is not a run of the model: no zones");
  return {std::move(*run), std::move(zones)};
}

const std::vector<std::int32_t>& row_of(const SymbolicRun& run, std::size_t state) {
  return state == 0 ? run.initial : run.steps[state - 1].row;
}

std::string attribute(std::string_view name, std::string_view value) {
  return ' ' + std::string(name) + "=\"" + xml_escaped(value) + '"';
}

class XmlTrace {
 public:
  XmlTrace(NamedRuns& runs, const Trace& trace)
      : runs_(runs), network_(runs.network()), followed_(follow(runs, trace, false)) {}

  std::string text() {
    out_ = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<trace initial_node=\"State1\" trace_options=\"symbolic\">\n";
    system();
    for (std::size_t i = 0; i < followed_.zones.size(); ++i) state(i);
    for (std::size_t i = 0; i < followed_.run.steps.size(); ++i) transition(i);
    return out_ + "</trace>\n";
  }

 private:
  static std::string local(const std::string& process, const std::string& name) {
    return name.rfind(process + ".", 0) == 0 ? name.substr(process.size() + 1) : name;
  }
  std::string clock_id(NetClockId x) const {
    if (x == reference_net_clock) return "sys.#t(0)";
    const Clock& clock = network_.clocks[x];
    return clock.process == none ? "sys." + clock.name : clock.name;
  }
  void clock(NetClockId x, const std::string& name) {
    out_ += "<clock" + attribute("name", name) + attribute("id", clock_id(x)) + "/>\n";
  }
  // The reference clock first, the time second, as in the numbering of version 5.
  void system() {
    out_ += "<system>\n";
    clock(reference_net_clock, "#t(0)");
    clock(runs_.time_clock(), "#time");
    for (const NetClockId x : runs_.model_clocks()) {
      if (network_.clocks[x].process == none) clock(x, network_.clocks[x].name);
    }
    for (const Slot& slot : network_.slots) {
      if (slot.process == none)
        out_ += "<variable" + attribute("id", "sys." + slot.name) + attribute("name", slot.name) + "/>\n";
    }
    for (const ProcessId p : network_.processes.ids()) process(p);
    out_ += "</system>\n";
  }
  void process(ProcessId p) {
    const NetProcess& process = network_.processes[p];
    const Template& templ = *process.origin->templ;
    out_ += "<process" + attribute("id", process.name) + attribute("name", process.name) + ">\n";
    for (const NetClockId x : runs_.model_clocks()) {
      if (network_.clocks[x].process == p) clock(x, local(process.name, network_.clocks[x].name));
    }
    for (const Slot& slot : network_.slots) {
      if (slot.process != p) continue;
      out_ += "<variable" + attribute("id", slot.name) + attribute("name", local(process.name, slot.name)) + "/>\n";
    }
    for (const Location& location : templ.locations) {
      const std::string name(location.name);
      out_ += "<location" + attribute("id", process.name + "." + name) + attribute("name", name) + ">" +
              (location.invariant == nullptr ? "1" : xml_escaped(print(*location.invariant))) + "</location>\n";
    }
    for (std::uint32_t e = 0; e < templ.edges.size(); ++e) {
      const EdgeText text = edge_text(templ, e);
      out_ += "<edge" + attribute("id", edge_id(p, e)) + attribute("from", process.name + "." + text.source) +
              attribute("to", process.name + "." + text.target) + "><guard>" + xml_escaped(text.guard) +
              "</guard><sync>" + xml_escaped(text.sync) + "</sync><update>" + xml_escaped(text.update) +
              "</update></edge>\n";
    }
    out_ += "</process>\n";
  }
  std::string edge_id(ProcessId p, std::uint32_t e) const {
    return network_.processes[p].name + ".Edge" + std::to_string(e + 1);
  }

  void state(std::size_t i) {
    const std::string number = std::to_string(i + 1);
    const std::vector<std::int32_t>& row = row_of(followed_.run, i);
    std::string places;
    for (const auto& [process, location] : locations_of(network_, row)) places += process + "." + location + " ";
    out_ += "<location_vector" + attribute("id", "LocVec" + number) + attribute("locations", places) + "/>\n";
    out_ += "<variable_vector" + attribute("id", "VarVec" + number) + ">\n";
    for (const SlotId s : network_.slots.ids()) {
      const Slot& slot = network_.slots[s];
      out_ += "<variable_state" + attribute("variable", slot.process == none ? "sys." + slot.name : slot.name) +
              attribute("value", std::to_string(row[network_.slot_value(s)])) + "/>\n";
    }
    out_ += "</variable_vector>\n<dbm_instance" + attribute("id", "DBM" + number) + ">\n";
    const Zone& zone = followed_.zones[i];
    for (std::uint32_t x = 0; x < zone.dimension(); ++x) {
      for (std::uint32_t y = 0; y < zone.dimension(); ++y) {
        const Bound bound = zone(ClockIndex{x}, ClockIndex{y});
        out_ += "<clockbound" + attribute("clock1", clock_id({x})) + attribute("clock2", clock_id({y})) +
                attribute("bound", bound.is_infinite() ? "inf" : std::to_string(bound.value())) +
                attribute("comp", bound.is_infinite() || !bound.is_weak() ? "<" : "<=") + "/>\n";
      }
    }
    out_ += "</dbm_instance>\n<node" + attribute("id", "State" + number) +
            attribute("location_vector", "LocVec" + number) + attribute("dbm_instance", "DBM" + number) +
            attribute("variable_vector", "VarVec" + number) + "/>\n";
  }

  void transition(std::size_t i) {
    std::string edges;
    for (const Participant& participant : followed_.run.steps[i].transition->participants) {
      const NetEdge& edge = network_.edges[participant.edge];
      const Edge* first = network_.processes[edge.process].origin->templ->edges.data();
      edges += edge_id(edge.process, static_cast<std::uint32_t>(edge.tree - first)) + " ";
      if (edge.branch != nullptr) edges += edge_id(edge.process, static_cast<std::uint32_t>(edge.branch - first)) + " ";
    }
    out_ += "<transition" + attribute("from", "State" + std::to_string(i + 1)) +
            attribute("to", "State" + std::to_string(i + 2)) + attribute("edges", edges) + "/>\n";
  }

  NamedRuns& runs_;
  const Network& network_;
  Followed followed_;
  std::string out_;
};

}  // namespace

std::string verifyta_concrete(const Model& model, const Trace& trace) { return Concrete(model, trace).text(); }

std::string verifyta_symbolic(const Model& model, NamedRuns& runs, const Trace& trace, bool both_ways) {
  const Followed followed = follow(runs, trace, both_ways);
  const Network& network = runs.network();
  const std::vector<std::string> names = clock_names(network);
  std::vector<ClockIndex> kept;  // all but the time
  for (const NetClockId x : runs.model_clocks()) kept.push_back(place_among_all(x));
  std::string text;
  for (std::size_t i = 0; i < followed.zones.size(); ++i) {
    if (i > 0) {
      std::vector<TraceEdge> edges;
      for (const Participant& p : followed.run.steps[i - 1].transition->participants) {
        edges.push_back(trace_edge(network, p, row_of(followed.run, i - 1)));
      }
      text += transition_text(model, edges);
    }
    const std::vector<std::int32_t>& row = row_of(followed.run, i);
    text += state_head(locations_of(network, row));
    for (const SlotId s : network.slots.ids()) {
      text += network.slots[s].name + '=' + std::to_string(row[network.slot_value(s)]) + ' ';
    }
    std::string constraints;
    for (const Constraint& c : minimal_constraints(followed.zones[i].projected(kept))) {
      constraints += (constraints.empty() ? "" : ", ") + to_string(c, names);
    }
    text += constraints + '\n';
  }
  return text;
}

std::string verifyta_xml(NamedRuns& runs, const Trace& trace) { return XmlTrace(runs, trace).text(); }

}  // namespace orbita::cli
