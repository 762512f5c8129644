// Calls: functions, builtins, processes of a template, members.
#include <algorithm>
#include <utility>

#include "parser/check/builtins.h"
#include "parser/check/checker.h"
#include "parser/interpreter/make_concrete.h"

namespace orbita {

const Type* Checker::check_call(Expr& expr) {
  Expr& callee = *expr.args[0];
  bool sound = true;
  for (std::size_t i = 1; i < expr.args.size(); ++i) sound = !check(*expr.args[i])->is(TypeKind::error) && sound;
  if (callee.kind == ExprKind::member && label_ == Label::query) return check_member_call(expr, sound);
  if (callee.kind != ExprKind::name) {
    error("not-a-function", callee.span, "this is not a function");
    return fail(expr);
  }
  const bool in_query = label_ == Label::query;
  Symbol* symbol = in_query ? scopes_.find(callee.name) : look_up(callee.name, callee.span, NameUse::function);
  if (in_query && (!symbol || symbol->kind == SymbolKind::template_ || symbol->kind == SymbolKind::instance)) {
    const auto process = model_.process_names.find(std::string(callee.name));
    if (process != model_.process_names.end()) symbol = const_cast<Symbol*>(process->second);
  }
  if (!symbol && in_query) symbol = look_up(callee.name, callee.span, NameUse::function);
  callee.symbol = expr.symbol = symbol;
  callee.type = function_type_;
  if (!symbol || !sound) return fail(expr);
  switch (symbol->kind) {
    case SymbolKind::function: return check_function_call(expr, *symbol);
    case SymbolKind::builtin: return check_builtin_call(expr, *symbol);
    case SymbolKind::process: return check_process_call(expr, *symbol);
    case SymbolKind::template_:
    case SymbolKind::instance:
      if (label_ == Label::query) {
        error("not-a-process", callee.span,
              quoted(callee.name) + " is not a process: the system line does not list it");
        return fail(expr);
      }
      [[fallthrough]];
    default: error("not-a-function", callee.span, quoted(callee.name) + " is not a function"); return fail(expr);
  }
}

// P.f(…): a function of the process' template, evaluated with the locals of that process.
const Type* Checker::check_member_call(Expr& expr, bool sound) {
  Expr& callee = *expr.args[0];
  const Type* process = check(*callee.args[0]);
  if (process->is(TypeKind::error)) return fail(expr);
  if (process->is(TypeKind::process)) {
    const NameTable& table = *names_.templates.at(process->process);
    const auto found = table.find(callee.name);
    if (found != table.end() && found->second->kind == SymbolKind::function) {
      callee.symbol = expr.symbol = found->second;
      callee.type = function_type_;
      return sound ? check_function_call(expr, *expr.symbol) : fail(expr);
    }
  }
  if (!check_member(callee)->is(TypeKind::error)) {
    error("not-a-function", callee.span, quoted(callee.name) + " is not a function");
  }
  return fail(expr);
}

const Type* Checker::check_function_call(Expr& expr, Symbol& symbol) {
  Function& function = *symbol.function;
  if (&function == function_) {
    error("recursion", expr.span, quoted(symbol.name) + " calls itself; recursion is not possible");
    return fail(expr);
  }
  if (function.params.size() != expr.args.size() - 1) {
    wrong_count(expr.span, symbol.name, function.params.size(), expr.args.size() - 1);
    return fail(expr);
  }
  bool sound = true;
  for (std::size_t i = 0; i < function.params.size(); ++i) {
    const Symbol* parameter = function.params[i].declarator.symbol;
    if (parameter) sound = check_argument(*expr.args[i + 1], *parameter) && sound;
  }
  if (!sound) return fail(expr);
  return function.result->type ? function.result->type : error_;
}

bool Checker::check_argument(Expr& argument, const Symbol& parameter) {
  const Type& type = *parameter.type;
  const Type& given = *type_of(argument);
  if (type.is(TypeKind::error) || given.is(TypeKind::error)) return false;
  const std::string name = quoted(parameter.name);
  if (parameter.by_reference && !parameter.is_const) {
    if (!is_place(argument)) {
      error("not-a-place", argument.span, "the reference parameter " + name + " needs a variable");
      return false;
    }
    const bool channel = contains(type, TypeKind::channel);
    if (!channel && !is_modifiable(argument, true)) return false;
    if (equivalent(type, given)) return true;
    error("type-mismatch", argument.span,
          "the reference parameter " + name + " is of type " + describe(type) + ", but the argument is of type " +
              describe(given));
    return false;
  }
  if (parameter.by_reference && is_place(argument) && equivalent(type, given)) return true;
  std::string why;
  if (assignable(type, argument, why) && !type.is(TypeKind::channel)) return true;
  error("type-mismatch", argument.span,
        "the parameter " + name + " is of type " + describe(type) + ", but the argument is of type " + describe(given) +
            (why.empty() ? "" : ": " + why));
  return false;
}

const Type* Checker::check_builtin_call(Expr& expr, Symbol& symbol) {
  const Builtin& builtin = *find_builtin(symbol.name);
  if (expr.args.size() - 1 != builtin.arity) {
    wrong_count(expr.span, symbol.name, builtin.arity, expr.args.size() - 1);
    return fail(expr);
  }
  for (std::size_t i = 1; i < expr.args.size(); ++i) {
    const Expr& argument = *expr.args[i];
    const bool number = is_value(argument) || (type_of(argument)->is(TypeKind::floating) && builtin.name != "abs") ||
                        (type_of(argument)->is(TypeKind::clock) && builtin.name != "abs");
    if (number) continue;
    error("type-mismatch", argument.span, quoted(symbol.name) + " cannot be used on " + describe(*type_of(argument)));
    return fail(expr);
  }
  if (builtin.random) {
    refuse_statistical(expr.span, "random numbers (" + quoted(symbol.name) + ") cannot be used in a symbolic model");
    has_floating_ = false;
  } else if (builtin.name != "abs") {
    note_function(expr, builtin.name);
  }
  return builtin.result == BuiltinResult::integer ? integer(expr) : floating_;
}

const Type* Checker::check_process_call(Expr& expr, Symbol& symbol) {
  if (!symbol.set) {
    error("process-set", expr.span, quoted(symbol.name) + " is a single process and takes no arguments");
    return fail(expr);
  }
  const ProcessSet& set = *symbol.set;
  if (set.params.size() != expr.args.size() - 1) {
    wrong_count(expr.span, symbol.name, set.params.size(), expr.args.size() - 1);
    return fail(expr);
  }
  for (std::size_t i = 0; i < set.params.size(); ++i) {
    const Expr& argument = *expr.args[i + 1];
    const ConcreteType& type = *set.types[i];
    if (type.kind == TypeKind::scalar) {
      if (type_of(argument)->is(TypeKind::scalar) && type_of(argument)->set == type.set) continue;
      const std::string name(type.set->name);
      if (type_of(argument)->is(TypeKind::scalar)) {
        error("bad-index", argument.span,
              quoted(symbol.name) + " is indexed by the scalar set " + quoted(name) + ", not by " +
                  describe(*type_of(argument)));
      } else {
        error("bad-index", argument.span, "an element of scalar set " + quoted(name) + " cannot be named by a number",
              "quantify over " + name + " instead");
      }
      return fail(expr);
    }
    if (!is_value(argument)) {
      error("bad-index", argument.span,
            quoted(symbol.name) + " is indexed by an integer, not by " + describe(*type_of(argument)));
      return fail(expr);
    }
    Accesses accesses;
    collect_accesses(model_, argument, accesses);
    const bool constant = std::all_of(accesses.reads.begin(), accesses.reads.end(), [](const Access& access) {
      return access.symbol->compile_time && access.symbol->kind != SymbolKind::bound && !access.symbol->parametric;
    });
    if (!constant || !accesses.writes.empty()) continue;
    const auto value = evaluate(argument);
    if (value && *value >= type.low && *value <= type.high) continue;
    if (value) {
      error("bad-index", argument.span,
            quoted(symbol.name) + " has no process number " + std::to_string(*value) + ": its range is [" +
                std::to_string(type.low) + "," + std::to_string(type.high) + "]");
    }
    return fail(expr);
  }
  Type* type = new_type(TypeKind::process);
  type->process = symbol.type->process;
  return type;
}

}  // namespace orbita
