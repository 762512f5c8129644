#include "engine/detect/placement.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>
#include <optional>
#include <set>

#include "engine/compile/compiler_state.h"
#include "engine/detect/id_groups.h"
#include "symmetry/set_bits.h"

namespace orbita::detection {

namespace {

class Placer {
 public:
  explicit Placer(const Network& network)
      : network_(network), model_(*network.model), flow_(model_), written_(network.slots.size(), false) {
    for (const NetEdge& edge : network.edges) {
      for (const SlotId s : edge.writes) written_[s] = true;
    }
    for (const SlotId s : network.hook_writes) written_[s] = true;
  }

  Placement place();

 private:
  void find_coordinates();
  void add_copies();
  std::optional<Coordinate> coordinate(const Argument& argument, std::uint32_t process);
  void form_groups();
  std::optional<ScalarIndex> element(std::uint32_t axis, std::int64_t at) const;
  std::vector<std::vector<ScalarIndex>> indices_of(const std::vector<std::uint32_t>& processes) const;
  void place_processes();
  void place_globals();
  void place_locals(std::uint32_t process);

  struct Walk {
    std::vector<std::int64_t> key;  // of the family: the object and the plain part of the path
    std::vector<ScalarIndex> indices;
    std::vector<SubsetIndex> subsets;
    std::uint32_t value = 0, clock = 0, channel = 0, cell = 0;  // the next of each sort
    const Symbol* symbol = nullptr;
  };
  void walk(const ConcreteType& type, const PlaceShape* shape, Walk& at);
  void leaf(const ConcreteType& type, const PlaceShape* shape, Walk& at);
  void put(PlacedItem& item, const std::vector<std::int64_t>& key, const std::vector<ScalarIndex>& indices);
  std::uint32_t family(const std::vector<std::int64_t>& key);
  std::optional<std::uint32_t> axis_of(PlaceId place, std::int64_t& offset) const;
  std::optional<std::int64_t> base_of(std::uint32_t axis) const;
  std::optional<PlacedContents> bits_at(PlaceId place) const;
  std::int32_t count_of(SetId set) const {
    return static_cast<std::int32_t>(groups_[set.value - result_.first_set].count);
  }

  const Network& network_;
  const Model& model_;
  IdFlow flow_;
  IdVector<SlotId, bool> written_;
  Placement result_;

