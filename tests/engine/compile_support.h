// Compiled models from text, and the tree-walking interpreter on the same states.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/compile/compile.h"
#include "engine/compile/query_compiler.h"
#include "parser/interpreter/interpreter.h"
#include "parser/parser.h"

namespace orbita::test {

struct Compiled {
  Diagnostics diagnostics;
  std::shared_ptr<Document> document;
  std::unique_ptr<Model> model;
  std::unique_ptr<Network> network;

  explicit Compiled(const std::string& xta) {
    document = read_model_text("test.xta", xta, diagnostics);
    model = check(document, diagnostics);
    network = compile(*model);
  }

  const Network& operator*() const { return *network; }
  const Network* operator->() const { return network.get(); }

  SlotId slot(const std::string& name) const {
    for (const SlotId s : network->slots.ids()) {
      if (network->slots[s].name == name) return s;
    }
    return none;
  }
  NetClockId clock(const std::string& name) const {
    for (const NetClockId i : network->clocks.ids()) {
      if (network->clocks[i].name == name) return i;
    }
    return none;
  }
  std::int32_t& at(std::vector<std::int32_t>& values, const std::string& name) const {
    return values.at(network->slot_value(slot(name)));
  }
  std::vector<std::string> names(const std::vector<SlotId>& slots) const {
    std::vector<std::string> result;
    for (const SlotId s : slots) result.push_back(network->slots[s].name);
    return result;
  }

  Predicate predicate(const std::string& formula) {
    Query* query = read_formula(*document, formula, diagnostics);
    if (!check_query(*model, *query, diagnostics)) throw ModelError(diagnostics.sorted());
    return QueryCompiler(*network).predicate(*query->predicate);
  }
  // The value of a data predicate in the initial state (or in `values`).
  bool holds(const std::string& formula) { return holds(formula, network->initial_values()); }
  bool holds(const std::string& formula, const std::vector<std::int32_t>& values) {
    const Predicate p = predicate("E<> " + formula);
    if (p.nodes.size() != 1 || p.nodes[0].kind != Predicate::Kind::data) throw std::logic_error("not one data program");
    if (p.nodes[0].data == no_code) return true;
    Machine machine(*network);
    machine.load(*p.programs);
    const bool result = machine.evaluate(p.nodes[0].data, values) != 0;
    if (machine.failure()) throw std::runtime_error(describe(*p.programs, machine.failure()));
    return result;
  }
};

// One process P whose edges all lead from A to A: carries labels.
inline std::string one_process(const std::string& declarations, const std::vector<std::string>& edges,
                               const std::string& locals = "", const std::string& invariant = "") {
  std::string text = declarations + "\nprocess P() {\n" + locals + "\nstate A" +
                     (invariant.empty() ? "" : " { " + invariant + " }") + ";\ninit A;\n";
  if (!edges.empty()) text += "trans ";
  for (std::size_t i = 0; i < edges.size(); ++i) text += (i ? ",\n  A -> A { " : "A -> A { ") + edges[i] + " }";
  if (!edges.empty()) text += ";\n";
  return text + "}\nsystem P;\n";
}

// The interpreter's view of a row of values. Objects must not mix clocks with data.
class RowEnvironment final : public Environment {
 public:
  RowEnvironment(Model& model, const Network& network, std::vector<std::int32_t>& values)
      : model_(model), network_(network), values_(values), clocks_(network.clocks.size()) {}

  Place place(const Symbol& symbol, const Process* process) override {
    ProcessId owner;
    if (process) owner = ProcessId{static_cast<std::uint32_t>(process - model_.processes.data())};
    const ConcreteType* type = type_of(symbol, process);
    if (!type) return {};
    if (const SlotId slot = network_.find_slot(symbol, owner, 0); slot != none) {
      return {type, &values_[network_.slot_value(slot)]};
    }
    if (const NetClockId clock = network_.find_clock(symbol, owner, 0); clock != none) return {type, &clocks_[clock]};
    return {};
  }
  bool in_location(std::uint32_t process, std::uint32_t location, Span) override {
    return values_[process] == static_cast<std::int32_t>(location);
  }
  std::int32_t current_location(std::uint32_t process, Span) override { return values_[process]; }
  void assign_clock(std::int32_t* cell, std::int32_t value, Span) override {
    actions.push_back({clock_of(cell), reference_net_clock, value});
  }
  void copy_clock(std::int32_t* target, std::int32_t* source, std::int32_t shift, Span) override {
    actions.push_back({clock_of(target), clock_of(source), shift});
  }

  std::vector<ClockAction> actions;

 private:
  NetClockId clock_of(const std::int32_t* cell) const { return clocks_.id_of(*cell); }

  const ConcreteType* type_of(const Symbol& symbol, const Process* process) {
    if (!process) {
      const auto found = model_.global_index.find(&symbol);
      return found == model_.global_index.end() ? nullptr : model_.globals[found->second].type;
    }
    for (const Argument& argument : process->arguments) {
      if (argument.parameter == &symbol) return argument.type;
    }
    return elaborate_type(model_, *symbol.type, process);
  }

  Model& model_;
  const Network& network_;
  std::vector<std::int32_t>& values_;
  IdVector<NetClockId, std::int32_t> clocks_;
};

}  // namespace orbita::test
