// trace/: runs found, opened, shown and saved.
#include "engine/replay/goal_parts.h"
#include "engine/trace/trace_text.h"
#include "gui-bridge/workspace/methods.h"
#include "gui-bridge/workspace/simulate.h"
#include "gui-bridge/workspace/state_json.h"
#include "gui-bridge/workspace/traces.h"
#include "parser/parser.h"
#include "report/charts/chart_layout.h"
#include "session/trace_files.h"

namespace orbita::bridge {

namespace {

constexpr std::int64_t largest_trace_page = 500;

std::shared_ptr<TraceEntry> trace_in(const Workspace& workspace, const Params& params) {
  return workspace.traces.find(params.text("trace"));
}

std::shared_ptr<TraceEntry> opened(Workspace& workspace, const Params& params) {
  auto entry = std::make_shared<TraceEntry>();
  if (params.has("simulation")) {
    Simulation& simulation = workspace.simulation(params);
    const TreeState state = state_in(simulation, params, "state");
    std::optional<Trace> run = simulation.tree->trace(state);
    if (!run) throw RpcError(ErrorCode::impossible, "no run with times is known: clocks stand still in this model");
    entry->model = simulation.model;
    entry->trace = std::move(*run);
    return entry;
  }
  entry->model = workspace.version(workspace.model(params));
  Model& model = entry->model->model();
  const std::string name = params.has("file") ? params.text("file") : params.text("name", "trace.json");
  const std::string text = params.has("file") ? workspace.folder.read(name) : params.text("text");
  entry->trace = load_trace_text(model, name, text, nullptr);
  complete(model, entry->trace);
  return entry;
}

Json open_trace(Workspace& workspace, const Params& params) {
  const std::shared_ptr<TraceEntry> entry = opened(workspace, params);
  const ReplayResult& result = replayed(*entry);
  const std::string id = workspace.traces.add(entry);
  return {{"trace", id}, {"steps", entry->trace.steps.size()}, {"replayed", result.ok}, {"message", result.message}};
}

Json info(Workspace& workspace, const Params& params) {
  const std::shared_ptr<TraceEntry> entry = trace_in(workspace, params);
  const Trace& trace = entry->trace;
  const ReplayResult& result = replayed(*entry);
  const StateTree& tree = entry->model->tree();
  return {{"trace", entry->id},
          {"model", entry->model->id},
          {"version", entry->model->version},
          {"formula", trace.formula},
          {"end", to_text(trace.end)},
          {"loop_start", trace.end == TraceEnd::lasso ? Json(trace.loop_start) : Json(nullptr)},
          {"error", trace.error.empty() ? Json(nullptr) : Json(trace.error)},
          {"steps", trace.steps.size()},
          {"duration", to_fraction(duration(trace))},
          {"final_delay", to_fraction(trace.final_delay)},
          {"replayed", result.ok},
          {"message", result.message},
          {"processes", process_list(entry->model->model())},
          {"variables", variable_list(tree)},
          {"clocks", tree.clocks()}};
}

Json optional_json(const std::optional<std::int32_t>& value) { return value ? Json(*value) : Json(nullptr); }

Json clock_values(const TraceTable::Row& row) {
  Json clocks = Json::array();
  for (const std::string& value : row.clocks) clocks.push_back(value.empty() ? Json(nullptr) : Json(value));
  return clocks;
}

Json whole_row(const TraceTable::Row& row) {
  Json values = Json::array();
  for (const auto& value : row.values) values.push_back(optional_json(value));
  return {{"time", to_fraction(row.time)},
          {"locations", row.locations},
          {"variables", std::move(values)},
          {"clocks", clock_values(row)}};
}

Json row_changes(const TraceTable::Row& before, const TraceTable::Row& after) {
  Json locations = Json::array(), values = Json::array();
  for (std::size_t p = 0; p < after.locations.size(); ++p) {
    if (before.locations[p] != after.locations[p]) locations.push_back({p, after.locations[p]});
  }
  for (std::size_t v = 0; v < after.values.size(); ++v) {
    if (before.values[v] != after.values[v]) values.push_back({v, optional_json(after.values[v])});
  }
  return {{"locations", std::move(locations)}, {"variables", std::move(values)}, {"clocks", clock_values(after)}};
}

Json steps(Workspace& workspace, const Params& params) {
  const std::shared_ptr<TraceEntry> entry = trace_in(workspace, params);
  const TraceTable& table = table_of(*entry);
  const auto total = static_cast<std::int64_t>(entry->trace.steps.size());
  const std::int64_t from = params.number("from", 0, total, 0);
  const std::int64_t count = params.number("count", 0, largest_trace_page, largest_trace_page);
  const bool zones = params.flag("zones", false);
  const std::vector<std::string> none_known;
  const std::vector<std::string>& known = zones ? zones_of(*entry) : none_known;
  const auto zone = [&](std::size_t row) { return row < known.size() ? Json(known[row]) : Json(nullptr); };
  const ProcessNumbers processes(entry->model->model());
  Json list = Json::array();
  for (auto i = static_cast<std::size_t>(from); i < static_cast<std::size_t>(std::min(total, from + count)); ++i) {
    check_limits();
    const TraceStep& step = entry->trace.steps[i];
    Json json{{"step", i + 1},
              {"delay", to_fraction(step.delay)},
              {"time", to_fraction(table.rows[i + 1].time)},
              {"channel", ProcessNumbers::channel(step.edges)},
              {"edges", processes.edges(step.edges)}};
    json.update(row_changes(table.rows[i], table.rows[i + 1]));
    if (zones) json["zone"] = zone(i + 1);
    list.push_back(std::move(json));
  }
  Json state = whole_row(table.rows[static_cast<std::size_t>(from)]);
  if (zones) state["zone"] = zone(static_cast<std::size_t>(from));
  return {{"from", from}, {"total", total}, {"state", std::move(state)}, {"steps", std::move(list)}};
}

// "id" is there, or "id[0]", "id[1].x" …: an object may have several cells.
Json variables_of(const GoalPart& part, const StateTree& tree) {
  Json list = Json::array();
  for (std::size_t v = 0; v < tree.variables().size(); ++v) {
    const std::string& name = tree.variables()[v].name;
    for (const std::string& wanted : part.variables) {
      const bool cell = name.size() > wanted.size() && (name[wanted.size()] == '[' || name[wanted.size()] == '.');
      if (name.rfind(wanted, 0) == 0 && (cell || name == wanted)) list.push_back(v);
    }
  }
  return list;
}

Json goal(Workspace& workspace, const Params& params) {
  const std::shared_ptr<TraceEntry> entry = trace_in(workspace, params);
  Model& model = entry->model->model();
  Json parts = Json::array();
  if (!entry->trace.formula.empty()) {
    Diagnostics problems;
    Query* const query = read_formula(*model.document, entry->trace.formula, problems);
    if (query != nullptr && check_query(model, *query, problems)) {
      for (const GoalPart& part : goal_parts(model, entry->trace, *query)) {
        parts.push_back({{"text", part.text},
                         {"holds", part.holds},
                         {"processes", part.processes},
                         {"variables", variables_of(part, entry->model->tree())}});
      }
    }
  }
  return {{"trace", entry->id},
          {"formula", entry->trace.formula},
          {"state", entry->trace.steps.size()},
          {"parts", std::move(parts)}};
}

Json replay_trace(Workspace& workspace, const Params& params) {
  const std::shared_ptr<TraceEntry> entry = trace_in(workspace, params);
  entry->replayed.reset();
  const ReplayResult& result = replayed(*entry);
  return {{"ok", result.ok}, {"step", result.step}, {"message", result.message}};
}

// Step by step, for runs that StateTree::follow leaves open, and with the same result; says which step is not possible.
// Steps that are only a delay are part of the next one's.
std::vector<TreeState> walk_along(StateTree& tree, const Trace& trace) {
  std::vector<TreeState> states;
  TreeState state = StateTree::root();
  Rational waited;
  for (std::size_t i = 0; i < trace.steps.size(); ++i) {
    const TraceStep& step = trace.steps[i];
    check_limits();
    waited += step.delay;
    if (step.edges.empty()) continue;
    const std::optional<std::size_t> move = tree.find(state, step.edges, waited);
    std::optional<TreeState> next;
    if (move) next = tree.take(state, *move, tree.knows_delays() ? std::optional(waited) : std::nullopt);
    if (!next)
      throw RpcError(ErrorCode::impossible,
                     "the trace is not a run of the model: step " + std::to_string(i + 1) + " is not possible");
    state = *next;
    waited = Rational(0);
    states.push_back(state);
  }
  return states;
}

// The state after each step, and before the first; a step that is only a delay stays where it is.
Json states_of_steps(const Trace& trace, const std::vector<TreeState>& followed) {
  TreeState state = StateTree::root();
  Json states = Json::array({state.value});
  auto next = followed.begin();
  for (const TraceStep& step : trace.steps) {
    if (!step.edges.empty()) state = *next++;
    states.push_back(state.value);
  }
  return states;
}

Json simulate_trace(Workspace& workspace, const Params& params) {
  const std::shared_ptr<TraceEntry> entry = trace_in(workspace, params);
  Json result = started(workspace, entry->model);
  const std::string id = result["simulation"];
  Simulation& simulation = workspace.simulations.at(id);
  try {
    std::optional<std::vector<TreeState>> states = simulation.tree->follow(entry->trace.steps);
    if (!states) {
      simulation.tree = make_tree(*entry->model);
      states = walk_along(*simulation.tree, entry->trace);
    }
    result["states"] = states_of_steps(entry->trace, *states);
  } catch (...) {
    workspace.simulations.erase(id);
    throw;
  }
  return result;
}

Json lanes(Workspace& workspace, const Params& params) {
  const std::shared_ptr<TraceEntry> entry = trace_in(workspace, params);
  const bool declared = params.flag("declared", false);
  Json list = Json::array();
  for (const Lane& lane : declared ? gantt_lanes_of(entry->model->model(), entry->trace) : lanes_of(entry->trace)) {
    Json stays = Json::array();
    for (const Stay& stay : lane.stays) {
      stays.push_back({{"location", stay.location},
                       {"from", to_fraction(stay.from)},
                       {"to", to_fraction(stay.to)},
                       {"lasts", stay.lasts},
                       {"color", stay.colour.empty() ? Json(nullptr) : Json(stay.colour)},
                       {"row", stay.row}});
    }
    list.push_back({{"name", lane.process}, {"rows", lane.rows}, {"stays", std::move(stays)}});
  }
  return {{"lanes", std::move(list)}};
}

Json text_of_trace(Workspace& workspace, const Params& params) {
  const std::shared_ptr<TraceEntry> entry = trace_in(workspace, params);
  const std::string format = params.word("format", {"json", "xtr", "itf", "txt"});
  const std::string name = format == "itf" ? "trace.itf.json" : "trace." + format;
  return {{"text", trace_file_text(entry->model->model(), entry->trace, name)}};
}

Json save_to_file(Workspace& workspace, const Params& params) {
  const std::shared_ptr<TraceEntry> entry = trace_in(workspace, params);
  const std::string file = params.text("file");
  if (is_model_name(file)) params.fail("file", "the name of a trace: .json, .xtr, .itf.json or .txt");
  if (!params.flag("force", false) && workspace.folder.exists(file))
    throw RpcError(ErrorCode::conflict, "'" + file + "' is there already");
  const std::string text = trace_file_text(entry->model->model(), entry->trace, file);
  workspace.folder.write(file, text);
  return {{"file", file}, {"bytes", text.size()}};
}

Json close_trace(Workspace& workspace, const Params& params) {
  workspace.traces.close(params.text("trace"));
  return nullptr;
}

}  // namespace

std::vector<Method> trace_methods() {
  return {{"trace/open", open_trace},  {"trace/info", info},           {"trace/steps", steps},
          {"trace/goal", goal},        {"trace/replay", replay_trace}, {"trace/simulate", simulate_trace},
          {"trace/lanes", lanes},      {"trace/text", text_of_trace},  {"trace/save", save_to_file},
          {"trace/close", close_trace}};
}

}  // namespace orbita::bridge
