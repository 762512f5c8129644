// The state shared by the parts of the compiler while it makes programs.
//
//   object_table       variables, clocks, channels of the network; families for symmetry
//   lowering.h         names, expressions, statements to nodes: expressions, places, assignments, functions
//   condition          guards and invariants to Conditions
//   edges              locations and edges of a process
//   query_compiler     predicates and measures of queries
//   node, effects, emit…   nodes, what they read and write, their bytecode
#pragma once

#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/compile/effects.h"
#include "engine/compile/emit.h"
#include "engine/compile/node.h"
#include "engine/compile/object_table.h"
#include "engine/network/network.h"
#include "parser/model.h"

namespace orbita {

[[noreturn]] void refuse(Span where, DiagnosticCode code, const std::string& message, const std::string& hint = "");

// Frame cells of programs: those of selects first, then those of functions and of programs.
class FrameAllocator {
 public:
  std::uint32_t new_cells(Programs& programs, std::uint32_t count);
  // Cells of a program that is not a function; begin_program() makes them free again.
  std::uint32_t scratch_cells(Programs& programs, std::uint32_t count);
  void begin_program() { used_.clear(); }

 private:
  std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> scratch_;  // by size: cells handed out so far
  std::unordered_map<std::uint32_t, std::size_t> used_;
};

// Function instances by (function, process, reference arguments).
using FunctionTable = std::map<std::vector<std::uint64_t>, std::shared_ptr<const ir::FunctionCode>>;

struct CompilerState {
  CompilerState(const Model& m, const Network& n, Programs& p, std::shared_ptr<const ObjectTable> table);
  // For more programs after those of `base`: `p` begins with all programs of `base`.
  CompilerState(const CompilerState& base, Programs& p);

  const Model& model;
  ConcreteTypes own_types;  // of bound variables whose range the compiler has found
  const Network& network;
  Programs& programs;
  std::shared_ptr<const ObjectTable> objects;
  ir::Builder nodes;
  ir::Emitter emitter;
  ir::EffectWalk effects;
  FrameAllocator frame;
  FunctionTable functions;
  std::map<std::vector<std::int32_t>, std::uint32_t> constants;  // position in Programs::constants
  std::vector<ir::ValueRange> value_ranges;  // of what a run can store into cells; empty: all that types allow
  std::unique_ptr<Machine> folding;          // runs calls with constant arguments …
  std::vector<std::int32_t> no_values;       // … on a state they do not look at

  void begin_program();  // forgets nodes and scratch cells of the last one
  const Process* process_tree(ProcessId process) const {
    return process == none ? nullptr : &model.processes[process.value];
  }
  std::uint32_t cells_of(const ConcreteType& type, Sort sort) const { return objects->cells_of(type, sort); }
  std::uint32_t new_frame_cells(std::uint32_t count) { return frame.new_cells(programs, count); }
  std::uint32_t scratch_cells(std::uint32_t count) { return frame.scratch_cells(programs, count); }
  // Position of these values in Programs::constants.
  std::uint32_t constant_cells(const std::int32_t* cells, std::uint32_t count);
};

// edges.cpp
void compile_processes(CompilerState& state, ObjectTable& objects, Network& network);  // their locations and edges
void compile_hooks(CompilerState& state, Network& network);
std::uint32_t count_selects(const Model& model);

// Cells of the state among which there are no locations, as slot numbers.
std::vector<SlotId> to_slots(const Network& network, const std::vector<std::uint32_t>& cells);

}  // namespace orbita
