// From the system line to processes: expansion, arguments, checks that need a process.
#include <algorithm>

#include "parser/check/checker.h"
#include "parser/interpreter/make_concrete.h"
#include "parser/work_limits.h"

namespace orbita {
namespace {

constexpr std::uint64_t max_processes = 1'000'000;

// The parameters of an instance that is being instantiated.
class InstanceEnvironment final : public Environment {
 public:
  explicit InstanceEnvironment(const std::vector<Argument>& arguments) : arguments_(arguments) {}
  Place place(const Symbol& symbol, const Process*) override {
    if (symbol.kind != SymbolKind::parameter || symbol.owner || symbol.index >= arguments_.size()) return {};
    const Argument& argument = arguments_[symbol.index];
    if (argument.parameter != &symbol || argument.is_reference) return {};
    return {argument.type, const_cast<std::int32_t*>(argument.value.data())};
  }

 private:
  const std::vector<Argument>& arguments_;
};

// Whether the evaluated types of a reference parameter and its argument give the cells the same meaning.
bool same_cells(const ConcreteType& a, const ConcreteType& b) {
  if (a.kind != b.kind || a.cells != b.cells) return false;
  if (a.kind == TypeKind::array) {
    return a.count == b.count && a.first_index == b.first_index && a.index_set == b.index_set &&
           same_cells(*a.element, *b.element);
  }
  if (a.kind == TypeKind::structure) {
    return std::equal(a.fields.begin(), a.fields.end(), b.fields.begin(), b.fields.end(),
                      [](const auto& x, const auto& y) { return x.name == y.name && same_cells(*x.type, *y.type); });
  }
  return a.kind != TypeKind::scalar || a.set == b.set;
}

std::string process_name(std::string_view base, const std::vector<std::int32_t>& indices) {
  std::string name(base);
  if (indices.empty()) return name;
  for (std::size_t i = 0; i < indices.size(); ++i) name += (i ? "," : "(") + std::to_string(indices[i]);
  return name + ")";
}

const ConcreteType& innermost(const ConcreteType& type) {
  return type.kind == TypeKind::array ? innermost(*type.element) : type;
}

}  // namespace

// The ranges of the free parameters; false if the number of processes is unusable.
bool Checker::free_ranges(const Symbol& listed, ProcessSet& set, Span where) {
  std::uint64_t count = 1;
  for (const Parameter& parameter : formals(listed)) {
    const Symbol* formal = parameter.declarator.symbol;
    if (formal->type->parametric) {
      error("free-parameter", where,
            "the range of the free parameter " + quoted(formal->name) + " must not depend on other parameters");
      return false;
    }
    const ConcreteType* type = make_concrete(model_, *formal->type);
    set.params.push_back(formal);
    set.types.push_back(type);
    count *= static_cast<std::uint64_t>(std::int64_t{type->high} - type->low + 1);
    if (count + model_.processes.size() > max_processes) {
      error("too-many-processes", where,
            quoted(listed.name) + " stands for more than " + std::to_string(max_processes) + " processes");
      return false;
    }
  }
  set.size = static_cast<std::uint32_t>(count);
  return true;
}

void Checker::expand(SystemEntry& entry, Symbol& symbol) {
  const Symbol& listed = *symbol.target;
  const Template* templ = template_of(listed);
  auto set = std::make_unique<ProcessSet>();
  if (!free_ranges(listed, *set, entry.span)) return;
  set->symbol = &symbol;
  set->first = static_cast<std::uint32_t>(model_.processes.size());
  symbol.index = set->first;
  Type* type = new_type(set->params.empty() ? TypeKind::process : TypeKind::process_set);
  type->process = templ;
  symbol.type = type;
  symbol.owner = nullptr;
  model_.process_names.emplace(std::string(entry.name), &symbol);

  std::vector<std::int32_t> indices;
  for (const ConcreteType* range : set->types) indices.push_back(range->low);
  for (std::uint32_t n = 0; n < set->size; ++n) {
    poll_limits();
    Process process;
    process.name = process_name(entry.name, indices);
    process.templ = templ;
    process.priority = entry.level;
    process.set = set->params.empty() ? nullptr : set.get();
    process.indices = indices;
    process.span = entry.span;
    std::vector<Argument> free;
    for (std::size_t i = 0; i < indices.size(); ++i) {
      free.push_back({set->params[i], set->types[i], false, {}, {indices[i]}, set->types[i]->set});
    }
    if (!evaluating([&] { make_process(listed, free, process); })) return;
    model_.processes.push_back(std::move(process));
    for (std::size_t i = indices.size(); i > 0; --i) {  // the last parameter runs fastest
      if (++indices[i - 1] <= set->types[i - 1]->high) break;
      indices[i - 1] = set->types[i - 1]->low;
    }
  }
  if (set->params.empty()) return;
  symbol.set = set.get();
  model_.process_sets.push_back(std::move(set));
}

// Follows Q(i) = P(i, 7) down to the template, binding parameters on the way.
void Checker::make_process(const Symbol& listed, const std::vector<Argument>& free, Process& process) {
  const Symbol* at = &listed;
  std::vector<Argument> arguments = free;
  while (at->kind == SymbolKind::instance) {
    arguments = pass_arguments(*at, arguments, process);
    at = at->target;
  }
  process.arguments = std::move(arguments);
}

std::vector<Argument> Checker::pass_arguments(const Symbol& instance, const std::vector<Argument>& outer,
                                              Process& process) {
  InstanceEnvironment caller_scope(outer);
  Interpreter caller(model_, caller_scope, nullptr, options_.max_steps);
  const auto params = formals(*instance.target);
  process.arguments.clear();  // the callee's own parameters, as far as known
  InstanceEnvironment callee_scope(process.arguments);
  Interpreter callee(model_, callee_scope, &process, options_.max_steps);
  for (std::size_t i = 0; i < params.size(); ++i) {
    process.arguments.push_back(
        pass_argument(*instance.instance->args[i], *params[i].declarator.symbol, outer, caller, callee));
  }
  return process.arguments;
}

Argument Checker::pass_argument(const Expr& expr, const Symbol& formal, const std::vector<Argument>& outer,
                                Interpreter& caller, Interpreter& callee) {
  Argument argument;
  argument.parameter = &formal;
  argument.type = callee.concrete(*formal.type);
  if (formal.by_reference && !formal.is_const) {
    argument.is_reference = true;
    argument.reference = resolve_place(expr, outer, caller);
    if (!same_cells(*argument.type, *argument.reference.type)) {
      throw EvaluationError(expr.span,
                            "the argument does not have the type of the reference parameter " + quoted(formal.name));
    }
  } else {
    const auto values = caller.evaluate_cells(expr, *argument.type);
    argument.value.assign(argument.type->cells, 0);
    for_each_leaf(*argument.type, [&](std::uint32_t offset, const ConcreteType& leaf, const std::string&) {
      const std::int32_t value = leaf.kind == TypeKind::boolean ? values[offset] != 0 : values[offset];
      const bool ranged = leaf.kind == TypeKind::integer || leaf.kind == TypeKind::scalar;
      if (ranged && (value < leaf.low || value > leaf.high)) {
        throw EvaluationError(expr.span, "the value " + std::to_string(value) + " of parameter " + quoted(formal.name) +
                                             " is outside [" + std::to_string(leaf.low) + "," +
                                             std::to_string(leaf.high) + "]");
      }
      argument.value[offset] = value;
      if (leaf.kind == TypeKind::floating) argument.value[offset + 1] = values[offset + 1];
    });
    argument.element_of = argument.type->set;
  }
  return argument;
}

Reference Checker::resolve_place(const Expr& place, const std::vector<Argument>& outer, Interpreter& interpreter) {
  if (place.kind == ExprKind::name) {
    const Symbol& symbol = *place.symbol;
    if (symbol.kind == SymbolKind::parameter && symbol.index < outer.size()) return outer[symbol.index].reference;
    const auto found = model_.global_index.find(&symbol);
    if (found == model_.global_index.end())
      throw EvaluationError(place.span, quoted(symbol.name) + " is not a global variable");
    return {&symbol, 0, model_.globals[found->second].type};
  }
  Reference whole = resolve_place(*place.args[0], outer, interpreter);
  if (place.kind == ExprKind::member) {
    const auto& field = whole.type->fields[place.field_index];
    return {whole.object, whole.offset + field.offset, field.type};
  }
  const std::int32_t index = interpreter.evaluate(*place.args[1]);
  const std::int64_t position = std::int64_t{index} - whole.type->first_index;
  if (position < 0 || position >= std::int64_t{whole.type->count}) {
    throw EvaluationError(place.args[1]->span,
                          "array index " + std::to_string(index) + " is outside [" +
                              std::to_string(whole.type->first_index) + "," +
                              std::to_string(std::int64_t{whole.type->first_index} + whole.type->count - 1) + "]");
  }
  const ConcreteType* element = whole.type->element;
  return {whole.object, whole.offset + static_cast<std::uint32_t>(position) * element->cells, element};
}

void Checker::check_processes() {
  if (diagnostics_.has_errors()) return;  // values would only repeat reported errors
  for (const Process& process : model_.processes) {
    poll_limits();
    check_process_values(process);
    check_timed_syncs(process);
    const TemplateFacts& facts = facts_[process.templ];
    model_.has_rates = model_.has_rates || facts.has_rates;
    total_cells_ += facts.cells;
    if (total_cells_ <= max_cells) continue;
    error("too-large", process.span, "the model's variables have more than " + std::to_string(max_cells) + " cells");
    return;
  }
}

void Checker::check_process_values(const Process& process) {
  const TemplateFacts& facts = facts_[process.templ];
  const auto attempt = [&](auto&& work) {
    try {
      work();
    } catch (const ModelError& problem) {
      for (Diagnostic diagnostic : problem.diagnostics()) {
        const std::string key = std::to_string(diagnostic.where.block) + ":" + std::to_string(diagnostic.where.begin);
        if (!reported_values_.insert(key).second) continue;  // the same error in every process
        diagnostic.message += " (in process " + process.name + ")";
        diagnostics_.add(std::move(diagnostic));
      }
    }
  };
  if (facts.parametric_locals) {
    attempt([&] {
      for (const LocalObject& object : elaborate_locals(model_, process)) {
        if (object.symbol->type->parametric) total_cells_ += object.type->cells;
      }
    });
  }
  for (const Type* type : facts.parametric_types) {
    attempt([&] { elaborate_type(model_, *type, &process); });
  }
}

// Checks that depend on the channel bound to a process: clock guards on urgent edges, and on receivers.
void Checker::check_timed_syncs(const Process& process) {
  for (const auto& [edge, guard] : facts_[process.templ].timed_syncs) {
    std::vector<const Expr*> roots;
    collect_roots(*edge->sync, roots);
    for (const Expr* root : roots) {
      const Symbol& symbol = *root->symbol;
      const Type* type = symbol.type;
      while (type->is(TypeKind::array)) type = type->element;
      bool urgent = type->urgent, broadcast = type->broadcast;
      if (symbol.kind == SymbolKind::parameter && symbol.owner && process.arguments[symbol.index].is_reference) {
        const ConcreteType& actual = innermost(*process.arguments[symbol.index].reference.type);
        urgent = actual.urgent;
        broadcast = actual.broadcast;
      }
      const bool receives = edge->direction == SyncDirection::receive;
      if (broadcast && receives) model_.has_guarded_receivers = true;
      if (!urgent || (broadcast && receives)) continue;
      facts_[process.templ].unit.refusals.push_back(
          {Severity::error, "refused", guard->span,
           "an edge with the urgent channel " + quoted(symbol.name) + " cannot have a guard on clocks", ""});
    }
  }
}

void Checker::settle_refusals() {
  std::unordered_set<const Template*> used;
  for (const Process& process : model_.processes) used.insert(process.templ);
  std::unordered_set<const Function*> reached;
  std::vector<const Function*> waiting = hooks_.calls;
  const auto settle_list = [&](const std::vector<Diagnostic>& refusals, bool is_used, bool is_allowed) {
    for (Diagnostic diagnostic : refusals) {
      if (!is_used) {
        diagnostic.severity = Severity::warning;
        diagnostic.code = DiagnosticCode("unused-refused").text();
        diagnostic.message += " (not used by any process)";
      } else if (is_allowed) {
        model_.refusals.push_back(diagnostic);
        diagnostic.severity = Severity::warning;
      }
      diagnostics_.add(std::move(diagnostic));
    }
  };
  std::unordered_set<std::string> told;  // reported dialects, by message
  const bool allows_statistical = options_.allow_refused || options_.allow_statistical;
  const auto settle = [&](const Unit& unit, bool is_used) {
    settle_list(unit.refusals, is_used, options_.allow_refused);
    settle_list(unit.statistical, is_used, allows_statistical);
    for (const Diagnostic& diagnostic : unit.dialects) {
      if (is_used && told.insert(diagnostic.message).second) settle_list({diagnostic}, true, allows_statistical);
    }
  };
  settle(hooks_, true);
  for (const Template* templ : model_.document->templates) {
    if (templ->is_lsc || (templ->has_init && templ->init < templ->locations.size())) continue;
    const std::string message = "template " + quoted(templ->name) + " has no initial location";
    if (used.contains(templ)) {
      error("missing-init", templ->span, message);
    } else {
      warning("missing-init", templ->span, message + " (not used by any process)");
    }
  }
  for (const Template* templ : model_.document->templates) {
    const Unit& unit = facts_[templ].unit;
    settle(unit, used.contains(templ));
    if (used.contains(templ)) waiting.insert(waiting.end(), unit.calls.begin(), unit.calls.end());
  }
  while (!waiting.empty()) {
    const Function* function = waiting.back();
    waiting.pop_back();
    if (!reached.insert(function).second) continue;
    const auto& calls = names_.functions[function].calls;
    waiting.insert(waiting.end(), calls.begin(), calls.end());
  }
  for (const auto& [function, unit] : names_.functions) settle(unit, reached.contains(function));
}

}  // namespace orbita