  std::uint32_t axes_ = 0;
  std::map<std::uint32_t, std::uint32_t> value_axis_;                              // root of a class of places -> axis
  std::map<const Symbol*, std::uint32_t> reference_axis_;                          // parameter -> axis
  std::map<std::pair<const Symbol*, std::uint32_t>, std::int64_t> object_number_;  // what a reference stands for
  std::map<std::pair<const Symbol*, std::uint32_t>, Coordinate> owner_of_object_;
  std::vector<std::vector<Coordinate>> coordinates_;  // by process
  std::vector<Group> groups_;
  std::vector<std::uint32_t> group_of_axis_;
  std::map<std::vector<std::int64_t>, std::uint32_t> families_;
};

constexpr std::uint32_t no_group = 0xffffffffu;

bool has_channels(const ConcreteType& array) {
  const ConcreteType* inner = &array;
  while (inner->kind == TypeKind::array) inner = inner->element;
  return inner->kind == TypeKind::channel;
}

// ----------------------------------------------------------------- coordinates

std::optional<Coordinate> Placer::coordinate(const Argument& argument, std::uint32_t process) {
  if (argument.element_of != nullptr) return std::nullopt;
  if (argument.is_reference) {
    if (argument.reference.object == nullptr) return std::nullopt;
    const auto object = std::pair(argument.reference.object, argument.reference.offset);
    const auto number =
        object_number_.try_emplace(object, static_cast<std::int64_t>(object_number_.size())).first->second;
    return Coordinate{reference_axis_.at(argument.parameter), number};
  }
  if (!argument.type->is_leaf() || argument.type->kind != TypeKind::integer || argument.value.empty())
    return std::nullopt;
  if (!argument.parameter->is_const) {  // a variable: an id as long as nobody writes it
    const SlotId slot = network_.find_slot(*argument.parameter, ProcessId{process}, 0);
    if (slot == none || written_[slot]) return std::nullopt;
  }
  const PlaceShape* shape = flow_.shape_of(*argument.parameter);
  if (shape == nullptr || shape->value == PlaceId{}) return std::nullopt;
  const IdFlow::Held held = flow_.find(shape->value);
  const std::uint32_t axis = value_axis_.try_emplace(held.root.value, axes_).first->second;
  axes_ = std::max(axes_, axis + 1);
  return Coordinate{axis, argument.value[0] - held.offset};
}

void Placer::find_coordinates() {
  // Reference parameters that share an object are of one axis.
  std::map<std::pair<const Symbol*, std::uint32_t>, const Symbol*> first_parameter;
  std::map<const Symbol*, const Symbol*> parent;
  const std::function<const Symbol*(const Symbol*)> find = [&](const Symbol* s) {
    while (parent[s] != s) s = parent[s];
    return s;
  };
  for (const Process& process : model_.processes) {
    for (const Argument& argument : process.arguments) {
      if (!argument.is_reference || argument.reference.object == nullptr) continue;
      parent.try_emplace(argument.parameter, argument.parameter);
      const auto object = std::pair(argument.reference.object, argument.reference.offset);
      const auto [known, added] = first_parameter.try_emplace(object, argument.parameter);
      if (!added) parent[find(argument.parameter)] = find(known->second);
    }
  }
  for (const auto& [parameter, unused] : parent) {
    const Symbol* root = find(parameter);
    if (!reference_axis_.contains(root)) reference_axis_[root] = axes_++;
    reference_axis_[parameter] = reference_axis_[root];
  }
  for (std::uint32_t p = 0; p < model_.processes.size(); ++p) {
    std::vector<Coordinate>& own = coordinates_.emplace_back();
    for (const Argument& argument : model_.processes[p].arguments) {
      if (const auto found = coordinate(argument, p)) own.push_back(*found);
    }
  }
}

// Processes with the same arguments are copies of each other: their number among the copies is a coordinate.
void Placer::add_copies() {
  using Key = std::pair<const Template*, std::vector<std::vector<std::int64_t>>>;
  std::map<Key, std::vector<std::uint32_t>> copies;
  for (std::uint32_t p = 0; p < model_.processes.size(); ++p) {
    const Process& process = model_.processes[p];
    Key key{process.templ, {}};
    for (const Argument& argument : process.arguments) {
      std::vector<std::int64_t> part(argument.value.begin(), argument.value.end());
      if (argument.is_reference && argument.reference.object != nullptr) {
        part = {-1, static_cast<std::int64_t>(argument.reference.object->id), argument.reference.offset};
      }
      key.second.push_back(std::move(part));
    }
    copies[std::move(key)].push_back(p);
  }
  for (const auto& [key, processes] : copies) {
    if (processes.size() < 2) continue;
    const std::uint32_t axis = axes_++;
    for (std::uint32_t k = 0; k < processes.size(); ++k) coordinates_[processes[k]].push_back({axis, k});
  }
}

// ---------------------------------------------------------------------- groups

void Placer::form_groups() {
  std::vector<std::set<std::int64_t>> values(axes_);
  for (const auto& own : coordinates_) {
    for (const Coordinate& c : own) values[c.axis].insert(c.at);
  }
  group_of_axis_.assign(axes_, no_group);
  for (std::uint32_t axis = 0; axis < axes_; ++axis) {
    if (values[axis].size() < 2) continue;
    Group group;
    group.axes = {axis};
    for (const std::int64_t at : values[axis]) group.element_of[{axis, at}] = group.count++;
    group_of_axis_[axis] = static_cast<std::uint32_t>(groups_.size());
    groups_.push_back(std::move(group));
  }
  // Two axes of one template whose coordinates determine each other are moved together.
  std::map<const Template*, std::vector<std::uint32_t>> by_template;
  for (std::uint32_t p = 0; p < model_.processes.size(); ++p) by_template[model_.processes[p].templ].push_back(p);
  for (const auto& [templ, processes] : by_template) {
    const std::size_t width = coordinates_[processes[0]].size();
    for (std::size_t i = 0; i < width; ++i) {
      for (std::size_t j = i + 1; j < width; ++j) {
        std::set<std::pair<Coordinate, Coordinate>> pairs;
        std::set<Coordinate> first, second;
        bool fits = true;
        for (const std::uint32_t p : processes) {
          fits = fits && coordinates_[p].size() > j;
          if (!fits) break;
          pairs.emplace(coordinates_[p][i], coordinates_[p][j]);
          first.insert(coordinates_[p][i]);
          second.insert(coordinates_[p][j]);
        }
        if (!fits || first.size() < 2 || first.size() != pairs.size() || second.size() != pairs.size()) continue;
        const std::uint32_t a = group_of_axis_[first.begin()->axis], b = group_of_axis_[second.begin()->axis];
        if (a == b || a == no_group || b == no_group) continue;
        Group merged = groups_[a];
        if (!merge(merged, groups_[b], {pairs.begin(), pairs.end()})) continue;
        groups_[a] = std::move(merged);
        groups_[b].count = 0;
        for (std::uint32_t& group : group_of_axis_) group = group == b ? a : group;
      }
    }
  }
}

std::optional<ScalarIndex> Placer::element(std::uint32_t axis, std::int64_t at) const {
  const std::uint32_t group = group_of_axis_[axis];
  if (group == no_group) return std::nullopt;
  const auto found = groups_[group].element_of.find({axis, at});
  if (found == groups_[group].element_of.end()) return std::nullopt;
  return ScalarIndex{SetId{result_.first_set + group}, static_cast<std::int32_t>(found->second)};
}

// ---------------------------------------------------------------------- places

std::uint32_t Placer::family(const std::vector<std::int64_t>& key) {
  const auto [found, added] = families_.try_emplace(key, result_.family_count);
  if (added) ++result_.family_count;
  return found->second;
}

void Placer::put(PlacedItem& item, const std::vector<std::int64_t>& key, const std::vector<ScalarIndex>& indices) {
  if (indices.empty()) return;
  item.family = family(key);
  item.position = 0;
  item.indices.insert(item.indices.end(), indices.begin(), indices.end());
}

std::optional<std::uint32_t> Placer::axis_of(PlaceId place, std::int64_t& offset) const {
  if (place == PlaceId{}) return std::nullopt;
  const IdFlow::Held held = flow_.find(place);
  const auto axis = value_axis_.find(held.root.value);
  if (axis == value_axis_.end() || group_of_axis_[axis->second] == no_group) return std::nullopt;
  offset = held.offset;
  return axis->second;
}

// The coordinate of element 0, if coordinates are element + base throughout.
std::optional<std::int64_t> Placer::base_of(std::uint32_t axis) const {
  std::optional<std::int64_t> base;
  for (const auto& [coordinate, element] : groups_[group_of_axis_[axis]].element_of) {
    if (coordinate.axis != axis) continue;
    const std::int64_t here = coordinate.at - static_cast<std::int64_t>(element);
    if (base && *base != here) return std::nullopt;
    base = here;
  }
  return base;
}

// Sets of elements, as bits, if that is what the place holds.
std::optional<PlacedContents> Placer::bits_at(PlaceId place) const {
  if (place == PlaceId{}) return std::nullopt;
  const auto over = flow_.set_over(place);
  const auto axis = over ? value_axis_.find(over->root.value) : value_axis_.end();
  if (axis == value_axis_.end() || group_of_axis_[axis->second] == no_group) return std::nullopt;
  const auto base = base_of(axis->second);
  const std::uint32_t group = group_of_axis_[axis->second];
  constexpr std::int64_t most_bits = 30;
  if (!base || *base + over->offset < 0 || *base + over->offset + groups_[group].count > most_bits) return std::nullopt;
  const auto first = static_cast<std::int32_t>(*base + over->offset);
  return PlacedContents{SetId{result_.first_set + group}, {first, 0}, true};
}

void Placer::leaf(const ConcreteType& type, const PlaceShape* shape, Walk& at) {
  const auto with_sort = [&](std::int64_t sort) {
    std::vector<std::int64_t> key = at.key;
    key.push_back(sort);
    return key;
  };
  std::vector<ScalarIndex> indices = at.indices;
  std::vector<std::int64_t> key = at.key;
  // A global that a process is given by reference belongs to whom the process belongs to.
  if (indices.empty() && at.symbol != nullptr) {
    const auto owner = owner_of_object_.upper_bound({at.symbol, at.cell});
    if (owner != owner_of_object_.begin() && std::prev(owner)->first.first == at.symbol) {
      const auto& [object, coordinate] = *std::prev(owner);
      if (const auto found = element(coordinate.axis, coordinate.at)) {
        indices.push_back(*found);
        key = {-2, coordinate.axis, at.cell - object.second};
      }
    }
  }
  at.key.swap(key);
  if (type.kind == TypeKind::clock && !type.hybrid) {
    put(result_.clocks[at.clock++], with_sort(1), indices);
  } else if (type.kind == TypeKind::channel) {
    PlacedItem& channel = result_.channels[at.channel++];
    put(channel, with_sort(2), indices);
    if (!at.subsets.empty()) {
      channel.subsets = at.subsets;
      channel.family = family(with_sort(2));
    }
  } else if (type.kind == TypeKind::integer || type.kind == TypeKind::boolean || type.kind == TypeKind::scalar ||
             type.kind == TypeKind::string) {
    const std::uint32_t s = at.value++;
    if (written_[SlotId{s}]) {
      put(result_.slots[s], with_sort(0), indices);
      std::int64_t offset = 0;
      const Slot& slot = network_.slots[SlotId{s}];
      const auto axis = shape != nullptr ? axis_of(shape->value, offset) : std::nullopt;
      const auto base = axis ? base_of(*axis) : std::nullopt;
      if (base && type.kind == TypeKind::integer && slot.value_set == none) {
        const std::uint32_t group = group_of_axis_[*axis];
        const std::int64_t first = *base + offset, last = first + groups_[group].count - 1;
        if (first >= slot.low && last <= slot.high && slot.high < std::numeric_limits<std::int32_t>::max()) {
          result_.contents[s] = {SetId{result_.first_set + group}, {static_cast<std::int32_t>(first), slot.high + 1}};
        }
      } else if (!axis && shape != nullptr && type.kind == TypeKind::integer && slot.value_set == none) {
        const auto bits = bits_at(shape->value);
        if (bits && has_all_alike(slot.low, slot.high, bits->code.base, count_of(bits->set)))
          result_.contents[s] = *bits;
      }
    }
  }
  at.key.swap(key);
  at.cell += type.cells;
}

void Placer::walk(const ConcreteType& type, const PlaceShape* shape, Walk& at) {
  if (type.is_leaf()) return leaf(type, shape, at);
  if (type.kind == TypeKind::structure) {
    for (std::size_t k = 0; k < type.fields.size(); ++k) {
      at.key.push_back(static_cast<std::int64_t>(k));
      walk(*type.fields[k].type, shape != nullptr ? shape->parts[k] : nullptr, at);
      at.key.pop_back();
    }
    return;
  }
  std::int64_t offset = 0;
  const auto axis = shape != nullptr ? axis_of(shape->index, offset) : std::nullopt;
  const bool by_sets = !axis && shape != nullptr && type.index_set == nullptr && has_channels(type);
  const auto bits = by_sets ? bits_at(shape->index) : std::nullopt;
  for (std::uint32_t i = 0; bits && i < type.count; ++i) {
    at.subsets.push_back({bits->set, bits->code.base, type.first_index + static_cast<std::int32_t>(i)});
    at.key.push_back(-1);
    walk(*type.element, shape->parts[0], at);
    at.key.pop_back();
    at.subsets.pop_back();
  }
  for (std::uint32_t i = 0; !bits && i < type.count; ++i) {
    const std::int64_t index = type.first_index + static_cast<std::int64_t>(i);
    const auto found = axis && type.index_set == nullptr ? element(*axis, index - offset) : std::nullopt;
    if (found) at.indices.push_back(*found);
    // Declared scalars are indices already; everything else that is no element is a place of its own.
    at.key.push_back(found || type.index_set != nullptr ? -1 : index);
    walk(*type.element, shape != nullptr ? shape->parts[0] : nullptr, at);
    at.key.pop_back();
    if (found) at.indices.pop_back();
  }
}

// The elements of the processes of one template, by process: as few of their coordinates as tell them apart. Others
// follow from these: coordinates that are moved together, or Door(own, other) where other is everybody's neighbour.
std::vector<std::vector<ScalarIndex>> Placer::indices_of(const std::vector<std::uint32_t>& processes) const {
  std::vector<std::vector<ScalarIndex>> result(processes.size());
  const auto distinct = [](const auto& list) {
    std::set<std::vector<std::pair<SetId, std::int32_t>>> met;
    for (const auto& indices : list) {
      std::vector<std::pair<SetId, std::int32_t>> key;
      for (const ScalarIndex& i : indices) key.emplace_back(i.set, i.element);
      met.insert(std::move(key));
    }
    return met.size();
  };
  std::size_t width = 0;
  for (const std::uint32_t p : processes) width = std::max(width, coordinates_[p].size());
  for (std::size_t k = 0; k < width; ++k) {
    auto more = result;
    for (std::size_t n = 0; n < processes.size(); ++n) {
      const std::vector<Coordinate>& own = coordinates_[processes[n]];
      if (k >= own.size()) continue;
      if (const auto found = element(own[k].axis, own[k].at)) more[n].push_back(*found);
    }
    const bool first = distinct(result) == 1 && result[0].empty();  // one process alone belongs to somebody, too
    if (distinct(more) > distinct(result) || (first && !more[0].empty())) result = std::move(more);
  }
  return result;
}

void Placer::place_processes() {
  std::map<std::vector<std::int64_t>, std::int64_t> met;
  std::map<const Template*, std::vector<std::uint32_t>> by_template;
  for (std::uint32_t p = 0; p < model_.processes.size(); ++p) by_template[model_.processes[p].templ].push_back(p);
  std::vector<std::vector<ScalarIndex>> indices_of_process(model_.processes.size());
  for (const auto& [templ, processes] : by_template) {
    const auto found = indices_of(processes);
    for (std::size_t n = 0; n < processes.size(); ++n) indices_of_process[processes[n]] = found[n];
  }
  for (std::uint32_t p = 0; p < model_.processes.size(); ++p) {
    const std::vector<ScalarIndex>& indices = indices_of_process[p];
    PlacedItem& item = result_.processes[p];
    std::vector<std::int64_t> key{-3, static_cast<std::int64_t>(model_.processes[p].templ->symbol->id)};
    std::vector<std::int64_t> address = key;
    for (const auto& list : {indices, item.indices}) {
      for (const ScalarIndex& i : list) address.insert(address.end(), {i.set.value, i.element});
    }
    key.push_back(met[address]++);
    put(item, key, indices);
    for (const ScalarIndex& i : indices) {
      PlacedSet& set = result_.sets[i.set.value - result_.first_set];
      std::string& label = set.labels[static_cast<std::size_t>(i.element)];
      if (label.empty()) label = model_.processes[p].name;
      if (set.name.empty()) set.name = std::string(model_.processes[p].templ->name);
    }
  }
}

void Placer::place_globals() {
  for (const Process& process : model_.processes) {
    for (const Argument& argument : process.arguments) {
      if (!argument.is_reference || argument.reference.object == nullptr) continue;
      const auto object = std::pair(argument.reference.object, argument.reference.offset);
      owner_of_object_[object] = {reference_axis_.at(argument.parameter), object_number_.at(object)};
    }
  }
  const ObjectTable& objects = *network_.compiler->objects;
  for (const GlobalObject& global : model_.globals) {
    const NetObject* object = objects.find(*global.symbol, none);
    if (object == nullptr || object->cells != nullptr) continue;
    Walk at;
    at.symbol = global.symbol;
    at.key = {-4, static_cast<std::int64_t>(global.symbol->id)};
    at.value = object->base[0] - static_cast<std::uint32_t>(network_.processes.size());
    at.clock = object->base[1];
    at.channel = object->base[2];
    walk(*global.type, flow_.shape_of(*global.symbol), at);
  }
}

void Placer::place_locals(std::uint32_t process) {
  const Process& tree = model_.processes[process];
  const ObjectTable& objects = *network_.compiler->objects;
  const auto place = [&](const Symbol& symbol) {
    const NetObject* object = objects.find(symbol, ProcessId{process});
    if (object == nullptr || object->cells != nullptr) return;
    Walk at;
    const PlacedItem& owner = result_.processes[process];
    const std::size_t declared = network_.processes[ProcessId{process}].indices.size();
    at.indices.assign(owner.indices.begin() + static_cast<std::ptrdiff_t>(declared), owner.indices.end());
    at.key = {-5, static_cast<std::int64_t>(symbol.id), owner.family};
    at.value = object->base[0] - static_cast<std::uint32_t>(network_.processes.size());
    at.clock = object->base[1];
    at.channel = object->base[2];
    walk(*object->type, flow_.shape_of(symbol), at);
  };
  for (const Argument& argument : tree.arguments) {
    if (!argument.is_reference && !argument.parameter->is_const) place(*argument.parameter);
  }
  const auto locals = model_.locals.find(tree.templ);
  if (locals == model_.locals.end()) return;
  for (const Symbol* symbol : locals->second) place(*symbol);
}

Placement Placer::place() {
  find_coordinates();
  add_copies();
  form_groups();
  result_.first_set = static_cast<std::uint32_t>(network_.sets.size());
  result_.family_count = network_.family_count;
  std::vector<std::uint32_t> kept(groups_.size(), no_group);
  std::vector<Group> groups;
  for (std::uint32_t g = 0; g < groups_.size(); ++g) {
    if (groups_[g].count < 2) continue;
    kept[g] = static_cast<std::uint32_t>(groups.size());
    groups.push_back(std::move(groups_[g]));
  }
  groups_ = std::move(groups);
  for (std::uint32_t& group : group_of_axis_) group = group == no_group ? no_group : kept[group];
  std::set<std::uint32_t> value_axes;
  for (const auto& [root, axis] : value_axis_) value_axes.insert(axis);
  for (Group& group : groups_) {
    number_elements(group, value_axes);
    PlacedSet set;
    set.count = static_cast<std::int32_t>(group.count);
    set.labels.resize(group.count);
    result_.sets.push_back(std::move(set));
  }
  for (const NetProcess& p : network_.processes) result_.processes.push_back({p.family, p.position, p.indices});
  for (const Slot& s : network_.slots) result_.slots.push_back({s.family, s.position, s.indices});
  for (const Clock& c : network_.clocks) result_.clocks.push_back({c.family, c.position, c.indices});
  result_.channels.resize(network_.channels.size());
  result_.contents.resize(network_.slots.size());
  if (result_.sets.empty()) return std::move(result_);
  place_processes();
  place_globals();
  for (std::uint32_t p = 0; p < model_.processes.size(); ++p) place_locals(p);
  return std::move(result_);
}

}  // namespace

Placement place_ids(const Network& network) { return Placer(network).place(); }

}  // namespace orbita::detection
