#include "engine/trace/trace_xtr.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>
#include <stdexcept>

namespace orbita {

namespace {

struct XtrWord {
  std::string_view text;
  std::size_t line = 1;
};

[[noreturn]] void fail(std::size_t line, const std::string& problem) {
  throw std::invalid_argument("xtr, line " + std::to_string(line) + ": " + problem);
}

std::vector<XtrWord> split(std::string_view text) {
  std::vector<XtrWord> words;
  std::size_t line = 1;
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    if (c == '\n') ++line;
    if (c == ' ' || c == '\t' || c == '\r' || c == '\n') {
      ++i;
      continue;
    }
    std::size_t end = i + 1;
    if (c != '.' && c != ';') {
      while (end < text.size() && std::string_view(" \t\r\n.;").find(text[end]) == std::string_view::npos) ++end;
    }
    words.push_back({text.substr(i, end - i), line});
    i = end;
  }
  return words;
}

class Reader {
 public:
  explicit Reader(std::string_view text) : words_(split(text)) {}

  XtrTrace read() {
    XtrTrace trace;
    trace.initial = state();
    while (!at(".")) {
      XtrStep step;
      step.state = state();
      step.edges = transition();
      trace.steps.push_back(std::move(step));
    }
    ++next_;
    if (next_ != words_.size()) fail(line(), "text after the end of the trace");
    return trace;
  }

 private:
  std::size_t line() const { return words_.empty() ? 1 : words_[std::min(next_, words_.size() - 1)].line; }
  bool at(std::string_view text) const {
    if (next_ >= words_.size()) fail(line(), "the file ends in the middle of the trace");
    return words_[next_].text == text;
  }
  void expect(std::string_view text) {
    if (!at(text))
      fail(line(), "'" + std::string(text) + "' expected, found '" + std::string(words_[next_].text) + "'");
    ++next_;
  }
  template <class Integer>
  Integer number() {
    if (next_ >= words_.size()) fail(line(), "the file ends in the middle of the trace");
    const std::string_view text = words_[next_].text;
    Integer value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) {
      fail(line(), "a number expected, found '" + std::string(text.substr(0, 40)) + "'");
    }
    ++next_;
    return value;
  }

  XtrState state() {
    XtrState result;
    while (!at(".")) result.locations.push_back(number<std::uint32_t>());
    ++next_;
    if (result.locations.empty()) fail(line(), "a state without locations");
    while (!at(".")) {
      XtrBound bound;
      bound.x = number<std::uint32_t>();
      bound.y = number<std::uint32_t>();
      bound.bound = number<std::int32_t>();
      expect(".");
      result.zone.push_back(bound);
    }
    ++next_;
    while (!at(".")) result.variables.push_back(number<std::int32_t>());
    ++next_;
    return result;
  }

  // An edge ends at ";" or, without it (old versions), at the end of the line.
  std::vector<XtrEdge> transition() {
    bool old = true;
    for (std::size_t i = next_; i < words_.size() && words_[i].text != "."; ++i) old = old && words_[i].text != ";";
    std::vector<XtrEdge> edges;
    while (!at(".")) {
      const std::size_t start = line();
      XtrEdge edge;
      edge.process = number<std::uint32_t>();
      edge.edge = number<std::uint32_t>();
      if (old) {
        if (edge.edge == 0) fail(start, "edges are counted from 1 in this version of the format");
        --edge.edge;
      }
      while (!at(".") && !at(";") && (!old || line() == start)) edge.selects.push_back(number<std::int32_t>());
      if (!old) expect(";");
      edges.push_back(std::move(edge));
    }
    ++next_;
    return edges;
  }

  std::vector<XtrWord> words_;
  std::size_t next_ = 0;
};

void print_state(std::string& out, const XtrState& state) {
  for (const std::uint32_t location : state.locations) out += std::to_string(location) + ' ';
  out += "\n.\n";
  for (const XtrBound& b : state.zone) {
    out += std::to_string(b.x) + ' ' + std::to_string(b.y) + ' ' + std::to_string(b.bound) + "\n.\n";
  }
  out += ".\n";
  for (const std::int32_t value : state.variables) out += std::to_string(value) + ' ';
  out += "\n.\n";
}

// Index of a network clock in a file. The time is the network's last clock.
std::uint32_t file_clock(const NamedRuns& runs, NetClockId clock, bool with_time) {
  if (clock == reference_net_clock || !with_time) return clock.value;
  return clock == runs.time_clock() ? 1 : clock.value + 1;
}

