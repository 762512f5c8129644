#include "engine/flat/flat.h"

#include "engine/flat/flattener.h"

namespace orbita {

Flattener::Flattener(FlatTables& tables, std::uint32_t process)
    : tables_(tables),
      model_(tables.model),
      process_(process),
      interpreter_(tables.model, environment_, process == no_process ? nullptr : &tables.model.processes[process],
                   UINT64_MAX) {}

namespace {

// Gives cells and processes the numbers that say where permutations of scalarsets move them.
class Positions {
 public:
  explicit Positions(FlatTables& tables) : tables_(tables) {}

  // Processes of one set share a family where they differ in elements of scalarsets only.
  void add_process(std::uint32_t process, FlatJson& to) {
    set_position(to, "p" + process_key(process), process_indices(process));
  }

  void add_cell(const LayoutCell& cell, const ConcreteType& object, FlatJson& to) {
    std::vector<FlatJson> indices;
    if (cell.process != no_process) indices = process_indices(cell.process);
    std::string key = "c" + std::to_string(cell.symbol->id);
    if (cell.process != no_process) key += "@" + process_key(cell.process);
    walk(object, cell.offset, key, indices);
    set_position(to, key, indices);
  }

 private:
  void set_position(FlatJson& to, const std::string& key, const std::vector<FlatJson>& indices) {
    to["family"] = families_.try_emplace(key, families_.size()).first->second;
    if (!indices.empty()) to["indices"] = indices;
  }

  std::string process_key(std::uint32_t number) const {
    const Process& process = tables_.model.processes[number];
    if (process.set == nullptr) return std::to_string(number);
    std::string key = "s" + std::to_string(process.set->first);
    for (const Argument& argument : process.arguments) {
      if (argument.element_of != nullptr || argument.is_reference) continue;
      for (const std::int32_t value : argument.value) key += "," + std::to_string(value);
    }
    return key;
  }

  std::vector<FlatJson> process_indices(std::uint32_t number) {
    std::vector<FlatJson> indices;
    for (const Argument& argument : tables_.model.processes[number].arguments) {
      if (argument.element_of == nullptr) continue;
      const std::int32_t set = tables_.set_number(*argument.element_of, argument.type->high + 1);
      if (set >= 0) indices.push_back({set, argument.value[0]});
    }
    return indices;
  }

  // Follows the cell into its object: indices of scalarsets are kept apart, all else names the family.
  void walk(const ConcreteType& type, std::uint32_t offset, std::string& key, std::vector<FlatJson>& indices) {
    if (type.kind == TypeKind::array) {
      const std::uint32_t position = offset / type.element->cells;
      const std::int32_t set =
          type.index_set == nullptr ? -1 : tables_.set_number(*type.index_set, static_cast<std::int32_t>(type.count));
      if (set >= 0) indices.push_back({set, static_cast<std::int32_t>(position)});
      else key += "[" + std::to_string(position) + "]";
      return walk(*type.element, offset % type.element->cells, key, indices);
    }
    if (type.kind != TypeKind::structure) return;
    for (const ConcreteType::Field& field : type.fields) {
      if (offset < field.offset || offset >= field.offset + field.type->cells) continue;
      key += "." + std::string(field.name);
      return walk(*field.type, offset - field.offset, key, indices);
    }
  }

