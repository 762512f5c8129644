#include "symmetry/detect/order_check.h"

#include <algorithm>
#include <tuple>
#include <unordered_map>

#include "symmetry/detect/expressions.h"

namespace orbita::violations {

void Report::add(const ScalarSet& set, std::string rule, Span where, std::string message, std::string hint) {
  add({ids_[set].index, std::move(rule), where, std::move(message), std::move(hint)});
}

void Report::add(SymmetryViolation violation) {
  const bool known = std::any_of(items_.begin(), items_.end(), [&](const SymmetryViolation& other) {
    return other.set == violation.set && other.where == violation.where && other.rule == violation.rule &&
           other.message == violation.message;
  });
  if (!known) items_.push_back(std::move(violation));
}

std::vector<SymmetryViolation> Report::take_sorted() {
  std::stable_sort(items_.begin(), items_.end(), [](const SymmetryViolation& a, const SymmetryViolation& b) {
    return std::tuple(a.where, a.set) < std::tuple(b.where, b.set);
  });
  return std::move(items_);
}

// An access of one iteration (a write) and one of another that may meet in a cell and do not commute.
struct OrderCheck::Conflict {
  const Access* write;
  const Access* other;
};

namespace {

bool uses_own_element(const Path& path, const Symbol* variable) {
  return std::any_of(path.steps.begin(), path.steps.end(),
                     [&](const Step& step) { return !step.is_field && step.index == Term::of(variable); });
}

// The symbol has one value for all iterations of the loop: it is declared outside of it.
bool is_stable_in(const LoopOverSet& loop, const Symbol& symbol, bool direct) {
  const bool local = symbol.kind == SymbolKind::bound || symbol.function || symbol.scope == Scope::function ||
                     symbol.scope == Scope::block;
  return local ? direct && !loop.inside.contains(&symbol) : true;
}

const Expr* assignment_target(const Expr* statement) {
  return statement && is_assignment(statement->kind) ? statement->args[0] : nullptr;
}

// The assignment `v = e` that an `if (e > v) { …; v = e; … }` contains, or nullptr.
const Expr* kept_best(const Stmt& choice) {
  const Expr* best = nullptr;
  if (choice.kind != StmtKind::if_ || choice.body.empty()) return nullptr;
  for_each_expression(*choice.body[0], [&](const Expr& part) {
    if (part.kind == ExprKind::assign &&
        kept_bound(*choice.condition, *part.args[0], *part.args[1]) != WriteClass::plain) {
      best = &part;
    }
  });
  return best;
}

const Symbol* root_of(const Expr& place) {
  const Expr* part = &place;
  while (!part->args.empty() && (part->kind == ExprKind::index || part->kind == ExprKind::member)) part = part->args[0];
  return part->kind == ExprKind::name || part->kind == ExprKind::call ? part->symbol : nullptr;
}

std::string quoted(std::string_view text) { return "`" + std::string(text) + "`"; }

}  // namespace

std::string OrderCheck::text(const Expr& expr) const { return quoted(resolver_.model().sources().text(expr.span)); }

bool OrderCheck::is_order_sensitive(const LoopOverSet& loop) {
  const std::vector<Conflict> found = conflicts(loop);
  const bool good_returns = returns_are_symmetric(loop);
  if (!good_returns) report_returns(loop);
  if (!found.empty()) report_conflicts(loop, found);
  else if (good_returns) note_partial_sums(loop);
  return !found.empty() || !good_returns;
}

// ------------------------------------------------------------------- conflicts

std::vector<OrderCheck::Conflict> OrderCheck::conflicts(const LoopOverSet& loop) const {
  std::unordered_map<const Symbol*, std::vector<const Access*>> by_root;
  for (const Access& access : loop.accesses) by_root[access.path.root].push_back(&access);
  const Symbol* const own[] = {loop.variable};
  std::vector<Conflict> found;
  for (const Access& write : loop.accesses) {
    if (!write.is_write) continue;
    for (const Access* other : by_root[write.path.root]) {
      if (other->is_write && other < &write) continue;  // seen the other way round
      if (are_disjoint(write.path, other->path, own)) continue;
      const bool direct = !write.through && !other->through;
      const auto stable = [&](const Symbol& symbol) { return is_stable_in(loop, symbol, direct); };
      if (!commute(write, *other, stable)) found.push_back({&write, other});
    }
  }
  return found;
}

void OrderCheck::report_conflicts(const LoopOverSet& loop, std::vector<Conflict> found) {
  std::set<const Expr*> told_statements;
  std::set<const Stmt*> told_choices;
  std::set<const Symbol*> told_roots;
  const auto tell = [&](const Conflict& conflict, bool reported) {
    if (!reported) return;
    told_statements.insert(conflict.write->statement);
    told_statements.insert(conflict.other->statement);
    told_roots.insert(conflict.write->path.root);
  };
  // The telling patterns first: they explain the plain conflicts that come with them.
  for (const Conflict& conflict : found) {
    if (told_roots.contains(conflict.write->path.root)) continue;
    const bool ties = report_ties(loop, conflict);
    if (ties) told_choices.insert(conflict.write->choice);
    tell(conflict, ties || report_sequence(loop, conflict, found, told_roots) || report_numbering(loop, conflict));
  }
  // Writes that meet writes say more than reads that meet them.
  std::stable_partition(found.begin(), found.end(), [](const Conflict& conflict) { return conflict.other->is_write; });
  for (const Conflict& conflict : found) {
    const bool explained = told_statements.contains(conflict.write->statement) ||
                           told_roots.contains(conflict.write->path.root) ||
                           (conflict.write->choice && told_choices.contains(conflict.write->choice));
    if (explained) continue;
    report_plain(loop, conflict);
    told_roots.insert(conflict.write->path.root);
  }
}

// V4: if (x[i] > best) { best = x[i]; arg = i; }
bool OrderCheck::report_ties(const LoopOverSet& loop, const Conflict& conflict) {
  const Access& write = *conflict.write;
  if (!write.choice || !conflict.other->is_write || conflict.other->choice != write.choice) return false;
  const Expr* best = kept_best(*write.choice);
  if (!best || best == write.assignment || write.write_class != WriteClass::plain) return false;
  const Symbol* compared = root_of(*best->args[1]);
  report_.add(*loop.set, "V4", write.span,
              text(*write.place) + " depends on iteration order when " +
                  (compared ? quoted(compared->name) : text(*best->args[1])) + " has ties",
              "computing only " + text(*best->args[0]) + " is fine; choose among the best with a `select` edge");
  return true;
}

// V5: q[n++] = i, or q[n] = i followed by n++
bool OrderCheck::report_sequence(const LoopOverSet& loop, const Conflict& conflict, const std::vector<Conflict>& all,
                                 std::set<const Symbol*>& told_roots) {
  const Access& write = *conflict.write;
  if (write.path.steps.empty() || !conflict.other->is_write) return false;
  for (const Step& step : write.path.steps) {
    if (step.is_field || !step.written || step.index.kind == Term::Kind::symbol) continue;
    const auto moving = std::find_if(all.begin(), all.end(), [&](const Conflict& other) {
      return other.write->path.root != write.path.root &&
             mentions(*step.written, {other.write->path.root, root_of(*other.write->place)});
    });
    if (moving == all.end()) continue;
    told_roots.insert(moving->write->path.root);
    report_.add(*loop.set, "V5", write.span,
                "loop appends elements of " + std::string(loop.set->name) + " to " + quoted(write.path.root->name) +
                    " in iteration order",
                "append one element per transition, chosen by a `select` edge");
    return true;
  }
  return false;
}

// V6: t[i] = n++
bool OrderCheck::report_numbering(const LoopOverSet& loop, const Conflict& conflict) {
  const Access& write = *conflict.write;
  const Access& read = *conflict.other;
  if (read.is_write || write.write_class != WriteClass::add) return false;
  const Expr* target = assignment_target(read.statement);
  if (!target || !mentions(*target, {loop.variable}) || root_of(*target) == root_of(*write.place)) return false;
  report_.add(*loop.set, "V6", read.span,
              "loop gives elements of " + std::string(loop.set->name) + " distinct integers in iteration order",
              "number the elements by separate transitions, so that behaviour decides the order");
  return true;
}

void OrderCheck::report_plain(const LoopOverSet& loop, const Conflict& conflict) {
  const Access& write = *conflict.write;
  const Access& other = *conflict.other;
  const std::string variable(loop.variable->name);
  const std::string through = other.through ? " (in " + quoted(std::string(other.through->name) + "()") + ")" : "";
  if (write.path.root->kind == SymbolKind::function) {
    report_.add(*loop.set, "V11", write.span,
                "loop calls imported " + quoted(std::string(write.path.root->name) + "()") +
                    ", whose result may depend on the order of calls",
                "write the function in the model");
  } else if (other.is_write &&
             (write.updates_itself || other.updates_itself || write.write_class != other.write_class)) {
    report_.add(*loop.set, "V7", write.span, text(*write.place) + " is updated non-commutatively",
                "use only one of +=, *=, <?, >?, ||, &&, |=, &=, ^=, or one constant, for all updates of it");
  } else if (other.is_write &&
             (uses_own_element(write.path, loop.variable) || uses_own_element(other.path, loop.variable))) {
    const Access& foreign = uses_own_element(write.path, loop.variable) ? other : write;
    report_.add(*loop.set, "V8", foreign.span,
                "iteration " + variable + " writes " + text(*foreign.place) + ", which other iterations write too",
                "write each cell in its own iteration only");
  } else if (other.is_write) {
    report_.add(*loop.set, "V1", write.span,
                "loop assigns " + text(*write.place) + " a value depending on " + variable +
                    ", so the result depends on iteration order",
                "use a `select` edge instead");
  } else if (uses_own_element(write.path, loop.variable)) {
    const auto step = std::find_if(write.path.steps.begin(), write.path.steps.end(),
                                   [&](const Step& s) { return s.index == Term::of(loop.variable); });
    const auto depth = static_cast<std::size_t>(step - write.path.steps.begin());
    const Expr* index = depth < other.path.steps.size() ? other.path.steps[depth].written : nullptr;
    const std::string writer = index && index->kind == ExprKind::name && !other.through
                                   ? "written by iteration " + std::string(index->name)
                                   : "which other iterations write";
    report_.add(*loop.set, "V8", other.span,
                "iteration " + variable + " reads " + text(*other.place) + through + ", " + writer,
                "copy what is read to a variable before the loop");
  } else {
    report_.add(*loop.set, "V3", other.span,
                "iteration reads " + text(*other.place) + through + ", which other iterations write",
                "let a `select` edge choose the element");
  }
}

// --------------------------------------------------------------------- returns

// The exists-pattern: iterations do nothing but end the loop, all with the same value.
bool OrderCheck::returns_are_symmetric(const LoopOverSet& loop) const {
  if (loop.returns.empty()) return true;
  if (std::any_of(loop.accesses.begin(), loop.accesses.end(), [](const Access& a) { return a.is_write; })) return false;
  const Expr* first = loop.returns.front()->condition;
  for (const Stmt* stmt : loop.returns) {
    const Expr* value = stmt->condition;
    if (!value != !first) return false;
    if (!value) continue;
    const auto number = resolver_.number(*value, *loop.frame);
    const bool same = number ? number == resolver_.number(*first, *loop.frame) : same_expression(*value, *first);
    if (!same || mentions(*value, loop.inside)) return false;
  }
  return true;
}

void OrderCheck::report_returns(const LoopOverSet& loop) {
  const std::string set(loop.set->name);
  const bool writes =
      std::any_of(loop.accesses.begin(), loop.accesses.end(), [](const Access& a) { return a.is_write; });
  const Stmt& where = *loop.returns.front();
  if (writes) {
    report_.add(*loop.set, "V2", where.span,
                "`return` inside a loop over " + set + " leaves out iterations depending on iteration order",
                "end the loop without `return`, or let a `select` edge choose the element");
  } else {
    report_.add(*loop.set, "V2", where.span,
                "`return` inside a loop over " + set + " picks an element by iteration order",
                "return the same constant everywhere in the loop, or let a `select` edge choose the element");
  }
}

// -------------------------------------------------------------- run-time errors

const Access* partial_sum_risk(const std::vector<Access>& accesses, const Symbol& root) {
  const Access* first = nullptr;
  bool grows = false, shrinks = false, scales = false;
  for (const Access& access : accesses) {
    const Type* type = access.place ? access.place->type : nullptr;
    if (!access.is_write || access.path.root != &root || !type || !type->bounded) continue;
    if (access.write_class != WriteClass::add && access.write_class != WriteClass::multiply) continue;
    if (!first) first = &access;
    grows |= access.may_grow;
    shrinks |= access.may_shrink;
    scales |= access.write_class == WriteClass::multiply;
  }
  return scales || (grows && shrinks) ? first : nullptr;
}

namespace {

constexpr const char* partial_hint =
    "check the final value, or give the variable a range that holds every partial result";
constexpr const char* lazy_hint = "make the body valid for every element, for example by the range of the index";

}  // namespace

void OrderCheck::note_partial_sums(const LoopOverSet& loop) {
  std::set<const Symbol*> roots;
  for (const Access& access : loop.accesses) {
    const bool own = uses_own_element(access.path, loop.variable);
    if (!access.is_write || own || !roots.insert(access.path.root).second) continue;
    const Access* risk = partial_sum_risk(loop.accesses, *access.path.root);
    if (!risk) continue;
    report_.add(
        *loop.set, "V14", risk->span,
        "range check inside an iteration over " + std::string(loop.set->name) + " may abort depending on numbering",
        partial_hint);
  }
  if (loop.returns.empty()) return;
  for_each_expression(*loop.loop, [&](const Expr& part) {
    if (!may_fail(part, *loop.frame)) return;
    report_.add(
        *loop.set, "V14", part.span,
        "evaluation inside an iteration over " + std::string(loop.set->name) + " may abort depending on numbering",
        lazy_hint);
  });
}

void OrderCheck::quantifier(const Expr& expr, const Frame& frame) {
  const ScalarSet& set = *scalar_set(*expr.binder);
  for_each_expression(*expr.args[0], [&](const Expr& part) {
    if (!may_fail(part, frame)) return;
    report_.add(set, "V14", part.span,
                "evaluation inside an iteration over " + std::string(set.name) + " may abort depending on numbering",
                lazy_hint);
  });
}

// The operation itself, its operands apart, can be a run-time error.
bool OrderCheck::may_fail(const Expr& expr, const Frame& frame) const {
  if (expr.kind == ExprKind::divide || expr.kind == ExprKind::modulo) {
    const auto divisor = resolver_.range(*expr.args[1], frame);
    return divisor.low <= 0 && divisor.high >= 0;
  }
  if (expr.kind == ExprKind::shift_left || expr.kind == ExprKind::shift_right)
    return resolver_.range(*expr.args[1], frame).low < 0;
  if (expr.kind != ExprKind::index) return false;
  const Type* array = expr.args[0]->type;
  if (!array || !array->index || !array->index->is(TypeKind::integer) || array->index->parametric) return false;
  const auto index = resolver_.range(*expr.args[1], frame);
  return index.low < array->index->low_value || index.high > array->index->high_value;
}

}  // namespace orbita::violations
