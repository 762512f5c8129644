// Templates: parameters, locals, locations, edges.
#include <algorithm>

#include "parser/check/checker.h"
#include "parser/check/label_scope.h"

namespace orbita {

void Checker::declare_template(Template& templ) {
  Type* type = new_type(TypeKind::template_);
  type->process = &templ;
  // `dynamic P(…);` announces the template that follows.
  if (Symbol* announced = scopes_.find(templ.name);
      announced && announced->kind == SymbolKind::template_ && !announced->templ) {
    announced->templ = &templ;
    announced->type = type;
    templ.symbol = announced;
    return;
  }
  Symbol* symbol = new_symbol(SymbolKind::template_, templ.name, templ.span, type);
  symbol->templ = &templ;
  templ.symbol = symbol;
  declare(symbol);
}

void Checker::check_template(Template& templ) {
  TemplateFacts& facts = facts_[&templ];
  model_.locals[&templ];
  template_ = &templ;
  unit_ = &facts.unit;
  scopes_.enter_template(&templ);
  for (std::uint32_t i = 0; i < templ.params.size(); ++i) declare_parameter(templ.params[i], i);
  if (templ.is_lsc) {
    facts.unit.refusals.push_back(
        {Severity::error, "refused", templ.span,
         quoted(templ.name) + " is a live sequence chart; charts cannot be part of a symbolic model", ""});
  } else {
    for (Decl* decl : templ.decls) {
      if (decl->kind == DeclKind::variables) {
        check_variables(*decl, Scope::template_);
      } else if (decl->kind == DeclKind::typedefs) {
        check_typedefs(*decl, Scope::template_);
      } else if (decl->kind == DeclKind::function) {
        check_function(*decl->function, Scope::template_);
      }  // the grammar admits no other kinds
      unit_ = &facts.unit;
    }
    check_locations(templ);
    for (Edge& edge : templ.edges) check_edge(templ, edge);
    check_transitions(templ);
  }
  scopes_.leave_template();
  template_ = nullptr;
  unit_ = nullptr;
}

void Checker::check_locations(Template& templ) {
  Type* type = new_type(TypeKind::location);
  for (std::uint32_t i = 0; i < templ.locations.size(); ++i) {
    Location& location = templ.locations[i];
    location.symbol = new_symbol(SymbolKind::location, location.name, location.span, type);
    location.symbol->index = i;
    declare(location.symbol);
    if (location.urgent && location.committed) {
      error("urgent-committed", location.span, quoted(location.name) + " cannot be both urgent and committed");
    }
  }
  for (std::uint32_t i = 0; i < templ.branchpoints.size(); ++i) {
    Symbol* symbol = new_symbol(SymbolKind::branchpoint, templ.branchpoints[i].name, templ.branchpoints[i].span, type);
    symbol->index = i;
    declare(symbol);
  }
  TemplateFacts& facts = facts_[&templ];
  for (Location& location : templ.locations) {
    if (location.invariant) check_condition(*location.invariant, Label::invariant);
    for (Expr* rate : {location.exponential_rate, location.exponential_rate2}) {
      if (rate) ignore_expression(*rate, "ignored-rate", "exponential rates are ignored", facts.exponential_noted);
    }
  }
}

// Typed so that errors are found, but meaningless to a symbolic engine.
void Checker::ignore_expression(Expr& expr, DiagnosticCode code, const std::string& what, bool& noted) {
  const LabelScope scope(*this, Label::ignored);
  check(expr);
  has_floating_ = false;
  if (!noted)
    diagnostics_.note(code, expr.span, what + " in symbolic checking (template " + quoted(template_->name) + ")");
  noted = true;
}

void Checker::check_selects(Edge& edge) {
  for (Binder& binder : edge.selects) {
    const Symbol* hidden = scopes_.find(binder.name);
    Symbol* symbol = bind(binder, false, false);
    if (hidden && hidden->scope != Scope::predeclared && hidden->kind != SymbolKind::bound) {
      warning("shadowed-name", binder.span, "the select variable " + quoted(binder.name) + " hides another declaration",
              hidden->span.block ? "declared in " + place_text(hidden->span) : "");
    }
    declare(symbol);
    if (symbol->type->parametric) facts_[template_].parametric_types.push_back(symbol->type);
  }
}

void Checker::check_sync(Edge& edge) {
  const LabelScope scope(*this, Label::sync);
  channel_name_ = edge.sync;
  while (channel_name_->kind == ExprKind::index) channel_name_ = channel_name_->args[0];
  const Type* type = check(*edge.sync);
  channel_name_ = nullptr;
  if (type->is(TypeKind::error)) return;
  if (!type->is(TypeKind::channel)) {
    error("type-mismatch", edge.sync->span, "a synchronisation needs a channel, not " + describe(*type));
    return;
  }
  if (!is_place(*edge.sync)) {
    error("type-mismatch", edge.sync->span, "a synchronisation needs a channel");
    return;
  }
  check_side_effects(*edge.sync, "a synchronisation");
  if (edge.direction == SyncDirection::csp) {
    refuse("sync-without-direction", edge.sync->span, "this synchronisation has neither '!' nor '?'",
           "write 'c!' to send and 'c?' to receive");
  }
}

void Checker::check_edge(Template& templ, Edge& edge) {
  scopes_.enter_block();
  check_selects(edge);
  bool guard_fine = false;
  if (edge.guard) guard_fine = check_condition(*edge.guard, Label::guard);
  if (edge.sync) check_sync(edge);
  if (edge.update) check_update(*edge.update, Label::update);
  if (edge.probability) {
    ignore_expression(*edge.probability, "ignored-weight", "weights of branches are ignored: every branch is possible",
                      facts_[&templ].weights_noted);
  }
  scopes_.leave_block();
  if (guard_fine && edge.guard->constraint > ConstraintClass::integral) facts_[&templ].timed_guards.insert(&edge);
}

// An edge, or an edge into a branchpoint with one of the branches.
void Checker::check_transitions(const Template& templ) {
  const std::size_t locations = templ.locations.size();
  TemplateFacts& facts = facts_[&templ];
  std::vector<std::vector<const Edge*>> incoming(templ.branchpoints.size());
  for (const Edge& edge : templ.edges) {
    if (edge.sync && facts.timed_guards.contains(&edge)) facts.timed_syncs.emplace_back(&edge, edge.guard);
    if (edge.target < locations) continue;
    if (edge.source >= locations) refuse(edge.span, "an edge cannot lead from one branchpoint to another");
    else incoming[edge.target - locations].push_back(&edge);
  }
  for (const Edge& branch : templ.edges) {
    if (branch.source < locations) continue;
    for (const Edge* edge : incoming[branch.source - locations]) check_branch(*edge, branch);
  }
}

void Checker::check_branch(const Edge& edge, const Edge& branch) {
  if (edge.sync && branch.sync) {
    refuse(branch.sync->span, "the edge into the branchpoint synchronises already, a branch of it cannot");
  }
  TemplateFacts& facts = facts_[template_];
  if (edge.sync && facts.timed_guards.contains(&branch)) facts.timed_syncs.emplace_back(&edge, branch.guard);
  if (branch.sync && facts.timed_guards.contains(&edge)) facts.timed_syncs.emplace_back(&branch, edge.guard);
}

}  // namespace orbita
