#include "engine/counted/number_ids.h"

#include <algorithm>

#include "engine/counted/query_copies.h"
#include "engine/detect/annotate.h"
#include "engine/detect/detected.h"
#include "symmetry/detect/id_flow.h"

namespace orbita {

namespace {

bool uses(const Expr* expr, const Symbol& symbol) {
  if (expr == nullptr) return false;
  if (expr->kind == ExprKind::name && expr->symbol == &symbol) return true;
  return std::any_of(expr->args.begin(), expr->args.end(), [&](const Expr* arg) { return uses(arg, symbol); });
}

// A constant symbol plus a number.
struct ConstantPlus {
  const Symbol* constant = nullptr;
  std::int64_t number = 0;
};

std::optional<ConstantPlus> constant_plus(const Expr& expr) {
  if (expr.kind == ExprKind::integer) return ConstantPlus{nullptr, expr.value};
  if (expr.kind == ExprKind::name && expr.symbol != nullptr && expr.symbol->is_const)
    return ConstantPlus{expr.symbol, 0};
  if (expr.kind != ExprKind::add && expr.kind != ExprKind::subtract) return std::nullopt;
  const std::optional<ConstantPlus> left = constant_plus(*expr.args[0]), right = constant_plus(*expr.args[1]);
  if (!left || !right || (left->constant != nullptr && right->constant != nullptr)) return std::nullopt;
  if (expr.kind == ExprKind::add)
    return ConstantPlus{left->constant != nullptr ? left->constant : right->constant, left->number + right->number};
  if (right->constant != nullptr) return std::nullopt;
  return ConstantPlus{left->constant, left->number - right->number};
}

std::optional<std::int64_t> value_of(const Model& model, const Symbol& symbol) {
  if (!symbol.is_const || symbol.type == nullptr || !symbol.type->is_integral()) return std::nullopt;
  if (const auto found = model.global_index.find(&symbol); found != model.global_index.end())
    return model.globals[found->second].value[0];
  if (const auto found = model.template_constants.find(&symbol); found != model.template_constants.end())
    return found->second.value[0];
  return std::nullopt;
}

// The range that a template is replicated over.
std::optional<NumberIds> find_range(const Model& model, const Symbol*& parameter) {
  for (const auto& set : model.process_sets) {
    if (set->params.size() != 1 || set->types[0]->kind != TypeKind::integer) continue;
    const Type& type = *set->params[0]->type;
    if (type.high == nullptr || type.low == nullptr || type.parametric) continue;
    const std::optional<ConstantPlus> last = constant_plus(*type.high);
    if (!last || last->constant == nullptr || last->constant->scope != Scope::global || uses(type.low, *last->constant))
      continue;
    NumberIds ids;
    ids.size = last->constant;
    ids.beyond = last->number;
    ids.low = set->types[0]->low;
    ids.count = set->types[0]->high - ids.low + 1;
    ids.name = model.processes[set->first].templ->name;
    parameter = set->params[0];
    return ids;
  }
  return std::nullopt;
}

// Walks everything a model may evaluate, and notes what it does with ids beside comparing and keeping them.
class IdDiscipline {
 public:
  IdDiscipline(const Model& model, NumberIds& ids, const Symbol& parameter) : model_(model), ids_(ids), flow_(model) {
    const PlaceShape* shape = flow_.shape_of(parameter);
    if (shape != nullptr && shape->value != PlaceId{}) class_ = flow_.find(shape->value);
  }

  void look_at_model() {
    for (const Decl* decl : model_.document->declarations) look(*decl);
    for (const Decl* decl : model_.document->system) look(*decl);
    std::set<const Template*> templates;
    for (const Process& process : model_.processes) {
      look_at_arguments(process);
      if (templates.insert(process.templ).second) look_at_template(*process.templ);
    }
    for (const auto& set : model_.process_sets) {
      const bool some = std::any_of(set->params.begin(), set->params.end(),
                                    [&](const Symbol* p) { return is_id(*p->type, flow_.shape_of(*p)); });
      if (some && (set->params.size() != 1 || !is_whole_range(*set->params[0]->type)))
        problem(set->params[0]->span, "a template is replicated over ids and something else");
    }
    look(model_.before_update);
    look(model_.after_update);
  }

  void look_at_query(const Query& query) {
    plain(query.predicate);
    plain(query.consequence);
    for (const Expr* expr : query.expressions) plain(expr);
  }

