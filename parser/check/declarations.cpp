// Variables, constants, typedefs, parameters, initialisers.
#include <algorithm>

#include "parser/check/checker.h"
#include "parser/interpreter/make_concrete.h"

namespace orbita {

void Checker::check_typedefs(Decl& decl, Scope) {
  const Resolved base = resolve(*decl.type);
  for (Declarator& declarator : decl.declarators) {
    const Type* type = resolve_dims(base.type, declarator.dims);
    if (type->is(TypeKind::void_)) {
      error("bad-type", decl.type->span, "void is not a type for values");
      type = error_;
    }
    if (decl.type->kind == TypeSyntax::scalar && type->is(TypeKind::scalar)) {
      ScalarSet& set = *model_.scalar_sets[type->set->id];
      if (set.name.starts_with("scalar[")) set.name = declarator.name;
    }
    Symbol* symbol = new_symbol(SymbolKind::typedef_, declarator.name, declarator.span, type);
    symbol->is_const = base.is_const;
    symbol->is_meta = base.is_meta;
    declarator.symbol = symbol;
    declare(symbol);
  }
}

void Checker::check_variables(Decl& decl, Scope scope) {
  const Resolved base = resolve(*decl.type);
  for (Declarator& declarator : decl.declarators) check_variable(declarator, base, *decl.type, scope);
}

bool Checker::check_variable_type(const Declarator& declarator, const Type& type, const Resolved& base, Scope scope) {
  const std::string name = quoted(declarator.name);
  if (type.is(TypeKind::error)) return false;
  if (contains(type, TypeKind::void_)) {
    error("bad-type", declarator.span, "a variable cannot be of type void");
    return false;
  }
  if (contains(type, TypeKind::string) && !base.is_const) {
    error("bad-type", declarator.span, "strings must be constants");
    return false;
  }
  if (base.is_const && mentions_scalars(type)) {
    error("scalar-constant", declarator.span,
          name + " cannot be constant: elements of a scalar set have no name, so there is no value to give it");
    return false;
  }
  if (scope != Scope::function) return true;
  const char* what = contains(type, TypeKind::clock)     ? "a clock"
                     : contains(type, TypeKind::channel) ? "a channel"
                     : mentions_scalars(type)            ? "a scalar or an array over scalars"
                                                         : nullptr;
  if (!what) return true;
  error("bad-local", declarator.span, "a local variable of a function cannot be " + std::string(what));
  return false;
}

void Checker::check_variable(Declarator& declarator, const Resolved& base, const TypeExpr&, Scope scope) {
  const Type* type = resolve_dims(base.type, declarator.dims);
  const bool fine = check_variable_type(declarator, *type, base, scope);
  Symbol* symbol = new_symbol(SymbolKind::variable, declarator.name, declarator.span, fine ? type : error_);
  symbol->is_const = base.is_const;
  symbol->is_meta = base.is_meta;
  symbol->function = function_;
  declarator.symbol = symbol;
  check_initialiser(declarator, *symbol, scope);  // before the name is visible
  declare(symbol);
}

void Checker::check_initialiser(Declarator& declarator, Symbol& symbol, Scope scope) {
  const bool local = scope == Scope::function;
  bool sound = !symbol.type->is(TypeKind::error);
  if (!declarator.init) {
    if (symbol.is_const && sound) {
      error("missing-initialiser", declarator.span, "the constant " + quoted(symbol.name) + " needs a value");
      sound = false;
    }
  } else {
    symbol.init = declarator.init;
    const Type* type = symbol.type;
    if (sound && (contains(*type, TypeKind::channel) || mentions_scalars(*type))) {
      error("no-initialiser", declarator.init->span,
            quoted(symbol.name) + " cannot have an initialiser: it is of type " + describe(*type),
            mentions_scalars(*type) ? "elements of a scalar set have no order and no number" : "");
      sound = false;
    } else {
      sound = check_init_against(*declarator.init, *type) && sound;
    }
    if (sound && local) {
      Accesses accesses;
      collect_accesses(model_, *declarator.init, accesses);
      if (!accesses.writes.empty()) {
        error("side-effect", accesses.writes.front().where, "an initialiser must not modify variables");
        sound = false;
      }
    }
  }
  if (!local) settle_value(symbol, scope, sound);
}

bool Checker::check_list(Expr& list, const Type& type) {
  list.type = &type;
  if (type.is(TypeKind::array)) {
    bool sound = true;
    for (Expr* item : list.args) sound = check_init_against(*item, *type.element) && sound;
    for (std::string_view name : list.field_names) {
      if (name.empty()) continue;
      error("bad-list", list.span, "elements of an array have no names, but " + quoted(name) + " is given");
      return false;
    }
    const std::int64_t count = std::int64_t{type.index->high_value} - type.index->low_value + 1;
    if (!type.index->parametric && static_cast<std::int64_t>(list.args.size()) != count) {
      error("list-length", list.span,
            "the array has " + std::to_string(count) + " elements, but " + std::to_string(list.args.size()) +
                " values are given");
      return false;
    }
    return sound;
  }
  if (!type.is(TypeKind::structure)) {
    error("bad-list", list.span, "a list in braces cannot initialise " + describe(type));
    return false;
  }
  bool sound = true;
  std::vector<bool> given(type.fields.size(), false);
  for (std::size_t i = 0; i < list.args.size(); ++i) {
    const std::string_view name = i < list.field_names.size() ? list.field_names[i] : std::string_view();
    std::size_t position = i;
    if (!name.empty()) {
      const auto found = std::find_if(type.fields.begin(), type.fields.end(),
                                      [name](const StructField& field) { return field.name == name; });
      position = static_cast<std::size_t>(found - type.fields.begin());
    }
    if (position >= type.fields.size()) {
      error("bad-list", list.args[i]->span,
            name.empty() ? "too many values for " + describe(type) : "the struct has no field " + quoted(name));
      sound = false;
      continue;
    }
    if (given[position]) {
      error("bad-list", list.args[i]->span, "field " + quoted(type.fields[position].name) + " is given twice");
      sound = false;
    }
    given[position] = true;
    sound = check_init_against(*list.args[i], *type.fields[position].type) && sound;
  }
  for (std::size_t i = 0; i < given.size(); ++i) {
    if (given[i] || !sound) continue;
    error("bad-list", list.span, "field " + quoted(type.fields[i].name) + " has no value");
    return false;
  }
  return sound;
}

bool Checker::check_init_against(Expr& init, const Type& type) {
  if (init.kind == ExprKind::list) return !type.is(TypeKind::error) && check_list(init, type);
  const Type* given = check(init);
  if (given->is(TypeKind::error) || type.is(TypeKind::error)) return false;
  std::string why;
  if (type.is(TypeKind::string) && given->is(TypeKind::string)) return true;
  if (type.is(TypeKind::clock) && given->is(TypeKind::floating)) {
    if (!type.hybrid) refuse_clock_start(init.span);
    return true;
  }
  if (type.is(TypeKind::clock) && !is_value(init)) {
    why = "a clock starts with a non-negative integer";
  } else if (assignable(type, init, why)) {
    return true;
  }
  error("type-mismatch", init.span,
        "cannot initialise " + describe(type) + " with " + describe(*given) + (why.empty() ? "" : ": " + why));
  return false;
}

// Global clocks belong to no unit: whoever uses them, the initial state has them.
void Checker::refuse_clock_start(Span where) {
  Unit& unit = unit_ != nullptr ? *unit_ : hooks_;
  unit.statistical.push_back({Severity::error, "refused", where,
                              "a clock that starts with a double cannot be used in a symbolic model",
                              "symbolic queries need an integer here"});
}

bool Checker::is_known(const GlobalObject& object, const Symbol& symbol) {
  try {
    interpreter_.initial_value(*object.type, symbol.init);
    return true;
  } catch (const EvaluationError&) {
    unknown_.insert(&symbol);
    return false;
  }
}

// Global and template variables: the initialiser is known at compile time, and so is the value, unless it depends on
// parameters of the template.
void Checker::settle_value(Symbol& symbol, Scope scope, bool sound) {
  auto dependence = std::optional(Dependence::closed);
  if (sound && symbol.init) dependence = compile_time(*symbol.init, "an initialiser");
  sound = sound && dependence.has_value();
  symbol.compile_time = symbol.is_const;
  if (!sound && symbol.is_const) broken_.insert(&symbol);
  const bool parametric = sound && (*dependence != Dependence::closed || symbol.type->parametric);
  symbol.parametric = parametric && symbol.is_const;
  if (scope == Scope::template_) {
    model_.locals[template_].push_back(&symbol);
    if (parametric) {
      facts_[template_].parametric_locals = true;
      Accesses accesses;
      if (symbol.init) collect_accesses(model_, *symbol.init, accesses);
      collect_type_accesses(model_, *symbol.type, accesses);
      auto& parameters = depends_on_[&symbol];
      for (const Access& access : accesses.reads) {
        if (access.symbol->kind == SymbolKind::parameter) parameters.insert(access.symbol);
        const auto indirect = depends_on_.find(access.symbol);
        if (indirect != depends_on_.end()) parameters.insert(indirect->second.begin(), indirect->second.end());
      }
      return;
    }
  }
  if (!sound || (symbol.init && !is_sound(*symbol.init))) {
    if (symbol.is_const) broken_.insert(&symbol);
    return;
  }
  GlobalObject object{&symbol, nullptr, {}};
  const bool evaluated = evaluating([&] {
    try {
      object.type = make_concrete(model_, *symbol.type);
      require_values(*object.type, symbol);
      // A constant for statistics only, perhaps made with random(), is harmless until it is used.
      if (contains(*symbol.type, TypeKind::floating) && symbol.is_const && !is_known(object, symbol)) return;
      object.value = interpreter_.initial_value(*object.type, lasting_value(symbol));
    } catch (const EvaluationError& problem) {
      throw EvaluationError(problem.where().block ? problem.where() : symbol.span, problem.what());
    }
  });
  if (!evaluated) {
    if (symbol.is_const) broken_.insert(&symbol);
    return;
  }
  if (object.value.empty()) return;  // it cannot be used
  if (scope == Scope::template_) {
    facts_[template_].cells += object.type->cells;
    if (symbol.is_const) model_.template_constants.emplace(&symbol, std::move(object));
    return;
  }
  apply_overrides(symbol, object);
  total_cells_ += object.type->cells;
  if (total_cells_ > max_cells) {
    error("too-large", symbol.span, "the model's variables have more than " + std::to_string(max_cells) + " cells");
    total_cells_ = 0;
  }
  model_.global_index.emplace(&symbol, static_cast<std::uint32_t>(model_.globals.size()));
  model_.globals.push_back(std::move(object));
}

Symbol* Checker::declare_parameter(Parameter& parameter, std::uint32_t index) {
  Declarator& declarator = parameter.declarator;
  const Resolved base = resolve(*parameter.type);
  const Type* type = resolve_dims(base.type, declarator.dims);
  if (contains(*type, TypeKind::void_)) {
    error("bad-type", declarator.span, "a parameter cannot be of type void");
    type = error_;
  }
  Symbol* symbol = new_symbol(SymbolKind::parameter, declarator.name, declarator.span, type);
  symbol->index = index;
  // Strings cannot be assigned to, so a process needs no variable for one.
  symbol->is_const = base.is_const || (!function_ && contains(*type, TypeKind::string));
  symbol->by_reference = declarator.by_reference;
  symbol->function = function_;
  if (!function_ && symbol->is_const && !declarator.by_reference) {
    symbol->compile_time = true;
    symbol->parametric = true;
  }
  declarator.symbol = symbol;
  declare(symbol);
  return symbol;
}

}  // namespace orbita
