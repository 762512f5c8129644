#include "engine/counted/listeners.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "engine/counted/query_copies.h"
#include "parser/operators.h"
#include "symmetry/detect/commutation.h"
#include "symmetry/detect/expressions.h"

namespace orbita {

namespace {

const Symbol* root_of(const Expr* place) {
  while (place != nullptr && (place->kind == ExprKind::index || place->kind == ExprKind::member))
    place = place->args[0];
  return place != nullptr && place->kind == ExprKind::name ? place->symbol : nullptr;
}

// The shared variables that one update reads and writes.
class UpdateEffects {
 public:
  UpdateEffects(const Model& model, const Process& process, const NumberIds* numbers)
      : model_(model), process_(process), numbers_(numbers) {}

  void look(const Expr& expr) {
    if (is_assignment(expr.kind) || is_increment(expr.kind)) {
      // v |= e and v &= e have no more effect the second time.
      const bool reads =
          expr.kind != ExprKind::assign && expr.kind != ExprKind::assign_or && expr.kind != ExprKind::assign_and;
      note_place(*expr.args[0], reads, true);
      if (expr.args.size() > 1) look(*expr.args[1]);
      return;
    }
    switch (expr.kind) {
      case ExprKind::name:
      case ExprKind::index:
      case ExprKind::member: return note_place(expr, true, false);
      case ExprKind::call: return look_at_call(expr);
      default:
        for (const Expr* arg : expr.args) look(*arg);
    }
  }

  // A variable that the update both reads and writes, not only in the listener's own cells.
  const Symbol* read_and_written() const {
    for (const auto& [id, use] : uses_) {
      if (use.read && use.written && use.shared) return use.variable;
    }
    return nullptr;
  }

 private:
  struct Use {
    const Symbol* variable = nullptr;
    bool read = false, written = false, shared = false;
  };

  void note_place(const Expr& place, bool read, bool written) {
    if (const Symbol* root = root_of(&place)) {
      note(*root, read, written, !is_own_cell(place));
      look_at_indices(place);
      return;
    }
    // Some other expression that denotes a place: everything named in it.
    violations::for_each_expression(place, [&](const Expr& part) {
      if (part.kind == ExprKind::name && part.symbol != nullptr) note(*part.symbol, true, written, true);
      if (part.kind == ExprKind::call) look_at_call(part);
    });
  }

  void look_at_indices(const Expr& place) {
    if (place.kind == ExprKind::index) look(*place.args[1]);
    if (place.kind != ExprKind::name) look_at_indices(*place.args[0]);
  }

  // x[id], x[id].field, x[id][3]: of the listener's own element.
  bool is_own_cell(const Expr& place) const {
    const Expr* whole = &place;
    for (; whole->kind != ExprKind::name; whole = whole->args[0]) {
      if (whole->kind == ExprKind::index && whole->args[0]->kind == ExprKind::name) break;
    }
    return whole->kind == ExprKind::index && is_own_id(*whole->args[1]);
  }
  bool is_own_id(const Expr& index) const {
    const Symbol* symbol = index.kind == ExprKind::name ? index.symbol : nullptr;
    if (symbol == nullptr || symbol->kind != SymbolKind::parameter || symbol->function != nullptr || !symbol->is_const)
      return false;
    return symbol->type->is(TypeKind::scalar) || (numbers_ != nullptr && numbers_->contains(*symbol->type));
  }

  void look_at_call(const Expr& call) {
    const Function* function = call.symbol != nullptr ? call.symbol->function : nullptr;
    const auto known = function != nullptr ? model_.effects.find(function) : model_.effects.end();
    for (std::size_t k = 1; k < call.args.size(); ++k) {
      const bool by_reference = known != model_.effects.end() && k <= function->params.size() &&
                                function->params[k - 1].declarator.by_reference;
      if (by_reference) note_place(*call.args[k], true, true);
      else look(*call.args[k]);
    }
    if (known == model_.effects.end()) return;
    for (const Symbol* symbol : known->second.reads) note(*symbol, true, false, true);
    for (const Symbol* symbol : known->second.writes) note(*symbol, false, true, true);
  }

  void note(const Symbol& symbol, bool read, bool written, bool shared) {
    const Symbol* variable = variable_of(symbol);
    if (variable == nullptr) return;
    Use& use = uses_[variable->id];
    use.variable = variable;
    use.read |= read;
    use.written |= written;
    use.shared |= shared;
  }

  // nullptr: a constant, or a variable of the process alone.
  const Symbol* variable_of(const Symbol& symbol) const {
    if (symbol.kind == SymbolKind::parameter && symbol.by_reference && symbol.function == nullptr) {
      for (const Argument& argument : process_.arguments) {
        if (argument.parameter == &symbol && argument.is_reference) return argument.reference.object;
      }
      return &symbol;
    }
    const bool is_global = symbol.scope == Scope::global || symbol.scope == Scope::system;
    return symbol.kind == SymbolKind::variable && is_global && !symbol.is_const ? &symbol : nullptr;
  }

  const Model& model_;
  const Process& process_;
  const NumberIds* numbers_;
  std::map<std::uint32_t, Use> uses_;  // by Symbol::id
};

bool hears(const violations::Way& way) {
  return way.sync().direction == SyncDirection::receive && may_be_broadcast(way.sync());
}

bool is_of_elements(const ProcessSet& set, const NumberIds* numbers) {
  return std::any_of(set.types.begin(), set.types.end(), [&](const ConcreteType* type) {
    return type->kind == TypeKind::scalar || (numbers != nullptr && type->kind == TypeKind::integer);
  });
}

}  // namespace

bool may_be_broadcast(const Edge& edge) {
  if (edge.sync == nullptr) return false;
  const Symbol* root = root_of(edge.sync);
  if (root == nullptr || root->kind == SymbolKind::parameter) return true;
  const Type* type = root->type;
  while (type != nullptr && type->is(TypeKind::array)) type = type->element;
  return type == nullptr || type->broadcast;
}

bool hears_in_several_ways(const Template& templ) {
  std::set<std::uint32_t> sources;
  for (const violations::Way& way : violations::ways_of(templ)) {
    if (hears(way) && !sources.insert(way.edge->source).second) return true;
  }
  return false;
}

std::vector<CountingProblem> updates_that_count(const Model& model, const NumberIds* numbers) {
  std::vector<CountingProblem> problems;
  for (const auto& set : model.process_sets) {
    if (set->size == 0 || !is_of_elements(*set, numbers)) continue;
    const Process& process = model.processes[set->first];
    for (const violations::Way& way : violations::ways_of(*process.templ)) {
      if (!hears(way)) continue;
      UpdateEffects effects(model, process, numbers);
      for (const Edge* part : {way.edge, way.branch}) {
        if (part != nullptr && part->update != nullptr) effects.look(*part->update);
      }
      const Symbol* variable = effects.read_and_written();
      if (variable == nullptr) continue;
      const Edge& last = way.branch != nullptr && way.branch->update != nullptr ? *way.branch : *way.edge;
      problems.push_back(
          {last.update->span, "what " + std::string(variable->name) + " becomes may depend on how many hear this"});
    }
  }
  return problems;
}

}  // namespace orbita
