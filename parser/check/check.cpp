#include "parser/check/check.h"

#include "parser/check/builtins.h"
#include "parser/check/checker.h"
#include "parser/gantt.h"
#include "parser/interpreter/elaborate.h"

namespace orbita {

std::unique_ptr<Model> check(std::shared_ptr<Document> document, Diagnostics& diagnostics,
                             const CheckOptions& options) {
  auto model = std::make_unique<Model>();
  model->document = std::move(document);
  model->overrides = options.overrides;
  model->names = std::make_shared<Names>();
  model->elaboration = make_elaboration_cache();
  // Only this stage's own errors throw; diagnostics of earlier stages are ignored.
  Diagnostics stage;
  Checker(*model, stage, options).check_document();
  for (const Diagnostic& diagnostic : stage.items()) diagnostics.add(diagnostic);
  if (stage.has_errors()) throw ModelError(stage.sorted());
  read_gantt(*model, diagnostics);
  model->queries = model->document->queries;
  for (Query* query : model->queries) check_query(*model, *query, diagnostics);
  return model;
}

bool check_query(Model& model, Query& query, Diagnostics& diagnostics) {
  const CheckOptions options;
  return Checker(model, diagnostics, options).check_query(query);
}

void Checker::check_document() {
  Document& document = *model_.document;
  predeclare();
  for (const auto& item : options_.overrides) override_used_.emplace(item.first, false);
  std::vector<Decl*> instantiations;  // of templates that come later in the text
  for (Decl* decl : document.declarations) {
    if (decl->kind == DeclKind::instantiation) {
      instantiations.push_back(decl);
    } else {
      check_global(*decl);
    }
  }
  for (Template* templ : document.templates) declare_template(*templ);
  for (Template* templ : document.templates) check_template(*templ);
  system_scope_ = true;
  for (Decl* decl : instantiations) check_instantiation(*decl);
  check_system();
  check_processes();
  settle_refusals();
  report_unused_overrides();
}

void Checker::predeclare() {
  for (const PredeclaredConstant& constant : predeclared_constants()) {
    Symbol* symbol = new_symbol(SymbolKind::variable, constant.name, {}, constant.floating ? floating_ : int_);
    symbol->scope = Scope::predeclared;
    symbol->is_const = symbol->compile_time = true;
    Expr* value = number(constant.value, {});
    if (constant.floating) {
      value->kind = ExprKind::floating;
      value->number = constant.number;
      value->type = floating_;
    }
    symbol->init = value;
    names_.predeclared.emplace(symbol->name, symbol);
  }
  for (const PredeclaredType& range : predeclared_types()) {
    Type* type = new_type(TypeKind::integer);
    type->bounded = true;
    type->low = number(range.low, {});
    type->high = number(range.high, {});
    type->low_value = range.low;
    type->high_value = range.high;
    Symbol* symbol = new_symbol(SymbolKind::typedef_, range.name, {}, type);
    symbol->scope = Scope::predeclared;
    names_.predeclared.emplace(symbol->name, symbol);
  }
  for (const Builtin& builtin : builtins()) {
    Symbol* symbol = new_symbol(SymbolKind::builtin, builtin.name, {}, function_type_);
    symbol->scope = Scope::predeclared;
    names_.predeclared.emplace(symbol->name, symbol);
  }
}

void Checker::check_global(Decl& decl) {
  switch (decl.kind) {
    case DeclKind::variables: return check_variables(decl, Scope::global);
    case DeclKind::typedefs: return check_typedefs(decl, Scope::global);
    case DeclKind::function: return check_function(*decl.function, Scope::global);
    case DeclKind::channel_priority: return check_channel_priority(decl);
    case DeclKind::before_update:
    case DeclKind::after_update: return check_hook(decl);
    case DeclKind::import_:
      for (Function* function : decl.functions) check_function(*function, Scope::global);
      return;
    case DeclKind::dynamic_template: {
      for (std::uint32_t i = 0; i < decl.params.size(); ++i) resolve(*decl.params[i].type);
      Symbol* symbol = new_symbol(SymbolKind::template_, decl.name, decl.name_span, new_type(TypeKind::template_));
      declare(symbol);
      warning("ignored-dynamic", decl.span,
              "the dynamic template '" + std::string(decl.name) +
                  "' is ignored: processes cannot be spawned in a symbolic model");
      return;
    }
    case DeclKind::progress: return check_progress(decl);
    case DeclKind::gantt: return;  // refers to processes: read_gantt() reads it last
    case DeclKind::instantiation: return check_instantiation(decl);
    case DeclKind::system_line: return check_system_line(decl);
  }
}

// The last hook of a kind counts, also when it is empty.
void Checker::check_hook(Decl& decl) {
  unit_ = &hooks_;
  if (!decl.update || check_update(*decl.update, Label::update)) {
    (decl.kind == DeclKind::before_update ? model_.before_update : model_.after_update) = decl.update;
  }
  unit_ = nullptr;
}

}  // namespace orbita
