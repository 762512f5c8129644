#include "report/explain.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <span>

#include "engine/compile/compile.h"
#include "engine/detect/detected.h"
#include "engine/interpolation/arithmetic_ids.h"
#include "engine/space/symmetry_plan.h"
#include "report/diagnostics.h"

namespace orbita {

namespace {

std::string slot_type_text(const Slot& slot, const Network& network) {
  if (slot.value_set != none) return network.set(slot.value_set).name;
  return "int[" + std::to_string(slot.low) + "," + std::to_string(slot.high) + "]";
}

Json scalarsets_json(const SymmetryModel& symmetry, const Network& network, const Sources& sources) {
  Json result = Json::array();
  for (const NetScalarSet& set : network.sets) {
    if (set.detected) continue;
    Json problems = Json::array();
    bool reduced = set.process == none;
    for (const SymmetryViolation& v : symmetry.violations()) {
      if (v.set != set.origin) continue;
      reduced = reduced && !blocks_reduction(v);
      problems.push_back(to_json(sources, symmetry.diagnostic(v)));
    }
    std::uint64_t cells = 0, clocks = 0, processes = 0;
    const auto belongs = [&](const std::vector<ScalarIndex>& indices) {
      for (const ScalarIndex& i : indices) {
        if (&network.set(i.set) == &set && i.element == 0) return true;
      }
      return false;
    };
    for (const Slot& slot : network.slots) cells += belongs(slot.indices) ? 1 : 0;
    for (const Clock& clock : network.clocks) clocks += belongs(clock.indices) ? 1 : 0;
    for (const NetProcess& process : network.processes) processes += belongs(process.indices) ? 1 : 0;
    result.push_back({{"name", set.name},
                      {"size", set.count},
                      {"reduced", reduced},
                      {"owner", set.process == none ? "" : network.processes[set.process].name},
                      {"substate", {{"processes", processes}, {"variables", cells}, {"clocks", clocks}}},
                      {"violations", problems}});
  }
  return result;
}

// Of the ring that the set is part of; 1: there is none.
std::size_t rotations_of(const DetectedSymmetry& detected, SetId set) {
  const auto& found = detected.rings();
  const auto is_turned = [&](const detection::Ring& ring) { return ring.set == set; };
  return found && std::ranges::any_of(found->rings, is_turned) ? found->order() : 1;
}

// What was found in a model that does not declare it, and what keeps the rest apart.
Json detected_json(const DetectedSymmetry& detected, const Network& network) {
  Json result = Json::array();
  for (const DetectedSymmetry::Set& set : detected.sets()) {
    const detection::Placement& placement = detected.placement();
    const detection::PlacedSet& placed = placement.sets[set.set.value - placement.first_set];
    std::map<std::uint32_t, Json> cells;
    for (std::size_t e = 0; e < set.cells.size(); ++e) {
      if (!placed.labels[e].empty()) cells[set.cells[e]].push_back(placed.labels[e]);
    }
    Json partition = Json::array(), holders = Json::array(), apart = Json::array();
    for (const auto& [number, cell] : cells) partition.push_back(cell);
    for (const SlotId s : network.slots.ids()) {
      if (placement.contents[s.value].set == set.set) holders.push_back(network.slots[s].name);
    }
    for (const detection::GateResult& pair : set.refused) {
      Json reasons = Json::array();
      for (const detection::Obstacle& obstacle : pair.obstacles) reasons.push_back(obstacle.text);
      apart.push_back({{"first", placed.labels[static_cast<std::size_t>(pair.first)]},
                       {"second", placed.labels[static_cast<std::size_t>(pair.second)]},
                       {"reasons", reasons}});
    }
    Json moved = Json::array();
    for (const ProcessId p : network.processes.ids()) {
      for (const ScalarIndex& i : placement.processes[p.value].indices) {
        if (i.set != set.set) continue;
        moved.push_back(
            {{"name", network.processes[p].name}, {"cell", set.cells[static_cast<std::size_t>(i.element)]}});
        break;
      }
    }
    result.push_back({{"name", placed.name},
                      {"cells", partition},
                      {"held_by", holders},
                      {"rotations", rotations_of(detected, set.set)},
                      {"processes", moved},
                      {"apart", apart},
                      {"note", set.note},
                      {"hints", detected.hints(set)}});
  }
  return result;
}

// Whether one of the sets found lets all of these processes be exchanged.
bool are_interchangeable(const DetectedSymmetry& detected, const Network& network,
                         std::span<const std::uint32_t> processes) {
  for (const DetectedSymmetry::Set& set : detected.sets()) {
    std::set<std::uint32_t> cells;
    std::size_t met = 0;
    for (const std::uint32_t p : processes) {
      for (const ScalarIndex& index : network.processes[ProcessId{p}].indices) {
        if (index.set != set.set) continue;
        cells.insert(set.cells[static_cast<std::size_t>(index.element)]);
        ++met;
      }
    }
    if (met == processes.size() && cells.size() == 1) return true;
  }
  return false;
}

// Which engine may do better than orbits, and why.
Json advice_json(const Network& network, const DetectedSymmetry& detected, const Sources& sources) {
  Json result = Json::array();
  const interpolation::Cast cast(network);
  for (const interpolation::ArithmeticId& id : interpolation::ids_in_arithmetic(cast)) {
    if (are_interchangeable(detected, network, cast.members(id.role))) continue;
    const Position at = sources.locate(id.span);
    result.push_back({{"engine", "interpolation"},
                      {"message", "processes of " + std::string(id.templ->name) + " differ in " +
                                      std::string(id.parameter->name) + ", which enters arithmetic"},
                      {"file", sources[id.span.block].file},
                      {"line", at.line},
                      {"column", at.column}});
  }
  return result;
}

// As for a query that tells nothing apart.
SymmetryPlan plan_of(const Network& network, const SymmetryModel& symmetry, DetectedSymmetry& detected) {
  SymmetryPlan plan =
      plan_symmetry(network, SymmetryChoice::automatic, symmetry.blocked(), network.resets_to_zero_only, false);
  use_rotations(plan, network, detected.use_for({}, {}, true).rotations);
  return plan;
}

Json network_json(const SymmetryModel& symmetry, const Network& network, DetectedSymmetry& detected,
                  const Sources& sources) {
  Json processes = Json::array(), variables = Json::array(), clocks = Json::array(), channels = Json::array();
  for (const NetProcess& process : network.processes) {
    Json locations = Json::array();
    for (const NetLocation& location : process.locations) locations.push_back(location.name);
    std::size_t edges = 0;
    for (const NetLocation& location : process.locations) edges += location.edges.size();
    processes.push_back({{"name", process.name},
                         {"template", process.origin->templ->name},
                         {"locations", locations},
                         {"edges", edges},
                         {"priority", process.priority}});
  }
  for (const Slot& slot : network.slots) {
    variables.push_back({{"name", slot.name},
                         {"type", slot_type_text(slot, network)},
                         {"initial", slot.initial},
                         {"meta", slot.symbol->is_meta}});
  }
  for (const NetClockId x : network.proper_clocks()) clocks.push_back(network.clocks[x].name);
  for (const Channel& channel : network.channels) {
    channels.push_back({{"name", channel.name},
                        {"urgent", channel.urgent},
                        {"broadcast", channel.broadcast},
                        {"priority", channel.priority}});
  }
  const SymmetryPlan plan = plan_of(network, symmetry, detected);
  return {{"processes", processes},
          {"variables", variables},
          {"clocks", clocks},
          {"channels", channels},
          {"scalarsets", scalarsets_json(symmetry, network, sources)},
          {"detected", detected_json(detected, network)},
          {"symmetry", {{"group", plan.group}, {"strategy", plan.strategy}}},
          {"advice", advice_json(network, detected, sources)}};
}

// The names of what is found under each element of the set, by element.
template <class Items>
void add_owned(const Items& items, const NetScalarSet& set, const Network& network, const char* kind, Json& elements) {
  for (const auto& item : items) {
    for (const ScalarIndex& i : item.indices) {
      if (&network.set(i.set) == &set) elements[static_cast<std::size_t>(i.element)][kind].push_back(item.name);
    }
  }
}

Json no_elements(std::size_t count) {
  Json elements = Json::array();
  for (std::size_t e = 0; e < count; ++e)
    elements.push_back({{"processes", Json::array()}, {"variables", Json::array()}, {"clocks", Json::array()}});
  return elements;
}

// The elements that may be exchanged with each other, by cell.
std::vector<std::vector<std::int32_t>> cells_of(const LayoutSet& set) {
  std::map<std::uint32_t, std::vector<std::int32_t>> cells;
  for (std::int32_t e = 0; e < set.count; ++e)
    cells[set.cell_of.empty() ? 0 : set.cell_of[static_cast<std::size_t>(e)]].push_back(e);
  std::vector<std::vector<std::int32_t>> result;
  for (auto& [number, cell] : cells) result.push_back(std::move(cell));
  return result;
}

Json permutations_of(const std::vector<std::vector<std::int32_t>>& cells) {
  constexpr double largest = 1e308;
  double product = 1;
  for (const auto& cell : cells) {
    for (std::size_t n = 2; n <= cell.size(); ++n) product *= static_cast<double>(n);
  }
  return product < largest ? Json(std::round(product)) : Json(nullptr);
}

Json set_json(const SymmetryModel& symmetry, const Network& network, SetId id, const SymmetryPlan& plan,
              const Sources& sources) {
  const NetScalarSet& set = network.set(id);
  const LayoutSet& placed = plan.layout.set(id);
  Json elements = no_elements(static_cast<std::size_t>(set.count)), references = Json::array();
  Json violations = Json::array();
  add_owned(network.processes, set, network, "processes", elements);
  add_owned(network.slots, set, network, "variables", elements);
  add_owned(network.clocks, set, network, "clocks", elements);
  for (const Slot& slot : network.slots) {
    if (slot.value_set == id || slot.bits_of == id) references.push_back(slot.name);
  }
  for (const SymmetryViolation& v : symmetry.violations()) {
    if (!set.detected && v.set == set.origin) violations.push_back(to_json(sources, symmetry.diagnostic(v)));
  }
  const std::vector<std::vector<std::int32_t>> cells = cells_of(placed);
  return {{"name", set.name},
          {"size", set.count},
          {"detected", set.detected},
          {"reduced", placed.reduced && !plan.rotations},
          {"owner", set.process == none ? Json(nullptr) : Json(network.processes[set.process].name)},
          {"cells", cells},
          {"rotations", 1},
          {"permutations", permutations_of(cells)},
          {"elements", std::move(elements)},
          {"references", std::move(references)},
          {"violations", std::move(violations)}};
}

// A ring that is turned: its elements in that order.
Json ring_json(const Network& network, const detection::Placement& placement, const detection::Ring& ring,
               std::uint32_t rotations) {
  Json elements = no_elements(ring.elements.size()), cells = Json::array();
  const auto add = [&](const auto& items, const auto& placed, const char* kind) {
    for (std::size_t n = 0; n < placed.size(); ++n) {
      for (const ScalarIndex& i : placed[n].indices) {
        const auto found = std::ranges::find(ring.elements, i.element);
        if (i.set == ring.set && found != ring.elements.end())
          elements[static_cast<std::size_t>(found - ring.elements.begin())][kind].push_back(
              (items.begin() + static_cast<std::ptrdiff_t>(n))->name);
      }
    }
  };
  add(network.processes, placement.processes, "processes");
  add(network.slots, placement.slots, "variables");
  add(network.clocks, placement.clocks, "clocks");
  Json references = Json::array();
  for (const SlotId s : network.slots.ids()) {
    if (placement.contents[s.value].set == ring.set) references.push_back(network.slots[s].name);
  }
  for (std::size_t i = 0; i < ring.elements.size(); ++i) cells.push_back(Json::array({i}));
  return {{"name", placement.sets[ring.set.value - placement.first_set].name},
          {"size", ring.elements.size()},
          {"detected", true},
          {"reduced", true},
          {"owner", nullptr},
          {"cells", std::move(cells)},
          {"rotations", rotations},
          {"permutations", rotations},
          {"elements", std::move(elements)},
          {"references", std::move(references)},
          {"violations", Json::array()}};
}

bool is_discrete(const LayoutSet& set) {
  return std::ranges::all_of(cells_of(set), [](const auto& cell) { return cell.size() < 2; });
}

}  // namespace

Json explain_json(const Model& model, const SymmetryModel& symmetry, const Sources& sources) {
  const std::unique_ptr<Network> network = compile(model);
  const std::shared_ptr<DetectedSymmetry> detected = DetectedSymmetry::find(*network, true);
  return network_json(symmetry, *network, *detected, sources);
}

Json symmetry_json(const Model& model, const SymmetryModel& symmetry, const Sources& sources) {
  const std::unique_ptr<Network> network = compile(model);
  const std::shared_ptr<DetectedSymmetry> detected = DetectedSymmetry::find(*network);  // adds its sets
  const SymmetryPlan plan = plan_of(*network, symmetry, *detected);
  Json sets = Json::array();
  for (std::uint32_t s = 0; s < network->sets.size(); ++s) {
    const bool says_nothing = network->sets[s].detected && (plan.rotations || is_discrete(plan.layout.sets[s]));
    if (!says_nothing) sets.push_back(set_json(symmetry, *network, SetId{s}, plan, sources));
  }
  if (plan.rotations) {
    for (const detection::Ring& ring : detected->rings()->rings)
      sets.push_back(ring_json(*network, detected->placement(), ring, plan.rotations->order()));
  }
  return {{"group", plan.group}, {"strategy", plan.strategy}, {"note", plan.note}, {"sets", std::move(sets)}};
}

}  // namespace orbita
