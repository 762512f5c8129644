// simulate/: states reached by hand.
#include "gui-bridge/workspace/simulate.h"

#include <random>

#include "gui-bridge/workspace/methods.h"
#include "gui-bridge/workspace/state_json.h"
#include "parser/parser.h"

namespace orbita::bridge {

namespace {

constexpr std::size_t most_simulations = 100;
constexpr std::size_t most_states = 1'000'000;
constexpr std::int64_t most_random = 10'000;
constexpr std::int64_t largest_page = 1000;

void leave_room(const Workspace& workspace, const StateTree& tree) {
  if (tree.size() >= most_states) throw RpcError(ErrorCode::limit, "the simulation has too many states");
  std::size_t bytes = 0;
  for (const auto& [id, simulation] : workspace.simulations) bytes += simulation.tree ? simulation.tree->memory() : 0;
  if (bytes > workspace.settings.memory_bytes)
    throw RpcError(ErrorCode::limit, "the simulations of this session need more memory than it may use");
}

Json with_state(Simulation& simulation, TreeState state) {
  const ProcessNumbers processes(simulation.model->model());
  return {{"state", tree_state_json(*simulation.tree, processes, state)}};
}

Json start(Workspace& workspace, const Params& params) {
  OpenModel& model = workspace.model(params);
  return started(workspace, workspace.version(model));
}

Json moves(Workspace& workspace, const Params& params) {
  Simulation& simulation = workspace.simulation(params);
  StateTree& tree = *simulation.tree;
  const TreeState state = state_in(simulation, params, "state");
  const bool delays = params.flag("delays", true);
  const ProcessNumbers processes(simulation.model->model());
  Json list = Json::array();
  const std::vector<SimulatorMove>& all = tree.moves(state);
  for (std::size_t i = 0; i < all.size(); ++i) {
    check_limits();
    list.push_back(move_json(processes, all[i], i));
    if (!delays) continue;
    const std::optional<DelayRange> range = tree.delays(state, i);
    list.back()["delay"] = range ? range_json(*range) : Json(nullptr);
  }
  const bool deadlock = list.empty();
  return {{"state", state.value}, {"deadlock", deadlock}, {"moves", std::move(list)}};
}

std::string why_not(StateTree& tree, TreeState state, std::size_t move, const std::optional<Rational>& delay) {
  const std::vector<SimulatorMove>& all = tree.moves(state);
  if (move >= all.size())
    return "there is no move " + std::to_string(move) + "; there are " + std::to_string(all.size());
  if (all[move].error) return "this move is a run-time error of the model";
  const std::optional<DelayRange> range = tree.delays(state, move);
  if (!range || !delay) return "this move is not possible after the delays chosen";
  return "before this move one may wait " + to_text(*range) + ", not " + to_text(*delay);
}

Json step(Workspace& workspace, const Params& params) {
  Simulation& simulation = workspace.simulation(params);
  StateTree& tree = *simulation.tree;
  const TreeState state = state_in(simulation, params, "state");
  const auto move = static_cast<std::size_t>(params.number("move", 0, INT32_MAX));
  std::optional<Rational> delay;
  if (params.has("delay")) {
    try {
      delay = parse_rational(params.text("delay"));
    } catch (const std::invalid_argument&) {
      params.fail("delay", "a time like \"3\", \"2.5\" or \"7/2\"");
    }
    if (!tree.knows_delays()) throw RpcError(ErrorCode::impossible, "delays cannot be chosen where clocks stand still");
  }
  leave_room(workspace, tree);
  const std::optional<TreeState> next = tree.take(state, move, delay);
  if (!next) throw RpcError(ErrorCode::impossible, why_not(tree, state, move, delay));
  return with_state(simulation, *next);
}

Json random(Workspace& workspace, const Params& params) {
  Simulation& simulation = workspace.simulation(params);
  StateTree& tree = *simulation.tree;
  TreeState state = state_in(simulation, params, "state");
  const std::int64_t steps = params.number("steps", 1, most_random, 1);
  std::mt19937_64 dice(params.has("seed") ? static_cast<std::uint64_t>(params.number("seed", 0, INT64_MAX))
                                          : std::random_device()());
  Json states = Json::array();
  for (std::int64_t i = 0; i < steps; ++i) {
    check_limits();
    leave_room(workspace, tree);
    std::vector<std::size_t> possible;
    const std::vector<SimulatorMove>& all = tree.moves(state);
    for (std::size_t m = 0; m < all.size(); ++m) {
      if (!all[m].error) possible.push_back(m);
    }
    std::optional<TreeState> next;
    while (!next && !possible.empty()) {  // some may not be possible after the delays chosen
      const std::size_t at = dice() % possible.size();
      next = tree.take(state, possible[at]);
      possible.erase(possible.begin() + static_cast<std::ptrdiff_t>(at));
    }
    if (!next) break;
    state = *next;
    states.push_back(state.value);
  }
  Json result{{"states", std::move(states)}};
  result.update(with_state(simulation, state));
  return result;
}

Json state(Workspace& workspace, const Params& params) {
  Simulation& simulation = workspace.simulation(params);
  return with_state(simulation, state_in(simulation, params, "state"));
}

Json undo_step(Workspace& workspace, const Params& params) {
  Simulation& simulation = workspace.simulation(params);
  const std::optional<TreeState> before = simulation.tree->parent(state_in(simulation, params, "state"));
  if (!before) throw RpcError(ErrorCode::impossible, "nothing comes before the initial state");
  return with_state(simulation, *before);
}

Json go_to(Workspace& workspace, const Params& params) {
  Simulation& simulation = workspace.simulation(params);
  const TreeState from = state_in(simulation, params, "state");
  const auto most = static_cast<std::int64_t>(simulation.tree->depth(from));
  const auto depth = static_cast<std::size_t>(params.number("depth", 0, most));
  return with_state(simulation, simulation.tree->ancestor(from, depth));
}

Json path(Workspace& workspace, const Params& params) {
  Simulation& simulation = workspace.simulation(params);
  const StateTree& tree = *simulation.tree;
  const TreeState last = state_in(simulation, params, "state");
  const std::vector<TreeState> all = tree.path(last);
  const auto total = static_cast<std::int64_t>(all.size());
  const std::int64_t from = params.number("from", 0, total, 0);
  const std::int64_t count = params.number("count", 0, largest_page, largest_page);
  std::optional<Trace> run;
  if (tree.knows_delays()) run = tree.trace(last);
  const ProcessNumbers processes(simulation.model->model());
  Json states = Json::array();
  for (std::int64_t i = from; i < std::min(total, from + count); ++i) {
    check_limits();
    states.push_back(tree_state_json(tree, processes, all[static_cast<std::size_t>(i)], run ? &*run : nullptr));
  }
  return {{"total", total}, {"states", std::move(states)}};
}

Json evaluate(Workspace& workspace, const Params& params) {
  Simulation& simulation = workspace.simulation(params);
  const TreeState here = state_in(simulation, params, "state");
  Model& model = simulation.model->model();
  try {
    return {{"value", simulation.tree->evaluate(here, model, params.text("expression"))}};
  } catch (const ModelError& error) {
    throw model_error(model.document->sources, error.diagnostics(), "this has no value");
  }
}

Json close_simulation(Workspace& workspace, const Params& params) {
  workspace.simulation(params);
  workspace.simulations.erase(params.text("simulation"));
  return nullptr;
}

}  // namespace

TreeState state_in(const Simulation& simulation, const Params& params, const char* member) {
  const TreeState state{static_cast<std::uint32_t>(params.number(member, 0, INT32_MAX))};
  if (!simulation.tree->contains(state))
    throw RpcError(ErrorCode::not_found, "no state " + std::to_string(state.value) + " in this simulation");
  return state;
}

Json started(Workspace& workspace, std::shared_ptr<ModelVersion> version) {
  if (workspace.simulations.size() >= most_simulations)
    throw RpcError(ErrorCode::limit, "too many simulations are open");
  const std::string id = "s" + std::to_string(workspace.simulation_count + 1);
  Simulation& simulation = workspace.simulations[id];
  try {
    simulation.model = version;
    simulation.tree = make_tree(*version);
  } catch (...) {
    workspace.simulations.erase(id);
    throw;
  }
  ++workspace.simulation_count;
  const Model& model = version->model();
  return {{"simulation", id},
          {"model", version->id},
          {"version", version->version},
          {"knows_delays", simulation.tree->knows_delays()},
          {"processes", process_list(model)},
          {"variables", variable_list(*simulation.tree)},
          {"clocks", simulation.tree->clocks()},
          {"state", tree_state_json(*simulation.tree, ProcessNumbers(model), StateTree::root())}};
}

std::vector<Method> simulate_methods() {
  return {{"simulate/start", start},       {"simulate/moves", moves},
          {"simulate/step", step},         {"simulate/random", random},
          {"simulate/state", state},       {"simulate/undo", undo_step},
          {"simulate/goto", go_to},        {"simulate/path", path},
          {"simulate/evaluate", evaluate}, {"simulate/close", close_simulation}};
}

}  // namespace orbita::bridge
