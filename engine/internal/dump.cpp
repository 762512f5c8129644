#include "engine/internal/dump.h"

#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace orbita {

namespace {

using Json = nlohmann::ordered_json;

Json zone_json(const Network& network, const Shape& shape, ConstMatrix zone) {
  const auto name = [&](std::uint32_t k) -> const std::string& {
    return network.clocks[k == 0 ? 0 : shape.clocks[k - 1]].name;
  };
  Json result = Json::array();
  for (std::uint32_t i = 0; i < zone.dimension; ++i) {
    for (std::uint32_t j = 0; j < zone.dimension; ++j) {
      const Bound bound{zone.row(i)[j]};
      if (i == j || bound.is_infinite()) continue;
      result.push_back({name(i), name(j), bound.is_weak() ? "<=" : "<", bound.value()});
    }
  }
  return result;
}

}  // namespace

void dump_states(const std::string& path, Graph& graph, const Passed& passed) {
  const Network& network = graph.network();
  std::ofstream out(path);
  std::vector<std::int32_t> row(network.value_count());
  passed.for_each([&](std::uint32_t n) {
    graph.values(passed[n].discrete, row);
    Json state = {{"loc", Json::object()}, {"var", Json::object()}};
    for (std::uint32_t p = 0; p < network.processes.size(); ++p) {
      const NetProcess& process = network.processes[p];
      state["loc"][process.name] = process.locations[static_cast<std::size_t>(row[p])].name;
    }
    for (std::uint32_t s = 0; s < network.slots.size(); ++s) {
      state["var"][network.slots[s].name] = row[network.slot_value(s)];
    }
    state["zone"] = zone_json(network, graph.shape(passed[n].discrete), graph.zones().zone(passed[n].zone));
    out << state.dump() << '\n';
  });
  out.flush();
  if (!out) throw std::invalid_argument("cannot write states to " + path);
}

}  // namespace orbita
