// The checked model: input of all later stages.
//
// Built by check() from a Document. Every name has its Symbol, every expression
// its Type; the system line is expanded into processes with evaluated arguments.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "parser/concrete.h"
#include "parser/document.h"
#include "parser/symbol.h"

namespace orbita {

// The place a reference parameter denotes: `cells` cells of a global object. Channels and clocks are objects like any
// other; a channel cell's identity is (object, offset), and the flags of the actual channel's type decide.
struct Reference {
  const Symbol* object = nullptr;  // a global (or system-section) variable
  std::uint32_t offset = 0;        // first cell inside the object
  const ConcreteType* type = nullptr;
};

// The value or place a template parameter is bound to in one process.
struct Argument {
  const Symbol* parameter = nullptr;
  const ConcreteType* type = nullptr;  // of the parameter, evaluated
  bool is_reference = false;
  Reference reference;              // is_reference
  std::vector<std::int32_t> value;  // otherwise: cells; for non-const parameters the initial value
  // The value is an element of this scalarset chosen by expanding a process set (permutations of the set apply to it),
  // or nullptr if it is a plain number.
  const ScalarSet* element_of = nullptr;
};

struct Process {
  std::string name;  // "Gate", "P(0)", "P(1,2)"
  const Template* templ = nullptr;
  std::vector<Argument> arguments;    // one per template parameter, in order
  std::int32_t priority = 0;          // of the system line; higher wins
  const ProcessSet* set = nullptr;    // nullptr: listed without free parameters
  std::vector<std::int32_t> indices;  // values of the free parameters inside the set
  Span span;                          // its entry in the system line
};

// A name of the system line with free parameters: one process per combination,
// row-major, the first parameter slowest.
struct ProcessSet {
  const Symbol* symbol = nullptr;
  std::vector<const Symbol*> params;       // the free parameters
  std::vector<const ConcreteType*> types;  // int ranges or scalars
  std::uint32_t first = 0;                 // processes [first, first + size)
  std::uint32_t size = 0;
};

// A variable, constant, clock or channel of the global scope or of the system section.
struct GlobalObject {
  const Symbol* symbol = nullptr;
  const ConcreteType* type = nullptr;
  std::vector<std::int32_t> value;  // initial cells (channels: 0; clocks: their initial value)
};

struct ChannelPriority {
  bool declared = false;
  std::int32_t default_level = 0;
  // Level per (object symbol, cell offset) of the listed channels.
  std::map<std::pair<const Symbol*, std::uint32_t>, std::int32_t> levels;
};

// Tables check_query() needs again; check/scopes.h.
struct Names;
// Constants and types evaluated per process, filled on demand; interpreter/elaborate.cpp.
struct ElaborationCache;

// Several threads may use one `const Model` at once: its caches of concrete types and of elaborated processes have
// locks of their own. Reading or checking a formula (read_formula, check_query) or a Gantt chart (read_gantt) adds to
// the model and its document: nothing else may use them meanwhile.
struct Model {
  std::shared_ptr<Document> document;    // trees, texts, layout
  Arena arena;                           // symbols, types, synthesised expressions
  mutable ConcreteTypes concrete_types;  // a cache
  std::vector<Symbol*> symbols;          // by Symbol::id
  std::vector<ScalarSet*> scalar_sets;   // by ScalarSet::id
  // In declaration order, system section last. Predeclared constants (INT8_MAX; Scope::predeclared) are inserted at
  // their first use.
  std::vector<GlobalObject> globals;
  std::unordered_map<const Symbol*, std::uint32_t> global_index;  // symbol -> position in globals
  // Constants declared inside templates that have the same value in all processes.
  std::unordered_map<const Symbol*, GlobalObject> template_constants;
  std::vector<Process> processes;  // in system order
  std::vector<std::unique_ptr<ProcessSet>> process_sets;
  std::unordered_map<std::string, const Symbol*> process_names;  // names usable in queries
  ChannelPriority channel_priority;
  bool has_process_priority = false;
  bool has_guarded_receivers = false;  // some broadcast receiver has a guard on clocks
  bool has_rates = false;              // some process has a rate x' == e on a (non-hybrid) clock
  const Expr* before_update = nullptr;
  const Expr* after_update = nullptr;
  std::unordered_map<const Function*, Effects> effects;
  // Strings are constants that can only be passed on and compared: a cell holds the index of its text.
  std::unordered_map<std::string_view, std::int32_t> strings;
  std::vector<Query*> queries;  // embedded queries, checked one by one (Query::checked)
  // Constructs of instantiated templates and hooks that a symbolic engine cannot handle. Empty unless
  // CheckOptions::allow_refused was given: then the model may be inspected, not verified.
  std::vector<Diagnostic> refusals;

  // Local variables (not parameters) of a template in declaration order: symbols in slot order.
  // Constants, clocks and channels are among them.
  std::unordered_map<const Template*, std::vector<const Symbol*>> locals;

  std::vector<std::pair<std::string, std::string>> overrides;  // CheckOptions::overrides

  std::shared_ptr<Names> names;
  std::shared_ptr<ElaborationCache> elaboration;

  const Sources& sources() const { return document->sources; }
};

}  // namespace orbita
