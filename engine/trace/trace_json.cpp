// Traces as JSON. Rationals are strings ("7/2"), because JSON numbers are not exact.
#include "engine/trace/trace_json.h"

#include <set>
#include <stdexcept>

namespace orbita {

namespace {

using Json = nlohmann::ordered_json;

constexpr int format_version = 1;

Json to_json(const TraceEdge& edge) {
  Json json{{"process", edge.process}, {"edge", edge.edge}};
  if (edge.branch != no_branch) json["branch"] = edge.branch;
  if (!edge.selects.empty()) json["select"] = edge.selects;
  if (!edge.label.empty()) json["label"] = edge.label;
  if (!edge.channel.empty()) json["channel"] = edge.channel;
  return json;
}

Json to_json(const std::vector<TraceEdge>& edges) {
  Json json = Json::array();
  for (const TraceEdge& edge : edges) json.push_back(to_json(edge));
  return json;
}

// The members of one part of a state. Names are unique, so no lookup is made: for thousands of variables in hundreds of
// steps lookups would take minutes.
template <class Members, class Value>
void add_members(Json& json, const char* part, const Members& members, Value value_of) {
  if (members.empty()) return;
  Json::object_t object;
  object.reserve(members.size());
  for (const auto& [name, value] : members) object.Json::object_t::Container::emplace_back(name, value_of(value));
  json[part] = std::move(object);
}

Json fraction(const Rational& value) { return to_fraction(value); }

Json to_json(const TraceState& state) {
  Json json = Json::object();
  const auto as_it_is = [](const auto& value) { return Json(value); };
  add_members(json, "loc", state.locations, as_it_is);
  add_members(json, "var", state.variables, as_it_is);
  add_members(json, "clock", state.clocks, fraction);
  if (!state.zone.empty()) json["zone"] = state.zone;
  return json;
}

Json to_json(const TraceStep& step) {
  Json json{{"delay", to_fraction(step.delay)}, {"edges", to_json(step.edges)}, {"state", to_json(step.state)}};
  add_members(json, "tested", step.tested, fraction);
  return json;
}

// Reading: every value is fetched through these functions, so that errors name the position in the file.
[[noreturn]] void fail(const std::string& place, const std::string& problem) {
  throw std::invalid_argument("trace: " + (place.empty() ? "" : place + ": ") + problem);
}

const Json& member(const Json& object, const char* key, const std::string& place) {
  if (!object.is_object()) fail(place, "an object is expected");
  const auto found = object.find(key);
  if (found == object.end()) fail(place, std::string("'") + key + "' is missing");
  return *found;
}

std::string as_string(const Json& json, const std::string& place) {
  if (!json.is_string()) fail(place, "a string is expected");
  return json.get<std::string>();
}

template <class Integer>
Integer as_integer(const Json& json, const std::string& place) {
  if (!json.is_number_integer()) fail(place, "an integer is expected");
  if (json.is_number_unsigned() && json.get<std::uint64_t>() > std::numeric_limits<std::int64_t>::max()) {
    fail(place, "the number is too large");
  }
  const std::int64_t value = json.get<std::int64_t>();
  if (value < std::int64_t{std::numeric_limits<Integer>::min()} ||
      value > std::int64_t{std::numeric_limits<Integer>::max()}) {
    fail(place, "the number is out of range");
  }
  return static_cast<Integer>(value);
}

Rational as_rational(const Json& json, const std::string& place) {
  if (json.is_number_integer()) return as_integer<std::int64_t>(json, place);
  try {
    return parse_rational(as_string(json, place));
  } catch (const std::invalid_argument& error) {
    fail(place, error.what());
  }
}

const Json::array_t& as_array(const Json& json, const std::string& place) {
  if (!json.is_array()) fail(place, "an array is expected");
  return json.get_ref<const Json::array_t&>();
}

TraceEdge read_edge(const Json& json, const std::string& place) {
  TraceEdge edge;
  edge.process = as_string(member(json, "process", place), place + ".process");
  edge.edge = as_integer<std::uint32_t>(member(json, "edge", place), place + ".edge");
  if (json.contains("branch")) edge.branch = as_integer<std::uint32_t>(json["branch"], place + ".branch");
  if (json.contains("select")) {
    for (const Json& value : as_array(json["select"], place + ".select")) {
      edge.selects.push_back(as_integer<std::int32_t>(value, place + ".select"));
    }
  }
  if (json.contains("label")) edge.label = as_string(json["label"], place + ".label");
  if (json.contains("channel")) edge.channel = as_string(json["channel"], place + ".channel");
  return edge;
}

std::vector<TraceEdge> read_edges(const Json& json, const std::string& place) {
  std::vector<TraceEdge> edges;
  for (const Json& edge : as_array(json, place)) {
    edges.push_back(read_edge(edge, place + "[" + std::to_string(edges.size()) + "]"));
  }
  return edges;
}

template <class Read>
void read_members(const Json& state, const char* key, const std::string& place, Read&& read) {
  if (!state.is_object()) fail(place, "an object is expected");
  const auto found = state.find(key);
  if (found == state.end()) return;
  if (!found->is_object()) fail(place + "." + key, "an object is expected");
  for (const auto& [name, value] : found->items()) read(name, value, place + "." + key + "." + name);
}

ClockReading read_clocks(const Json& json, const char* key, const std::string& place) {
  ClockReading clocks;
  read_members(json, key, place, [&](const std::string& name, const Json& value, const std::string& at) {
    clocks.emplace_back(name, as_rational(value, at));
  });
  return clocks;
}

TraceState read_state(const Json& json, const std::string& place) {
  TraceState state;
  read_members(json, "loc", place, [&](const std::string& name, const Json& value, const std::string& at) {
    state.locations.emplace_back(name, as_string(value, at));
  });
  read_members(json, "var", place, [&](const std::string& name, const Json& value, const std::string& at) {
    state.variables.emplace_back(name, as_integer<std::int32_t>(value, at));
  });
  state.clocks = read_clocks(json, "clock", place);
  if (json.contains("zone")) state.zone = as_string(json["zone"], place + ".zone");
  return state;
}

TraceStep read_step(const Json& json, const std::string& place) {
  TraceStep step;
  step.delay = as_rational(member(json, "delay", place), place + ".delay");
  step.edges = read_edges(member(json, "edges", place), place + ".edges");
  if (json.contains("state")) step.state = read_state(json["state"], place + ".state");
  step.tested = read_clocks(json, "tested", place);
  return step;
}

TraceEnd read_end(const Json& json) {
  const std::string text = as_string(json, "end");
  for (const TraceEnd end : {TraceEnd::goal, TraceEnd::lasso, TraceEnd::waits, TraceEnd::deadlock, TraceEnd::error}) {
    if (text == to_text(end)) return end;
  }
  fail("end", "unknown kind '" + text + "'");
}

Trace read_trace(const Json& json) {
  if (as_integer<int>(member(json, "orbita_trace", ""), "orbita_trace") != format_version) {
    fail("orbita_trace", "only version " + std::to_string(format_version) + " can be read");
  }
  Trace trace;
  trace.formula = as_string(member(json, "formula", ""), "formula");
  trace.model_hash = as_string(member(json, "model_hash", ""), "model_hash");
  trace.end = read_end(member(json, "end", ""));
  trace.initial = read_state(member(json, "initial", ""), "initial");
  for (const Json& step : as_array(member(json, "steps", ""), "steps")) {
    trace.steps.push_back(read_step(step, "steps[" + std::to_string(trace.steps.size()) + "]"));
  }
  trace.final_delay = as_rational(member(json, "final_delay", ""), "final_delay");
  if (json.contains("loop_start")) trace.loop_start = as_integer<std::uint32_t>(json["loop_start"], "loop_start");
  if (json.contains("failing")) trace.failing = read_edges(json["failing"], "failing");
  if (json.contains("error")) trace.error = as_string(json["error"], "error");
  trace.tested = read_clocks(json, "tested", "trace");
  return trace;
}

}  // namespace

Json json_of(const Trace& trace) {
  Json json{{"orbita_trace", format_version},
            {"formula", trace.formula},
            {"model_hash", trace.model_hash},
            {"end", to_text(trace.end)},
            {"initial", to_json(trace.initial)}};
  json["steps"] = Json::array();
  for (const TraceStep& step : trace.steps) json["steps"].push_back(to_json(step));
  json["final_delay"] = to_fraction(trace.final_delay);
  if (trace.end == TraceEnd::lasso) json["loop_start"] = trace.loop_start;
  if (!trace.failing.empty()) json["failing"] = to_json(trace.failing);
  if (!trace.error.empty()) json["error"] = trace.error;
  add_members(json, "tested", trace.tested, fraction);
  return json;
}

std::string save_trace(const Trace& trace) {
  return json_of(trace).dump(2, ' ', false, Json::error_handler_t::replace);
}

Trace load_trace(std::string_view text) {
  try {
    return read_trace(Json::parse(text));
  } catch (const Json::exception& error) {
    throw std::invalid_argument(std::string("trace: not a JSON document: ") + error.what());
  }
}

}  // namespace orbita
