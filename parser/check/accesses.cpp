#include "parser/check/accesses.h"

#include <algorithm>
#include <unordered_set>

#include "parser/operators.h"
#include "parser/work_limits.h"

namespace orbita {
namespace {

class Collector {
 public:
  Collector(const Model& model, Accesses& out) : model_(model), out_(out) {}

  void read(const Expr& expr) {
    poll_limits();
    if (is_assignment(expr.kind)) {
      read(*expr.args[1]);
      write(*expr.args[0], expr.kind != ExprKind::assign);
    } else if (is_increment(expr.kind)) {
      write(*expr.args[0], true);
    } else if (expr.kind == ExprKind::call) {
      call(expr);
    } else if (expr.kind == ExprKind::name) {
      if (expr.symbol) out_.reads.push_back({expr.symbol, expr.span});
    } else {
      if (expr.kind == ExprKind::member && expr.symbol) out_.reads.push_back({expr.symbol, expr.span});
      if (expr.binder && expr.binder->symbol) type(*expr.binder->symbol->type);
      const auto outside = static_cast<std::ptrdiff_t>(out_.reads.size());
      for (const Expr* arg : expr.args) read(*arg);
      if (expr.binder) forget(expr.binder->symbol, outside);
    }
  }

  void type(const Type& type) {
    if (type.low && type.parametric) read(*type.low);
    if (type.high && type.parametric) read(*type.high);
    if (type.set && type.set->size && type.set->owner) read(*type.set->size);
    if (type.index) this->type(*type.index);
    if (type.element) this->type(*type.element);
    for (const auto& field : type.fields) this->type(*field.type);
  }

  void statement(const Stmt& stmt) {
    for (const Decl* decl : stmt.decls) {
      for (const Declarator& declarator : decl->declarators) {
        if (declarator.symbol && declarator.symbol->type) type(*declarator.symbol->type);
        if (declarator.init) read(*declarator.init);
      }
    }
    if (stmt.binder && stmt.binder->symbol) type(*stmt.binder->symbol->type);
    for (const Expr* expr : {stmt.init, stmt.condition, stmt.step}) {
      if (expr) read(*expr);
    }
    for (const Stmt* inner : stmt.body) statement(*inner);
  }

 private:
  // The variable of a quantifier does not count as read by the quantified expression.
  void forget(const Symbol* bound, std::ptrdiff_t from) {
    const auto kept = std::remove_if(out_.reads.begin() + from, out_.reads.end(),
                                     [bound](const Access& access) { return access.symbol == bound; });
    out_.reads.erase(kept, out_.reads.end());
  }

  // Marks the variables of a place as written and everything that selects the place as read.
  void write(const Expr& place, bool also_read) {
    switch (place.kind) {
      case ExprKind::index:
        read(*place.args[1]);
        write(*place.args[0], also_read);
        break;
      case ExprKind::member: write(*place.args[0], also_read); break;
      case ExprKind::conditional:
        read(*place.args[0]);
        write(*place.args[1], also_read);
        write(*place.args[2], also_read);
        break;
      case ExprKind::comma:
        read(*place.args[0]);
        write(*place.args[1], also_read);
        break;
      case ExprKind::name:
        if (!place.symbol) break;
        if (also_read) out_.reads.push_back({place.symbol, place.span});
        out_.writes.push_back({place.symbol, place.span});
        break;
      default:
        read(place);  // an assignment or ++i used as a place
        if (!place.args.empty()) write(*place.args[0], also_read);
    }
  }

  void call(const Expr& expr) {
    const Function* function = expr.symbol ? expr.symbol->function : nullptr;
    for (std::size_t i = 1; i < expr.args.size(); ++i) {
      if (!function || i > function->params.size() || !function->params[i - 1].declarator.by_reference) {
        read(*expr.args[i]);
      }
    }
    if (expr.args[0]->kind == ExprKind::member) read(*expr.args[0]->args[0]);  // P(i).f()
    if (!function) return;
    out_.calls.push_back(function);
    const auto effects = model_.effects.find(function);
    if (effects == model_.effects.end()) return;
    // Effects on globals are recorded once per function, however often it is called.
    const bool first_time = called_.insert(function).second;
    for (const Symbol* symbol : effects->second.reads) pass(expr, *symbol, false, first_time);
    for (const Symbol* symbol : effects->second.writes) pass(expr, *symbol, true, first_time);
    indices_of_references(expr, *function);
  }

  // One read or write of the callee, seen from the caller.
  void pass(const Expr& call, const Symbol& symbol, bool written, bool first_time) {
    if (symbol.kind != SymbolKind::parameter || symbol.function != call.symbol->function) {
      if (first_time) (written ? out_.writes : out_.reads).push_back({&symbol, call.span});
      return;
    }
    if (symbol.index + 1 >= call.args.size()) return;
    std::vector<const Expr*> roots;
    collect_roots(*call.args[symbol.index + 1], roots);
    for (const Expr* root : roots) {
      if (root->symbol) (written ? out_.writes : out_.reads).push_back({root->symbol, root->span});
    }
  }

  // f(a[i]) reads i even when f only writes its parameter.
  void indices_of_references(const Expr& call, const Function& function) {
    for (std::size_t i = 1; i < call.args.size() && i <= function.params.size(); ++i) {
      if (function.params[i - 1].declarator.by_reference) chosen_by(*call.args[i]);
    }
  }

  void chosen_by(const Expr& place) {
    switch (place.kind) {
      case ExprKind::name: break;
      case ExprKind::index:
        read(*place.args[1]);
        chosen_by(*place.args[0]);
        break;
      case ExprKind::member: chosen_by(*place.args[0]); break;
      case ExprKind::conditional:
        read(*place.args[0]);
        chosen_by(*place.args[1]);
        chosen_by(*place.args[2]);
        break;
      default: read(place);  // not a plain place: a value for a constant reference, or an assignment
    }
  }

  const Model& model_;
  Accesses& out_;
  std::unordered_set<const Function*> called_;
};

}  // namespace

void collect_accesses(const Model& model, const Expr& expr, Accesses& accesses) {
  Collector(model, accesses).read(expr);
}

void collect_accesses(const Model& model, const Stmt& stmt, Accesses& accesses) {
  Collector(model, accesses).statement(stmt);
}

void collect_type_accesses(const Model& model, const Type& type, Accesses& accesses) {
  Collector(model, accesses).type(type);
}

void collect_roots(const Expr& place, std::vector<const Expr*>& roots) {
  switch (place.kind) {
    case ExprKind::name: roots.push_back(&place); break;
    case ExprKind::conditional:
      collect_roots(*place.args[1], roots);
      collect_roots(*place.args[2], roots);
      break;
    case ExprKind::comma: collect_roots(*place.args[1], roots); break;
    case ExprKind::call: break;  // a value, not a place
    default:
      if (!place.args.empty()) collect_roots(*place.args[0], roots);
  }
}

}  // namespace orbita