 private:
  struct Value {
    bool is_id = false;
    std::optional<std::int64_t> constant;
    const Type* type = nullptr;  // of a place
    const PlaceShape* shape = nullptr;
  };

  void problem(Span where, const std::string& what) { ids_.problems.push_back({where, what}); }

  // ------------------------------------------------------------------- types

  bool ends_with_ids(const Type& range) const {
    if (range.high == nullptr || range.low == nullptr || uses(range.low, *ids_.size)) return false;
    const std::optional<ConstantPlus> last = constant_plus(*range.high);
    return last && last->constant == ids_.size && last->number == ids_.beyond && range.low_value <= ids_.low;
  }
  bool is_whole_range(const Type& range) const { return ends_with_ids(range) && range.low_value == ids_.low; }
  bool depends(const Type& range) const { return uses(range.low, *ids_.size) || uses(range.high, *ids_.size); }
  bool in_class(PlaceId place) const {
    if (!class_ || place == PlaceId{}) return false;
    const IdFlow::Held held = flow_.find(place);
    return held.root == class_->root && held.offset == class_->offset;
  }
  bool is_id(const Type& type, const PlaceShape* shape) const {
    return type.is(TypeKind::integer) && (depends(type) || (shape != nullptr && in_class(shape->value)));
  }
  bool has_ids(const Type& type, const PlaceShape* shape) const {
    if (type.is(TypeKind::array)) return has_ids(*type.element, shape != nullptr ? shape->parts[0] : nullptr);
    if (!type.is(TypeKind::structure)) return is_id(type, shape);
    for (std::size_t k = 0; k < type.fields.size(); ++k) {
      if (has_ids(*type.fields[k].type, shape != nullptr ? shape->parts[k] : nullptr)) return true;
    }
    return false;
  }
  // Ranges that depend on the constant are those of the ids, and ids have room in all others.
  bool is_in_order(const Type& type, const PlaceShape* shape) const {
    if (type.is(TypeKind::array)) {
      const bool by_ids = depends(*type.index), of_ids = shape != nullptr && in_class(shape->index);
      if (by_ids ? !ends_with_ids(*type.index) : of_ids) return false;
      return is_in_order(*type.element, shape != nullptr ? shape->parts[0] : nullptr);
    }
    if (type.is(TypeKind::structure)) {
      for (std::size_t k = 0; k < type.fields.size(); ++k) {
        if (!is_in_order(*type.fields[k].type, shape != nullptr ? shape->parts[k] : nullptr)) return false;
      }
      return true;
    }
    if (!type.is(TypeKind::integer)) return true;
    if (depends(type)) return ends_with_ids(type);
    if (!is_id(type, shape)) return true;
    return !type.parametric && type.low_value <= ids_.low && type.high_value >= ids_.low + ids_.count - 1;
  }

  // Bounds that depend on parameters or on bound variables must not depend on ids: int[me,me] holds the number of me.
  void look_at_bounds(const Type& type) {
    if (!type.parametric) return;
    if (type.is(TypeKind::array)) {
      look_at_bounds(*type.index);
      look_at_bounds(*type.element);
    }
    if (type.is(TypeKind::structure)) {
      for (const StructField& field : type.fields) look_at_bounds(*field.type);
    }
    if (type.is(TypeKind::integer)) {
      plain(type.low);
      plain(type.high);
    }
  }
  // Without initialiser it holds 0, or the least number of its range: the number of some id?
  bool starts_as_id(const Type& type, const PlaceShape* shape) const {
    if (type.is(TypeKind::array)) return starts_as_id(*type.element, shape != nullptr ? shape->parts[0] : nullptr);
    if (type.is(TypeKind::structure)) {
      for (std::size_t k = 0; k < type.fields.size(); ++k) {
        if (starts_as_id(*type.fields[k].type, shape != nullptr ? shape->parts[k] : nullptr)) return true;
      }
      return false;
    }
    return is_id(type, shape) && std::max(type.low_value, 0) >= ids_.low;
  }

