#include "engine/counted/elements.h"

#include <algorithm>
#include <cassert>
#include <map>
#include <utility>

namespace orbita {

namespace {

// Cells of one kind, one for each element: the same family and position.
struct CellKind {
  bool is_process = false;
  std::uint32_t family = 0, position = 0;
  friend auto operator<=>(const CellKind&, const CellKind&) = default;
};

// Numbers the kinds of each set (and those outside all sets) by family and position.
class KindNumbers {
 public:
  void add(std::uint32_t set, const CellKind& kind) { kinds_[set][kind] = 0; }
  void number() {
    for (auto& [set, kinds] : kinds_) {
      std::uint32_t next = 0;
      for (auto& [kind, number] : kinds) number = next++;
    }
  }
  std::uint32_t of(std::uint32_t set, const CellKind& kind) { return kinds_[set].at(kind); }
  std::uint32_t count(std::uint32_t set) { return static_cast<std::uint32_t>(kinds_[set].size()); }

 private:
  std::map<std::uint32_t, std::map<CellKind, std::uint32_t>> kinds_;
};

std::uint32_t set_of(const std::vector<ScalarIndex>& indices) {
  return indices.empty() ? none : indices.front().set.value;
}

std::uint32_t element_of(const std::vector<ScalarIndex>& indices) {
  return indices.empty() ? 0 : static_cast<std::uint32_t>(indices.front().element);
}

// What a variable holds that names some element, or nobody: no model has such numbers.
constexpr std::int32_t some_element = INT32_MIN, nobody_at_all = INT32_MIN + 1;

bool is_one_cell(const std::vector<std::uint32_t>& cells) {
  return std::all_of(cells.begin(), cells.end(), [&](std::uint32_t cell) { return cell == cells.front(); });
}

}  // namespace

ElementLayout::ElementLayout(const Network& network) {
  const auto refuse = [&](const std::string& why) {
    if (problem_.empty()) problem_ = why;
  };
  for (const NetScalarSet& set : network.sets) {
    if (set.process != none) refuse(set.name + " is declared in a template, where every process has a set of its own");
    if (!set.pinned.empty() || !is_one_cell(set.cells)) refuse("some elements of " + set.name + " are never exchanged");
    sets_.push_back({});
    sets_.back().count = static_cast<std::uint32_t>(std::max(set.count, 0));
  }
  const auto process_count = static_cast<std::uint32_t>(network.processes.size());
  const auto kind_of = [&](std::uint32_t v) {
    if (v < process_count)
      return CellKind{true, network.processes[ProcessId{v}].family, network.processes[ProcessId{v}].position};
    const Slot& slot = network.slots[network.slot_at(v)];
    return CellKind{false, slot.family, slot.position};
  };
  const auto indices_of = [&](std::uint32_t v) -> const std::vector<ScalarIndex>& {
    return v < process_count ? network.processes[ProcessId{v}].indices : network.slots[network.slot_at(v)].indices;
  };
  const auto name_of = [&](std::uint32_t v) -> const std::string& {
    return v < process_count ? network.processes[ProcessId{v}].name : network.slots[network.slot_at(v)].name;
  };

  KindNumbers cells, processes, clocks;
  for (std::uint32_t v = 0; v < network.value_count(); ++v) {
    const std::vector<ScalarIndex>& indices = indices_of(v);
    if (indices.size() > 1) {
      refuse(name_of(v) + " belongs to two elements");
      return;
    }
    const bool names = v >= process_count && network.slots[network.slot_at(v)].value_set != none;
    if (names && !indices.empty()) {
      refuse(name_of(v) + " is an element kept inside an element");
      return;
    }
    cells.add(set_of(indices), kind_of(v));
    if (v < process_count && !indices.empty()) processes.add(set_of(indices), kind_of(v));
  }
  for (const NetClockId x : network.proper_clocks()) {
    const Clock& clock = network.clocks[x];
    if (clock.indices.size() > 1) {
      refuse(clock.name + " belongs to two elements");
      return;
    }
    clocks.add(set_of(clock.indices), {false, clock.family, clock.position});
  }
  cells.number();
  processes.number();
  clocks.number();

  for (std::uint32_t s = 0; s < sets_.size(); ++s) {
    sets_[s].cells = cells.count(s);
    sets_[s].kinds = processes.count(s);
    sets_[s].clocks = clocks.count(s);
    sets_[s].at.assign(std::size_t{sets_[s].count} * sets_[s].cells, none);
    sets_[s].processes.assign(std::size_t{sets_[s].count} * sets_[s].kinds, none);
  }
  processes_.resize(process_count);
  for (std::uint32_t v = 0; v < network.value_count(); ++v) {
    const std::uint32_t s = set_of(indices_of(v)), e = element_of(indices_of(v));
    if (s == none) {
      const bool names = v >= process_count && network.slots[network.slot_at(v)].value_set != none;
      const std::uint32_t named = names ? network.slots[network.slot_at(v)].value_set.value : std::uint32_t{none};
      shared_.push_back(v);
      const ElementCode code = names ? network.slots[network.slot_at(v)].code : ElementCode{};
      shared_set_.push_back(named);
      shared_code_.push_back(code);
      if (names) {
        sets_[named].namers.push_back(v);
        sets_[named].codes.push_back(code);
      }
      if (v < process_count) {
        processes_[v] = {none, 0, static_cast<std::uint32_t>(free_processes_.size())};
        free_processes_.push_back(v);
      }
      continue;
    }
    sets_[s].at[std::size_t{e} * sets_[s].cells + cells.of(s, kind_of(v))] = v;
    if (v < process_count) {
      const std::uint32_t kind = processes.of(s, kind_of(v));
      processes_[v] = {s, e, kind};
      sets_[s].processes[std::size_t{e} * sets_[s].kinds + kind] = v;
    }
  }
  free_clocks_ = clocks.count(none);
  clocks_.resize(network.clocks.size());
  for (const NetClockId x : network.proper_clocks()) {
    const Clock& clock = network.clocks[x];
    const std::uint32_t s = set_of(clock.indices);
    clocks_[x] = {s, element_of(clock.indices), clocks.of(s, {false, clock.family, clock.position})};
  }
  for (const Set& set : sets_) {
    const bool whole = std::find(set.at.begin(), set.at.end(), none) == set.at.end() &&
                       std::find(set.processes.begin(), set.processes.end(), none) == set.processes.end();
    if (!whole) refuse("not every element has the same variables and processes");
  }
}

TakenApart ElementLayout::take_apart(std::span<const std::int32_t> row) const {
  TakenApart result;
  for (std::size_t i = 0; i < shared_.size(); ++i) {
    const std::int32_t value = row[shared_[i]];
    const std::uint32_t set = shared_set_[i];
    const ElementCode& code = shared_code_[i];
    if (set == none) result.shared.push_back(value);
    else if (code.element_of(value) < sets_[set].count) result.shared.push_back(some_element);
    else result.shared.push_back(value == code.nobody ? nobody_at_all : value);
  }
  result.keys.resize(sets_.size());
  for (std::uint32_t s = 0; s < sets_.size(); ++s) {
    const Set& set = sets_[s];
    for (std::uint32_t e = 0; e < set.count; ++e) {
      Values& key = result.keys[s].emplace_back();
      key.push_back(static_cast<std::int32_t>(s));
      for (std::uint32_t c = 0; c < set.cells; ++c) key.push_back(row[set.at[std::size_t{e} * set.cells + c]]);
      for (std::size_t n = 0; n < set.namers.size(); ++n)
        key.push_back(set.codes[n].element_of(row[set.namers[n]]) == e ? 1 : 0);
    }
  }
  return result;
}

Values ElementLayout::put_together(const Values& shared, const std::vector<std::vector<const Values*>>& keys) const {
  std::size_t size = shared_.size();
  for (const Set& set : sets_) size += set.at.size();
  Values row(size);
  for (std::size_t i = 0; i < shared_.size(); ++i) {
    const std::uint32_t set = shared_set_[i];
    const bool is_plain = set == none || (shared[i] != some_element && shared[i] != nobody_at_all);
    row[shared_[i]] = is_plain ? shared[i] : shared_code_[i].nobody;  // elements are put in below
  }
  for (std::uint32_t s = 0; s < sets_.size(); ++s) {
    const Set& set = sets_[s];
    assert(keys[s].size() == set.count);
    for (std::uint32_t e = 0; e < set.count; ++e) {
      const Values& key = *keys[s][e];
      for (std::uint32_t c = 0; c < set.cells; ++c) row[set.at[std::size_t{e} * set.cells + c]] = key[1 + c];
      for (std::size_t n = 0; n < set.namers.size(); ++n) {
        if (key[1 + set.cells + n] != 0) row[set.namers[n]] = set.codes[n].value_of(static_cast<std::int32_t>(e));
      }
    }
  }
  return row;
}

ProcessId ElementLayout::process_of(const Owner& owner) const {
  if (owner.set == none) return ProcessId{free_processes_[owner.kind]};
  const Set& set = sets_[owner.set];
  return ProcessId{set.processes[std::size_t{owner.element} * set.kinds + owner.kind]};
}

bool ElementLayout::has_structure_of(const ElementLayout& other) const {
  if (sets_.size() != other.sets_.size() || shared_.size() != other.shared_.size() ||
      free_processes_.size() != other.free_processes_.size() || free_clocks_ != other.free_clocks_) {
    return false;
  }
  for (std::size_t s = 0; s < sets_.size(); ++s) {
    const Set &mine = sets_[s], &theirs = other.sets_[s];
    // Sets without elements have no cells.
    if (mine.count == 0 || theirs.count == 0) continue;
    if (mine.cells != theirs.cells || mine.kinds != theirs.kinds || mine.clocks != theirs.clocks ||
        mine.namers.size() != theirs.namers.size()) {
      return false;
    }
  }
  return true;
}

}  // namespace orbita
