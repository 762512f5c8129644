#include "engine/verify/passed_states.h"

#include "parser/work_limits.h"

namespace orbita {

namespace {

// Fills a view from the numbers of a graph; the arrays are used again for the next state.
class StateReader {
 public:
  explicit StateReader(ZoneGraph& graph) : graph_(graph), network_(graph.network()), row_(network_.value_count()) {}

  StateView discrete(StateId state, std::uint32_t zones) {
    graph_.values(state, row_);
    locations_.clear();
    for (const ProcessId p : network_.processes.ids()) {
      const NetProcess& process = network_.processes[p];
      locations_.push_back({process.name, network_.location(row_, p).name});
    }
    variables_.clear();
    for (const SlotId s : network_.slots.ids()) {
      variables_.push_back({network_.slots[s].name, row_[network_.slot_value(s)]});
    }
    return {locations_, variables_, {}, zones};
  }

  StateView with_zone(const SymbolicState& node) {
    StateView view = discrete(node.discrete, 1);
    const Shape shape = graph_.shape(node.discrete);
    const Zone copy = graph_.zones().zone(node.zone);
    const ConstMatrix zone = copy.view();
    const auto name = [&](std::uint32_t k) -> std::string_view { return network_.clocks[shape.clock({k})].name; };
    zone_.clear();
    for (std::uint32_t i = 0; i < zone.dimension; ++i) {
      for (std::uint32_t j = 0; j < zone.dimension; ++j) {
        const Bound bound{zone.row(i)[j]};
        if (i != j && !bound.is_infinite()) zone_.push_back({name(i), name(j), !bound.is_weak(), bound.value()});
      }
    }
    view.zone = zone_;
    return view;
  }

 private:
  ZoneGraph& graph_;
  const Network& network_;
  std::vector<std::int32_t> row_;
  std::vector<StateView::Location> locations_;
  std::vector<StateView::Variable> variables_;
  std::vector<StateView::Difference> zone_;
};

}  // namespace

void PassedStates::for_each(const Visit& visit) const {
  StateReader reader(graph_);
  explorer_.for_each_state([&](const StateSpace&, const SymbolicState& state, const Hit&) {
    check_limits();
    visit(reader.with_zone(state));
  });
}

void PassedStates::for_each_discrete(const Visit& visit) const {
  StateReader reader(graph_);
  std::vector<std::uint32_t> zones(graph_.state_count(), 0);
  explorer_.for_each_state(
      [&](const StateSpace&, const SymbolicState& state, const Hit&) { ++zones[state.discrete.value]; });
  for (std::uint32_t d = 0; d < zones.size(); ++d) {
    if (zones[d] == 0) continue;
    check_limits();
    visit(reader.discrete(StateId{d}, zones[d]));
  }
}

}  // namespace orbita
