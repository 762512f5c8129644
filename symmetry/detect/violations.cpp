#include "symmetry/detect/violations.h"

#include <algorithm>
#include <cassert>

#include "symmetry/detect/commutation.h"
#include "symmetry/detect/expressions.h"
#include "symmetry/detect/order_check.h"
#include "symmetry/detect/unwritten_meta_reads.h"

namespace orbita {

using namespace violations;

namespace {

std::string location_text(const Model& model, Span where) {
  const Position position = model.sources().locate(where);
  return model.sources()[where.block].file + ":" + std::to_string(position.line) + ":" +
         std::to_string(position.column);
}

std::string call_text(const SensitiveCall& call) { return "`" + std::string(call.call->symbol->name) + "()`"; }

// Walks every label of the model once per entry of the system line.
class ModelCheck {
 public:
  ModelCheck(const Model& model, const IdSets& ids)
      : model_(model), resolver_(model), report_(ids), check_(resolver_, report_) {}

  std::vector<SymmetryViolation> run() {
    if (model_.scalar_sets.empty()) return {};
    const std::vector<Entry> entries = resolver_.entries();
    check_imports();
    check_local_sets();
    for (const auto* section : {&model_.document->declarations, &model_.document->system}) {
      for (const Decl* decl : *section) check_instance(*decl);
    }
    for (const Entry& entry : entries) {
      if (entry.templ) check_template(*entry.templ, entry);
    }
    update(model_.before_update, global_);
    update(model_.after_update, global_);
    check_receivers(resolver_, entries, check_, report_);
    check_stale_reads(resolver_, entries, report_);
    if (check_.gave_up()) report_size();
    return report_.take_sorted();
  }

 private:
  void check_template(const Template& templ, const Entry& entry) {
    for (const Decl* decl : templ.decls) check_declaration(*decl, entry);
    for (const Location& location : templ.locations) read(location.invariant, entry);
    for (const Edge& edge : templ.edges) {
      for (const Binder& select : edge.selects) type(select.type, entry);
      read(edge.guard, entry);
      read(edge.sync, entry);
      update(edge.update, entry);
    }
  }

  // Arguments may be computed from a scalar parameter: Q(const S i) = P(f(i)).
  void check_instance(const Decl& decl) {
    if (decl.kind != DeclKind::instantiation) return;
    for (const Expr* argument : decl.args) read(argument, global_);
  }

  // Initial values and sizes may be computed from a scalar parameter.
  void check_declaration(const Decl& decl, const Entry& entry) {
    type(decl.type, entry);
    for (const Declarator& declarator : decl.declarators) {
      read(declarator.init, entry);
      for (const ArrayDim& dim : declarator.dims) {
        read(dim.size, entry);
        type(dim.index_type, entry);
      }
    }
  }

  void read(const Expr* expr, const Entry& entry) {
    if (!expr) return;
    check_.read(*expr, entry);
    report_calls();
  }
  void update(const Expr* expr, const Entry& entry) {
    if (!expr) return;
    check_.run(*expr, entry);
    report_calls();
  }
  void type(const TypeExpr* written, const Entry& entry) {
    if (!written) return;
    check_.read(*written, entry);
    report_calls();
  }

  // V9, at the first call of each function.
  void report_calls() {
    check_.take_accesses();
    for (const SensitiveCall& call : check_.take_sensitive_calls()) {
      for (const OrderProblem& problem : call.problems) {
        if (!called_.insert({call.call->symbol, problem.set}).second) continue;
        report_.add(*problem.set, "V9", call.call->span,
                    std::string(call.has_effect ? "effect" : "value") + " of " + call_text(call) +
                        " depends on iteration order over " + std::string(problem.set->name) + " (loop at " +
                        location_text(model_, problem.where) + ")",
                    "make the loop independent of its order");
      }
    }
  }

