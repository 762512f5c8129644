#include "engine/exchange/id_classes.h"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include "parser/concrete.h"
#include "parser/interpreter/elaborate.h"

namespace orbita::exchange {

namespace {

struct Range {
  std::int32_t low = 0, high = 0;
  friend auto operator<=>(const Range&, const Range&) = default;
};

// `outer` is `inner`, or has one number more at one end.
bool holds(const Range& outer, const Range& inner) {
  const std::int64_t below = std::int64_t{inner.low} - outer.low, above = std::int64_t{outer.high} - inner.high;
  return below >= 0 && above >= 0 && below + above <= 1;
}

class ClassFinder {
 public:
  explicit ClassFinder(const Network& network) : network_(network), model_(*network.model) {}

  IdClasses find() {
    for (const NetScalarSet& set : network_.sets) {
      std::vector<std::uint32_t> cells(static_cast<std::size_t>(std::max(set.count, 0)));
      std::uint32_t next = 1;
      for (const std::int32_t element : set.pinned) cells[static_cast<std::size_t>(element)] = next++;
      result_.layout.sets.push_back({set.name, set.count, set.process == none, std::move(cells)});
    }
    find_ranges();
    for (const ProcessId p : network_.processes.ids()) place_process(p);
    place_slots();
    place_clocks();
    place_channels();
    return std::move(result_);
  }

 private:
  void find_ranges() {
    for (const auto& set : model_.process_sets) {
      for (std::size_t k = 0; k < set->types.size(); ++k) {
        const ConcreteType& type = *set->types[k];
        if (type.kind != TypeKind::integer || type.high <= type.low) continue;
        const Range range{type.low, type.high};
        const auto number = static_cast<std::uint32_t>(result_.layout.sets.size());
        if (!classes_.try_emplace(range, SetId{number}).second) continue;
        const std::string name = "int[" + std::to_string(range.low) + "," + std::to_string(range.high) + "]";
        result_.layout.sets.push_back({name, range.high - range.low + 1, true, {}});
      }
    }
  }

  // The class with exactly these ids, or with one less.
  std::optional<std::pair<Range, SetId>> class_of(const Range& range) const {
    if (const auto same = classes_.find(range); same != classes_.end()) return *same;
    std::optional<std::pair<Range, SetId>> found;
    for (const auto& known : classes_) {
      if (!holds(range, known.first)) continue;
      if (found) return std::nullopt;  // either could be meant
      found = known;
    }
    return found;
  }

  // What an object's owner contributes: moving indices, and plain numbers.
  struct Owner {
    std::vector<CellIndex> indices;
    std::vector<std::uint32_t> plain;
  };

  void place_process(ProcessId p) {
    Owner owner;
    const NetProcess& process = network_.processes[p];
    for (const ScalarIndex& i : process.indices) owner.indices.push_back({i.set, i.element});
    const Process& tree = *process.origin;
    if (tree.set != nullptr) {
      for (std::size_t k = 0; k < tree.indices.size(); ++k) {
        const ConcreteType& type = *tree.set->types[k];
        const auto known = classes_.find({type.low, type.high});
        if (type.kind == TypeKind::scalar) continue;
        if (type.kind == TypeKind::integer && known != classes_.end())
          owner.indices.push_back({known->second, tree.indices[k] - type.low});
        else owner.plain.push_back(static_cast<std::uint32_t>(tree.indices[k]));
      }
    }
    result_.layout.values.push_back(
        {process.family, position(process.family, owner.plain), owner.indices, no_set, true, {}});
    owners_.push_back(std::move(owner));
  }

  std::uint32_t position(std::uint32_t family, const std::vector<std::uint32_t>& plain) {
    auto& known = positions_[family];
    return known.try_emplace(plain, static_cast<std::uint32_t>(known.size())).first->second;
  }

  // Walks to the cell at `offset` of an object; `leaf` is its type.
  // Indices in scalarsets are those the network knows, but for channels, of which it says nothing.
  void walk(const ConcreteType& type, std::uint32_t offset, Owner& path, const ConcreteType*& leaf,
            bool is_channel = false) const {
    if (type.kind == TypeKind::structure) {
      for (std::size_t f = type.fields.size(); f-- > 0;) {
        if (offset < type.fields[f].offset) continue;
        path.plain.push_back(static_cast<std::uint32_t>(f));
        return walk(*type.fields[f].type, offset - type.fields[f].offset, path, leaf, is_channel);
      }
    }
    if (type.kind != TypeKind::array) {
      leaf = &type;
      return;
    }
    const std::uint32_t at = offset / type.element->cells;
    if (type.index_set == nullptr) {
      const auto index = static_cast<std::int32_t>(at) + type.first_index;
      const auto ids = class_of({type.first_index, type.first_index + static_cast<std::int32_t>(type.count) - 1});
      if (ids && index >= ids->first.low && index <= ids->first.high)
        path.indices.push_back({ids->second, index - ids->first.low});
      else path.plain.push_back(at);
    } else if (is_channel) {
      path.indices.push_back({global_set(*type.index_set), static_cast<std::int32_t>(at)});
    }
    walk(*type.element, offset % type.element->cells, path, leaf, is_channel);
  }

