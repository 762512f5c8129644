#include "engine/certificate/certificate_sets.h"

#include <algorithm>
#include <map>

#include "symmetry/detect/id_set.h"

namespace orbita {

FlatNumbers::FlatNumbers(const FlatModel& flat, const Network& network)
    : slot(network.slots.size(), no_flat_cell), clock(network.clocks.size(), 0) {
  std::uint32_t clocks = 0;
  for (std::uint32_t cell = 0; cell < flat.layout.cells().size(); ++cell) {
    const LayoutCell& at = flat.layout.cells()[cell];
    const ProcessId process = at.process == no_process ? ProcessId{} : ProcessId{at.process};
    if (flat.slot_of_cell[cell] != no_flat_cell) {
      const SlotId s = network.find_slot(*at.symbol, process, at.offset);
      if (s != none) slot[s] = flat.slot_of_cell[cell];
    } else if (at.type->kind == TypeKind::clock && !at.type->hybrid) {
      ++clocks;
      const NetClockId x = network.find_clock(*at.symbol, process, at.offset);
      if (x != none) clock[x] = clocks;
    }
  }
  std::map<std::string, std::uint32_t> names;
  const FlatJson& channels = flat.document["channels"];
  for (std::uint32_t c = 0; c < channels.size(); ++c) names.emplace(channels[c]["name"].get<std::string>(), c);
  for (const Channel& known : network.channels) {
    const auto found = names.find(known.name);
    channel.push_back(found == names.end() ? no_flat_cell : found->second);
  }
}

CertificateSets::CertificateSets(const FlatModel& flat, const Network& network, const FlatNumbers& numbers,
                                 const SymmetryPlan& plan, const detection::Placement* placement)
    : flat_(flat), layout_(plan.layout), number_of_(plan.layout.sets.size(), no_flat_cell) {
  if (!plan.active) return;
  const IdSets ids(*network.model);
  for (std::uint32_t s = 0; s < layout_.sets.size(); ++s) {
    if (!layout_.sets[s].reduced || layout_.sets[s].count < 2) continue;
    number_of_[s] = static_cast<std::uint32_t>(sets_.size());
    sets_.push_back(SetId{s});
    const bool is_declared = s < network.sets.size() && network.sets[s].origin.value < ids.size();
    const auto known = flat.sets.find(is_declared ? ids[network.sets[s].origin].origin : nullptr);
    declared_as_.push_back(known == flat.sets.end() ? -1 : known->second);
  }
  add_network_cells(network, numbers, placement);
}

template <class Indices>
void CertificateSets::add_cell(char sort, std::uint32_t flat, const std::string& family, const Indices& indices) {
  Cell cell{sort, flat, family, {}};
  for (const auto& index : indices) {
    const std::uint32_t number = index.set.value < number_of_.size() ? number_of_[index.set.value] : no_flat_cell;
    if (number != no_flat_cell) cell.indices.emplace_back(number, index.element);
    else cell.family += "@" + std::to_string(index.set.value) + ":" + std::to_string(index.element);
  }
  if (cell.indices.empty()) return;
  by_place_.emplace(std::pair{sort + cell.family, cell.indices}, cells_.size());
  cells_.push_back(std::move(cell));
}

void CertificateSets::add_network_cells(const Network& network, const FlatNumbers& numbers,
                                        const detection::Placement* placement) {
  const auto family = [](const auto& cell) {
    return std::to_string(cell.family) + "," + std::to_string(cell.position);
  };
  const auto processes = static_cast<std::uint32_t>(network.processes.size());
  for (std::uint32_t p = 0; p < processes; ++p) {
    add_cell('p', p, family(layout_.values[p]), layout_.values[p].indices);
  }
  std::vector<bool> slots(flat_.document["slots"].size(), false), clocks(flat_.document["clocks"].size(), false);
  for (const SlotId s : network.slots.ids()) {
    if (numbers.slot[s] == no_flat_cell) continue;
    const orbita::Cell& at = layout_.values[network.slot_value(s)];
    slots[numbers.slot[s]] = true;
    add_cell('s', numbers.slot[s], family(at), at.indices);
    const bool holds = at.value_set != no_set && number_of_[at.value_set.value] != no_flat_cell;
    if (holds) holders_.push_back({numbers.slot[s], number_of_[at.value_set.value], at.code.base});
  }
  for (const NetClockId x : network.proper_clocks()) {
    if (numbers.clock[x] == 0) continue;
    clocks[numbers.clock[x] - 1] = true;
    add_cell('x', numbers.clock[x], family(layout_.clocks[x.value]), layout_.clocks[x.value].indices);
  }
  if (placement != nullptr && !placement->empty()) {
    for (std::uint32_t c = 0; c < network.channels.size() && c < placement->channels.size(); ++c) {
      if (numbers.channel[c] != no_flat_cell)
        add_cell('c', numbers.channel[c], family(placement->channels[c]), placement->channels[c].indices);
    }
  } else {
    add_declared(flat_.document["channels"], 'c', {});
  }
  add_declared(flat_.document["slots"], 's', slots);
  add_declared(flat_.document["clocks"], 'x', clocks);
}

// Cells that the network does not have: where the model declares them to be.
void CertificateSets::add_declared(const FlatJson& table, char sort, const std::vector<bool>& known) {
  for (std::uint32_t i = 0; i < table.size(); ++i) {
    if (!table[i].contains("indices") || (!known.empty() && known[i])) continue;
    std::vector<CellIndex> indices;
    std::string family = "flat" + table[i]["family"].dump();
    for (const FlatJson& index : table[i]["indices"]) {
      const auto found = std::ranges::find(declared_as_, index[0].get<std::int32_t>());
      if (found == declared_as_.end()) family += "@" + index.dump();
      else indices.push_back({sets_[static_cast<std::size_t>(found - declared_as_.begin())], index[1]});
    }
    add_cell(sort, sort == 'x' ? i + 1 : i, family, indices);
  }
}

std::string CertificateSets::text() const {
  std::string text;
  const auto put = [&](std::int64_t number) { text += ' ' + std::to_string(number); };
  for (const SetId set : sets_) {
    text += 's';
    put(layout_.set(set).count);
    for (const std::uint32_t cell : layout_.set(set).cell_of) put(cell);
    text += '\n';
  }
  std::map<std::pair<std::string, std::vector<std::uint32_t>>, std::vector<std::int64_t>> families;
  for (const Cell& cell : cells_) {
    std::vector<std::uint32_t> sets;
    std::size_t at = 0, size = 1;
    for (const auto& [set, element] : cell.indices) {
      sets.push_back(set);
      const auto count = static_cast<std::size_t>(layout_.set(sets_[set]).count);
      at = at * count + static_cast<std::size_t>(element);
      size *= count;
    }
    std::vector<std::int64_t>& table = families[{std::string(1, cell.sort) + cell.family, sets}];
    table.resize(size, -1);
    table[at] = cell.flat;
  }
  for (const auto& [key, table] : families) {
    text += std::string("f ") + key.first[0];
    for (std::size_t i = 0; i < key.second.size(); ++i) {
      text += (i == 0 ? " " : ",") + std::to_string(key.second[i]);
    }
    for (const std::int64_t cell : table) put(cell);
    text += '\n';
  }
  for (const Holder& holder : holders_) {
    text += 'v';
    for (const std::int64_t part : {std::int64_t{holder.set}, std::int64_t{holder.base}, std::int64_t{holder.slot}})
      put(part);
    text += '\n';
  }
  return text;
}

// The cell that exchanging elements a and b of a set moves this one to; nullptr: there is none.
const CertificateSets::Cell* CertificateSets::image(const Cell& cell, std::uint32_t set, std::int32_t a,
                                                    std::int32_t b) const {
  auto indices = cell.indices;
  for (auto& [s, e] : indices) {
    if (s == set) e = e == a ? b : e == b ? a : e;
  }
  const auto found = by_place_.find({cell.sort + cell.family, indices});
  return found == by_place_.end() ? nullptr : &cells_[found->second];
}

bool CertificateSets::add_swaps(Exchange& exchange) const {
  const auto processes = static_cast<std::uint32_t>(flat_.document["processes"].size());
  for (const Cell& cell : cells_) {
    const auto moves = [&](const auto& index) {
      return index.first == exchange.set && (index.second == exchange.first || index.second == exchange.second);
    };
    if (std::ranges::none_of(cell.indices, moves)) continue;
    const Cell* to = image(cell, exchange.set, exchange.first, exchange.second);
    if (to == nullptr) return false;
    if (to->flat <= cell.flat) continue;
    if (cell.sort == 'p') exchange.values.emplace_back(cell.flat, to->flat);
    if (cell.sort == 's') exchange.values.emplace_back(cell.flat + processes, to->flat + processes);
    if (cell.sort == 'x') exchange.clocks.emplace_back(cell.flat, to->flat);
  }
  for (const Holder& holder : holders_) {
    if (holder.set == exchange.set) exchange.holders.emplace_back(holder.slot + processes, holder.base);
  }
  std::ranges::sort(exchange.holders);
  return true;
}

bool CertificateSets::add_edges(Exchange& exchange) const {
  std::vector<std::uint32_t> process_image(flat_.document["processes"].size());
  for (std::uint32_t p = 0; p < process_image.size(); ++p) process_image[p] = p;
  for (const auto& [a, b] : exchange.values) {
    if (b < process_image.size()) std::swap(process_image[a], process_image[b]);
  }
  for (const FlatEdgeKey& edge : flat_.edges) {
    FlatEdgeKey key = edge;
    key.process = process_image[edge.process];
    const std::vector<std::int64_t> sets = select_sets(flat_, edge);
    for (std::size_t i = 0; i < sets.size(); ++i) {
      if (declared_as_[exchange.set] < 0) return false;  // which selects choose elements is not known
      if (sets[i] == declared_as_[exchange.set]) key.selects[i] = exchange(key.selects[i]);
    }
    const auto found = flat_.edge_number.find(key);
    if (found == flat_.edge_number.end()) return false;
    exchange.edges.push_back(found->second);
  }
  return true;
}

std::vector<Exchange> CertificateSets::exchanges() const {
  std::vector<Exchange> result;
  for (std::uint32_t number = 0; number < sets_.size(); ++number) {
    const LayoutSet& set = layout_.set(sets_[number]);
    for (std::int32_t e = 0; e < set.count; ++e) {
      std::int32_t next = e + 1;
      const auto class_of = [&](std::int32_t i) {
        return set.cell_of.empty() ? 0 : set.cell_of[static_cast<std::size_t>(i)];
      };
      while (next < set.count && class_of(next) != class_of(e)) ++next;
      if (next == set.count) continue;
      Exchange exchange;
      exchange.set = number;
      exchange.first = e;
      exchange.second = next;
      if (add_swaps(exchange) && add_edges(exchange)) result.push_back(std::move(exchange));
    }
  }
  return result;
}

}  // namespace orbita
