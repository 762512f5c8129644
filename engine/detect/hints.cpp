// What a user might do about symmetry that is broken, or not declared.
#include <algorithm>
#include <functional>

#include "engine/detect/detected.h"

namespace orbita {

using namespace detection;

namespace {

// What a label is written with, calls followed.
struct Wording {
  bool orders = false;  // compares by < or >
  bool loops = false;
};

class WordingReader {
 public:
  Wording read(const Edge& edge, bool of_guard) {
    if (of_guard) expression(edge.guard);
    else expression(edge.update);
    return found_;
  }

 private:
  void expression(const Expr* expr) {
    if (expr == nullptr) return;
    found_.orders |= expr->kind == ExprKind::less || expr->kind == ExprKind::less_equal ||
                     expr->kind == ExprKind::greater || expr->kind == ExprKind::greater_equal;
    const bool calls = expr->kind == ExprKind::call && expr->symbol != nullptr &&
                       expr->symbol->kind == SymbolKind::function && expr->symbol->function != nullptr;
    if (calls && met_.insert(expr->symbol).second) statement(expr->symbol->function->body);
    for (const Expr* part : expr->args) expression(part);
  }

  void statement(const Stmt* stmt) {
    if (stmt == nullptr) return;
    found_.loops |= stmt->kind == StmtKind::for_ || stmt->kind == StmtKind::for_range ||
                    stmt->kind == StmtKind::while_ || stmt->kind == StmtKind::do_while;
    expression(stmt->init);
    expression(stmt->condition);
    expression(stmt->step);
    for (const Stmt* inner : stmt->body) statement(inner);
  }

  Wording found_;
  std::set<const Symbol*> met_;
};

std::string edge_name(const Network& network, const NetEdge& edge) {
  const NetProcess& process = network.processes[edge.process];
  return process.locations[edge.source].name + " -> " + process.locations[edge.target].name + " of " +
         std::string(process.origin->templ->name);
}

std::string hint_for(const Network& network, const Placement& placement, SetId set, const Obstacle& obstacle) {
  if (obstacle.kind == Obstacle::Kind::broadcast)
    return "receivers of a broadcast act in the order of the system line: let each write variables of its own";
  if (obstacle.kind != Obstacle::Kind::edge || obstacle.edge == none) return "";
  const NetEdge& edge = network.edges[obstacle.edge];
  if (edge.tree == nullptr) return "";
  const bool of_guard = obstacle.cause == Cause::guard;
  const Wording wording = WordingReader().read(*edge.tree, of_guard);
  const std::string where = edge_name(network, edge);
  const bool holds_ids = obstacle.slot != none && placement.contents[obstacle.slot.value].set == set &&
                         !placement.contents[obstacle.slot.value].as_bits;
  if (obstacle.cause == Cause::literal && holds_ids && !wording.orders)
    return where + " stores a literal in " + network.slots[obstacle.slot].name +
           " that is also an id: store a number that is none, such as -1, with a wider range";
  if (of_guard && wording.loops)
    return where + " looks through ids in order: a select, or a broadcast, leaves open which comes first";
  if (of_guard && wording.orders) return where + " compares ids by < or >: if that is symmetry broken by hand, drop it";
  if (wording.loops)
    return where + " goes through ids in order: a select, or a broadcast, leaves open which comes first";
  return "";
}

}  // namespace

std::vector<std::string> DetectedSymmetry::hints(const Set& set) const {
  std::vector<std::string> result;
  const auto add = [&](std::string hint) {
    if (!hint.empty() && std::find(result.begin(), result.end(), hint) == result.end())
      result.push_back(std::move(hint));
  };
  for (const GateResult& pair : set.refused) {
    for (const Obstacle& obstacle : pair.obstacles) add(hint_for(network_, placement_, set.set, obstacle));
  }
  // Ids that are no numbers to anybody: a scalarset says so, and can be counted.
  const PlacedSet& placed = placement_.sets[set.set.value - placement_.first_set];
  const bool all_alike = std::all_of(set.cells.begin(), set.cells.end(), [&](std::uint32_t c) { return c == 0; });
  const bool over_range = std::ranges::any_of(network_.processes, [&](const NetProcess& process) {
    return process.name.size() > 2 && process.name.back() == ')' && process.origin->templ->name == placed.name;
  });
  if (all_alike && over_range && set.cells.size() > 1 && !network_.set(set.set).as_bits)
    add("all ids of " + placed.name + " are alike: as scalar[" + std::to_string(set.cells.size()) +
        "] they could also be counted (--symmetry counted) or taken for every size (--all-sizes)");
  return result;
}

}  // namespace orbita
