// What the parts of the compiler share.
//
//   compile_objects.cpp     variables, clocks, channels of the network; families for symmetry
//   compile_lower.cpp …     names, expressions, statements to nodes (compile_lower.h)
//   compile_condition.cpp   guards and invariants to Conditions
//   compile_edges.cpp       locations and edges of a process
//   compile_predicate.cpp   queries
//   compile_node, _effects, _emit   nodes, what they read and write, their bytecode
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/compile/effects.h"
#include "engine/compile/emit.h"
#include "engine/compile/node.h"
#include "engine/network/network.h"
#include "parser/interpreter/elaborate.h"
#include "parser/model.h"
#include "symmetry/detect/id_set.h"

namespace orbita {

// Cells of an object are of one of these sorts, each numbered on its own.
enum class Sort : std::uint8_t { data, clock, channel };

// A variable, constant, parameter, clock or channel (or an array or struct of them) as it is in the
// network. A reference parameter is the object it stands for, or a part of it.
struct NetObject {
  const Symbol* symbol = nullptr;
  const ConcreteType* type = nullptr;
  const std::int32_t* cells = nullptr;  // constants: the values, in cell order
  // First of each sort: index in the row of values, clock number, channel number.
  std::uint32_t base[3] = {none, none, none};
};

[[noreturn]] void refuse(Span where, DiagnosticCode code, const std::string& message, const std::string& hint = "");

struct CompilerState {
  CompilerState(const Model& m, IdSets id_sets, Network& n);

  const Model& model;
  ConcreteTypes own_types;  // of bound variables whose range the compiler has found
  IdSets ids;
  Network& network;
  ir::Builder nodes;
  ir::Emitter emitter;
  ir::EffectWalk effects;
  std::vector<ir::ValueRange> value_ranges;  // what a run can store into cells; empty: whatever types allow

  // --- objects (compile_objects.cpp)
  void add_globals();
  void add_processes();  // with their locals
  const NetObject* find_object(const Symbol& symbol, std::uint32_t process) const;
  // How many cells of this sort an object of the type has; hybrid clocks and doubles count nowhere.
  std::uint32_t cells_of(const ConcreteType& type, Sort sort);
  std::uint32_t net_set(const IdSet& set, std::uint32_t process, std::int32_t count);
  const Process* process_tree(std::uint32_t process) const {
    return process == none ? nullptr : &model.processes[process];
  }
  // Position of these values in Network::constants.
  std::uint32_t constant_cells(const std::int32_t* cells, std::uint32_t count);

  // --- frame cells: selects first, then whatever functions and programs need.
  std::uint32_t new_frame_cells(std::uint32_t count);
  // Cells of a program that is not a function; begin_program() makes them free again.
  std::uint32_t scratch_cells(std::uint32_t count);
  void begin_program();

  // --- function instances by (function, process, reference arguments)
  std::map<std::vector<std::uint64_t>, std::unique_ptr<ir::FunctionCode>> functions;
  std::unique_ptr<Machine> folding;     // runs calls with constant arguments
  std::vector<std::int32_t> no_values;  // for them: a state they do not look at

  // --- families of edges
  std::map<std::pair<const Edge*, const Edge*>, std::uint32_t> edge_families;

 private:
  struct CellCounts {
    std::uint32_t count[3] = {0, 0, 0};
  };
  struct Position;  // where cells of an object are, for naming and symmetry
  const CellCounts& counts(const ConcreteType& type);
  std::uint32_t plain_cells(const ConcreteType& type);
  NetObject add_object(const Symbol& symbol, const ConcreteType& type, const std::vector<std::int32_t>& value,
                       std::uint32_t process, std::uint32_t family);
  void add_cells(const ConcreteType& type, Position& position);
  void add_leaf(const ConcreteType& type, const Position& position);
  void add_process(std::uint32_t number);
  void place_process(std::uint32_t number);
  void add_arguments(std::uint32_t number);
  void add_locals(std::uint32_t number);
  NetObject reference_object(const Argument& argument);
  NetObject part_of(const NetObject& object, std::uint32_t cell, const ConcreteType& type);
  void count_before(const ConcreteType& type, std::uint32_t cell, std::uint32_t (&before)[3]);
  void set_local(std::uint32_t process, const NetObject& object);
  void note_place(const NetObject& object, std::uint32_t process, std::uint32_t first_cell);
  std::uint32_t family_of(const void* key, std::uint32_t process);

  std::unordered_map<const ConcreteType*, CellCounts> counts_;
  std::unordered_map<const ConcreteType*, std::uint32_t> plain_cells_;
  std::vector<std::uint32_t> global_of_;  // Symbol::id -> position in globals_, or none
  std::vector<NetObject> globals_;
  std::vector<std::uint32_t> local_of_;  // Symbol::id -> position among the process' objects, or none
  std::unordered_map<const Template*, std::uint32_t> local_count_;
  std::vector<std::vector<NetObject>> locals_;    // by process
  std::deque<std::vector<std::int32_t>> values_;  // of constants that differ between processes
  std::map<std::pair<const void*, const void*>, std::uint32_t> families_;
  std::map<std::pair<IdSetIndex, std::uint32_t>, std::uint32_t> sets_;
  std::map<std::vector<std::int32_t>, std::uint32_t> constants_;
  std::map<const void*, std::uint32_t> template_ids_;
  std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> scratch_;  // by size: cells handed out so far
  std::unordered_map<std::uint32_t, std::size_t> scratch_used_;
};

// compile_edges.cpp
void compile_processes(CompilerState& state);  // their locations and edges
void compile_hooks(CompilerState& state);
std::uint32_t count_selects(const Model& model);

// Cells of the state among which there are no locations, as slot numbers.
std::vector<std::uint32_t> to_slots(const Network& network, const std::vector<std::uint32_t>& cells);

}  // namespace orbita