  void look_at_object(const Symbol& symbol) {
    if (symbol.type == nullptr) return;
    const PlaceShape* shape = flow_.shape_of(symbol);
    if (!is_in_order(*symbol.type, shape))
      problem(symbol.span, "the range of " + std::string(symbol.name) + " depends on " + std::string(ids_.size->name) +
                               ", or holds some ids and not all");
    look_at_bounds(*symbol.type);
    if (symbol.is_meta) problem(symbol.span, std::string(symbol.name) + " is a meta variable");
    if (has_ids(*symbol.type, shape) && !value_of(model_, symbol)) ids_.holders.insert(&symbol);
  }
  void look_at_binder(const Binder& binder, bool may_be_id) {
    if (binder.symbol == nullptr || binder.symbol->type == nullptr) return;
    const Type& type = *binder.symbol->type;
    look_at_bounds(type);
    if (!is_id(type, flow_.shape_of(*binder.symbol))) return;
    if (!may_be_id || !is_whole_range(type))
      problem(binder.span, std::string(binder.name) + " does not range over all ids, or chooses one, or loops");
  }

  // ------------------------------------------------------------- expressions

  Value place(const Type& type, const PlaceShape* shape) const { return {is_id(type, shape), {}, &type, shape}; }

  void compatible(const Value& a, const Value& b, Span where) {
    const auto below = [&](const Value& v) { return v.constant && *v.constant < ids_.low; };
    if (a.is_id && b.is_id) return;
    if ((a.is_id && below(b)) || (b.is_id && below(a))) return;
    const auto whole = [&](const Value& v) { return v.type != nullptr && has_ids(*v.type, v.shape); };
    if (whole(a) || whole(b)) problem(where, "an id and something that is none meet here");
  }

  // Evaluates what must not be an id.
  Value plain(const Expr* expr) {
    if (expr == nullptr) return {};
    Value value = look(expr);
    if (value.type != nullptr && has_ids(*value.type, value.shape))
      problem(expr->span, "more is done with an id here than to compare it with another one");
    else if (value.is_id) problem(expr->span, "more is done with an id here than to compare it with another one");
    return value;
  }

  Value call(const Expr& expr) {
    const Symbol* callee = expr.symbol;
    if (!expr.args.empty() && expr.args[0]->kind == ExprKind::member) plain(expr.args[0]->args[0]);
    const auto argument = [&](std::size_t k, const Symbol* parameter) {
      if (parameter == nullptr || parameter->type == nullptr) plain(expr.args[k]);
      else compatible(place(*parameter->type, flow_.shape_of(*parameter)), look(expr.args[k]), expr.args[k]->span);
    };
    const bool is_function = callee != nullptr && callee->kind == SymbolKind::function && callee->function != nullptr &&
                             callee->function->body != nullptr;
    const ProcessSet* set = callee != nullptr && callee->kind == SymbolKind::process ? callee->set : nullptr;
    for (std::size_t k = 1; k < expr.args.size(); ++k) {
      if (is_function && k <= callee->function->params.size())
        argument(k, callee->function->params[k - 1].declarator.symbol);
      else argument(k, set != nullptr && k <= set->params.size() ? set->params[k - 1] : nullptr);
    }
    return {};
  }

  Value look(const Expr* expr) {
    if (expr == nullptr) return {};
    switch (expr->kind) {
      case ExprKind::integer:
      case ExprKind::boolean: return {false, expr->value, nullptr, nullptr};
      case ExprKind::name: return name(*expr);
      case ExprKind::minus: {
        const Value inner = plain(expr->args[0]);
        if (inner.constant) return {false, -*inner.constant, nullptr, nullptr};
        return {};
      }
      case ExprKind::member: return member(*expr);
      case ExprKind::index: {
        const Value array = look(expr->args[0]), index = look(expr->args[1]);
        if (array.type == nullptr || !array.type->is(TypeKind::array)) return {};
        const Value wanted{depends(*array.type->index), {}, array.type->index, nullptr};
        compatible(wanted, index, expr->args[1]->span);
        return place(*array.type->element, array.shape != nullptr ? array.shape->parts[0] : nullptr);
      }
      case ExprKind::call: return call(*expr);
      case ExprKind::assign:
      case ExprKind::equal:
      case ExprKind::not_equal: {
        const Value left = look(expr->args[0]), right = look(expr->args[1]);
        compatible(left, right, expr->span);
        return expr->kind == ExprKind::assign ? left : Value{};
      }
      case ExprKind::conditional: {
        plain(expr->args[0]);
        const Value yes = look(expr->args[1]), no = look(expr->args[2]);
        compatible(yes, no, expr->span);
        if (yes.is_id || no.is_id || (!yes.constant && !no.constant)) return yes.is_id ? yes : no;
        if (!yes.constant || !no.constant) return {};
        return {false, std::max(*yes.constant, *no.constant), nullptr, nullptr};  // below all ids if both are
      }
      case ExprKind::comma: look(expr->args[0]); return look(expr->args[1]);
      case ExprKind::forall:
      case ExprKind::exists:
      case ExprKind::sum:
        if (expr->binder != nullptr) look_at_binder(*expr->binder, true);
        plain(expr->args[0]);
        return {};
      default:
        for (const Expr* arg : expr->args) plain(arg);
        return {};
    }
  }