XtrState file_state(const NamedRuns& runs, const std::vector<std::int32_t>& row, const Zone& zone, bool with_time) {
  const Network& network = runs.network();
  XtrState state;
  for (const ProcessId p : network.processes.ids()) state.locations.push_back(location_of(row, p).value);
  state.variables.assign(row.begin() + static_cast<std::ptrdiff_t>(network.processes.size()), row.end());
  Zone shown = zone;
  if (!with_time) {
    std::vector<ClockIndex> kept;
    for (const NetClockId x : runs.model_clocks()) kept.push_back(place_among_all(x));
    shown = zone.projected(kept);
  }
  for (const Constraint& c : minimal_constraints(shown)) {
    const std::int32_t bound = c.bound.value() * 2 + (c.bound.is_weak() ? 0 : 1);
    const NetClockId x = clock_among_all(c.x), y = clock_among_all(c.y);
    state.zone.push_back({file_clock(runs, x, with_time), file_clock(runs, y, with_time), bound});
  }
  return state;
}

void add_edges(const Network& network, const Participant& participant, std::vector<XtrEdge>& edges) {
  const NetEdge& edge = network.edges[participant.edge];
  const Edge* first = network.processes[edge.process].origin->templ->edges.data();
  const auto own = static_cast<std::ptrdiff_t>(edge.tree->selects.size());
  const auto& values = participant.selects;
  if (edge.branch != nullptr) {
    edges.push_back(
        {edge.process.value, static_cast<std::uint32_t>(edge.branch - first), {values.begin() + own, values.end()}});
  }
  edges.push_back(
      {edge.process.value, static_cast<std::uint32_t>(edge.tree - first), {values.begin(), values.begin() + own}});
}

// ---- from a file

const Edge& edge_of(const Model& model, const XtrEdge& edge, std::size_t step) {
  if (edge.process >= model.processes.size()) {
    throw std::invalid_argument("xtr, transition " + std::to_string(step + 1) + ": there is no process " +
                                std::to_string(edge.process));
  }
  const Template& templ = *model.processes[edge.process].templ;
  if (edge.edge >= templ.edges.size()) {
    throw std::invalid_argument("xtr, transition " + std::to_string(step + 1) + ": process " +
                                model.processes[edge.process].name + " has no edge " + std::to_string(edge.edge));
  }
  return templ.edges[edge.edge];
}

// All values of the selects, or none if the file omits some.
std::optional<std::vector<std::int32_t>> selects_of(const Edge& edge, const XtrEdge& named, std::size_t step) {
  if (named.selects.size() > edge.selects.size()) {
    throw std::invalid_argument("xtr, transition " + std::to_string(step + 1) + ": edge " + std::to_string(named.edge) +
                                " has no select number " + std::to_string(edge.selects.size() + 1));
  }
  if (named.selects.size() < edge.selects.size()) return std::nullopt;
  return named.selects;
}

std::vector<NamedEdge> named_edges(const Model& model, const std::vector<XtrEdge>& edges, std::size_t step) {
  std::vector<NamedEdge> result;
  std::vector<const XtrEdge*> branches;
  for (const XtrEdge& edge : edges) {
    const Edge& tree = edge_of(model, edge, step);
    if (tree.source >= model.processes[edge.process].templ->locations.size()) branches.push_back(&edge);
    else result.push_back({ProcessId{edge.process}, edge.edge, no_branch, selects_of(tree, edge, step)});
  }
  for (const XtrEdge* branch : branches) {
    const auto found = std::find_if(result.begin(), result.end(),
                                    [&](const NamedEdge& e) { return e.process.value == branch->process; });
    if (found == result.end()) {
      throw std::invalid_argument("xtr, transition " + std::to_string(step + 1) +
                                  ": an edge leaves a branchpoint, and none leads to it");
    }
    found->branch = branch->edge;
    const auto more = selects_of(edge_of(model, *branch, step), *branch, step);
    if (!more) found->selects.reset();
    else if (found->selects) found->selects->insert(found->selects->end(), more->begin(), more->end());
  }
  return result;
}

std::vector<NamedStep> named_steps(const Model& model, const XtrTrace& xtr) {
  std::vector<NamedStep> steps;
  for (std::size_t i = 0; i < xtr.steps.size(); ++i) {
    const XtrStep& step = xtr.steps[i];
    steps.push_back({named_edges(model, step.edges, i), step.state.locations, step.state.variables, {}});
  }
  return steps;
}

const XtrState& state_at(const XtrTrace& xtr, std::size_t i) { return i == 0 ? xtr.initial : xtr.steps[i - 1].state; }

void check_sizes(const Network& network, const XtrTrace& xtr) {
  for (std::size_t i = 0; i <= xtr.steps.size(); ++i) {
    const XtrState& state = state_at(xtr, i);
    if (state.locations.size() != network.processes.size()) {
      throw std::invalid_argument("the trace has " + std::to_string(state.locations.size()) +
                                  " processes, the model has " + std::to_string(network.processes.size()));
    }
    if (state.variables.size() != xtr.initial.variables.size()) {
      throw std::invalid_argument("the trace has " + std::to_string(xtr.initial.variables.size()) +
                                  " variables in one state and " + std::to_string(state.variables.size()) +
                                  " in another one");
    }
  }
}

