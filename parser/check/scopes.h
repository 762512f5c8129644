// Name lookup per scope.
//
// The global scope and the scope of each template are hash tables that stay in
// the Model (queries look names up again). Functions, blocks and binders have
// few names: they are one stack, searched from its end.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <memory>
#include <string_view>
#include <vector>

#include "parser/diagnostic.h"
#include "parser/symbol.h"

namespace orbita {

using NameTable = absl::flat_hash_map<std::string_view, Symbol*>;

// Why a symbolic engine cannot use a function, and the functions it calls.
struct Unit {
  std::vector<Diagnostic> refusals;
  std::vector<Diagnostic> statistical;  // constructs only statistical queries may have
  std::vector<Diagnostic> dialects;     // names predeclared in other dialects of UPPAAL; one per name
  std::vector<const Function*> calls;
};

// The parts of check()'s state that check_query() needs.
struct Names {
  NameTable predeclared;
  NameTable global;
  absl::flat_hash_map<const Template*, std::unique_ptr<NameTable>> templates;
  absl::flat_hash_map<const Function*, Unit> functions;
};

class Scopes {
 public:
  explicit Scopes(Names& names) : names_(names) {}

  void enter_template(const Template* templ);  // creates its table the first time
  void leave_template() { template_ = nullptr; }
  void enter_block() { marks_.push_back(stack_.size()); }
  void leave_block();

  // Adds to the innermost scope. Returns the symbol of the same name already there, or nullptr.
  Symbol* declare(Symbol* symbol);
  // The innermost symbol of this name, or nullptr.
  Symbol* find(std::string_view name) const;
  // All names visible here: for spelling suggestions.
  std::vector<const Symbol*> visible() const;

 private:
  Names& names_;
  NameTable* template_ = nullptr;
  std::vector<Symbol*> stack_;
  std::vector<std::size_t> marks_;  // where each open block begins
};

}  // namespace orbita