  FlatTables& tables_;
  std::map<std::string, std::size_t> families_;
};

void add_cells(FlatTables& tables, Positions& positions) {
  const Layout& layout = tables.flat.layout;
  FlatJson& document = tables.flat.document;
  for (const LayoutCell& cell : layout.cells()) {
    poll_limits();
    std::uint32_t slot = no_flat_cell, clock = no_flat_cell, channel = no_flat_cell;
    const ConcreteType& object = *layout.find(*cell.symbol, cell.process)->type;
    FlatJson json = {{"name", cell.name}};
    if (cell.type->kind == TypeKind::clock) {
      const LayoutClock& description = layout.clocks()[static_cast<std::size_t>(cell.initial)];
      if (!description.hybrid) {
        json["initial"] = description.initial;
        positions.add_cell(cell, object, json);
        document["clocks"].push_back(json);
        clock = static_cast<std::uint32_t>(document["clocks"].size());  // numbers from 1
      }
    } else if (cell.type->kind == TypeKind::channel) {
      const LayoutChannel& description = layout.channels()[static_cast<std::size_t>(cell.initial)];
      if (description.urgent) json["urgent"] = true;
      if (description.broadcast) json["broadcast"] = true;
      positions.add_cell(cell, object, json);
      channel = static_cast<std::uint32_t>(document["channels"].size());
      document["channels"].push_back(json);
    } else if (cell.is_data) {
      const bool boolean = cell.type->kind == TypeKind::boolean;
      json["low"] = boolean ? 0 : cell.type->low;
      json["high"] = boolean ? 1 : cell.type->high;
      json["initial"] = cell.initial;
      const bool is_scalar = cell.type->kind == TypeKind::scalar;
      const std::int32_t set = is_scalar ? tables.set_number(*cell.type->set, cell.type->high + 1) : -1;
      if (set >= 0) json["set"] = set;
      positions.add_cell(cell, object, json);
      slot = static_cast<std::uint32_t>(document["slots"].size());
      document["slots"].push_back(json);
    }
    tables.flat.slot_of_cell.push_back(slot);
    tables.clock_of_cell.push_back(clock);
    tables.channel_of_cell.push_back(channel);
  }
}

void add_process(FlatTables& tables, Positions& positions, std::uint32_t number) {
  const Process& process = tables.model.processes[number];
  FlatJson json = {{"name", process.name}, {"initial", process.templ->init}};
  positions.add_process(number, json);
  json["locations"] = FlatJson::array();
  Flattener scope(tables, number);
  for (const Location& location : process.templ->locations) {
    FlatJson at = {{"name", location.name}};
    if (location.urgent) at["urgent"] = true;
    if (location.committed) at["committed"] = true;
    FlatJson invariant = FlatJson::array();
    if (location.invariant != nullptr && !tables.is_outline) scope.condition(*location.invariant, invariant);
    if (!invariant.empty()) at["invariant"] = invariant;
    json["locations"].push_back(at);
  }
  tables.flat.document["processes"].push_back(json);
}

void keep_edge(FlatModel& flat, const FlatEdgeKey& key, const FlatJson& json) {
  flat.edge_number.emplace(key, static_cast<std::uint32_t>(flat.edges.size()));
  flat.edges.push_back(key);
  flat.document["edges"].push_back(json);
}

// One instance of an edge, with its selects bound.
void add_edge(FlatTables& tables, Flattener& scope, const FlatEdgeKey& key) {
  FlatJson json = {{"process", key.process},
                   {"source", key.edge->source},
                   {"target", key.branch != nullptr ? key.branch->target : key.edge->target}};
  if (tables.is_outline) return keep_edge(tables.flat, key, json);
  FlatJson guard = FlatJson::array(), update = FlatJson::array();
  for (const Edge* part : {key.edge, key.branch}) {
    if (part != nullptr && part->guard != nullptr) scope.condition(*part->guard, guard);
  }
  for (const FlatJson& conjunct : guard) {
    if (conjunct == 0) return;  // never enabled
  }
  if (!guard.empty()) json["guard"] = guard;
  const Edge& sync = key.branch != nullptr && key.branch->sync != nullptr ? *key.branch : *key.edge;
  if (sync.sync != nullptr) {
    if (sync.direction == SyncDirection::csp) refuse_flat(sync.sync->span, "a synchronisation without '!' or '?'");
    json[sync.direction == SyncDirection::send ? "send" : "receive"] = scope.channel(*sync.sync);
  }
  for (const Edge* part : {key.edge, key.branch}) {
    if (part != nullptr && part->update != nullptr) scope.update(*part->update, update);
  }
  if (!update.empty()) json["update"] = update;
  keep_edge(tables.flat, key, json);
}

void expand_selects(FlatTables& tables, Flattener& scope, FlatEdgeKey& key, const std::vector<const Binder*>& binders) {
  if (key.selects.size() == binders.size()) return add_edge(tables, scope, key);
  scope.for_each_value(*binders[key.selects.size()], [&](std::int32_t value) {
    key.selects.push_back(value);
    expand_selects(tables, scope, key, binders);
    key.selects.pop_back();
  });
}

void add_edges(FlatTables& tables, std::uint32_t number) {
  const Template& templ = *tables.model.processes[number].templ;
  Flattener scope(tables, number);
  const auto add = [&](const Edge& edge, const Edge* branch) {
    std::vector<const Binder*> binders;
    for (const Edge* part : {&edge, branch}) {
      if (part == nullptr) continue;
      for (const Binder& binder : part->selects) binders.push_back(&binder);
    }
    FlatEdgeKey key{number, &edge, branch};
    expand_selects(tables, scope, key, binders);
  };
  for (const Edge& edge : templ.edges) {
    if (edge.source >= templ.locations.size()) continue;
    if (edge.target < templ.locations.size()) {
      add(edge, nullptr);
      continue;
    }
    for (const Edge& branch : templ.edges) {
      if (branch.source == edge.target) add(edge, &branch);
    }
  }
}

const char* kind_text(QueryKind kind) {
  switch (kind) {
    case QueryKind::reachable: return "E<>";
    case QueryKind::invariantly: return "A[]";
    case QueryKind::potentially_always: return "E[]";
    case QueryKind::eventually: return "A<>";
    case QueryKind::leads_to: return "-->";
    default: return nullptr;
  }
}

void add_queries(FlatTables& tables, const std::vector<Query*>& queries) {
  Flattener scope(tables, no_process);
  for (const Query* query : queries) {
    if (!query->checked || kind_text(query->kind) == nullptr) continue;
    FlatJson json = {{"text", query->text}, {"kind", kind_text(query->kind)}};
    json["predicate"] = scope.predicate(*query->predicate);
    if (query->consequence != nullptr) json["consequence"] = scope.predicate(*query->consequence);
    tables.flat.document["queries"].push_back(json);
  }
}

void add_hook(FlatTables& tables, const char* name, const Expr* update) {
  if (update == nullptr || tables.is_outline) return;
  FlatJson statements = FlatJson::array();
  Flattener(tables, no_process).update(*update, statements);
  tables.flat.document[name] = statements;
}

void refuse_priorities(const Model& model) {
  if (model.channel_priority.declared || model.has_process_priority) refuse_flat({}, "a model with priorities");
}

FlatModel write_out(const Model& model, const std::vector<Query*>& queries, const FlatOrigin& origin, bool is_outline) {
  refuse_priorities(model);
  FlatModel flat{FlatJson::object(), Layout(model), {}, {}, {}, {}};
  FlatJson source = {{"file", origin.file}, {"sha256", origin.sha256}};
  if (!origin.set.empty()) source["set"] = origin.set;
  flat.document = {{"format", is_outline ? "orbita-outline" : "orbita-flat"}, {"version", 1}, {"model", source}};
  for (const char* table : {"sets", "slots", "clocks", "channels", "arrays", "processes", "edges", "queries"}) {
    flat.document[table] = FlatJson::array();
  }
  FlatTables tables{.model = model, .flat = flat, .is_outline = is_outline};
  Positions positions(tables);
  try {
    add_cells(tables, positions);
    for (std::uint32_t p = 0; p < model.processes.size(); ++p) add_process(tables, positions, p);
    for (std::uint32_t p = 0; p < model.processes.size(); ++p) add_edges(tables, p);
    add_hook(tables, "before", model.before_update);
    add_hook(tables, "after", model.after_update);
    if (!is_outline) add_queries(tables, queries);
  } catch (const EvaluationError& error) {
    refuse_flat(error.where(), std::string("an expression that cannot be evaluated (") + error.what() + ")");
  }
  return flat;
}

}  // namespace

FlatModel flatten(const Model& model, const std::vector<Query*>& queries, const FlatOrigin& origin) {
  return write_out(model, queries, origin, false);
}

FlatModel outline(const Model& model, const FlatOrigin& origin) { return write_out(model, {}, origin, true); }

std::string flat_text(const FlatJson& flat) {
  std::string text = "{";
  for (const auto& [name, value] : flat.items()) {
    if (text.size() > 1) text += ",";
    text += "\n" + FlatJson(name).dump() + ":";
    if (!value.is_array() || value.empty()) {
      text += value.dump();
      continue;
    }
    text += "[";
    for (std::size_t i = 0; i < value.size(); ++i) text += (i == 0 ? "\n" : ",\n") + value[i].dump();
    text += "\n]";
  }
  return text + "\n}\n";
}

}  // namespace orbita
