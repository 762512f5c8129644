#include "engine/counted/conditions.h"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace orbita {

namespace {

bool ranges_over_elements(const Binder& binder) {
  return binder.symbol != nullptr && binder.symbol->type != nullptr && binder.symbol->type->is(TypeKind::scalar);
}

std::string set_name(const Binder& binder) { return std::string(binder.symbol->type->set->name); }

// Depth of quantifiers over elements; notes what counts.
class Walk {
 public:
  explicit Walk(std::vector<CountingProblem>& problems) : problems_(problems) {}

  std::uint32_t depth(const Expr* expr) {
    if (expr == nullptr) return 0;
    std::uint32_t deepest = 0;
    for (const Expr* arg : expr->args) deepest = std::max(deepest, depth(arg));
    const bool quantifies = expr->kind == ExprKind::forall || expr->kind == ExprKind::exists;
    if (quantifies && ranges_over_elements(*expr->binder)) ++deepest;
    if (expr->kind == ExprKind::sum && ranges_over_elements(*expr->binder))
      problems_.push_back({expr->span, "a sum over " + set_name(*expr->binder) + " counts elements"});
    if (expr->kind == ExprKind::call && expr->symbol != nullptr && expr->symbol->kind == SymbolKind::function &&
        expr->symbol->function != nullptr) {
      deepest += depth(expr->symbol->function->body);
    }
    return deepest;
  }

  std::uint32_t depth(const Stmt* stmt) {
    if (stmt == nullptr) return 0;
    std::uint32_t deepest = std::max({depth(stmt->init), depth(stmt->condition), depth(stmt->step)});
    for (const Stmt* part : stmt->body) deepest = std::max(deepest, depth(part));
    for (const Decl* decl : stmt->decls) {
      for (const Declarator& d : decl->declarators) deepest = std::max(deepest, depth(d.init));
    }
    if (stmt->kind == StmtKind::for_range && stmt->binder != nullptr && ranges_over_elements(*stmt->binder))
      problems_.push_back({stmt->span, "a loop over " + set_name(*stmt->binder) + " may count elements"});
    return deepest;
  }

 private:
  std::vector<CountingProblem>& problems_;
};

bool is_broadcast(const Edge& edge) {
  const Expr* channel = edge.sync;
  while (channel != nullptr && channel->kind == ExprKind::index) channel = channel->args[0];
  const Type* type = channel != nullptr ? channel->type : nullptr;
  while (type != nullptr && type->is(TypeKind::array)) type = type->element;
  return type != nullptr && type->broadcast;
}

std::uint32_t element_selects(const Edge& edge) {
  return static_cast<std::uint32_t>(std::count_if(edge.selects.begin(), edge.selects.end(), ranges_over_elements));
}

}  // namespace

