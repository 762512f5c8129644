#include "engine/compile/object_table.h"

#include <algorithm>
#include <cassert>

#include "parser/work_limits.h"

namespace orbita {

namespace {

// Strings are constants or live in the frame: none of them becomes a slot.
bool is_data(const ConcreteType& leaf) {
  return leaf.kind == TypeKind::integer || leaf.kind == TypeKind::boolean || leaf.kind == TypeKind::scalar ||
         leaf.kind == TypeKind::string;
}

bool is_constant(const Symbol& symbol) { return symbol.is_const && !symbol.by_reference; }

}  // namespace

// Where the cell being added is. `prefix` is the name so far.
struct ObjectTable::Position {
  const Symbol* symbol = nullptr;
  std::string prefix;
  ProcessId process = none;
  std::uint32_t family = 0;
  std::uint32_t plain = 0;  // position without scalar indices
  std::uint32_t cell = 0;
  std::vector<ScalarIndex> indices;
  const std::vector<std::int32_t>* value = nullptr;
};

ObjectTable::ObjectTable(const Model& model, IdSets ids, Network& network)
    : model_(model),
      ids_(std::move(ids)),
      network_(network),
      global_of_(model.symbols.size(), none),
      local_of_(model.symbols.size(), none) {}

// Types inside `type` are looked up by `inner`.
template <class Counts, class Inner>
static Counts counted(const ConcreteType& type, Inner&& inner) {
  Counts result;
  if (type.kind == TypeKind::array) {
    const Counts element = inner(*type.element);
    for (int s = 0; s < 3; ++s) result.count[s] = element.count[s] * type.count;
  } else if (type.kind == TypeKind::structure) {
    for (const auto& field : type.fields) {
      const Counts part = inner(*field.type);
      for (int s = 0; s < 3; ++s) result.count[s] += part.count[s];
    }
  } else {
    result.count[0] = is_data(type);
    result.count[1] = type.kind == TypeKind::clock && !type.hybrid;
    result.count[2] = type.kind == TypeKind::channel;
  }
  return result;
}

ObjectTable::CellCounts ObjectTable::counts(const ConcreteType& type) const {
  if (const auto known = counts_.find(&type); known != counts_.end()) return known->second;
  return counted<CellCounts>(type, [&](const ConcreteType& part) { return counts(part); });
}

ObjectTable::CellCounts ObjectTable::remember_counts(const ConcreteType& type) {
  if (const auto known = counts_.find(&type); known != counts_.end()) return known->second;
  const auto result = counted<CellCounts>(type, [&](const ConcreteType& part) { return remember_counts(part); });
  return counts_.emplace(&type, result).first->second;
}

std::uint32_t ObjectTable::cells_of(const ConcreteType& type, Sort sort) const {
  return counts(type).count[static_cast<int>(sort)];
}

// Cells that remain when all scalar indices are fixed.
std::uint32_t ObjectTable::plain_cells(const ConcreteType& type) {
  if (type.is_leaf()) return 1;
  const auto known = plain_cells_.find(&type);
  if (known != plain_cells_.end()) return known->second;
  std::uint32_t result = 0;
  if (type.kind == TypeKind::array) {
    result = plain_cells(*type.element) * (ids_.index_set_of(type) != nullptr ? 1 : type.count);
  } else {
    for (const auto& field : type.fields) result += plain_cells(*field.type);
  }
  plain_cells_.emplace(&type, result);
  return result;
}

SetId ObjectTable::net_set(const IdSet& set, ProcessId process, std::int32_t count) {
  const ProcessId owner = set.is_local() ? process : none;
  assert(!set.is_local() || process != none);
  const auto [found, added] =
      sets_.try_emplace({set.index, owner}, SetId{static_cast<std::uint32_t>(network_.sets.size())});
  if (added) {
    std::string name = set.name;
    if (owner != none) name = tree_of(owner).name + "." + name;
    network_.sets.push_back({std::move(name), count, set.index, owner, set.code_for(count), set.pinned});
  }
  return found->second;
}

// Families are numbered per object; members of one process set share theirs.
std::uint32_t ObjectTable::family_of(const void* key, ProcessId process) {
  const void* group = nullptr;
  if (process != none) {
    const Process& tree = tree_of(process);
    group = tree.set ? static_cast<const void*>(tree.set) : static_cast<const void*>(&tree);
  }
  const auto [found, added] = families_.try_emplace({key, group}, network_.family_count);
  if (added) ++network_.family_count;
  return found->second;
}

void ObjectTable::add_leaf(const ConcreteType& type, const Position& position) {
  poll_limits();
  const std::int32_t initial = (*position.value)[position.cell];
  if (is_data(type)) {
    Slot slot;
    slot.name = position.prefix;
    slot.low = type.kind == TypeKind::boolean ? 0 : type.low;
    slot.high = type.kind == TypeKind::boolean ? 1 : type.high;
    slot.initial = initial;
    if (const IdSet* set = ids_.set_of(type))
      slot.value_set = net_set(*set, position.process, type.high - type.low + 1);
    if (slot.value_set != none) slot.code = network_.set(slot.value_set).code;
    slot.process = position.process;
    slot.family = position.family;
    slot.position = position.plain;
    slot.indices = position.indices;
    slot.symbol = position.symbol;
    slot.cell = position.cell;
    network_.slots.push_back(std::move(slot));
  } else if (type.kind == TypeKind::clock && !type.hybrid) {
    network_.clocks.push_back({position.prefix, initial, position.process, position.family, position.plain,
                               position.indices, position.symbol, position.cell});
  } else if (type.kind == TypeKind::channel) {
    const auto& priority = model_.channel_priority;
    const auto level = priority.levels.find({position.symbol, position.cell});
    network_.channels.push_back({position.prefix, type.urgent, type.broadcast,
                                 level == priority.levels.end() ? priority.default_level : level->second});
  }
}

void ObjectTable::add_cells(const ConcreteType& type, Position& position) {
  if (type.is_leaf()) {
    add_leaf(type, position);
    position.cell += type.cells;
    return;
  }
  const std::size_t name = position.prefix.size();
  const std::uint32_t plain = position.plain;
  if (type.kind == TypeKind::structure) {
    for (const auto& field : type.fields) {
      position.prefix += "." + std::string(field.name);
      const std::uint32_t before = position.plain;
      add_cells(*field.type, position);
      position.plain = before + plain_cells(*field.type);
      position.prefix.resize(name);
    }
    position.plain = plain;
    return;
  }
  const IdSet* index_set = ids_.index_set_of(type);
  const std::uint32_t step = index_set != nullptr ? 0 : plain_cells(*type.element);
  const SetId set =
      index_set != nullptr ? net_set(*index_set, position.process, static_cast<std::int32_t>(type.count)) : SetId{};
  for (std::uint32_t i = 0; i < type.count; ++i) {
    position.prefix += "[" + std::to_string(type.first_index + static_cast<std::int32_t>(i)) + "]";
    if (set != none) position.indices.push_back({set, static_cast<std::int32_t>(i)});
    position.plain = plain + i * step;
    add_cells(*type.element, position);
    if (set != none) position.indices.pop_back();
    position.prefix.resize(name);
  }
  position.plain = plain;
}

NetObject ObjectTable::add_object(const Symbol& symbol, const ConcreteType& type,
                                  const std::vector<std::int32_t>& value, ProcessId process, std::uint32_t family) {
  NetObject object;
  object.symbol = &symbol;
  object.type = &type;
  // Slots are numbered behind the locations, whose number is known from the model_.
  object.base[0] = static_cast<std::uint32_t>(model_.processes.size() + network_.slots.size());
  object.base[1] = static_cast<std::uint32_t>(network_.clocks.size());
  object.base[2] = static_cast<std::uint32_t>(network_.channels.size());
  Position position;
  position.symbol = &symbol;
  position.process = process;
  position.family = family;
  position.value = &value;
  if (process != none) {
    const NetProcess& owner = network_.processes[process];
    position.prefix = owner.name + ".";
    position.plain = owner.position * plain_cells(type);
    position.indices = owner.indices;
  }
  position.prefix += symbol.name;
  remember_counts(type);
  add_cells(type, position);
  return object;
}

void ObjectTable::note_place(const NetObject& object, ProcessId process, std::uint32_t first_cell) {
  ObjectPlace place;
  place.slot_count = cells_of(*object.type, Sort::data);
  place.clock_count = cells_of(*object.type, Sort::clock);
  if (place.slot_count > 0) place.slot = SlotId{object.base[0] - static_cast<std::uint32_t>(model_.processes.size())};
  if (place.clock_count > 0) place.clock = NetClockId{object.base[1]};
  place.first_cell = first_cell;
  network_.places[Network::place_key(*object.symbol, process)] = place;
}

void ObjectTable::add_globals() {
  for (const IdSet& set : ids_) {
    if (!set.is_local()) net_set(set, none, set.count);
  }
  for (const GlobalObject& global : model_.globals) {
    NetObject object;
    if (is_constant(*global.symbol)) {
      object.symbol = global.symbol;
      object.type = global.type;
      object.cells = global.value.data();
    } else {
      object = add_object(*global.symbol, *global.type, global.value, none, family_of(global.symbol, none));
      note_place(object, none, 0);
    }
    global_of_[global.symbol->id] = static_cast<std::uint32_t>(globals_.size());
    globals_.push_back(object);
  }
}

const NetObject* ObjectTable::find(const Symbol& symbol, ProcessId process) const {
  // Predeclared constants come into the model when a query first mentions them.
  if (symbol.id >= global_of_.size()) return nullptr;
  if (const std::uint32_t global = global_of_[symbol.id]; global != none) return &globals_[global];
  if (process == none || local_of_[symbol.id] == none) return nullptr;
  const std::uint32_t local = local_of_[symbol.id];
  const auto& locals = locals_[process];
  return local < locals.size() && locals[local].symbol == &symbol ? &locals[local] : nullptr;
}

void ObjectTable::add_processes() {
  network_.processes.resize(model_.processes.size());
  locals_.resize(model_.processes.size());
  for (const ProcessId p : network_.processes.ids()) add_process(p);
}

void ObjectTable::add_process(ProcessId number) {
  const Process& tree = tree_of(number);
  NetProcess& process = network_.processes[number];
  process.name = tree.name;
  process.origin = &tree;
  process.priority = tree.priority;
  process.initial = LocationId{tree.templ->init};
  const void* chain = tree.set ? static_cast<const void*>(tree.set) : static_cast<const void*>(&tree);
  process.template_id =
      template_ids_.try_emplace(chain, static_cast<std::uint32_t>(template_ids_.size())).first->second;
  place_process(number);
  add_arguments(number);
  add_locals(number);
}

// Free parameters of the process set: scalars are indices, the others together the plain position.
void ObjectTable::place_process(ProcessId number) {
  const Process& tree = tree_of(number);
  NetProcess& process = network_.processes[number];
  process.family = family_of(nullptr, number);
  if (!tree.set) return;
  for (std::size_t i = 0; i < tree.indices.size(); ++i) {
    const ConcreteType& type = *tree.set->types[i];
    if (const IdSet* set = ids_.set_of(type)) {
      process.indices.push_back({net_set(*set, number, type.high - type.low + 1), tree.indices[i] - type.low});
    } else {
      process.position = process.position * static_cast<std::uint32_t>(type.high - type.low + 1) +
                         static_cast<std::uint32_t>(tree.indices[i] - type.low);
    }
  }
}

void ObjectTable::set_local(ProcessId process, const NetObject& object) {
  assert(object.symbol->id < local_of_.size());
  std::uint32_t& position = local_of_[object.symbol->id];
  if (position == none) position = local_count_[tree_of(process).templ]++;
  auto& locals = locals_[process];
  if (locals.size() <= position) locals.resize(position + 1);
  locals[position] = object;
}

void ObjectTable::add_arguments(ProcessId number) {
  for (const Argument& argument : tree_of(number).arguments) {
    NetObject object;
    if (argument.is_reference) {
      object = reference_object(argument);
      if (!object.cells) note_place(object, number, argument.reference.offset);
    } else if (argument.parameter->is_const) {
      object.symbol = argument.parameter;
      object.type = argument.type;
      object.cells = argument.value.data();
    } else {
      object = add_object(*argument.parameter, *argument.type, argument.value, number,
                          family_of(argument.parameter, number));
      note_place(object, number, 0);
    }
    set_local(number, object);
  }
}

void ObjectTable::add_locals(ProcessId number) {
  for (LocalObject& local : elaborate_locals(model_, tree_of(number))) {
    NetObject object;
    if (is_constant(*local.symbol)) {
      object.symbol = local.symbol;
      object.type = local.type;
      const auto shared = model_.template_constants.find(local.symbol);
      if (shared != model_.template_constants.end()) {
        object.cells = shared->second.value.data();
      } else {
        object.cells = values_.emplace_back(std::move(local.value)).data();
      }
    } else {
      object = add_object(*local.symbol, *local.type, local.value, number, family_of(local.symbol, number));
      note_place(object, number, 0);
    }
    set_local(number, object);
  }
}

// How many cells of each sort come before this one.
void ObjectTable::count_before(const ConcreteType& type, std::uint32_t cell, std::uint32_t (&before)[3]) {
  if (type.kind == TypeKind::array) {
    const std::uint32_t element = type.element->cells > 0 ? cell / type.element->cells : 0;
    const CellCounts each = counts(*type.element);
    for (int s = 0; s < 3; ++s) before[s] += element * each.count[s];
    if (cell % type.element->cells != 0) count_before(*type.element, cell % type.element->cells, before);
  } else if (type.kind == TypeKind::structure) {
    for (const auto& field : type.fields) {
      if (cell < field.offset + field.type->cells) {
        if (cell > field.offset) count_before(*field.type, cell - field.offset, before);
        return;
      }
      for (int s = 0; s < 3; ++s) before[s] += counts(*field.type).count[s];
    }
  }
}

NetObject ObjectTable::part_of(const NetObject& object, std::uint32_t cell, const ConcreteType& type) {
  NetObject part = object;
  part.type = &type;
  if (object.cells) {
    part.cells = object.cells + cell;
    return part;
  }
  std::uint32_t before[3] = {0, 0, 0};
  count_before(*object.type, cell, before);
  for (int s = 0; s < 3; ++s) part.base[s] = object.base[s] + before[s];
  return part;
}

NetObject ObjectTable::reference_object(const Argument& argument) {
  const NetObject* target = argument.reference.object ? find(*argument.reference.object, none) : nullptr;
  NetObject object;
  if (target) {
    object = part_of(*target, argument.reference.offset,
                     argument.reference.type ? *argument.reference.type : *argument.type);
  } else {  // a constant passed to `const T &`
    object.type = argument.type;
    object.cells = argument.value.data();
  }
  object.symbol = argument.parameter;
  return object;
}

}  // namespace orbita