  Value name(const Expr& expr) {
    const Symbol* symbol = expr.symbol;
    if (symbol == nullptr || symbol->type == nullptr) return {};
    if (symbol == ids_.size) {
      problem(expr.span, std::string(symbol->name) + " is the number of ids and is used here too");
      return {};
    }
    if (const auto constant = value_of(model_, *symbol)) return {false, constant, nullptr, nullptr};
    const bool holds = symbol->kind == SymbolKind::variable || symbol->kind == SymbolKind::parameter ||
                       symbol->kind == SymbolKind::bound;
    return holds ? place(*symbol->type, flow_.shape_of(*symbol)) : Value{};
  }

  Value member(const Expr& expr) {
    const Value whole = look(expr.args[0]);
    if (whole.type != nullptr && whole.type->is(TypeKind::structure))
      return place(*whole.type->fields[expr.field_index].type,
                   whole.shape != nullptr ? whole.shape->parts[expr.field_index] : nullptr);
    const Symbol* symbol = expr.symbol;  // of a process
    if (symbol == nullptr || symbol->type == nullptr || symbol->kind == SymbolKind::location) return {};
    if (const auto constant = value_of(model_, *symbol)) return {false, constant, nullptr, nullptr};
    return place(*symbol->type, flow_.shape_of(*symbol));
  }

  // ------------------------------------------------------------ declarations

  void look(const Decl& decl) {
    for (const Declarator& d : decl.declarators) {
      if (decl.kind != DeclKind::variables || d.symbol == nullptr || d.symbol == ids_.size) continue;
      look_at_object(*d.symbol);
      if (d.init == nullptr) continue;
      const PlaceShape* shape = flow_.shape_of(*d.symbol);
      if (d.init->kind != ExprKind::list) {
        const std::optional<std::int64_t> value = value_of(model_, *d.symbol);
        const Value initial = look(d.init);
        if (!value) compatible(place(*d.symbol->type, shape), initial, d.init->span);
      } else {
        plain(d.init);
        if (has_ids(*d.symbol->type, shape) || (d.symbol->type->is(TypeKind::array) && depends(*d.symbol->type->index)))
          problem(d.init->span, "ids are told apart by initial values");
      }
    }
    if (decl.kind == DeclKind::function && decl.function != nullptr) look(*decl.function);
    if (decl.kind == DeclKind::instantiation) {
      for (const Parameter& parameter : decl.params) {
        if (parameter.declarator.symbol != nullptr) look_at_object(*parameter.declarator.symbol);
      }
      for (const Expr* argument : decl.args) look_at_passed(*argument);
    }
  }

  // An argument of a template: an id must be one of a replicated template, handed on.
  void look_at_passed(const Expr& argument) {
    const Value value = look(&argument);
    if (value.is_id && argument.kind == ExprKind::name && argument.symbol->kind == SymbolKind::parameter) return;
    if (value.is_id || (value.type != nullptr && (has_ids(*value.type, value.shape) || is_by_ids(*value.type))))
      problem(argument.span, "ids, or what they index, are passed to a template");
  }
  bool is_by_ids(const Type& type) const {
    return type.is(TypeKind::array) && (depends(*type.index) || is_by_ids(*type.element));
  }

  void look_at_arguments(const Process& process) {
    const bool has_id =
        process.set != nullptr && process.set->params.size() == 1 && is_whole_range(*process.set->params[0]->type);
    for (std::size_t k = 0; k < process.arguments.size(); ++k) {
      const Argument& argument = process.arguments[k];
      const Symbol& parameter = *argument.parameter;
      const PlaceShape* shape = flow_.shape_of(parameter);
      const bool holds = has_ids(*parameter.type, shape) || is_by_ids(*parameter.type);
      const bool is_own =
          has_id && !argument.is_reference && argument.value.size() == 1 && argument.value[0] == process.indices[0];
      // The same for all ids: then it says nothing about them.
      const bool is_common = !has_id || argument.value == model_.processes[process.set->first].arguments[k].value;
      if ((holds ? is_own : is_common) || !reported_.insert(&parameter).second) continue;
      problem(parameter.span, std::string(parameter.name) +
                                  (holds ? " is not the id of the process" : " depends on the id of the process"));
    }
  }

