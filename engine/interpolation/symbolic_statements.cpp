// Functions: along the branch that is taken at the row, loops unrolled as they run.
#include "engine/interpolation/symbolic.h"
#include "parser/interpreter/elaborate.h"

namespace orbita::interpolation {

namespace {

constexpr std::size_t most_nested_calls = 50;

}  // namespace

void Symbolic::bind_argument(Frame& frame, const Parameter& parameter, const Expr& argument) {
  const Symbol& symbol = *parameter.declarator.symbol;
  if (symbol.by_reference) {
    frame.places.emplace_back(&symbol, place(argument));
    return;
  }
  const ConcreteType* type = concrete(*symbol.type);
  if (type->kind == TypeKind::floating || type->kind == TypeKind::clock) throw NotExpressible();
  Place target;
  target.address = terms_.constant(0);
  target.type = type;
  if (type->is_leaf()) {
    frame.locals.push_back({type, {terms_.constant(0)}});
    target.local = &frame.locals.back();
    store(target, number(argument));
  } else {
    frame.locals.push_back(argument.kind == ExprKind::call ? call(argument) : copied(place(argument)));
    target.local = &frame.locals.back();
  }
  frame.places.emplace_back(&symbol, target);
}

Symbolic::Local Symbolic::call(const Expr& expr) {
  step();
  const Symbol* symbol = expr.symbol;
  if (symbol == nullptr || symbol->kind != SymbolKind::function || symbol->function->body == nullptr ||
      expr.args[0]->kind != ExprKind::name || frames_.size() >= most_nested_calls) {
    throw NotExpressible();
  }
  const Function& function = *symbol->function;
  // Arguments are evaluated in the caller's scope, the body in its own.
  Frame frame;
  frame.function = &function;
  for (std::size_t i = 0; i < function.params.size(); ++i) {
    bind_argument(frame, function.params[i], *expr.args[i + 1]);
  }
  frames_.push_back(std::move(frame));
  run(*function.body);
  std::optional<Local> result = std::move(frames_.back().result);
  // Places of arguments point into the caller's frame, never into this one.
  frames_.pop_back();
  return result ? *result : Local{};
}

Symbolic::Flow Symbolic::run(const Stmt& stmt) {
  step();
  switch (stmt.kind) {
    case StmtKind::block: return run_block(stmt);
    case StmtKind::empty: return Flow::next;
    case StmtKind::expression: execute(*stmt.condition); return Flow::next;
    case StmtKind::if_:
      if (decide(truth(*stmt.condition))) return run(*stmt.body[0]);
      return stmt.body.size() > 1 ? run(*stmt.body[1]) : Flow::next;
    case StmtKind::for_:
      if (stmt.init != nullptr) execute(*stmt.init);
      while (stmt.condition == nullptr || decide(truth(*stmt.condition))) {
        if (run(*stmt.body[0]) == Flow::returned) return Flow::returned;
        if (stmt.step != nullptr) execute(*stmt.step);
      }
      return Flow::next;
    case StmtKind::while_:
      while (decide(truth(*stmt.condition))) {
        if (run(*stmt.body[0]) == Flow::returned) return Flow::returned;
      }
      return Flow::next;
    case StmtKind::do_while:
      do {
        if (run(*stmt.body[0]) == Flow::returned) return Flow::returned;
      } while (decide(truth(*stmt.condition)));
      return Flow::next;
    case StmtKind::for_range: {
      // In the order of the numbers, whoever bears them.
      const Type& type = *stmt.binder->symbol->type;
      const std::int64_t low = type.dynamic ? known(number(*type.low)) : concrete(type)->low;
      const std::int64_t high = type.dynamic ? known(number(*type.high)) : concrete(type)->high;
      for (std::int64_t v = low; v <= high; ++v) {
        bound_.push_back({stmt.binder->symbol, terms_.constant(v)});
        const Flow flow = run(*stmt.body[0]);
        bound_.pop_back();
        if (flow == Flow::returned) return flow;
      }
      return Flow::next;
    }
    case StmtKind::return_: {
      if (stmt.condition == nullptr) return Flow::returned;
      const Type* type = stmt.condition->type;
      const bool aggregate = type != nullptr && (type->is(TypeKind::structure) || type->is(TypeKind::array));
      if (type != nullptr && type->is(TypeKind::floating)) throw NotExpressible();
      Local result{nullptr, {}};
      if (aggregate) {
        result = stmt.condition->kind == ExprKind::call ? call(*stmt.condition) : copied(place(*stmt.condition));
      } else {  // converted and checked like a store
        result = {concrete(*frames_.back().function->result->type), {terms_.constant(0)}};
        Place target;
        target.local = &result;
        target.address = terms_.constant(0);
        target.type = result.type;
        store(target, number(*stmt.condition));
      }
      frames_.back().result = std::move(result);
      return Flow::returned;
    }
    case StmtKind::assert_:
      if (!decide(truth(*stmt.condition))) throw NotExpressible();  // a run-time error
      return Flow::next;
  }
  throw NotExpressible();
}

Symbolic::Flow Symbolic::run_block(const Stmt& stmt) {
  const std::size_t open = frames_.back().places.size();
  for (const Decl* declaration : stmt.decls) declare(*declaration);
  for (const Stmt* inner : stmt.body) {
    if (run(*inner) == Flow::returned) return Flow::returned;
  }
  frames_.back().places.resize(open);
  return Flow::next;
}

void Symbolic::declare(const Decl& declaration) {
  if (declaration.kind != DeclKind::variables) return;
  for (const Declarator& declarator : declaration.declarators) {
    const Symbol& symbol = *declarator.symbol;
    const ConcreteType* type = concrete(*symbol.type);
    if (type->kind == TypeKind::floating || type->cells > 256) throw NotExpressible();
    Frame& frame = frames_.back();
    frame.locals.push_back({type, {}});
    Place target;
    target.local = &frame.locals.back();
    target.address = terms_.constant(0);
    target.type = type;
    for_each_leaf(*type, [&](std::uint32_t, const ConcreteType& leaf, const std::string&) {
      if (leaf.kind == TypeKind::floating) throw NotExpressible();
      target.local->cells.push_back(terms_.constant(default_value(leaf)));
    });
    initialise(target, declarator.init);
    frames_.back().places.emplace_back(&symbol, target);
  }
}

void Symbolic::initialise(const Place& target, const Expr* init) {
  if (init == nullptr) return;
  if (init->kind == ExprKind::list) {
    if (target.type->kind != TypeKind::array || init->args.size() != target.type->count) throw NotExpressible();
    for (std::uint32_t i = 0; i < target.type->count; ++i) {
      initialise(part(target, i * target.type->element->cells, target.type->element), init->args[i]);
    }
  } else {
    assign(target, *init, ExprKind::assign);
  }
}

}  // namespace orbita::interpolation
