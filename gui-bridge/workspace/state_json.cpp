#include "gui-bridge/workspace/state_json.h"

namespace orbita::bridge {

namespace {

Json send_json(const Edge& edge) {
  switch (edge.direction) {
    case SyncDirection::send: return true;
    case SyncDirection::receive: return false;
    default: return nullptr;
  }
}

Json clocks_json(const TraceState& state) {
  Json clocks = Json::array();
  for (const auto& item : state.clocks) clocks.push_back(to_fraction(item.second));
  return clocks;
}

}  // namespace

ProcessNumbers::ProcessNumbers(const Model& model) : model_(model) {
  for (std::uint32_t p = 0; p < model.processes.size(); ++p) numbers_.emplace(model.processes[p].name, p);
}

Json ProcessNumbers::edge(const TraceEdge& edge) const {
  const auto found = numbers_.find(edge.process);
  if (found == numbers_.end()) throw std::invalid_argument("the model has no process '" + edge.process + "'");
  const Template& templ = *model_.processes[found->second].templ;
  const Edge& first = templ.edges[edge.edge];
  const bool branches = edge.branch != no_branch;
  const Edge& last = branches ? templ.edges[edge.branch] : first;
  return {{"process", found->second},
          {"edge", edge.edge},
          {"branch", branches ? Json(edge.branch) : Json(nullptr)},
          {"select", edge.selects},
          {"from", first.source},
          {"to", last.target},
          {"channel", edge.channel.empty() ? Json(nullptr) : Json(edge.channel)},
          {"send", send_json(first.sync == nullptr && branches ? last : first)}};
}

Json ProcessNumbers::edges(const std::vector<TraceEdge>& edges) const {
  Json list = Json::array();
  for (const TraceEdge& one : edges) list.push_back(edge(one));
  return list;
}

Json ProcessNumbers::channel(const std::vector<TraceEdge>& edges) {
  for (const TraceEdge& edge : edges) {
    if (!edge.channel.empty()) return edge.channel;
  }
  return nullptr;
}

Json process_list(const Model& model) {
  Json list = Json::array();
  for (const Process& process : model.processes) {
    Json locations = Json::array();
    for (const Location& location : process.templ->locations) locations.push_back(location.name);
    list.push_back({{"name", process.name}, {"template", process.templ->name}, {"locations", std::move(locations)}});
  }
  return list;
}

Json variable_list(const StateTree& tree) {
  Json list = Json::array();
  for (const TreeVariable& v : tree.variables()) {
    list.push_back({{"name", v.name}, {"type", v.type}, {"low", v.low}, {"high", v.high}});
  }
  return list;
}

Json range_json(const DelayRange& range) {
  return {{"text", to_text(range)},
          {"earliest", to_fraction(range.earliest)},
          {"after", range.after},
          {"latest", range.latest ? Json(to_fraction(*range.latest)) : Json(nullptr)},
          {"before", range.before}};
}

Json move_json(const ProcessNumbers& processes, const SimulatorMove& move, std::size_t number) {
  return {{"move", number},
          {"label", move.label},
          {"error", move.error},
          {"channel", ProcessNumbers::channel(move.edges)},
          {"edges", processes.edges(move.edges)}};
}

Json tree_state_json(const StateTree& tree, const ProcessNumbers& processes, TreeState state, const Trace* run) {
  const std::size_t depth = tree.depth(state);
  Json time, clocks;
  if (run != nullptr) {
    Rational passed;
    for (std::size_t i = 0; i < depth; ++i) passed += run->steps[i].delay;
    time = to_fraction(passed);
    clocks = clocks_json(depth == 0 ? run->initial : run->steps[depth - 1].state);
  }
  const std::optional<TreeState> parent = tree.parent(state);
  return {{"state", state.value},
          {"parent", parent ? Json(parent->value) : Json(nullptr)},
          {"depth", depth},
          {"time", std::move(time)},
          {"locations", tree.locations(state)},
          {"variables", tree.values(state)},
          {"clocks", std::move(clocks)},
          {"entered_by", parent ? move_json(processes, tree.taken(state), *tree.move_to(state)) : Json(nullptr)}};
}

Json tree_state_json(const StateTree& tree, const ProcessNumbers& processes, TreeState state) {
  if (!tree.knows_delays()) return tree_state_json(tree, processes, state, nullptr);
  const std::optional<Trace> run = tree.trace(state);
  return tree_state_json(tree, processes, state, run ? &*run : nullptr);
}

}  // namespace orbita::bridge
