#include "engine/counted/conditions.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <string_view>

#include "engine/counted/listeners.h"
#include "engine/counted/query_copies.h"
#include "symmetry/detect/commutation.h"

namespace orbita {

namespace {

// Notes what counts elements.
class Walk {
 public:
  Walk(std::vector<CountingProblem>& problems, const NumberIds* numbers) : problems_(problems), numbers_(numbers) {}

  void look(const Expr* expr) {
    if (expr == nullptr) return;
    if (expr->binder != nullptr) look_at_range(*expr->binder);
    const bool bounded = bounded_sum(*expr, numbers_) > 0;
    for (const Expr* arg : expr->args) look(bounded && arg->kind == ExprKind::sum ? arg->args[0] : arg);
    if (expr->kind == ExprKind::sum && ranges_over_elements(*expr->binder, numbers_))
      problems_.push_back({expr->span, "a sum over " + set_name(*expr->binder) + " counts elements"});
    if (expr->kind == ExprKind::call && expr->symbol != nullptr && expr->symbol->kind == SymbolKind::function &&
        expr->symbol->function != nullptr) {
      look(expr->symbol->function->body);
    }
  }

  void look(const Stmt* stmt) {
    if (stmt == nullptr) return;
    for (const Expr* part : {stmt->init, stmt->condition, stmt->step}) look(part);
    for (const Stmt* part : stmt->body) look(part);
    for (const Decl* decl : stmt->decls) {
      for (const Declarator& d : decl->declarators) {
        look_at_type(decl->type, d);
        look(d.init);
      }
    }
    if (stmt->binder != nullptr) look_at_range(*stmt->binder);
    if (stmt->kind == StmtKind::for_range && stmt->binder != nullptr && ranges_over_elements(*stmt->binder, numbers_))
      problems_.push_back({stmt->span, "a loop over " + set_name(*stmt->binder) + " may count elements"});
  }

  // What has one value from the start, and with fewer elements might have another.
  void look_at_fixed_parts(const Document& document) {
    for (const Decl* decl : document.declarations) look_at_decl(*decl);
    for (const Decl* decl : document.system) look_at_decl(*decl);
    for (const Template* templ : document.templates) {
      for (const Parameter& parameter : templ->params) look_at_type(parameter.type, parameter.declarator);
      for (const Decl* decl : templ->decls) look_at_decl(*decl);
    }
  }

  void look_at_range(const Binder& binder) {
    if (binder.type != nullptr) look_at_type(*binder.type);
  }

 private:
  void look_at_fixed(const Expr* expr) {
    if (expr == nullptr) return;
    look(expr);
    if (quantifier_depth(expr, numbers_) > 0)
      problems_.push_back({expr->span, "with fewer elements this might have another value"});
  }
  void look_at_type(const TypeExpr& type) {
    for (const Expr* part : {type.low, type.high, type.size}) look_at_fixed(part);
    for (const Field& field : type.fields) look_at_type(field.type, field.declarator);
  }
  void look_at_type(const TypeExpr* type, const Declarator& declarator) {
    if (type != nullptr) look_at_type(*type);
    for (const ArrayDim& dim : declarator.dims) {
      look_at_fixed(dim.size);
      if (dim.index_type != nullptr) look_at_type(*dim.index_type);
    }
  }
  void look_at_decl(const Decl& decl) {
    for (const Declarator& d : decl.declarators) {
      look_at_type(decl.type, d);
      look_at_fixed(d.init);
    }
    for (const Expr* argument : decl.args) look_at_fixed(argument);
    for (const Parameter& parameter : decl.params) look_at_type(parameter.type, parameter.declarator);
  }

  std::string set_name(const Binder& binder) const {
    const ScalarSet* set = binder.symbol->type->set;
    return set != nullptr ? std::string(set->name) : numbers_->name;
  }

