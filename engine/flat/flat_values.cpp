#include <algorithm>

#include "engine/flat/flattener.h"
#include "parser/interpreter/arithmetic.h"
#include "parser/operators.h"

namespace orbita {

namespace {

bool is_element(const FlatJson& a) { return a.is_array() && a[0] == "el"; }

// A plain number, or an element: its value.
std::optional<std::int32_t> known_value(const FlatJson& a) {
  if (a.is_number()) return a.get<std::int32_t>();
  if (is_element(a)) return a[2].get<std::int32_t>();
  return std::nullopt;
}

FlatJson truth(const FlatJson& a) {
  if (a.is_number()) return a.get<std::int32_t>() != 0 ? 1 : 0;
  return a;
}

// `deciding`: the value of an operand that decides the whole.
FlatJson connective(const char* op, const std::vector<FlatJson>& parts, std::int32_t deciding) {
  FlatJson result = FlatJson::array({op});
  for (const FlatJson& part : parts) {
    if (!part.is_number()) {
      if (part.is_array() && part[0] == op) {
        for (std::size_t i = 1; i < part.size(); ++i) result.push_back(part[i]);
      } else {
        result.push_back(part);
      }
    } else if ((part.get<std::int32_t>() != 0) == (deciding != 0)) {
      result.push_back(deciding);
      break;  // what follows is never evaluated
    }
  }
  if (result.size() == 1) return 1 - deciding;
  if (result.size() == 2 && result[1].is_number()) return deciding;
  return result;  // a single operand keeps its operator: the result is 0 or 1
}

}  // namespace

void refuse_flat(Span where, const std::string& construct) {
  throw ModelError({{Severity::error, "refused", where, construct + " cannot be written as a flat model", ""}});
}

bool is_flat_constant(const FlatJson& a) { return a.is_number(); }

FlatJson flat_not(const FlatJson& a) {
  if (a.is_number()) return a.get<std::int32_t>() != 0 ? 0 : 1;
  return FlatJson::array({"!", a});
}
FlatJson flat_and(const std::vector<FlatJson>& parts) { return connective("&&", parts, 0); }
FlatJson flat_or(const std::vector<FlatJson>& parts) { return connective("||", parts, 1); }

void Flattener::bind(const Symbol& symbol, std::int32_t value) {
  bound_.push_back({&symbol, element(value, *symbol.type)});
  interpreter_.bind(symbol, value);
}

void Flattener::unbind(const Symbol& symbol) {
  bound_.pop_back();
  interpreter_.unbind(symbol);
}

FlatJson Flattener::element(std::int32_t value, const Type& type) {
  if (!type.is(TypeKind::scalar)) return value;
  const std::int32_t set = tables_.set_number(*type.set, concrete(type).high + 1);
  if (set < 0) return value;
  return FlatJson::array({"el", set, value});
}

FlatJson Flattener::name(const Expr& expr) {
  const Symbol& symbol = *expr.symbol;
  for (auto bound = bound_.rbegin(); bound != bound_.rend(); ++bound) {
    if (bound->symbol == &symbol) return bound->value;
  }
  return load(symbol_place(symbol, process_, expr.span));
}

FlatJson Flattener::quantifier(const Expr& expr, FlatJson (Flattener::*body)(const Expr&)) {
  std::vector<FlatJson> parts;
  for_each_value(*expr.binder, [&](std::int32_t) {
    if (parts.size() > 100'000) refuse_flat(expr.span, "a quantifier over more than 100 000 values");
    parts.push_back((this->*body)(*expr.args[0]));
  });
  if (expr.kind == ExprKind::forall) return flat_and(parts);
  if (expr.kind == ExprKind::exists) return flat_or(parts);
  FlatJson result = FlatJson::array({"+"});
  for (FlatJson& part : parts) result.push_back(std::move(part));
  return result.size() == 1 ? FlatJson(0) : result;
}

FlatJson Flattener::binary(const Expr& expr) {
  const FlatJson a = value(*expr.args[0]), b = value(*expr.args[1]);
  const std::optional<std::int32_t> x = known_value(a), y = known_value(b);
  if (x && y) {
    try {
      return apply(expr.kind, *x, *y, expr.span);
    } catch (const EvaluationError&) {  // an error when it is evaluated
    }
  }
  if (expr.kind == ExprKind::logical_xor) return FlatJson::array({"!=", flat_not(a), flat_not(b)});
  const std::string_view op = expr.kind == ExprKind::minimum   ? "min"
                              : expr.kind == ExprKind::maximum ? "max"
                                                               : operator_of(expr.kind).text;
  return FlatJson::array({op, a, b});
}

// Structs and arrays are equal when all their leaves are.
FlatJson Flattener::compare_objects(const Expr& expr) {
  const FlatPlace a = place(*expr.args[0]), b = place(*expr.args[1]);
  std::vector<FlatJson> parts;
  for_each_leaf(*a.type, [&](std::uint32_t offset, const ConcreteType& leaf, const std::string&) {
    FlatPlace x = a, y = b;
    x.offset += offset;
    y.offset += offset;
    x.type = y.type = &leaf;
    parts.push_back(FlatJson::array({"==", load(x), load(y)}));
  });
  const FlatJson equal = flat_and(parts);
  return expr.kind == ExprKind::equal ? equal : flat_not(equal);
}

// A function that only returns an expression is replaced by it.
FlatJson Flattener::call(const Expr& expr) {
  const Symbol& symbol = *expr.symbol;
  if (symbol.kind == SymbolKind::builtin && symbol.name == "abs") {
    const FlatJson a = value(*expr.args[1]);
    return FlatJson::array({"?:", FlatJson::array({"<", a, 0}), FlatJson::array({"-", 0, a}), a});
  }
  const Function* function = symbol.kind == SymbolKind::function ? symbol.function : nullptr;
  const Stmt* body = function != nullptr ? function->body : nullptr;
  const bool returns = body != nullptr && body->kind == StmtKind::block && body->decls.empty() &&
                       body->body.size() == 1 && body->body[0]->kind == StmtKind::return_ &&
                       body->body[0]->condition != nullptr;
  if (!returns) refuse_flat(expr.span, "a call of '" + std::string(symbol.name) + "'");
  std::vector<Bound> arguments;
  for (std::size_t i = 0; i < function->params.size(); ++i) {
    const Symbol& parameter = *function->params[i].declarator.symbol;
    const bool is_leaf = parameter.type->is_integral() || parameter.type->is(TypeKind::scalar);
    if (!is_leaf || parameter.by_reference) {
      refuse_flat(expr.span, "a call of '" + std::string(symbol.name) + "' with '" + std::string(parameter.name) + "'");
    }
    FlatJson argument = value(*expr.args[i + 1]);
    if (!known_value(argument)) refuse_flat(expr.span, "a call of '" + std::string(symbol.name) + "' with a variable");
    arguments.push_back({&parameter, std::move(argument)});
  }
  for (const Bound& argument : arguments) {
    interpreter_.bind(*argument.symbol, *known_value(argument.value));
    bound_.push_back(argument);
  }
  FlatJson result = value(*body->body[0]->condition);
  for (auto argument = arguments.rbegin(); argument != arguments.rend(); ++argument) {
    interpreter_.unbind(*argument->symbol);
    bound_.pop_back();
  }
  return result;
}

FlatJson Flattener::value(const Expr& expr) {
  switch (expr.kind) {
    case ExprKind::integer:
    case ExprKind::boolean:
    case ExprKind::string: return expr.value;
    case ExprKind::name: return name(expr);
    case ExprKind::member:
      if (expr.symbol != nullptr && expr.symbol->kind == SymbolKind::location) {
        return FlatJson::array({"loc", interpreter_.process_number(*expr.args[0]), expr.symbol->index});
      }
      return load(place(expr));
    case ExprKind::index: return load(place(expr));
    case ExprKind::call: return call(expr);
    case ExprKind::plus: return value(*expr.args[0]);
    case ExprKind::minus: {
      const FlatJson a = value(*expr.args[0]);
      return a.is_number() ? FlatJson(wrap(-a.get<std::int64_t>())) : FlatJson::array({"-", 0, a});
    }
    case ExprKind::logical_not: return flat_not(value(*expr.args[0]));
    case ExprKind::logical_and: return flat_and({truth(value(*expr.args[0])), truth(value(*expr.args[1]))});
    case ExprKind::logical_or: return flat_or({truth(value(*expr.args[0])), truth(value(*expr.args[1]))});
    case ExprKind::imply: return flat_or({flat_not(value(*expr.args[0])), truth(value(*expr.args[1]))});
    case ExprKind::conditional: {
      const FlatJson c = value(*expr.args[0]);
      if (c.is_number()) return value(*expr.args[c.get<std::int32_t>() != 0 ? 1 : 2]);
      return FlatJson::array({"?:", c, value(*expr.args[1]), value(*expr.args[2])});
    }
    case ExprKind::forall:
    case ExprKind::exists:
    case ExprKind::sum: return quantifier(expr, &Flattener::value);
    case ExprKind::floating: refuse_flat(expr.span, "a floating-point number");
    default: break;
  }
  if (expr.args.size() != 2 || is_assignment(expr.kind) || expr.kind == ExprKind::comma) {
    refuse_flat(expr.span, "an expression with a side effect");
  }
  const Type* type = expr.args[0]->type;
  if (type != nullptr && (type->is(TypeKind::structure) || type->is(TypeKind::array))) return compare_objects(expr);
  if (type != nullptr && type->is(TypeKind::floating)) refuse_flat(expr.span, "a floating-point number");
  return binary(expr);
}

}  // namespace orbita