void check_start(const Network& network, const XtrState& initial) {
  const bool compares = initial.variables.size() == network.slots.size();
  const std::vector<std::int32_t> variables = compares ? initial.variables : std::vector<std::int32_t>();
  if (has_state(network, network.initial_values(), initial.locations, variables)) return;
  throw std::invalid_argument("the trace does not begin in the model's initial state");
}

// The file's clock bounds of a state; nullopt for numbers that are invalid in this reading.
std::optional<std::vector<ClockBound>> clock_bounds(const NamedRuns& runs, const XtrState& state, bool with_time) {
  constexpr std::int32_t infinite = 1 << 28;
  const std::uint32_t count = runs.time_clock().value + (with_time ? 1 : 0);  // clocks in the file, with the reference
  const auto network_clock = [&](std::uint32_t x) {
    if (x == 0 || !with_time) return NetClockId{x};
    return x == 1 ? runs.time_clock() : NetClockId{x - 1};
  };
  std::vector<ClockBound> bounds;
  for (const XtrBound& b : state.zone) {
    const std::int32_t value = b.bound >> 1;
    if (b.x >= count || b.y >= count || value < -infinite) return std::nullopt;
    if (value > infinite) continue;
    const Bound bound = (b.bound & 1) != 0 ? Bound::strict(value) : Bound::weak(value);
    if (b.x != b.y) bounds.push_back({network_clock(b.x), network_clock(b.y), bound.raw});
    else if (bound < le_zero) return std::nullopt;
  }
  return bounds;
}

// A run whose clock values satisfy the file's bounds in every state from entry to exit. nullopt: `problem` has the
// reason. Nothing is known about the values of stopped clocks.
std::optional<Trace> run_within(NamedRuns& runs, const Model& model, const XtrTrace& xtr, const Query* query,
                                bool with_time, std::string& problem) {
  std::vector<NamedStep> steps = named_steps(model, xtr);
  if (xtr.initial.variables.size() != runs.network().slots.size()) {  // some versions list unknown others
    for (NamedStep& step : steps) step.slots.clear();
  }
  std::vector<ClockBound> start;
  for (std::size_t i = 0; i <= steps.size(); ++i) {
    std::optional<std::vector<ClockBound>> bounds = clock_bounds(runs, state_at(xtr, i), with_time);
    problem = "its clock constraints do not fit";
    if (!bounds) return std::nullopt;
    if (!runs.network().has_stopwatches) (i == 0 ? start : steps[i - 1].clocks) = std::move(*bounds);
  }
  const std::optional<SymbolicRun> run = runs.follow(steps, start);
  if (!run) problem = runs.problem();
  if (!run) return std::nullopt;
  return query == nullptr ? runs.concrete(*run) : runs.concrete(*run, *query);
}

}  // namespace

XtrTrace parse_xtr(std::string_view text) { return Reader(text).read(); }

std::string print_xtr(const XtrTrace& trace) {
  std::string out;
  print_state(out, trace.initial);
  for (const XtrStep& step : trace.steps) {
    print_state(out, step.state);
    for (const XtrEdge& edge : step.edges) {
      out += std::to_string(edge.process) + ' ' + std::to_string(edge.edge) + ' ';
      for (const std::int32_t value : edge.selects) out += std::to_string(value) + ' ';
      out += "; ";
    }
    out += ".\n";
  }
  return out + ".\n";
}

XtrTrace to_xtr(NamedRuns& runs, const Trace& trace, bool with_time) {
  const std::optional<SymbolicRun> run = runs.follow(trace);
  if (!run) throw std::invalid_argument("the trace is not a run of the model: " + runs.problem());
  const std::vector<Zone> zones = runs.zones(*run, false);
  if (zones.empty()) throw std::invalid_argument("the trace is not a run of the model: no zones");
  XtrTrace result;
  result.initial = file_state(runs, run->initial, zones[0], with_time);
  for (std::size_t i = 0; i < run->steps.size(); ++i) {
    XtrStep step;
    for (const Participant& p : run->steps[i].transition->participants) add_edges(runs.network(), p, step.edges);
    step.state = file_state(runs, run->steps[i].row, zones[i + 1], with_time);
    result.steps.push_back(std::move(step));
  }
  return result;
}

Trace from_xtr(const Model& model, const XtrTrace& xtr, const Query* query) {
  NamedRuns runs(model);
  const Network& network = runs.network();
  check_sizes(network, xtr);
  check_start(network, xtr.initial);
  std::string problem, ignored;
  // Since version 5 clock 1 of a file is the time; older files have no such clock, so the second reading is without it.
  std::optional<Trace> trace = run_within(runs, model, xtr, query, true, problem);
  if (!trace) trace = run_within(runs, model, xtr, query, false, ignored);
  if (!trace) throw std::invalid_argument("the trace is not a run of the model: " + problem);
  return *trace;
}

}  // namespace orbita