  std::vector<CountingProblem>& problems_;
  const NumberIds* numbers_;
};

bool mentions_deadlock(const Expr* expr) {
  return expr != nullptr &&
         (expr->kind == ExprKind::deadlock || std::any_of(expr->args.begin(), expr->args.end(), mentions_deadlock));
}

std::uint32_t element_selects(const violations::Way& way) {
  const auto over_elements = [](const Binder& binder) { return ranges_over_elements(binder, nullptr); };
  std::ptrdiff_t selects = 0;
  for (const Edge* part : {way.edge, way.branch}) {
    if (part != nullptr) selects += std::count_if(part->selects.begin(), part->selects.end(), over_elements);
  }
  return static_cast<std::uint32_t>(selects);
}

constexpr std::uint32_t most_copies = 16;

std::uint32_t clocks_in(const Type* type) {
  if (type == nullptr) return 0;
  if (type->is(TypeKind::clock)) return 1;
  return type->is(TypeKind::array) ? 4 * clocks_in(type->element) : 0;  // an array inside an element: several
}

// No element has more clocks than this: clocks of all templates, and global ones that may be indexed by elements.
std::uint32_t most_clocks_of_elements(const Model& model) {
  std::uint32_t clocks = 0;
  for (const auto& [templ, symbols] : model.locals) {
    for (const Symbol* symbol : symbols) clocks += clocks_in(symbol->type);
  }
  for (const GlobalObject& global : model.globals) {
    const Type* type = global.symbol->type;
    if (type != nullptr && type->is(TypeKind::array)) clocks += clocks_in(type->element);
  }
  return clocks;
}

}  // namespace

CountingConditions counting_conditions(const Model& model, const SymmetryModel& symmetry,
                                       const std::vector<const Query*>& queries, const NumberIds* numbers) {
  CountingConditions result;
  std::vector<CountingProblem>& problems = result.problems;
  const bool some = std::any_of(model.scalar_sets.begin(), model.scalar_sets.end(),
                                [](const ScalarSet* s) { return s->owner == nullptr && s->count >= 2; });
  if (numbers != nullptr) problems = numbers->problems;
  else if (!some) problems.push_back({{}, "the model has no set of at least two interchangeable elements"});
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

  std::ranges::move(updates_that_count(model, numbers), std::back_inserter(problems));

  Walk walk(problems, numbers);
  walk.look_at_fixed_parts(*model.document);
  std::uint32_t depth = 0, selects = 0;
  bool chooses_how_to_hear = false;
  for (const Template* templ : model.document->templates) {
    for (const Location& location : templ->locations) {
      walk.look(location.invariant);
      depth = std::max(depth, quantifier_depth(location.invariant, numbers));
    }
    for (const Edge& edge : templ->edges) {
      for (const Expr* part : {edge.guard, edge.sync, edge.update}) {
        walk.look(part);
        depth = std::max(depth, quantifier_depth(part, numbers));
      }
      for (const Binder& select : edge.selects) walk.look_at_range(select);
    }
    for (const violations::Way& way : violations::ways_of(*templ)) {
      selects = std::max(selects, element_selects(way));
      if (element_selects(way) > 0 && way.sync().direction == SyncDirection::receive && may_be_broadcast(way.sync()))
        problems.push_back({way.edge->span, "who hears a broadcast chooses another element"});
    }
    chooses_how_to_hear = chooses_how_to_hear || hears_in_several_ways(*templ);
  }
  const std::uint32_t movers = 2 * (1 + selects);  // who takes part in a step by name: sender, receiver, their choices
  result.cap = std::max(std::uint32_t{3}, depth == 0 && selects == 0 ? 0 : movers + depth);
  const std::uint32_t clocks = most_clocks_of_elements(model);
  for (const Query* query : queries) {
    for (const SymmetryViolation& violation : symmetry.violations_of(*query)) {
      if (blocks_reduction(violation)) problems.push_back({violation.where, violation.message});
    }
    walk.look(query->predicate);
    for (const Expr* expr : query->expressions) {
      walk.look(expr);
      result.cap = std::max(result.cap, quantifier_depth(expr, numbers));
    }
    if (query->predicate == nullptr) continue;
    std::uint32_t copies = copies_for(*query->predicate, query->kind == QueryKind::invariantly, numbers);
    if (mentions_deadlock(query->predicate)) {
      // Beside those who move: for each clock the element that keeps time from passing first.
      copies += movers + depth + clocks;
      if (clocks > 1 && chooses_how_to_hear)
        problems.push_back(
            {query->span, "whether elements with several clocks are deadlocked depends on how they hear"});
    }
    if (copies > most_copies)
      problems.push_back({query->span, "the query compares clocks of all elements in very many ways"});
    result.cap = std::max(result.cap, copies);
  }
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
