#include "symmetry/detect/id_flow.h"

#include <algorithm>
#include <set>

namespace orbita {

IdFlow::IdFlow(const Model& model) : model_(model) {
  for (const GlobalObject& global : model.globals) {
    if (global.symbol->init != nullptr) initialise(shape(*global.symbol), global.symbol->init);
  }
  std::set<const Template*> templates;
  for (const Process& p : model.processes) {
    if (templates.insert(p.templ).second) {
      declarations(p.templ->decls);
      for (const Location& location : p.templ->locations) value(location.invariant);
      for (const Edge& edge : p.templ->edges) {
        value(edge.guard);
        value(edge.sync);
        value(edge.update);
      }
    }
    process(p);
  }
  value(model.before_update);
  value(model.after_update);
  const std::vector<Shift> shifts = std::move(shifts_);
  for (const Shift& shift : shifts) join(shift.a, shift.b, shift.difference);
}

// ---------------------------------------------------------------------- places

PlaceId IdFlow::new_place() {
  places_.push_back({static_cast<std::uint32_t>(places_.size()), 0, {}});
  return PlaceId{static_cast<std::uint32_t>(places_.size() - 1)};
}

const PlaceShape* IdFlow::make_shape(const Type& type) {
  PlaceShape result;
  result.kind = type.kind;
  if (type.is(TypeKind::array)) {
    result.index = new_place();
    result.parts.push_back(make_shape(*type.element));
  } else if (type.is(TypeKind::structure)) {
    for (const StructField& field : type.fields) result.parts.push_back(make_shape(*field.type));
  } else {
    result.value = new_place();
  }
  return &shapes_.emplace_back(std::move(result));
}

const PlaceShape* IdFlow::shape(const Symbol& symbol) {
  const PlaceShape*& known = shape_of_[&symbol];
  if (known == nullptr) known = make_shape(*symbol.type);
  return known;
}

const PlaceShape* IdFlow::shape_of(const Symbol& symbol) const {
  const auto known = shape_of_.find(&symbol);
  return known == shape_of_.end() ? nullptr : known->second;
}

IdFlow::Held IdFlow::find(PlaceId place) const {
  std::uint32_t at = place.value;
  std::int64_t offset = 0;
  while (places_[at].parent != at) {
    offset += places_[at].offset;
    at = places_[at].parent;
  }
  places_[place.value].offset = offset;
  places_[place.value].parent = at;
  return {PlaceId{at}, offset};
}

std::optional<IdFlow::Held> IdFlow::set_over(PlaceId place) const {
  const Held held = find(place);
  const auto& bits = places_[held.root.value].bits;
  if (held.offset != 0 || !bits) return std::nullopt;
  const Held over = find(bits->first);
  return Held{over.root, over.offset + bits->second};
}

void IdFlow::unite(PlaceId a, PlaceId b, std::int64_t difference) {
  if (difference != 0) shifts_.push_back({a, b, difference});
  else join(a, b, 0);
}

void IdFlow::join(PlaceId a, PlaceId b, std::int64_t difference) {
  const Held x = find(a), y = find(b);
  if (x.root == y.root) return;  // a second, different offset is left to the proof
  // value(a) = root_a + x.offset, value(b) = root_b + y.offset, value(a) = value(b) + difference
  Place& child = places_[x.root.value];
  child.parent = y.root.value;
  child.offset = y.offset + difference - x.offset;
  if (!child.bits) return;
  const auto bits = *child.bits;
  auto& other = places_[y.root.value].bits;
  if (other) join(bits.first, other->first, other->second - bits.second);
  else other = bits;
}

void IdFlow::unite(const PlaceShape* a, const PlaceShape* b, std::int64_t difference) {
  if (a == nullptr || b == nullptr || a == b) return;
  if (a->value != PlaceId{} && b->value != PlaceId{}) return unite(a->value, b->value, difference);
  if (a->kind != b->kind) return;
  if (a->kind == TypeKind::array) unite(a->index, b->index, 0);
  for (std::size_t k = 0; k < std::min(a->parts.size(), b->parts.size()); ++k) unite(a->parts[k], b->parts[k], 0);
}

void IdFlow::unite(const Value& a, const Value& b) { unite(a.shape, b.shape, b.offset - a.offset); }

// ----------------------------------------------------------------- expressions

std::optional<std::int64_t> IdFlow::constant_of(const Symbol& symbol) const {
  if (!symbol.is_const || !symbol.type->is_integral()) return std::nullopt;
  if (const auto found = model_.global_index.find(&symbol); found != model_.global_index.end())
    return model_.globals[found->second].value[0];
  if (const auto found = model_.template_constants.find(&symbol); found != model_.template_constants.end())
    return found->second.value[0];
  return std::nullopt;
}

IdFlow::Value IdFlow::shifted(const Value& left, const Value& right) {
  if (left.constant != 1 || right.shape == nullptr || right.shape->value == PlaceId{}) return {};
  PlaceShape result;
  result.value = new_place();
  places_[result.value.value].bits = {right.shape->value, right.offset};
  return {&shapes_.emplace_back(std::move(result)), 0, {}};
}

IdFlow::Value IdFlow::arithmetic(const Expr& expr) {
  const Value left = value(expr.args[0]), right = value(expr.args[1]);
  const auto both = [&](auto compute) -> Value {
    if (!left.constant || !right.constant) return {};
    return {nullptr, 0, compute(*left.constant, *right.constant)};
  };
  using I = std::int64_t;
  switch (expr.kind) {
    case ExprKind::add:
      if (left.shape != nullptr && right.constant) return {left.shape, left.offset + *right.constant, {}};
      if (right.shape != nullptr && left.constant) return {right.shape, right.offset + *left.constant, {}};
      return both([](I a, I b) { return a + b; });
    case ExprKind::subtract:
      if (left.shape != nullptr && right.constant) return {left.shape, left.offset - *right.constant, {}};
      return both([](I a, I b) { return a - b; });
    case ExprKind::multiply: return both([](I a, I b) { return a * b; });
    case ExprKind::shift_left:
      if (left.constant == 1 && right.shape != nullptr) return shifted(left, right);
      return {};
    case ExprKind::bit_and:
    case ExprKind::bit_or:
    case ExprKind::bit_xor: {
      unite(left, right);
      return left.shape != nullptr ? left : right.shape != nullptr ? right : Value{};
    }
    case ExprKind::minimum:
    case ExprKind::maximum: return {};
    case ExprKind::shift_right:  // set >> i & 1 asks for i
      if (left.shape != nullptr && left.shape->value != PlaceId{} && right.shape != nullptr) {
        unite(left, shifted({nullptr, 0, 1}, right));
      }
      return {};
    default: return {};
  }
}

IdFlow::Value IdFlow::call(const Expr& expr) {
  if (expr.symbol == nullptr || expr.symbol->kind != SymbolKind::function || expr.symbol->function == nullptr) {
    for (std::size_t k = 1; k < expr.args.size(); ++k) value(expr.args[k]);
    return {};
  }
  const Function& callee = *expr.symbol->function;
  function(callee);
  for (std::size_t k = 1; k < expr.args.size() && k <= callee.params.size(); ++k) {
    const Value argument = value(expr.args[k]);
    const Symbol* parameter = callee.params[k - 1].declarator.symbol;
    if (parameter != nullptr) unite({shape(*parameter), 0, {}}, argument);
  }
  const auto result = result_of_.find(expr.symbol);
  return {result == result_of_.end() ? nullptr : result->second, 0, {}};
}

IdFlow::Value IdFlow::value(const Expr* expr) {
  if (expr == nullptr) return {};
  switch (expr->kind) {
    case ExprKind::integer:
    case ExprKind::boolean: return {nullptr, 0, expr->value};
    case ExprKind::name:
      if (expr->symbol == nullptr || expr->symbol->type == nullptr) return {};
      if (const auto constant = constant_of(*expr->symbol)) return {nullptr, 0, constant};
      if (expr->symbol->kind != SymbolKind::variable && expr->symbol->kind != SymbolKind::parameter &&
          expr->symbol->kind != SymbolKind::bound)
        return {};
      return {shape(*expr->symbol), 0, {}};
    case ExprKind::member: {
      const Value whole = value(expr->args[0]);
      if (whole.shape == nullptr || whole.shape->kind != TypeKind::structure) return {};
      return {whole.shape->parts[expr->field_index], 0, {}};
    }
    case ExprKind::index: {
      const Value array = value(expr->args[0]), index = value(expr->args[1]);
      if (array.shape == nullptr || array.shape->kind != TypeKind::array) return {};
      if (index.shape != nullptr && index.shape->value != PlaceId{})
        unite(array.shape->index, index.shape->value, index.offset);
      return {array.shape->parts[0], 0, {}};
    }
    case ExprKind::call: return call(*expr);
    case ExprKind::minus: {
      const Value inner = value(expr->args[0]);
      if (inner.constant) return {nullptr, 0, -*inner.constant};
      return {};
    }
    case ExprKind::plus: return value(expr->args[0]);
    case ExprKind::pre_increment:
    case ExprKind::pre_decrement:
    case ExprKind::post_increment:
    case ExprKind::post_decrement: return value(expr->args[0]);
    case ExprKind::assign: {
      const Value target = value(expr->args[0]), source = value(expr->args[1]);
      unite(target, source);
      return target;
    }
    case ExprKind::assign_and:
    case ExprKind::assign_or:
    case ExprKind::assign_xor: {
      const Value target = value(expr->args[0]);
      unite(target, value(expr->args[1]));
      return target;
    }
    case ExprKind::equal:
    case ExprKind::not_equal: unite(value(expr->args[0]), value(expr->args[1])); return {};
    case ExprKind::conditional: {
      value(expr->args[0]);
      const Value yes = value(expr->args[1]), no = value(expr->args[2]);
      unite(yes, no);
      return yes.shape != nullptr ? yes : no;
    }
    case ExprKind::comma: value(expr->args[0]); return value(expr->args[1]);
    case ExprKind::power:
    case ExprKind::multiply:
    case ExprKind::divide:
    case ExprKind::modulo:
    case ExprKind::add:
    case ExprKind::subtract:
    case ExprKind::shift_left:
    case ExprKind::shift_right:
    case ExprKind::minimum:
    case ExprKind::maximum:
    case ExprKind::bit_and:
    case ExprKind::bit_xor:
    case ExprKind::bit_or: return arithmetic(*expr);
    default:
      for (const Expr* arg : expr->args) value(arg);
      return {};
  }
}

void IdFlow::initialise(const PlaceShape* target, const Expr* expr) {
  if (expr == nullptr || target == nullptr) return;
  if (expr->kind != ExprKind::list) return unite({target, 0, {}}, value(expr));
  for (std::size_t k = 0; k < expr->args.size(); ++k) {
    const std::size_t part = target->kind == TypeKind::structure ? k : 0;
    if (part < target->parts.size()) initialise(target->parts[part], expr->args[k]);
  }
}

// ------------------------------------------------------------------ statements

void IdFlow::declarations(std::span<Decl* const> decls) {
  for (const Decl* decl : decls) {
    if (decl->kind == DeclKind::function && decl->function != nullptr) function(*decl->function);
    if (decl->kind != DeclKind::variables) continue;
    for (const Declarator& d : decl->declarators) {
      if (d.symbol != nullptr) initialise(shape(*d.symbol), d.init);
    }
  }
}

void IdFlow::statement(const Stmt* stmt) {
  if (stmt == nullptr) return;
  declarations(stmt->decls);
  value(stmt->init);
  if (stmt->kind == StmtKind::return_) unite({result_, 0, {}}, value(stmt->condition));
  else value(stmt->condition);
  for (const Stmt* inner : stmt->body) statement(inner);
  value(stmt->step);
}

void IdFlow::function(const Function& function) {
  if (function.symbol == nullptr || !walked_.emplace(function.symbol, true).second) return;
  const PlaceShape* outer = result_;
  const bool has_result =
      function.result != nullptr && function.result->type != nullptr && !function.result->type->is(TypeKind::void_);
  result_ = has_result ? make_shape(*function.result->type) : nullptr;
  if (result_ != nullptr) result_of_[function.symbol] = result_;
  statement(function.body);
  result_ = outer;
}

// ------------------------------------------------------------------- processes

// What a reference parameter stands for holds what the parameter does.
void IdFlow::process(const Process& process) {
  for (const Argument& argument : process.arguments) {
    const PlaceShape* parameter = shape(*argument.parameter);
    if (!argument.is_reference || argument.reference.object == nullptr) continue;
    const auto found = model_.global_index.find(argument.reference.object);
    if (found == model_.global_index.end()) continue;
    const GlobalObject& object = model_.globals[found->second];
    // Descend in the object as long as what is there has another form than the parameter.
    const PlaceShape* place = shape(*object.symbol);
    const ConcreteType* type = object.type;
    std::uint32_t cell = argument.reference.offset;
    const ConcreteType* wanted = argument.reference.type != nullptr ? argument.reference.type : argument.type;
    while (place != nullptr && type->cells > wanted->cells && !type->is_leaf()) {
      if (type->kind == TypeKind::array) {
        place = place->parts[0];
        cell %= type->element->cells;
        type = type->element;
      } else {
        std::size_t k = 0;
        while (k + 1 < type->fields.size() && cell >= type->fields[k + 1].offset) ++k;
        place = place->parts[k];
        cell -= type->fields[k].offset;
        type = type->fields[k].type;
      }
    }
    unite(parameter, place, 0);
  }
}

}  // namespace orbita