  void look(const Function& function) {
    for (const Parameter& parameter : function.params) {
      if (parameter.declarator.symbol != nullptr) look_at_object(*parameter.declarator.symbol);
    }
    if (function.result != nullptr && function.result->type != nullptr &&
        function.result->type->is(TypeKind::integer) && depends(*function.result->type))
      problem(function.span, "a function returns an id");
    if (function.result != nullptr && function.result->type != nullptr) look_at_bounds(*function.result->type);
    look(function.body);
  }

  // Variables of functions, which start with the same value in every call.
  void look_at_first_values(const Decl& decl) {
    for (const Declarator& d : decl.declarators) {
      if (decl.kind == DeclKind::variables && d.symbol != nullptr && d.symbol->type != nullptr && d.init == nullptr &&
          starts_as_id(*d.symbol->type, flow_.shape_of(*d.symbol)))
        problem(d.symbol->span, std::string(d.symbol->name) + " starts as the id with the least number");
    }
  }

  void look(const Stmt* stmt) {
    if (stmt == nullptr) return;
    for (const Decl* decl : stmt->decls) {
      look(*decl);
      look_at_first_values(*decl);
    }
    look(stmt->init);
    if (stmt->kind == StmtKind::expression) look(stmt->condition);
    else plain(stmt->condition);
    look(stmt->step);
    if (stmt->binder != nullptr) look_at_binder(*stmt->binder, false);
    for (const Stmt* part : stmt->body) look(part);
  }

  void note_depth(std::initializer_list<const Expr*> labels) {
    for (const Expr* label : labels) ids_.depth = std::max(ids_.depth, quantifier_depth(label, &ids_));
  }

  void look_at_template(const Template& templ) {
    for (const Parameter& parameter : templ.params) {
      if (parameter.declarator.symbol != nullptr) look_at_object(*parameter.declarator.symbol);
    }
    for (const Decl* decl : templ.decls) look(*decl);
    for (const Location& location : templ.locations) {
      note_depth({location.invariant});
      plain(location.invariant);
    }
    for (const Edge& edge : templ.edges) {
      note_depth({edge.guard, edge.sync, edge.update});
      for (const Binder& binder : edge.selects) look_at_binder(binder, false);
      plain(edge.guard);
      look(edge.sync);
      look(edge.update);
    }
  }

  const Model& model_;
  NumberIds& ids_;
  IdFlow flow_;
  std::optional<IdFlow::Held> class_;
  std::set<const Symbol*> reported_;
};

}  // namespace

bool NumberIds::contains(const Type& type) const {
  return type.is(TypeKind::integer) && (uses(type.low, *size) || uses(type.high, *size));
}

std::optional<NumberIds> find_number_ids(const Model& model, const std::vector<const Query*>& queries) {
  if (!model.scalar_sets.empty()) return std::nullopt;
  const Symbol* parameter = nullptr;
  std::optional<NumberIds> ids = find_range(model, parameter);
  if (!ids || ids->count < 2) return std::nullopt;
  IdDiscipline discipline(model, *ids, *parameter);
  discipline.look_at_model();
  for (const Query* query : queries) discipline.look_at_query(*query);
  return ids;
}

std::string mark_number_ids(Network& network, const NumberIds& ids) {
  const detection::Placement placement = detection::place_ids(network);
  if (placement.sets.size() != 1 || placement.first_set != 0 || placement.sets[0].count != ids.count)
    return "it is not clear what belongs to each of the ids";
  const std::vector<std::string>& labels = placement.sets[0].labels;
  if (std::any_of(labels.begin(), labels.end(), [](const std::string& label) { return label.empty(); }))
    return "some ids have no process";
  detection::annotate(network, placement, {std::vector<std::uint32_t>(static_cast<std::size_t>(ids.count), 0)});
  for (const Slot& slot : network.slots) {
    if (slot.value_set == none ? ids.holders.contains(slot.symbol) : slot.code.base != ids.low)
      return slot.name + " is not known to hold an id";
  }
  return "";
}

bool are_exchangeable(Network& network) {
  const std::shared_ptr<DetectedSymmetry> found = DetectedSymmetry::find(network);
  if (found->sets().size() != 1) return false;
  const std::vector<std::uint32_t>& cells = found->sets()[0].cells;
  return std::all_of(cells.begin(), cells.end(), [&](std::uint32_t cell) { return cell == cells.front(); });
}

}  // namespace orbita
