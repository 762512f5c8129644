// Expressions: leaves, places, quantifiers. Calls are in calls.cpp.
#include <algorithm>
#include <utility>

#include "parser/check/checker.h"
#include "parser/interpreter/make_concrete.h"
#include "parser/operators.h"
#include "parser/real.h"
#include "parser/work_limits.h"

namespace orbita {
namespace {

// Deeper trees would exhaust the stack of recursive passes.
constexpr unsigned max_tree_depth = 2500;

const char* const not_symbolic = "floating-point numbers cannot be used in a symbolic model";
const char* const clock_read = "the value of a clock cannot be read: a zone holds many values";

// Labels in which doubles may occur as temporaries. Guards and queries must not have any, as in UPPAAL.
bool has_doubles(Label label) {
  return label == Label::function || label == Label::update || label == Label::declaration ||
         label == Label::instantiation || label == Label::ignored;
}

bool is_state(const Expr* root) {
  const Symbol* symbol = root->symbol;
  return symbol && !symbol->is_const && !symbol->function &&
         (symbol->kind == SymbolKind::variable || symbol->kind == SymbolKind::parameter);
}

}  // namespace

const Type* Checker::check(Expr& expr) {
  poll_limits();
  if (++depth_ > max_tree_depth) {
    --depth_;
    error("too-deep", expr.span, "this expression is nested too deeply");
    return fail(expr);
  }
  const bool part = std::exchange(part_wanted_, false);
  expr.type = nullptr;
  expr.constraint = ConstraintClass::none;
  const Type* type = check_node(expr);
  --depth_;
  expr.type = type;
  if (!part && contains(*type, TypeKind::floating)) note_floating(expr, *type);
  if (expr.constraint == ConstraintClass::none && type->is_integral()) expr.constraint = ConstraintClass::integral;
  return type;
}

const Type* Checker::check_whole(Expr& expr) {
  part_wanted_ = true;
  return check(expr);
}

void Checker::blame_floating(Span where, std::string why) {
  if (has_floating_) return;
  has_floating_ = true;
  floating_seen_ = where;
  floating_why_ = std::move(why);
}

// Doubles may be constants, and values inside functions and updates, but not part of the state.
void Checker::note_floating(const Expr& expr, const Type& type) {
  if (!has_doubles(label_)) return blame_floating(expr.span, not_symbolic);
  if (label_ != Label::function && label_ != Label::update) return;
  if (!type.is(TypeKind::floating)) {
    return blame_floating(expr.span, "an array or struct with doubles cannot be used in a symbolic model");
  }
  if (!is_place(expr)) return;
  std::vector<const Expr*> roots;
  collect_roots(expr, roots);
  const auto state = std::find_if(roots.begin(), roots.end(), is_state);
  const auto unknown =
      std::find_if(roots.begin(), roots.end(), [this](const Expr* root) { return unknown_.contains(root->symbol); });
  if (unknown != roots.end()) {
    blame_floating(expr.span, "the value of the constant " + quoted((*unknown)->name) + " cannot be worked out");
  } else if (state != roots.end()) {
    blame_floating(expr.span, "the double variable " + quoted((*state)->name) + " cannot be part of a symbolic state");
  } else if (expr.kind == ExprKind::index || expr.kind == ExprKind::member) {
    blame_floating(expr.span, "doubles in arrays and structs cannot be used in a symbolic model");
  }
}

void Checker::note_function(const Expr& expr, std::string_view name) {
  if (name != "fint" && !find_real_function(name)) {
    blame_floating(expr.span, "the function " + quoted(name) + " cannot be used in a symbolic model");
  } else if (!has_doubles(label_)) {
    blame_floating(expr.span, not_symbolic);
  }
  for (const Expr* argument : expr.args.subspan(1)) {
    if (type_of(*argument)->is(TypeKind::clock)) blame_floating(argument->span, clock_read);
  }
}

const Type* Checker::fail(Expr& expr) {
  expr.type = error_;
  return error_;
}

const Type* Checker::check_node(Expr& expr) {
  switch (expr.kind) {
    case ExprKind::integer: return integer(expr);
    case ExprKind::boolean: return boolean(expr, ConstraintClass::integral);
    case ExprKind::floating: return floating_;
    case ExprKind::string:
      expr.value =
          model_.strings.try_emplace(expr.name, static_cast<std::int32_t>(model_.strings.size())).first->second;
      return string_;
    case ExprKind::name: return check_name(expr);
    case ExprKind::deadlock:
      if (label_ == Label::query) return boolean(expr, ConstraintClass::formula);
      error("not-a-value", expr.span, "deadlock can be used in queries only");
      return fail(expr);
    case ExprKind::member: return check_member(expr);
    case ExprKind::index: return check_index(expr);
    case ExprKind::call: return check_call(expr);
    case ExprKind::rate: return check_rate(expr);
    case ExprKind::conditional: return check_conditional(expr);
    case ExprKind::forall:
    case ExprKind::exists:
    case ExprKind::sum: return check_quantifier(expr);
    case ExprKind::comma: {
      const Type* first = check(*expr.args[0]);
      const Type* second = check(*expr.args[1]);
      return first->is(TypeKind::error) ? error_ : second;
    }
    case ExprKind::list:
      error("bad-list", expr.span, "a list in braces can only initialise a variable");
      return fail(expr);
    case ExprKind::spawn:
    case ExprKind::exit_:
    case ExprKind::num_of:
    case ExprKind::foreach_dynamic: return refuse_dynamic(expr);
    default: return check_operator(expr);
  }
}

const Type* Checker::refuse_dynamic(Expr& expr) {
  const char* what = expr.kind == ExprKind::spawn    ? "spawn"
                     : expr.kind == ExprKind::exit_  ? "exit"
                     : expr.kind == ExprKind::num_of ? "numOf"
                                                     : "foreach";
  refuse_statistical(expr.span,
                     std::string("'") + what + "' needs dynamic templates, which a symbolic model cannot have");
  return error_;
}

const Type* Checker::check_name(Expr& expr) {
  const bool in_query = label_ == Label::query;
  const NameUse use = &expr == channel_name_ ? NameUse::channel : NameUse::value;
  Symbol* symbol = in_query ? scopes_.find(expr.name) : look_up(expr.name, expr.span, use);
  if (in_query && (!symbol || symbol->kind == SymbolKind::template_ || symbol->kind == SymbolKind::instance)) {
    const auto process = model_.process_names.find(std::string(expr.name));
    if (process != model_.process_names.end()) {
      expr.symbol = const_cast<Symbol*>(process->second);
      return expr.symbol->type;
    }
    if (symbol) {
      error("not-a-process", expr.span, quoted(expr.name) + " is not a process: the system line does not list it",
            suggestion(expr.name, NameUse::process));
      return fail(expr);
    }
  }
  if (!symbol && in_query) symbol = look_up(expr.name, expr.span);
  expr.symbol = symbol;
  if (!symbol) return fail(expr);
  switch (symbol->kind) {
    case SymbolKind::variable:
    case SymbolKind::parameter:
    case SymbolKind::bound: break;
    case SymbolKind::typedef_:
      error("not-a-value", expr.span, quoted(expr.name) + " is a type, not a value");
      return fail(expr);
    case SymbolKind::function:
    case SymbolKind::builtin:
      error("not-a-value", expr.span,
            quoted(expr.name) + " is a function; call it as " + std::string(expr.name) + "(…)");
      return fail(expr);
    case SymbolKind::location:
      error("not-a-value", expr.span, quoted(expr.name) + " is a location; locations can be named in queries only",
            suggestion(expr.name, use));
      return fail(expr);
    case SymbolKind::process: return symbol->type;
    default: error("not-a-value", expr.span, quoted(expr.name) + " is not a value"); return fail(expr);
  }
  const Type* type = symbol->type;
  if (symbol->scope == Scope::predeclared && !model_.global_index.contains(symbol)) {
    GlobalObject object{symbol, make_concrete(model_, *type), {static_cast<std::int32_t>(symbol->init->value)}};
    object.value.resize(object.type->cells);
    if (type->is(TypeKind::floating)) put_real(symbol->init->number, object.value.data());
    model_.global_index.emplace(symbol, static_cast<std::uint32_t>(model_.globals.size()));
    model_.globals.push_back(std::move(object));
  }
  return type;
}

const Type* Checker::check_member(Expr& expr) {
  const Type* type = check_whole(*expr.args[0]);
  if (type->is(TypeKind::error)) return error_;
  if (type->is(TypeKind::process)) return check_process_member(expr, *type);
  if (type->is(TypeKind::process_set)) {
    const std::string name(expr.args[0]->name);
    error("process-set", expr.args[0]->span, quoted(name) + " is a set of processes",
          "write " + name + "(…)." + std::string(expr.name));
    return fail(expr);
  }
  if (!type->is(TypeKind::structure)) {
    error("not-a-struct", expr.args[0]->span,
          "'." + std::string(expr.name) + "' needs a struct, not " + describe(*type));
    return fail(expr);
  }
  for (std::uint32_t i = 0; i < type->fields.size(); ++i) {
    if (type->fields[i].name != expr.name) continue;
    expr.field_index = i;
    return type->fields[i].type;
  }
  std::vector<std::string_view> known;
  for (const StructField& field : type->fields) known.push_back(field.name);
  error("unknown-field", member_span(expr), "the struct has no field " + quoted(expr.name),
        spelling_hint(expr.name, known));
  return fail(expr);
}

const Type* Checker::check_process_member(Expr& expr, const Type& process) {
  const NameTable& table = *names_.templates.at(process.process);
  const auto found = table.find(expr.name);
  expr.symbol = nullptr;
  if (found != table.end()) {
    Symbol* symbol = found->second;
    if (symbol->kind == SymbolKind::location) {
      expr.symbol = symbol;
      return boolean(expr, ConstraintClass::integral);
    }
    if (symbol->kind == SymbolKind::variable || symbol->kind == SymbolKind::parameter) {
      expr.symbol = symbol;
      return symbol->type;
    }
    error("not-a-value", member_span(expr),
          quoted(expr.name) + " of template " + quoted(process.process->name) +
              " is not a variable, parameter or location");
    return fail(expr);
  }
  if (expr.name == "location") return integer(expr);
  std::vector<std::string_view> known;
  for (const auto& entry : table) known.push_back(entry.first);
  error("unknown-member", member_span(expr),
        "template " + quoted(process.process->name) + " has no location or variable " + quoted(expr.name),
        spelling_hint(expr.name, known));
  return fail(expr);
}

const Type* Checker::check_index(Expr& expr) {
  const Type* array = check_whole(*expr.args[0]);
  const Type* index = check(*expr.args[1]);
  if (array->is(TypeKind::error) || index->is(TypeKind::error)) return error_;
  if (!array->is(TypeKind::array)) {
    error("not-an-array", expr.args[0]->span, "'[]' needs an array, not " + describe(*array));
    return fail(expr);
  }
  if (array->index->is(TypeKind::scalar)) {
    if (index->is(TypeKind::scalar) && index->set == array->index->set) return array->element;
    const std::string set(array->index->set->name);
    error("bad-index", expr.args[1]->span,
          "the array is indexed by the scalar set " + quoted(set) + ", not by " + describe(*index),
          index->is(TypeKind::scalar) ? "" : "elements of a scalar set have no order and no number");
    return fail(expr);
  }
  if (!is_value(*expr.args[1])) {
    error("bad-index", expr.args[1]->span, "an array index is an integer, not " + describe(*index));
    return fail(expr);
  }
  warn_about_index(*expr.args[1], *array->index);
  return array->element;
}

// A constant index out of range gets a warning, not an error: in a dead branch it may be intended.
void Checker::warn_about_index(const Expr& position, const Type& index) {
  if (index.parametric || label_ == Label::declaration || label_ == Label::instantiation) return;
  const bool constant = position.kind == ExprKind::name && position.symbol->kind == SymbolKind::variable &&
                        position.symbol->compile_time && !position.symbol->parametric;
  if (position.kind != ExprKind::integer && !constant) return;
  const auto value = evaluate(position);
  if (!value || (*value >= index.low_value && *value <= index.high_value)) return;
  warning("index-range", position.span,
          "index " + std::to_string(*value) + " is outside [" + std::to_string(index.low_value) + "," +
              std::to_string(index.high_value) + "]");
}

const Type* Checker::check_rate(Expr& expr) {
  const Type* type = check(*expr.args[0]);
  if (type->is(TypeKind::error)) return error_;
  if (!type->is(TypeKind::clock) || !is_place(*expr.args[0])) {
    error("type-mismatch", expr.span, "only a clock has a rate, not " + describe(*type));
    return fail(expr);
  }
  return rate_;
}

const Type* Checker::check_quantifier(Expr& expr) {
  scopes_.enter_block();
  declare(bind(*expr.binder, true, false));
  Expr& body = *expr.args[0];
  const Type* type = check(body);
  scopes_.leave_block();
  if (type->is(TypeKind::error) || expr.binder->symbol->type->is(TypeKind::error)) return fail(expr);
  const char* word = expr.kind == ExprKind::sum ? "sum" : expr.kind == ExprKind::forall ? "forall" : "exists";
  Accesses accesses;
  collect_accesses(model_, body, accesses);
  if (!accesses.writes.empty()) {
    error("side-effect", accesses.writes.front().where,
          std::string("the body of '") + word + "' must not modify variables");
    return fail(expr);
  }
  if (expr.kind == ExprKind::sum) {
    if (is_value(body)) return integer(expr);
    if (type->is(TypeKind::floating)) {
      blame_floating(expr.span, "doubles cannot be summed up by 'sum' in a symbolic model");
      return floating_;
    }
    error("type-mismatch", body.span, "the body of 'sum' must be an integer, not " + describe(*type),
          type->is(TypeKind::scalar) ? "elements of a scalar set have no order and no number" : "");
    return fail(expr);
  }
  if (!is_condition(body)) return mismatch(expr, body, std::string("the body of '") + word + "' must be a condition");
  const bool clocks = body.constraint > ConstraintClass::integral;
  if (expr.kind == ExprKind::exists && body.constraint == ConstraintClass::invariant_rate) {
    error("bad-rate", body.span, "a rate cannot stand under 'exists'");
    return fail(expr);
  }
  return boolean(expr, expr.kind == ExprKind::exists && clocks ? std::max(body.constraint, ConstraintClass::constraint)
                                                               : body.constraint);
}

const Type* Checker::check_conditional(Expr& expr) {
  Expr &condition = *expr.args[0], &first = *expr.args[1], &second = *expr.args[2];
  const Type* test = check(condition);
  const Type* a = check(first);
  const Type* b = check(second);
  if (test->is(TypeKind::error) || a->is(TypeKind::error) || b->is(TypeKind::error)) return error_;
  if (!is_condition(condition)) return mismatch(expr, condition, "the condition before '?' must be an integer");
  if (condition.constraint > ConstraintClass::integral) {
    if (condition.constraint > ConstraintClass::guard || condition.constraint == ConstraintClass::invariant_rate) {
      return mismatch(expr, condition, "the condition before '?' must be an integer");
    }
    const bool refused_already = label_ == Label::function || label_ == Label::update;
    if (!refused_already) refuse(condition.span, "a choice '?:' that depends on clocks cannot be decided on a zone");
    return error_;
  }
  if (is_value(first) && is_value(second)) return a->is(TypeKind::boolean) && b->is(TypeKind::boolean) ? bool_ : int_;
  const bool real = (a->is(TypeKind::floating) || is_value(first)) && (b->is(TypeKind::floating) || is_value(second));
  if (real) return floating_;
  if (first.constraint > ConstraintClass::integral || second.constraint > ConstraintClass::integral) {
    error("type-mismatch", expr.span, "the branches of '?:' cannot be clock constraints",
          "write (c imply A) && (!c imply B)");
    return fail(expr);
  }
  if (equivalent(*a, *b)) return a;
  error("type-mismatch", expr.span,
        "the branches of '?:' have different types: " + describe(*a) + " and " + describe(*b));
  return fail(expr);
}

bool Checker::is_place(const Expr& expr) const {
  switch (expr.kind) {
    case ExprKind::name:
      return expr.symbol && (expr.symbol->kind == SymbolKind::variable || expr.symbol->kind == SymbolKind::parameter ||
                             expr.symbol->kind == SymbolKind::bound);
    case ExprKind::index: return is_place(*expr.args[0]);
    case ExprKind::member:
      if (type_of(*expr.args[0])->is(TypeKind::process))
        return expr.symbol && expr.symbol->kind != SymbolKind::location;
      return is_place(*expr.args[0]);
    case ExprKind::conditional:
      return is_place(*expr.args[1]) && is_place(*expr.args[2]) &&
             equivalent(*type_of(*expr.args[1]), *type_of(*expr.args[2]));
    case ExprKind::comma: return is_place(*expr.args[1]);
    case ExprKind::pre_increment:
    case ExprKind::pre_decrement: return true;
    default: return is_assignment(expr.kind);
  }
}

bool Checker::is_modifiable(const Expr& expr, bool report) {
  std::vector<const Expr*> roots;
  collect_roots(expr, roots);
  for (const Expr* root : roots) {
    if (!root->symbol || !root->symbol->is_const) continue;
    if (report) {
      const bool bound = root->symbol->kind == SymbolKind::bound;
      error("read-only", root->span, quoted(root->name) + (bound ? " is read-only: it is bound here" : " is constant"));
    }
    return false;
  }
  return true;
}

}  // namespace orbita
