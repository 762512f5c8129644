// Calls and statements.
#include "parser/interpreter/arithmetic.h"
#include "parser/interpreter/interpreter_state.h"

namespace orbita {
namespace {

bool is_place(const Expr& expr) {
  switch (expr.kind) {
    case ExprKind::name:
    case ExprKind::index: return true;
    case ExprKind::member: return true;
    case ExprKind::conditional: return is_place(*expr.args[1]) && is_place(*expr.args[2]);
    default:
      return expr.kind == ExprKind::pre_increment || expr.kind == ExprKind::pre_decrement || is_assignment(expr.kind);
  }
}

}  // namespace

void Interpreter::State::bind_argument(Frame& frame, const Parameter& parameter, const Expr& argument) {
  const Symbol& symbol = *parameter.declarator.symbol;
  // An integer variable given for `const double&` is converted, so it cannot be the same place.
  const bool converted = symbol.type->is(TypeKind::floating) && !argument.type->is(TypeKind::floating);
  if (symbol.by_reference && is_place(argument) && !converted) {
    const Place target = place(argument);
    frame.places.emplace_back(&symbol, target);
    return;
  }
  const ConcreteType* type = concrete(*symbol.type);
  const std::vector<std::int32_t> values = cells_as(*type, argument);
  frame.storage.emplace_back(type->cells, 0);
  const Place target{type, frame.storage.back().data()};
  store(target, values.data(), argument.span);
  frame.places.emplace_back(&symbol, target);
}

void Interpreter::State::call(const Expr& expr) {
  const Function& function = *expr.symbol->function;
  if (!function.body)
    throw EvaluationError(expr.span, "the imported function '" + std::string(function.name) + "' cannot be called");
  enter(expr.span);
  Frame frame;
  frame.function = &function;
  for (std::size_t i = 0; i < function.params.size(); ++i) {
    bind_argument(frame, function.params[i], *expr.args[i + 1]);
  }
  frames.push_back(std::move(frame));
  // P(i).f() in a query runs with the locals of that process; the arguments belong to the caller.
  const Process* const caller = process;
  if (expr.args[0]->kind == ExprKind::member) process = &model.processes[process_number(*expr.args[0]->args[0])];
  execute(*function.body);
  process = caller;
  std::vector<std::int32_t> result = std::move(frames.back().result);
  frames.pop_back();
  --depth;
  last_result = std::move(result);
}

void Interpreter::State::declare_locals(const Stmt& block) {
  for (const Decl* decl : block.decls) {
    if (decl->kind != DeclKind::variables) continue;
    for (const Declarator& declarator : decl->declarators) {
      const ConcreteType* type = concrete(*declarator.symbol->type);
      std::vector<std::int32_t> values = initial(*type, declarator.init);
      Frame& frame = frames.back();
      frame.storage.push_back(std::move(values));
      frame.places.emplace_back(declarator.symbol, Place{type, frame.storage.back().data()});
    }
  }
}

Interpreter::State::Flow Interpreter::State::execute_block(const Stmt& stmt) {
  const std::size_t mark = frames.back().places.size();
  const std::size_t kept = frames.back().storage.size();
  declare_locals(stmt);
  Flow flow = Flow::next;
  for (const Stmt* inner : stmt.body) {
    flow = execute(*inner);
    if (flow == Flow::returned) break;
  }
  // Storage of a block ends with the block; a loop around it must not accumulate storage.
  frames.back().places.resize(mark);
  frames.back().storage.resize(kept);
  return flow;
}

Interpreter::State::Flow Interpreter::State::execute_for_range(const Stmt& stmt) {
  Flow flow = Flow::next;
  for_each(*stmt.binder, [&] {
    flow = execute(*stmt.body[0]);
    return flow == Flow::next;
  });
  return flow;
}

Interpreter::State::Flow Interpreter::State::execute(const Stmt& stmt) {
  step(stmt.span);
  switch (stmt.kind) {
    case StmtKind::empty: return Flow::next;
    case StmtKind::block: return execute_block(stmt);
    case StmtKind::expression: cells(*stmt.condition); return Flow::next;
    case StmtKind::if_:
      if (evaluate(*stmt.condition) != 0) return execute(*stmt.body[0]);
      return stmt.body.size() > 1 ? execute(*stmt.body[1]) : Flow::next;
    case StmtKind::for_:
      for (cells(*stmt.init); evaluate(*stmt.condition) != 0; cells(*stmt.step)) {
        if (execute(*stmt.body[0]) == Flow::returned) return Flow::returned;
      }
      return Flow::next;
    case StmtKind::for_range: return execute_for_range(stmt);
    case StmtKind::while_:
      while (evaluate(*stmt.condition) != 0) {
        if (execute(*stmt.body[0]) == Flow::returned) return Flow::returned;
      }
      return Flow::next;
    case StmtKind::do_while:
      do {
        if (execute(*stmt.body[0]) == Flow::returned) return Flow::returned;
      } while (evaluate(*stmt.condition) != 0);
      return Flow::next;
    case StmtKind::return_: {
      if (stmt.condition) {
        const ConcreteType* type = concrete(*frames.back().function->result->type);
        const std::vector<std::int32_t> values = cells_as(*type, *stmt.condition);
        std::vector<std::int32_t> result(type->cells, 0);
        store({type, result.data()}, values.data(), stmt.condition->span);
        frames.back().result = std::move(result);
      }
      return Flow::returned;
    }
    case StmtKind::assert_:
      if (evaluate(*stmt.condition) == 0) throw EvaluationError(stmt.span, "assertion failed");
      return Flow::next;
  }
  return Flow::next;
}

}  // namespace orbita
