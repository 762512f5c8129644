// States, moves and edges of simulations and traces as JSON (docs/gui-bridge.md, "Words").
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "engine/trace/state_tree.h"
#include "report/json.h"

namespace orbita::bridge {

// Positions of processes by name.
class ProcessNumbers {
 public:
  explicit ProcessNumbers(const Model& model);
  Json edge(const TraceEdge& edge) const;
  Json edges(const std::vector<TraceEdge>& edges) const;
  // The channel instance of a transition; null for an internal one.
  static Json channel(const std::vector<TraceEdge>& edges);

 private:
  const Model& model_;
  std::unordered_map<std::string, std::uint32_t> numbers_;
};

Json process_list(const Model& model);
Json variable_list(const StateTree& tree);
Json range_json(const DelayRange& range);
Json move_json(const ProcessNumbers& processes, const SimulatorMove& move, std::size_t number);
// `run` is a concrete one to the state, or longer: its values after the state's depth are taken. nullptr: not known.
Json tree_state_json(const StateTree& tree, const ProcessNumbers& processes, TreeState state, const Trace* run);
// With a run made for it.
Json tree_state_json(const StateTree& tree, const ProcessNumbers& processes, TreeState state);

}  // namespace orbita::bridge