CountingConditions counting_conditions(const Model& model, const SymmetryModel& symmetry,
                                       const std::vector<const Query*>& queries) {
  CountingConditions result;
  std::vector<CountingProblem>& problems = result.problems;
  const bool some = std::any_of(model.scalar_sets.begin(), model.scalar_sets.end(),
                                [](const ScalarSet* s) { return s->owner == nullptr && s->count >= 2; });
  if (!some) problems.push_back({{}, "the model has no set of at least two interchangeable elements"});
  for (const IdSet& set : symmetry.ids()) {
    if (set.origin == nullptr && set.count >= 2) problems.push_back({{}, set.name + " is a set of integers"});
    if (set.is_local()) problems.push_back({set.origin->span, set.name + " is declared in a template"});
  }
  for (const SymmetryViolation& violation : symmetry.violations()) {
    if (blocks_reduction(violation)) problems.push_back({violation.where, violation.message});
  }
  if (model.channel_priority.declared || model.has_process_priority)
    problems.push_back({{}, "the model has priorities"});
  if (model.has_rates) problems.push_back({{}, "the model stops clocks"});
  if (model.before_update != nullptr || model.after_update != nullptr)
    problems.push_back({{}, "the model has updates before or after every step"});

  Walk walk(problems);
  std::uint32_t depth = 0, selects = 0;
  for (const Template* templ : model.document->templates) {
    for (const Location& location : templ->locations) depth = std::max(depth, walk.depth(location.invariant));
    for (const Edge& edge : templ->edges) {
      depth = std::max({depth, walk.depth(edge.guard), walk.depth(edge.sync), walk.depth(edge.update)});
      selects = std::max(selects, element_selects(edge));
      if (element_selects(edge) > 0 && edge.direction == SyncDirection::receive && is_broadcast(edge))
        problems.push_back({edge.span, "who hears a broadcast chooses another element"});
    }
  }
  std::uint32_t query_depth = 0;
  for (const Query* query : queries) {
    for (const SymmetryViolation& violation : symmetry.violations_of(*query)) {
      if (blocks_reduction(violation)) problems.push_back({violation.where, violation.message});
    }
    query_depth = std::max(query_depth, walk.depth(query->predicate));
    for (const Expr* expr : query->expressions) query_depth = std::max(query_depth, walk.depth(expr));
  }
  const std::uint32_t movers = 2 * (1 + selects);  // who takes part in a step by name: sender, receiver, their choices
  result.cap = std::max({std::uint32_t{3}, depth == 0 && selects == 0 ? 0 : movers + depth, query_depth});
  return result;
}

namespace {

bool is_letter(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// Calls visit(begin, end) for every name of a text, comments left out.
template <class Visit>
void for_each_name(std::string_view text, Visit visit) {
  for (std::size_t i = 0; i < text.size();) {
    if (text.substr(i, 2) == "//") {
      i = std::min(text.find('\n', i), text.size());
    } else if (text.substr(i, 2) == "/*") {
      const std::size_t end = text.find("*/", i + 2);
      i = end == std::string_view::npos ? text.size() : end + 2;
    } else if (is_letter(text[i])) {
      std::size_t end = i;
      while (end < text.size() && is_letter(text[end])) ++end;
      visit(i, end);
      i = end;
    } else {
      ++i;
    }
  }
}

void collect_constants(const Expr& expr, std::vector<const Symbol*>& constants) {
  if (expr.kind == ExprKind::name && expr.symbol != nullptr) constants.push_back(expr.symbol);
  for (const Expr* arg : expr.args) collect_constants(*arg, constants);
}

}  // namespace

std::vector<CountingProblem> size_problems(const Model& model, const ScalarSet& set,
                                           const std::vector<const Query*>& queries) {
  std::vector<CountingProblem> problems;
  std::vector<const Symbol*> constants;
  collect_constants(*set.size, constants);
  std::vector<bool> looked_at(model.sources().size(), true);
  for (const Query* query : model.document->queries) looked_at[query->span.block] = false;
  for (const Query* query : queries) looked_at[query->span.block] = true;
  for (const Symbol* constant : constants) {
    for (std::uint32_t block = 0; block < model.sources().size(); ++block) {
      if (!looked_at[block]) continue;
      const std::string_view text = model.sources()[block].text;
      for_each_name(text, [&](std::size_t begin, std::size_t end) {
        if (text.substr(begin, end - begin) != constant->name) return;
        const Span span{block, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
        const auto inside = [&](const Span& whole) {
          return whole.block == block && whole.begin <= span.begin && span.end <= whole.end;
        };
        if (inside(constant->span) || inside(set.size->span)) return;
        problems.push_back({span, std::string(constant->name) + " is the size of " + std::string(set.name) +
                                      " and is used here too: for another size the model would be another one"});
      });
    }
  }
  return problems;
}

std::string located(const Model& model, const CountingProblem& problem) {
  if (problem.where == Span{}) return problem.message;
  const Position at = model.sources().locate(problem.where);
  return model.sources()[problem.where.block].file + ':' + std::to_string(at.line) + ':' + std::to_string(at.column) +
         ": " + problem.message;
}

}  // namespace orbita
