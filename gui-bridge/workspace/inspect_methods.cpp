// inspect/: a state of a simulation in detail.
#include <algorithm>

#include "gui-bridge/workspace/methods.h"
#include "gui-bridge/workspace/projection.h"
#include "gui-bridge/workspace/simulate.h"
#include "gui-bridge/workspace/state_json.h"

namespace orbita::bridge {

namespace {

Json inspect_state(Workspace& workspace, const Params& params) {
  Simulation& simulation = workspace.simulation(params);
  const StateTree& tree = *simulation.tree;
  const TreeState state = state_in(simulation, params, "state");
  const TraceState named = tree.named(state);
  Json locations = Json::array(), variables = Json::array(), clocks = Json::array();
  for (const auto& [process, location] : named.locations)
    locations.push_back({{"process", process}, {"location", location}});
  for (const auto& [name, value] : named.variables) variables.push_back({{"name", name}, {"value", value}});
  std::optional<Trace> run;
  if (tree.knows_delays()) run = tree.trace(state);
  const std::vector<DelayRange> ranges = tree.clock_ranges(state);
  for (std::size_t x = 0; x < tree.clocks().size(); ++x) {
    Json value;
    if (run) {
      const TraceState& last = run->steps.empty() ? run->initial : run->steps.back().state;
      if (x < last.clocks.size()) value = to_fraction(last.clocks[x].second);
    }
    clocks.push_back({{"name", tree.clocks()[x]}, {"value", value}, {"range", range_json(ranges[x])}});
  }
  return {{"state", state.value},
          {"locations", std::move(locations)},
          {"variables", std::move(variables)},
          {"clocks", std::move(clocks)}};
}

Json matrix_json(const Zone& zone) {
  Json rows = Json::array();
  for (std::uint32_t i = 0; i < zone.dimension(); ++i) {
    Json row = Json::array();
    for (std::uint32_t j = 0; j < zone.dimension(); ++j) {
      const Bound bound = zone(ClockIndex{i}, ClockIndex{j});
      row.push_back(bound.is_infinite() ? Json(nullptr) : Json{{"bound", bound.value()}, {"strict", !bound.is_weak()}});
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

Json inspect_zone(Workspace& workspace, const Params& params) {
  Simulation& simulation = workspace.simulation(params);
  const StateTree& tree = *simulation.tree;
  const TreeState state = state_in(simulation, params, "state");
  const Zone zone = tree.zone(state);
  const std::vector<std::string>& names = tree.zone_clocks();
  if (params.has("form") && params.word("form", {"constraints", "matrix"}) == "matrix")
    return {{"state", state.value}, {"clocks", names}, {"matrix", matrix_json(zone)}};
  Json list = Json::array();
  for (const Constraint& c : minimal_constraints(zone.view())) {
    list.push_back({{"x", names[c.x.value]},
                    {"y", names[c.y.value]},
                    {"bound", c.bound.value()},
                    {"strict", !c.bound.is_weak()},
                    {"text", to_string(c, names)}});
  }
  return {{"state", state.value}, {"text", to_string(zone.view(), names)}, {"constraints", std::move(list)}};
}

ClockIndex clock_in(const StateTree& tree, const Params& params, const char* member) {
  const std::string name = params.text(member);
  const std::vector<std::string>& names = tree.zone_clocks();
  const auto found = std::find(names.begin() + 1, names.end(), name);
  if (found == names.end()) throw RpcError(ErrorCode::not_found, "no clock '" + name + "'");
  return ClockIndex{static_cast<std::uint32_t>(found - names.begin())};
}

Json inspect_projection(Workspace& workspace, const Params& params) {
  Simulation& simulation = workspace.simulation(params);
  const StateTree& tree = *simulation.tree;
  const TreeState state = state_in(simulation, params, "state");
  const ClockIndex x = clock_in(tree, params, "x"), y = clock_in(tree, params, "y");
  if (x == y) params.fail("y", "another clock than x");
  const std::int64_t frame = params.number("frame", 1, INT32_MAX, 0);
  const Projection found = project_zone(tree.zone(state), x, y, tree.zone_clocks(), frame);
  Json corners = Json::array(), sides = Json::array();
  for (const ProjectionCorner& c : found.corners) {
    corners.push_back({{"x", c.x}, {"y", c.y}});
    sides.push_back({{"text", c.text}, {"strict", c.strict}, {"open", c.open}});
  }
  return {{"state", state.value}, {"x", params.text("x")},         {"y", params.text("y")},
          {"frame", found.frame}, {"corners", std::move(corners)}, {"sides", std::move(sides)}};
}

Json inspect_difference(Workspace& workspace, const Params& params) {
  Simulation& simulation = workspace.simulation(params);
  const StateTree& tree = *simulation.tree;
  const TreeState from = state_in(simulation, params, "from"), to = state_in(simulation, params, "to");
  const auto changes = [](const auto& before, const auto& after, const char* name) {
    Json list = Json::array();
    for (std::size_t i = 0; i < before.size(); ++i) {
      if (before[i] != after[i]) list.push_back({{name, i}, {"from", before[i]}, {"to", after[i]}});
    }
    return list;
  };
  const auto ranges = [&](TreeState state) {
    std::vector<std::string> texts;
    for (const DelayRange& range : tree.clock_ranges(state)) texts.push_back(to_text(range));
    return texts;
  };
  return {{"from", from.value},
          {"to", to.value},
          {"locations", changes(tree.locations(from), tree.locations(to), "process")},
          {"variables", changes(tree.values(from), tree.values(to), "variable")},
          {"clocks", changes(ranges(from), ranges(to), "clock")}};
}

// What is in the brackets of "P(1)".
std::string short_label(const std::string& label) {
  const std::size_t open = label.find('(');
  return open != std::string::npos && label.back() == ')' ? label.substr(open + 1, label.size() - open - 2) : label;
}

// "(0 3 1)(2 4)"; "()" for the identity. Elements are numbers, or as their labels say.
std::string cycles_of(const Representative::Set& set) {
  const std::vector<std::int32_t>& becomes = set.becomes;
  const auto name = [&](std::size_t e) {
    return e < set.labels.size() && !set.labels[e].empty() ? short_label(set.labels[e]) : std::to_string(e);
  };
  std::string text;
  std::vector<bool> seen(becomes.size());
  for (std::size_t first = 0; first < becomes.size(); ++first) {
    if (seen[first] || becomes[first] == static_cast<std::int32_t>(first)) continue;
    std::string cycle;
    for (std::size_t e = first; !seen[e]; e = static_cast<std::size_t>(becomes[e])) {
      seen[e] = true;
      cycle += (cycle.empty() ? "" : " ") + name(e);
    }
    text += "(" + cycle + ")";
  }
  return text.empty() ? "()" : text;
}

Json inspect_representative(Workspace& workspace, const Params& params) {
  Simulation& simulation = workspace.simulation(params);
  const TreeState state = state_in(simulation, params, "state");
  const Representative found = simulation.tree->representative(state);
  Json sets = Json::array(), variables = Json::array();
  for (const Representative::Set& set : found.sets)
    sets.push_back({{"name", set.name}, {"permutation", set.becomes}, {"cycles", cycles_of(set)}});
  for (const std::optional<std::int32_t>& value : found.variables)
    variables.push_back(value ? Json(*value) : Json(nullptr));
  return {{"state", state.value},
          {"group", found.group},
          {"strategy", found.strategy},
          {"canonical", found.canonical},
          {"orbit", found.orbit},
          {"sets", std::move(sets)},
          {"processes", found.process_becomes},
          {"locations", found.locations},
          {"variables", std::move(variables)},
          {"zone", found.zone}};
}

}  // namespace

std::vector<Method> inspect_methods() {
  return {{"inspect/state", inspect_state},
          {"inspect/zone", inspect_zone},
          {"inspect/projection", inspect_projection},
          {"inspect/difference", inspect_difference},
          {"inspect/representative", inspect_representative}};
}

}  // namespace orbita::bridge