  SetId global_set(const ScalarSet& set) const {
    for (std::uint32_t s = 0; s < network_.sets.size(); ++s) {
      if (network_.sets[s].origin.value == set.id && network_.sets[s].process == none) return SetId{s};
    }
    return no_set;
  }

  const ConcreteType* type_of(const Symbol& symbol, ProcessId process) {
    if (process == none) {
      const auto global = model_.global_index.find(&symbol);
      return global == model_.global_index.end() ? nullptr : model_.globals[global->second].type;
    }
    const Process& tree = model_.processes[process.value];
    for (const Argument& argument : tree.arguments) {
      if (argument.parameter == &symbol) return argument.type;
    }
    auto& locals = locals_[process];
    if (locals.empty()) {
      for (const LocalObject& local : elaborate_locals(model_, tree)) locals.emplace(local.symbol, local.type);
    }
    const auto local = locals.find(&symbol);
    return local == locals.end() ? nullptr : local->second;
  }

  // The cell of an object; scalar indices are those the network knows.
  Cell cell_of(std::uint32_t family, const Symbol* symbol, ProcessId process, std::uint32_t cell,
               const std::vector<ScalarIndex>& scalars, const ConcreteType*& leaf) {
    Owner path;
    for (const ScalarIndex& i : scalars) path.indices.push_back({i.set, i.element});
    if (process != none) {
      const Owner& owner = owners_[process];
      for (const CellIndex& i : owner.indices) {
        if (i.set.value >= network_.sets.size()) path.indices.push_back(i);
      }
      path.plain = owner.plain;
    }
    const ConcreteType* type = symbol == nullptr ? nullptr : type_of(*symbol, process);
    if (type != nullptr) walk(*type, cell, path, leaf);
    return {family, position(family, path.plain), std::move(path.indices), no_set, false, {}};
  }

  void place_slots() {
    for (const Slot& slot : network_.slots) {
      const ConcreteType* leaf = nullptr;
      Cell cell = cell_of(slot.family, slot.symbol, slot.process, slot.cell, slot.indices, leaf);
      if (slot.value_set != none) {
        cell.value_set = slot.value_set;
        cell.code = network_.set(slot.value_set).code;
      } else if (leaf != nullptr && leaf->kind == TypeKind::integer) {
        if (const auto ids = class_of({leaf->low, leaf->high})) {
          cell.value_set = ids->second;
          cell.code = {ids->first.low, leaf->high > ids->first.high ? leaf->high : ids->first.low - 1};
        }
      }
      result_.layout.values.push_back(std::move(cell));
    }
  }

  void place_clocks() {
    for (const Clock& clock : network_.clocks) {
      const ConcreteType* leaf = nullptr;
      result_.layout.clocks.push_back(
          cell_of(clock.family, clock.symbol, clock.process, clock.cell, clock.indices, leaf));
    }
  }

  // Channels are numbered in the order of their objects: globals, then what belongs to processes.
  void place_channels() {
    std::uint32_t object = 0;
    const auto add = [&](const ConcreteType& type, const Owner& owner) {
      ++object;
      for (std::uint32_t cell = 0; cell < type.cells && result_.channels.size() < network_.channels.size(); ++cell) {
        Owner path = owner;
        const ConcreteType* leaf = nullptr;
        walk(type, cell, path, leaf, true);
        if (leaf == nullptr || leaf->kind != TypeKind::channel) continue;
        result_.channels.push_back({network_.family_count + object, 0, std::move(path.indices), no_set, false, {}});
        result_.channels.back().position = position(network_.family_count + object, path.plain);
      }
    };
    for (const GlobalObject& global : model_.globals) {
      if (mentions_channels(*global.type)) add(*global.type, {});
    }
    // Channels of processes, if there are any, stay where they are.
    while (result_.channels.size() < network_.channels.size())
      result_.channels.push_back({network_.family_count + ++object, 0, {}, no_set, false, {}});
  }

  static bool mentions_channels(const ConcreteType& type) {
    if (type.kind == TypeKind::array) return mentions_channels(*type.element);
    if (type.kind != TypeKind::structure) return type.kind == TypeKind::channel;
    return std::any_of(type.fields.begin(), type.fields.end(),
                       [](const auto& field) { return mentions_channels(*field.type); });
  }

  const Network& network_;
  const Model& model_;
  IdClasses result_;
  std::map<Range, SetId> classes_;
  IdVector<ProcessId, Owner> owners_;
  std::map<std::uint32_t, std::map<std::vector<std::uint32_t>, std::uint32_t>> positions_;
  std::map<ProcessId, std::map<const Symbol*, const ConcreteType*>> locals_;
};

}  // namespace

bool IdClasses::empty() const {
  return std::none_of(layout.sets.begin(), layout.sets.end(),
                      [](const LayoutSet& set) { return set.reduced && set.count > 1; });
}

IdClasses find_id_classes(const Network& network) { return ClassFinder(network).find(); }

}  // namespace orbita::exchange
