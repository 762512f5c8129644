#include "symmetry/detect/collector.h"

#include <algorithm>
#include <tuple>

#include "parser/work_limits.h"
#include "symmetry/detect/expressions.h"

namespace orbita::violations {

struct Collector::Summary {
  std::vector<Access> accesses;
  std::set<OrderProblem> problems;
};

Collector::Collector(const Resolver& resolver) : resolver_(resolver) {}
Collector::~Collector() = default;

// ---------------------------------------------------------------------- labels

void Collector::read(const Expr& expr, const Entry& entry) {
  frame_ = Frame{&entry, nullptr, {}};
  statement_ = &expr;
  value(expr);
}

void Collector::run(const Expr& update, const Entry& entry) {
  frame_ = Frame{&entry, nullptr, {}};
  if (update.kind == ExprKind::comma) {
    for (const Expr* part : update.args) run(*part, entry);
    return;
  }
  statement_ = &update;
  effect(update);
}

void Collector::read(const TypeExpr& type, const Entry& entry) {
  for (const Expr* part : {type.low, type.high, type.size}) {
    if (part) read(*part, entry);
  }
  for (const Field& field : type.fields) {
    if (field.type) read(*field.type, entry);
  }
}

std::vector<Access> Collector::take_accesses() { return std::exchange(accesses_, {}); }
std::vector<SensitiveCall> Collector::take_sensitive_calls() { return std::exchange(sensitive_calls_, {}); }

// ----------------------------------------------------------------- expressions

void Collector::value(const Expr& expr) {
  poll_limits();
  if (++steps_ > max_steps) return;
  switch (expr.kind) {
    case ExprKind::name: note_read(expr); return;
    case ExprKind::member:
    case ExprKind::index:
      indices_of(expr);
      note_read(expr);
      return;
    case ExprKind::call: call(expr); return;
    case ExprKind::comma:
      effect(*expr.args[0]);
      value(*expr.args[1]);
      return;
    case ExprKind::forall:
    case ExprKind::exists:
      if (scalar_set(*expr.binder)) quantifier(expr, frame_);
      break;
    default:
      if (is_assignment(expr.kind)) return assignment(expr, true);
      if (is_increment(expr.kind)) return increment(expr, true);
  }
  for (const Expr* arg : expr.args) {
    if (arg) value(*arg);
  }
}

void Collector::effect(const Expr& expr) {
  if (++steps_ > max_steps) return;
  if (is_assignment(expr.kind)) return assignment(expr, false);
  if (is_increment(expr.kind)) return increment(expr, false);
  if (expr.kind == ExprKind::comma) {
    effect(*expr.args[0]);
    effect(*expr.args[1]);
  } else if (expr.kind == ExprKind::conditional) {
    value(*expr.args[0]);
    effect(*expr.args[1]);
    effect(*expr.args[2]);
  } else {
    value(expr);
  }
}

void Collector::indices_of(const Expr& place) {
  for_each_in_place(
      place, [&](const Expr& part) { value(part); }, [&](const Expr& part) { effect(part); });
}

void Collector::note_read(const Expr& place) {
  for (Path& path : resolver_.places(place, frame_)) {
    if (path.root->is_const || resolver_.term(place, frame_).kind != Term::Kind::any) continue;
    Access access;
    access.path = std::move(path);
    access.place = &place;
    if (assignment_ && same_expression(place, *assignment_->args[0])) access.own_value_of = assignment_;
    access.statement = statement_;
    access.choice = choice_;
    access.span = place.span;
    accesses_.push_back(std::move(access));
  }
}

void Collector::note_write(const Expr& place, Access how) {
  how.is_write = true;
  how.place = &place;
  how.statement = statement_;
  how.choice = choice_;
  how.span = place.span;
  for (Path& path : resolver_.places(place, frame_)) {
    how.path = std::move(path);
    accesses_.push_back(how);
  }
}

void Collector::increment(const Expr& expr, bool value_used) {
  Access how;
  how.write_class = WriteClass::add;
  how.may_grow = expr.kind == ExprKind::pre_increment || expr.kind == ExprKind::post_increment;
  how.may_shrink = !how.may_grow;
  how.updates_itself = true;
  how.assignment = &expr;
  indices_of(*expr.args[0]);
  note_write(*expr.args[0], how);
  if (value_used) note_read(*expr.args[0]);
}

// ----------------------------------------------------------------------- calls

void Collector::call(const Expr& expr) {
  const Symbol* callee = expr.symbol;
  if (!callee || !callee->function) {  // abs(e), or P(i) as a process
    for (std::size_t k = 1; k < expr.args.size(); ++k) value(*expr.args[k]);
    return;
  }
  Entry other;
  Frame caller = frame_;
  if (expr.args[0]->kind == ExprKind::member) {  // P(i).f() in a query: f runs in the scope of P
    const Expr* process = expr.args[0]->args[0];
    indices_of(*process);
    if (process->symbol && process->symbol->kind == SymbolKind::process) {
      other = resolver_.entry_of(*process->symbol);
      caller.entry = &other;
    }
  }
  const auto params = callee->function->params;
  for (std::size_t k = 1; k < expr.args.size(); ++k) {
    const bool by_reference = k <= params.size() && params[k - 1].declarator.by_reference;
    if (by_reference && !resolver_.places(*expr.args[k], frame_).empty()) indices_of(*expr.args[k]);
    else value(*expr.args[k]);
  }
  if (!callee->function->body) return external_call(expr);

  const Summary& done = summary(expr, resolver_.enter(expr, caller));
  bool has_effect = false;
  for (Access access : done.accesses) {
    has_effect |= access.is_write;
    access.span = expr.span;
    access.through = callee;
    accesses_.push_back(std::move(access));
  }
  problems_.insert(done.problems.begin(), done.problems.end());
  if (!frame_.function && !done.problems.empty()) sensitive_calls_.push_back({&expr, has_effect, done.problems});
}

// Imported code: may keep a state of its own, and write every argument it gets by reference.
void Collector::external_call(const Expr& expr) {
  Access hidden;
  hidden.is_write = true;
  hidden.path.root = expr.symbol;
  hidden.place = &expr;
  hidden.statement = statement_;
  hidden.choice = choice_;
  hidden.span = expr.span;
  hidden.through = expr.symbol;
  accesses_.push_back(hidden);
  const auto params = expr.symbol->function->params;
  for (std::size_t k = 0; k < params.size() && k + 1 < expr.args.size(); ++k) {
    if (!params[k].declarator.by_reference) continue;
    note_read(*expr.args[k + 1]);
    note_write(*expr.args[k + 1], {});
  }
}

std::string Collector::key(const Frame& frame) const {
  std::string text = std::to_string(reinterpret_cast<std::uintptr_t>(frame.function));
  const auto add_term = [&](const Term& term) {
    text += ' ';
    text += static_cast<char>('0' + static_cast<int>(term.kind));
    text += std::to_string(term.symbol ? static_cast<std::int64_t>(term.symbol->id) : term.number);
  };
  // A function of a template depends on how the template's parameters are bound.
  const bool local = frame.function->symbol && frame.function->symbol->owner;
  text += local && frame.entry && frame.entry->symbol ? "@" + std::to_string(frame.entry->symbol->id) : "";
  for (const Parameter& parameter : frame.function->params) {
    text += ';';
    const auto found = frame.bindings.find(parameter.declarator.symbol);
    if (found == frame.bindings.end()) continue;
    add_term(found->second.term);
    for (const Path& path : found->second.places) {
      text += '/' + std::to_string(path.root->id);
      for (const Step& step : path.steps) {
        if (step.is_field) text += '.' + std::to_string(step.field);
        else add_term(step.index);
      }
    }
  }
  return text;
}

const Collector::Summary& Collector::summary(const Expr& call, const Frame& inside) {
  std::unique_ptr<Summary>& known = summaries_[key(inside)];
  if (known) return *known;
  known = std::make_unique<Summary>();
  auto outer =
      std::tuple(std::move(frame_), std::move(accesses_), std::move(problems_), statement_, assignment_, choice_);
  frame_ = inside;
  accesses_.clear();
  problems_.clear();
  assignment_ = nullptr;
  choice_ = nullptr;
  statement(*call.symbol->function->body);
  for (Access& access : accesses_) {
    const Symbol& root = *access.path.root;
    const bool own = root.function == inside.function && root.kind != SymbolKind::function;  // gone after the call
    const bool seen = !own && std::any_of(known->accesses.begin(), known->accesses.end(), [&](const Access& other) {
      return other.is_write == access.is_write && other.write_class == access.write_class &&
             other.number == access.number && other.statement == access.statement &&
             other.assignment == access.assignment && other.own_value_of == access.own_value_of &&
             same_path(other.path, access.path);
    });
    if (!own && !seen) known->accesses.push_back(std::move(access));
  }
  known->problems = std::move(problems_);
  std::tie(frame_, accesses_, problems_, statement_, assignment_, choice_) = std::move(outer);
  return *known;
}

// ------------------------------------------------------------------ statements

void Collector::declarations(const Stmt& block) {
  for (const Decl* decl : block.decls) {
    const auto look = [&](const Expr& part) {
      if (part.kind == ExprKind::call) value(part);
    };
    if (decl->type) for_each_expression(*decl->type, look);
    for (const Declarator& declarator : decl->declarators) {
      statement_ = declarator.init;
      if (declarator.init) value(*declarator.init);
    }
  }
}

void Collector::statement(const Stmt& stmt) {
  poll_limits();
  if (++steps_ > max_steps) return;
  const auto evaluate = [&](const Expr* expr) {
    if (!expr) return;
    statement_ = expr;
    value(*expr);
  };
  const auto execute = [&](const Expr* expr) {
    if (!expr) return;
    statement_ = expr;
    effect(*expr);
  };
  const Stmt* outer_choice = choice_;
  switch (stmt.kind) {
    case StmtKind::empty: return;
    case StmtKind::block: declarations(stmt); break;
    case StmtKind::expression: return execute(stmt.condition);
    case StmtKind::return_:
    case StmtKind::assert_: return evaluate(stmt.condition);
    case StmtKind::if_:
      if (bounded_choice(stmt)) return;
      choice_ = &stmt;
      evaluate(stmt.condition);
      break;
    case StmtKind::for_range:
      if (const ScalarSet* set = scalar_set(*stmt.binder)) return loop_over_set(stmt, *set);
      break;
    case StmtKind::for_:
      execute(stmt.init);
      evaluate(stmt.condition);
      execute(stmt.step);
      break;
    case StmtKind::while_:
    case StmtKind::do_while: evaluate(stmt.condition); break;
  }
  for (const Stmt* part : stmt.body) statement(*part);
  choice_ = outer_choice;
}

void Collector::loop_over_set(const Stmt& stmt, const ScalarSet& set) {
  std::vector<Access> before = std::exchange(accesses_, {});
  const Stmt* outer_choice = std::exchange(choice_, nullptr);
  for (const Stmt* part : stmt.body) statement(*part);
  choice_ = outer_choice;

  LoopOverSet loop;
  loop.loop = &stmt;
  loop.set = &set;
  loop.variable = stmt.binder->symbol;
  loop.frame = &frame_;
  loop.inside = declared_inside(stmt);
  for (const Access& access : accesses_) {
    if (!loop.inside.contains(access.path.root)) loop.accesses.push_back(access);
  }
  for_each_statement(stmt, [&](const Stmt& part) {
    if (part.kind == StmtKind::return_) loop.returns.push_back(&part);
  });
  if (is_order_sensitive(loop)) problems_.insert({&set, stmt.span});
  before.insert(before.end(), loop.accesses.begin(), loop.accesses.end());
  accesses_ = std::move(before);
}

}  // namespace orbita::violations
