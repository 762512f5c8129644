#include "engine/verify/dump.h"

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "parser/file_io.h"
#include "parser/work_limits.h"

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

// Locations and variables.
Json discrete_json(const Network& network, std::span<const std::int32_t> row) {
  Json state = {{"loc", Json::object()}, {"var", Json::object()}};
  for (std::uint32_t p = 0; p < network.processes.size(); ++p) {
    const NetProcess& process = network.processes[p];
    state["loc"][process.name] = process.locations[static_cast<std::size_t>(row[p])].name;
  }
  for (std::uint32_t s = 0; s < network.slots.size(); ++s) {
    state["var"][network.slots[s].name] = row[network.slot_value(s)];
  }
  return state;
}

class Dump {
 public:
  Dump(const std::string& path, Graph& graph) : file_(path), graph_(graph), row_(graph.network().value_count()) {}

  void every_state(const Passed& passed) {
    passed.for_each([&](NodeId n) {
      Json state = discrete(passed[n].discrete);
      state["zone"] =
          zone_json(graph_.network(), graph_.shape(passed[n].discrete), graph_.zones().zone(passed[n].zone));
      write(state);
    });
  }

  void every_discrete_state(const Passed& passed) {
    std::vector<std::uint32_t> zones(graph_.states().size(), 0);
    passed.for_each([&](NodeId n) { ++zones[passed[n].discrete.value]; });
    for (std::uint32_t d = 0; d < zones.size(); ++d) {
      if (zones[d] == 0) continue;
      Json state = discrete(StateId{d});
      state["zones"] = zones[d];
      write(state);
    }
  }

  int finish() {
    flush();
    return file_.sync_and_close(false);
  }

 private:
  static constexpr std::size_t buffer_size = 1 << 16;

  Json discrete(StateId number) {
    graph_.values(number, row_);
    return discrete_json(graph_.network(), row_);
  }
  void write(const Json& state) {
    check_limits();
    text_ += state.dump();
    text_ += '\n';
    if (text_.size() >= buffer_size) flush();
  }
  void flush() {
    file_.write(text_);
    text_.clear();
  }

  OutputFile file_;
  Graph& graph_;
  std::vector<std::int32_t> row_;
  std::string text_;
};

}  // namespace

void dump_states(const std::string& path, DumpContent content, Graph& graph, const Passed& passed) {
  Dump dump(path, graph);
  if (content == DumpContent::full) dump.every_state(passed);
  else dump.every_discrete_state(passed);
  if (dump.finish() != 0) throw std::invalid_argument("cannot write states to " + path);
}

}  // namespace orbita