  void check_imports() {
    for (const Decl* decl : model_.document->declarations) check_import(*decl);
    for (const Decl* decl : model_.document->system) check_import(*decl);
  }
  void check_import(const Decl& decl) {
    if (decl.kind != DeclKind::import_) return;
    for (const Function* function : decl.functions) {
      std::set<const ScalarSet*> sets;
      if (function->result && function->result->type) collect_sets(*function->result->type, sets);
      for (const Parameter& parameter : function->params) {
        const Symbol* symbol = parameter.declarator.symbol;
        if (symbol && symbol->type) collect_sets(*symbol->type, sets);
      }
      for (const ScalarSet* set : sets) {
        report_.add(*set, "V11", function->span, "imported code may depend on element numbers",
                    "write `" + std::string(function->name) + "()` in the model, or pass it plain numbers only");
      }
    }
  }

  // One textual set, but one set of elements per process.
  void check_local_sets() {
    for (const ScalarSet* set : model_.scalar_sets) {
      if (!set->owner) continue;
      const auto copies = std::count_if(model_.processes.begin(), model_.processes.end(),
                                        [&](const Process& process) { return process.templ == set->owner; });
      if (copies < 2) continue;
      report_.add(*set, "V15", set->span,
                  "each of the " + std::to_string(copies) + " processes of " + std::string(set->owner->name) +
                      " has its own copy of it",
                  "declare the set globally if its elements are meant to be shared");
    }
  }

  void report_size() {
    for (const ScalarSet* set : model_.scalar_sets) {
      report_.add(
          *set, "V9", set->span,
          "the functions of the model are too large to prove that loops over " + std::string(set->name) + " commute",
          "split long functions");
    }
  }

  const Model& model_;
  Resolver resolver_;
  Report report_;
  OrderCheck check_;
  const Entry global_;
  std::set<std::pair<const Symbol*, const ScalarSet*>> called_;
};

}  // namespace

std::vector<SymmetryViolation> find_violations(const Model& model, const IdSets& ids) {
  return ModelCheck(model, ids).run();
}

std::vector<SymmetryViolation> query_violations(const Model& model, const IdSets& ids, const Query& query) {
  if (model.scalar_sets.empty()) return {};
  const Resolver resolver(model);
  Report in_loops(ids), report(ids);
  OrderCheck check(resolver, in_loops);
  const Entry global;
  for (const Expr* expr : {query.predicate, query.consequence}) {
    if (expr) check.read(*expr, global);
  }
  for (const Expr* expr : query.expressions) check.read(*expr, global);

  for (const SensitiveCall& call : check.take_sensitive_calls()) {
    for (const OrderProblem& problem : call.problems) {
      const std::string name(problem.set->name);
      report.add(*problem.set, "V12", call.call->span,
                 "query is not invariant under permutations of " + name + ": the value of " + call_text(call) +
                     " depends on iteration order (loop at " + location_text(model, problem.where) + ")",
                 "this query is verified without reduction over " + name);
    }
  }
  if (check.gave_up()) {
    for (const ScalarSet* set : model.scalar_sets) {
      report.add(*set, "V12", query.span,
                 "the functions of the query are too large to prove that it is invariant under permutations of " +
                     std::string(set->name),
                 "this query is verified without reduction");
    }
  }
  for (const SymmetryViolation& note : in_loops.take_sorted()) {
    if (note.rule == "V14" && note.where.block == query.span.block) report.add(note);
  }
  check_stale_reads(resolver, query, report);
  return report.take_sorted();
}

bool blocks_reduction(const SymmetryViolation& violation) { return violation.rule != "V14"; }

std::set<IdSetIndex> blocked_sets(const std::vector<SymmetryViolation>& violations) {
  std::set<IdSetIndex> sets;
  for (const SymmetryViolation& violation : violations) {
    if (blocks_reduction(violation)) sets.insert(violation.set);
  }
  return sets;
}

}  // namespace orbita
