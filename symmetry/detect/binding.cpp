#include "symmetry/detect/binding.h"

#include <algorithm>
#include <cstdlib>

#include "symmetry/detect/expressions.h"

namespace orbita::violations {

namespace {

std::optional<std::int64_t> in_range(std::int64_t value) {
  if (value < INT32_MIN || value > INT32_MAX) return std::nullopt;
  return value;
}

const Symbol* place_root(const Expr& expr) {
  const Expr* place = &expr;
  while (!place->args.empty() && (place->kind == ExprKind::index || place->kind == ExprKind::member))
    place = place->args[0];
  return place->kind == ExprKind::name ? place->symbol : nullptr;
}

// Some expression in here may change the variable. A place reached by an unusual l-value
// (conditional, assignment) counts as changing everything it mentions.
bool may_change(const Expr& expr, const Symbol& symbol) {
  const auto hits = [&](const Expr& target) {
    const Symbol* root = place_root(target);
    return root ? root == &symbol : mentions(target, {&symbol});
  };
  if (is_assignment(expr.kind) || is_increment(expr.kind)) return hits(*expr.args[0]);
  if (expr.kind != ExprKind::call || !expr.symbol || !expr.symbol->function) return false;
  const auto params = expr.symbol->function->params;
  for (std::size_t k = 0; k < params.size() && k + 1 < expr.args.size(); ++k) {
    const Symbol* parameter = params[k].declarator.symbol;
    if (params[k].declarator.by_reference && !(parameter && parameter->is_const) && hits(*expr.args[k + 1]))
      return true;
  }
  return false;
}

bool changed_in(const Template& templ, const Symbol& symbol) {
  bool changed = false;
  const auto look = [&](const Expr& part) { changed |= may_change(part, symbol); };
  for (const Decl* decl : templ.decls) {
    if (decl->function && decl->function->body) for_each_expression(*decl->function->body, look);
  }
  for (const Edge& edge : templ.edges) {
    if (edge.update) for_each_expression(*edge.update, look);
  }
  return changed;
}

}  // namespace

bool Resolver::is_unchanged(const Symbol& parameter) const {
  if (parameter.is_const) return true;
  const auto [known, fresh] = unchanged_.try_emplace(&parameter, false);
  if (!fresh) return known->second;
  bool changed = true;
  if (parameter.function && parameter.function->body) {
    changed = false;
    for_each_expression(*parameter.function->body, [&](const Expr& part) { changed |= may_change(part, parameter); });
  } else if (parameter.owner) {
    changed = changed_in(*parameter.owner, parameter);
  }
  return known->second = !changed;
}

// ------------------------------------------------------------------ processes

void Resolver::bind_instance(const Symbol& listed, Bindings bindings, Entry& entry) const {
  if (listed.kind == SymbolKind::template_) {
    entry.templ = listed.templ;
    entry.bindings = std::move(bindings);
    return;
  }
  if (listed.kind != SymbolKind::instance || !listed.instance || !listed.target) return;
  const Symbol& target = *listed.target;
  const auto params = target.kind == SymbolKind::template_ ? target.templ->params
                      : target.instance                    ? target.instance->params
                                                           : std::span<Parameter>{};
  Entry outer;
  outer.bindings = std::move(bindings);
  const Frame frame{&outer, nullptr, {}};
  Bindings inner;
  for (std::size_t k = 0; k < params.size() && k < listed.instance->args.size(); ++k) {
    const Symbol* parameter = params[k].declarator.symbol;
    const Expr& argument = *listed.instance->args[k];
    if (!parameter) continue;
    Binding binding;
    if (parameter->by_reference) binding.places = places(argument, frame);
    if (!binding.places.empty()) {
      // refers to a variable, which may change
    } else if (is_unchanged(*parameter)) binding.term = term(argument, frame);
    inner.emplace(parameter, std::move(binding));
  }
  bind_instance(target, std::move(inner), entry);
}

Entry Resolver::entry_of(const Symbol& process) const {
  Entry entry;
  entry.symbol = &process;
  entry.set = process.set;
  const Symbol* listed = &process;
  while (listed && listed->kind == SymbolKind::process) listed = listed->target;
  if (!listed) return entry;
  Bindings free;
  const auto params = listed->kind == SymbolKind::template_ ? listed->templ->params
                      : listed->instance                    ? listed->instance->params
                                                            : std::span<Parameter>{};
  for (const Parameter& parameter : params) {
    const Symbol* symbol = parameter.declarator.symbol;
    if (symbol && is_unchanged(*symbol)) free[symbol].term = Term::of(symbol);
  }
  bind_instance(*listed, std::move(free), entry);
  return entry;
}

std::vector<Entry> Resolver::entries() const {
  std::vector<Entry> result;
  const ProcessSet* last = nullptr;
  for (const Process& process : model_.processes) {
    if (process.set && process.set == last) continue;
    last = process.set;
    const Symbol* symbol = process.set ? process.set->symbol : nullptr;
    if (!symbol) {
      const auto found = model_.process_names.find(process.name);
      if (found == model_.process_names.end()) continue;
      symbol = found->second;
    }
    Entry entry = entry_of(*symbol);
    entry.templ = process.templ;
    entry.set = process.set;
    result.push_back(std::move(entry));
  }
  return result;
}

// ---------------------------------------------------------------- expressions

const Binding* Resolver::lookup(const Symbol& symbol, const Frame& frame) const {
  if (const auto found = frame.bindings.find(&symbol); found != frame.bindings.end()) return &found->second;
  if (frame.entry) {
    const auto found = frame.entry->bindings.find(&symbol);
    if (found != frame.entry->bindings.end()) return &found->second;
  }
  return nullptr;
}

std::vector<Path> Resolver::places(const Expr& expr, const Frame& frame) const {
  switch (expr.kind) {
    case ExprKind::name: {
      if (!expr.symbol) return {};
      if (const Binding* binding = lookup(*expr.symbol, frame); binding && !binding->places.empty())
        return binding->places;
      const SymbolKind kind = expr.symbol->kind;
      if (kind != SymbolKind::variable && kind != SymbolKind::parameter) return {};
      return {Path{expr.symbol, {}}};
    }
    case ExprKind::member: {
      const Type* base = expr.args[0]->type;
      if (expr.symbol && !(base && base->is(TypeKind::structure))) return {Path{expr.symbol, {}}};  // P(i).x
      std::vector<Path> paths = places(*expr.args[0], frame);
      for (Path& path : paths) path.steps.push_back({true, expr.field_index, {}, nullptr});
      return paths;
    }
    case ExprKind::index: {
      std::vector<Path> paths = places(*expr.args[0], frame);
      const Term index = term(*expr.args[1], frame);
      for (Path& path : paths) path.steps.push_back({false, 0, index, expr.args[1]});
      return paths;
    }
    case ExprKind::conditional: {
      std::vector<Path> paths = places(*expr.args[1], frame);
      const std::vector<Path> others = places(*expr.args[2], frame);
      if (paths.empty() || others.empty()) return {};
      paths.insert(paths.end(), others.begin(), others.end());
      return paths;
    }
    case ExprKind::comma: return places(*expr.args[1], frame);
    case ExprKind::pre_increment:
    case ExprKind::pre_decrement: return places(*expr.args[0], frame);
    default: return is_assignment(expr.kind) ? places(*expr.args[0], frame) : std::vector<Path>{};
  }
}

Term Resolver::term(const Expr& expr, const Frame& frame) const {
  if (expr.kind == ExprKind::name && expr.symbol) {
    if (expr.symbol->kind == SymbolKind::bound) return Term::of(expr.symbol);
    if (const Binding* binding = lookup(*expr.symbol, frame); binding && binding->term.kind != Term::Kind::any) {
      return binding->term;
    }
  }
  if (const auto value = number(expr, frame)) return Term::of(*value);
  return {};
}

std::optional<std::int64_t> Resolver::number(const Expr& expr, const Frame& frame) const {
  const auto arg = [&](std::size_t k) { return number(*expr.args[k], frame); };
  switch (expr.kind) {
    case ExprKind::integer:
    case ExprKind::boolean: return expr.value;
    case ExprKind::name: {
      if (!expr.symbol) return std::nullopt;
      if (const Binding* binding = lookup(*expr.symbol, frame)) {
        return binding->term.kind == Term::Kind::number ? std::optional(binding->term.number) : std::nullopt;
      }
      if (!expr.symbol->is_const || expr.symbol->kind != SymbolKind::variable) return std::nullopt;
      if (const auto global = model_.global_index.find(expr.symbol); global != model_.global_index.end()) {
        const auto& cells = model_.globals[global->second].value;
        return cells.size() == 1 ? std::optional<std::int64_t>(cells[0]) : std::nullopt;
      }
      if (const auto local = model_.template_constants.find(expr.symbol); local != model_.template_constants.end()) {
        return local->second.value.size() == 1 ? std::optional<std::int64_t>(local->second.value[0]) : std::nullopt;
      }
      return std::nullopt;
    }
    case ExprKind::plus: return arg(0);
    case ExprKind::minus: {
      const auto a = arg(0);
      return a ? in_range(-*a) : std::nullopt;
    }
    case ExprKind::logical_not: {
      const auto a = arg(0);
      return a ? std::optional<std::int64_t>(*a == 0) : std::nullopt;
    }
    case ExprKind::assign:  // a = (b = 0)
      return expr.args[0]->type && expr.args[0]->type->is(TypeKind::integer) ? arg(1) : std::nullopt;
    case ExprKind::add:
    case ExprKind::subtract:
    case ExprKind::multiply: {
      const auto a = arg(0), b = arg(1);
      if (!a || !b) return std::nullopt;
      return in_range(expr.kind == ExprKind::add ? *a + *b : expr.kind == ExprKind::subtract ? *a - *b : *a * *b);
    }
    default: return std::nullopt;
  }
}

Resolver::Range Resolver::range(const Expr& expr, const Frame& frame) const {
  if (const auto value = number(expr, frame)) return {*value, *value};
  const auto arg = [&](std::size_t k) { return range(*expr.args[k], frame); };
  const auto limited = [](std::int64_t low, std::int64_t high) {
    return low < INT32_MIN || high > INT32_MAX ? Range{} : Range{low, high};
  };
  switch (expr.kind) {
    case ExprKind::add: {
      const Range a = arg(0), b = arg(1);
      return limited(a.low + b.low, a.high + b.high);
    }
    case ExprKind::subtract: {
      const Range a = arg(0), b = arg(1);
      return limited(a.low - b.high, a.high - b.low);
    }
    case ExprKind::minus: {
      const Range a = arg(0);
      return limited(-a.high, -a.low);
    }
    case ExprKind::multiply: {
      const Range a = arg(0), b = arg(1);
      const auto ends = {a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high};
      return limited(std::min(ends), std::max(ends));
    }
    case ExprKind::modulo: {
      const Range a = arg(0), b = arg(1);
      const std::int64_t most = std::max(std::abs(b.low), std::abs(b.high)) - 1;
      return {a.low >= 0 ? 0 : -most, a.high <= 0 ? 0 : most};
    }
    case ExprKind::conditional: {
      const Range a = arg(1), b = arg(2);
      return {std::min(a.low, b.low), std::max(a.high, b.high)};
    }
    default: break;
  }
  const Type* type = expr.type;
  if (!type) return {};
  if (type->is(TypeKind::boolean)) return {0, 1};
  const bool declared = type->is(TypeKind::integer) && !type->parametric && !type->unlimited;
  return declared ? Range{type->low_value, type->high_value} : Range{};
}

Frame Resolver::enter(const Expr& call, const Frame& frame) const {
  Frame inside;
  inside.entry = frame.entry;
  inside.function = call.symbol->function;
  for (std::size_t k = 0; k < inside.function->params.size() && k + 1 < call.args.size(); ++k) {
    const Symbol* parameter = inside.function->params[k].declarator.symbol;
    if (!parameter) continue;
    Binding binding;
    const Expr& argument = *call.args[k + 1];
    if (inside.function->params[k].declarator.by_reference) {
      binding.places = places(argument, frame);
      if (binding.places.empty()) binding.term = term(argument, frame);  // const reference to a value
    } else if (is_unchanged(*parameter)) {
      binding.term = term(argument, frame);
    }
    inside.bindings.emplace(parameter, std::move(binding));
  }
  return inside;
}

}  // namespace orbita::violations
