// The system section: instances, the system line, priorities, progress.
#include <algorithm>

#include "parser/check/checker.h"
#include "parser/check/label_scope.h"
#include "parser/interpreter/make_concrete.h"

namespace orbita {

void Checker::check_system() {
  // Exactly one system line: ensured by readers and grammar.
  for (Decl* decl : model_.document->system) check_global(*decl);
}

std::span<Parameter> Checker::formals(const Symbol& symbol) const {
  if (symbol.kind == SymbolKind::template_) return symbol.templ ? symbol.templ->params : std::span<Parameter>();
  return symbol.instance->params;
}

const Template* Checker::template_of(const Symbol& symbol) const {
  const Symbol* at = &symbol;
  while (at && at->kind == SymbolKind::instance) at = at->target;
  return at ? at->templ : nullptr;
}

void Checker::check_instantiation(Decl& decl) {
  const std::size_t errors_before = diagnostics_.error_count();
  bool sound = true;  // none of its inputs has errors (reported elsewhere)
  Symbol* target = look_up(decl.target, decl.target_span, NameUse::process);
  if (target && target->kind != SymbolKind::template_ && target->kind != SymbolKind::instance) {
    error("not-a-template", decl.target_span, quoted(decl.target) + " is not a template");
    target = nullptr;
  }
  scopes_.enter_block();
  for (std::uint32_t i = 0; i < decl.params.size(); ++i) declare_parameter(decl.params[i], i);
  const LabelScope label(*this, Label::instantiation);
  for (Expr* argument : decl.args) check(*argument);
  has_floating_ = false;
  if (target) {
    const auto params = formals(*target);
    if (params.size() != decl.args.size()) {
      wrong_count(decl.target_span, decl.target, params.size(), decl.args.size());
    }
    for (std::size_t i = 0; i < std::min(params.size(), decl.args.size()); ++i) {
      const Symbol* formal = params[i].declarator.symbol;
      if (formal) check_instance_argument(*decl.args[i], *formal);
      sound = sound && formal && !formal->type->is(TypeKind::error);
    }
    sound = sound && !broken_instances_.contains(target);
  }
  scopes_.leave_block();
  Type* type = new_type(TypeKind::template_);
  type->process = target ? template_of(*target) : nullptr;
  Symbol* symbol = new_symbol(SymbolKind::instance, decl.name, decl.name_span, type);
  symbol->instance = &decl;
  symbol->target = target;
  decl.symbol = symbol;
  declare(symbol);
  if (!sound || diagnostics_.error_count() != errors_before) broken_instances_.insert(symbol);
}

void Checker::check_instance_argument(Expr& argument, const Symbol& formal) {
  const Type& type = *formal.type;
  const Type& given = *type_of(argument);
  if (type.is(TypeKind::error) || given.is(TypeKind::error)) return;
  const std::string name = quoted(formal.name);
  const auto differ = [&](const std::string& why) {
    error("type-mismatch", argument.span,
          "the parameter " + name + " is of type " + describe(type) + ", but the argument is of type " +
              describe(given) + (why.empty() ? "" : ": " + why));
  };
  if (formal.by_reference && !formal.is_const) {
    if (argument.kind != ExprKind::name && argument.kind != ExprKind::index && argument.kind != ExprKind::member) {
      error("not-a-place", argument.span, "the reference parameter " + name + " needs a variable");
      return;
    }
    if (!is_place(argument) || !is_modifiable(argument, true)) return;
    // If the formal type depends on other parameters, only the expansion can compare ranges.
    if (!type.parametric && !equivalent(type, given)) return differ("");
    if (type.parametric && type.kind != given.kind) return differ("");
    for (const Expr* at = &argument; at->kind != ExprKind::name; at = at->args[0]) {
      if (at->kind == ExprKind::index) compile_time(*at->args[1], "an index in a reference argument");
    }
    std::vector<const Expr*> roots;
    collect_roots(argument, roots);
    const Symbol& root = *roots.front()->symbol;
    if (root.kind == SymbolKind::parameter && !root.by_reference) {
      error("not-a-place", argument.span,
            "the reference parameter " + name + " needs a variable, not the value parameter " + quoted(root.name));
    }
    return;
  }
  if (contains(type, TypeKind::channel) || contains(type, TypeKind::clock)) {
    error("bad-parameter", argument.span,
          "the parameter " + name + " must be a reference: " + describe(type) + " cannot be passed by value",
          "write '&' before the parameter's name in the template");
    return;
  }
  std::string why;
  if (!assignable(type, argument, why)) return differ(why);
  compile_time(argument, "an argument of an instance");
}

bool Checker::check_free_parameters(const Symbol& symbol, Span where) {
  bool sound = true;
  const auto sizes = size_parameters(symbol);
  for (const Parameter& parameter : formals(symbol)) {
    const Symbol* formal = parameter.declarator.symbol;
    if (!formal || formal->type->is(TypeKind::error)) return false;
    const Type& type = *formal->type;
    const bool fits =
        !formal->by_reference && ((type.is(TypeKind::integer) && type.bounded) || type.is(TypeKind::scalar));
    if (!fits) {
      error("free-parameter", where,
            quoted(symbol.name) + " cannot be listed with its parameter " + quoted(formal->name) +
                " free: it must be a bounded integer or a scalar, not " +
                (formal->by_reference ? "a reference to " : "") + describe(type),
            "give it a value: " + std::string(symbol.name) + "1 = " + std::string(symbol.name) + "(…);");
      sound = false;
    } else if (sizes.contains(formal)) {
      error("free-size", where,
            "the free parameter " + quoted(formal->name) + " of " + quoted(symbol.name) +
                " must not decide the size of an array or scalar set");
      sound = false;
    }
  }
  return sound;
}

std::unordered_set<const Symbol*> Checker::size_parameters(const Symbol& symbol) const {
  if (symbol.kind == SymbolKind::template_) {
    const auto found = facts_.find(symbol.templ);
    return found == facts_.end() ? std::unordered_set<const Symbol*>() : found->second.size_parameters;
  }
  std::unordered_set<const Symbol*> result;
  if (!symbol.target) return result;
  const auto inner = size_parameters(*symbol.target);
  const auto params = formals(*symbol.target);
  for (std::size_t i = 0; i < params.size() && i < symbol.instance->args.size(); ++i) {
    if (!inner.contains(params[i].declarator.symbol)) continue;
    Accesses accesses;
    collect_accesses(model_, *symbol.instance->args[i], accesses);
    for (const Access& access : accesses.reads) result.insert(access.symbol);
  }
  return result;
}

void Checker::check_system_line(Decl& decl) {
  std::unordered_set<std::string_view> listed;
  for (SystemEntry& entry : decl.system) {
    Symbol* symbol = look_up(entry.name, entry.span, NameUse::process);
    if (!symbol) continue;
    if (symbol->kind != SymbolKind::template_ && symbol->kind != SymbolKind::instance) {
      error("not-a-template", entry.span, quoted(entry.name) + " is not a template or an instance of one");
      continue;
    }
    if (!listed.insert(entry.name).second) {
      error("listed-twice", entry.span, quoted(entry.name) + " is listed twice");
      continue;
    }
    if (!template_of(*symbol)) {
      if (symbol->kind == SymbolKind::template_)
        error("refused", entry.span, "the dynamic template " + quoted(entry.name) + " cannot be listed");
      continue;
    }
    if (!check_free_parameters(*symbol, entry.span) || broken_instances_.contains(symbol)) continue;
    if (entry.level != 0) model_.has_process_priority = true;
    Symbol* process = new_symbol(SymbolKind::process, entry.name, entry.span, nullptr);
    process->target = symbol;
    entry.symbol = process;
    expand(entry, *process);
  }
}

void Checker::check_channel_priority(Decl& decl) {
  const LabelScope label(*this, Label::declaration);
  ChannelPriority& priority = model_.channel_priority;
  if (priority.declared) {
    error("second-priority", decl.span, "channel priorities are declared twice");
    return;
  }
  priority.declared = true;
  for (const PriorityEntry& entry : decl.priorities) {
    if (!entry.channel) {
      priority.default_level = entry.level;
      continue;
    }
    const Type* type = check(*entry.channel);
    if (type->is(TypeKind::error)) continue;
    if (!contains(*type, TypeKind::channel) || !is_place(*entry.channel)) {
      error("type-mismatch", entry.span, "a priority is given to channels, not to " + describe(*type));
      continue;
    }
    bool sound = true;
    for (const Expr* at = entry.channel; at->kind != ExprKind::name; at = at->args[0]) {
      if (at->kind == ExprKind::index && !compile_time(*at->args[1], "the index of a channel priority")) sound = false;
    }
    if (!sound) continue;
    evaluating([&] {
      const Reference place = resolve_place(*entry.channel, {}, interpreter_);
      for (std::uint32_t i = 0; place.object && i < place.type->cells; ++i) {
        priority.levels[{place.object, place.offset + i}] = entry.level;
      }
    });
  }
}

void Checker::check_progress(Decl& decl) {
  const LabelScope label(*this, Label::ignored);
  for (ProgressEntry& entry : decl.progress) {
    if (entry.guard) check(*entry.guard);
    const Type* type = check(*entry.measure);
    if (type->is(TypeKind::error) || is_value(*entry.measure)) continue;
    error("type-mismatch", entry.measure->span, "a progress measure must be an integer, not " + describe(*type));
  }
  has_floating_ = false;
  diagnostics_.note("ignored-progress", decl.span, "progress measures are ignored");
}

}  // namespace orbita
