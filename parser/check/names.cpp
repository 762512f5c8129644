// Unknown names: suggestions and hints.
#include <algorithm>
#include <array>

#include "parser/check/checker.h"

namespace orbita {
namespace {

// In a text file, declarations between two processes are not visible in the first one. (If a model has many blocks, as
// in XML, all global declarations come first.)
bool is_declared_behind(const Symbol& symbol, const Template& user) {
  return symbol.scope == Scope::global && symbol.kind != SymbolKind::template_ &&
         symbol.span.block == user.span.block && symbol.span.begin > user.span.begin;
}

// Built into UPPAAL CORA.
bool is_priced(std::string_view name) {
  constexpr std::array<std::string_view, 4> names{"cost", "heur", "remaining", "reward"};
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool is_data(const Symbol& symbol) {
  return symbol.kind == SymbolKind::variable || symbol.kind == SymbolKind::parameter ||
         symbol.kind == SymbolKind::bound;
}

bool is_channel(const Symbol& symbol) { return symbol.type && contains(*symbol.type, TypeKind::channel); }

bool fits(const Symbol& symbol, NameUse use) {
  switch (use) {
    case NameUse::value: return is_data(symbol) && !is_channel(symbol);
    case NameUse::channel: return is_data(symbol) && is_channel(symbol);
    case NameUse::type: return symbol.kind == SymbolKind::typedef_;
    case NameUse::function: return symbol.kind == SymbolKind::function || symbol.kind == SymbolKind::builtin;
    case NameUse::process: return symbol.kind == SymbolKind::template_ || symbol.kind == SymbolKind::instance;
  }
  return false;
}

bool has_location(const Template& templ, std::string_view name) {
  return std::any_of(templ.locations.begin(), templ.locations.end(),
                     [&](const Location& location) { return location.name == name; });
}

bool declares(const Template& templ, std::string_view name) {
  const auto is_named = [&](const auto& item) { return item.name == name; };
  const auto is_parameter = [&](const Parameter& item) { return item.declarator.name == name; };
  const auto is_declared = [&](const Decl* decl) {
    if (decl->kind == DeclKind::function) return decl->function->name == name;
    return decl->kind == DeclKind::variables &&
           std::any_of(decl->declarators.begin(), decl->declarators.end(), is_named);
  };
  return std::any_of(templ.params.begin(), templ.params.end(), is_parameter) ||
         std::any_of(templ.decls.begin(), templ.decls.end(), is_declared);
}

}  // namespace

// In a query it can be reached through a process; elsewhere it cannot be reached at all.
std::string Checker::owner_hint(std::string_view name) const {
  for (const Template* templ : model_.document->templates) {
    const bool in_query = label_ == Label::query;
    if (templ == template_ || !(declares(*templ, name) || (in_query && has_location(*templ, name)))) continue;
    if (!in_query) {
      return quoted(name) + " is local to template " + quoted(templ->name) + "; declare it globally to use it here";
    }
    std::string process;  // the first in alphabetical order, for deterministic messages
    for (const auto& [known, symbol] : model_.process_names) {
      if (symbol->type->process != templ) continue;
      const std::string one = known + (symbol->set ? "(…)" : "");
      if (process.empty() || one < process) process = one;
    }
    if (!process.empty()) return "write '" + process + "." + std::string(name) + "'";
  }
  return "";
}

std::string Checker::suggestion(std::string_view name, NameUse use) {
  // Comparing with every name takes time; after the first hundred suggestions more are useless.
  if (++suggestions_ > 100) return "";
  const bool in_query = label_ == Label::query;
  if (use != NameUse::type && use != NameUse::process) {
    if (std::string owner = owner_hint(name); !owner.empty()) return owner;
  }
  std::vector<std::string_view> fitting, others;
  for (const Symbol* symbol : scopes_.visible()) {
    const bool is_place = symbol->kind == SymbolKind::location || symbol->kind == SymbolKind::branchpoint;
    if (fits(*symbol, use)) fitting.push_back(symbol->name);
    else if (!is_place) others.push_back(symbol->name);
  }
  if (in_query) {
    for (const auto& entry : model_.process_names) fitting.push_back(entry.first);
    for (const std::string_view word : {"deadlock", "true", "false"}) fitting.push_back(word);
  }
  std::string hint = spelling_hint(name, fitting);
  return hint.empty() ? spelling_hint(name, others) : hint;
}

bool Checker::refuse_dialect(std::string_view name, Span where) {
  if (!is_priced(name)) return false;
  if (label_ == Label::query) {
    query_kind_ = "a query about costs (UPPAAL CORA)";
    return true;
  }
  if (!unit_) return false;
  const std::string message =
      quoted(name) +
      " is not declared; where it is built in (UPPAAL CORA) it is the cost of priced timed automata, "
      "which cannot be verified here";
  std::vector<Diagnostic>& told = unit_->dialects;
  const auto is_same = [&](const Diagnostic& d) { return d.message == message; };
  if (std::none_of(told.begin(), told.end(), is_same)) {
    told.push_back(
        {Severity::error, "priced-automata", where, message, "if it is a variable of this model, declare it"});
  }
  return true;
}

void Checker::report_unknown(std::string_view name, Span where, NameUse use) {
  if (refuse_dialect(name, where)) return;
  error("unknown-name", where, "unknown name " + quoted(name), suggestion(name, use));
}

Symbol* Checker::look_up(std::string_view name, Span where, NameUse use) {
  Symbol* symbol = scopes_.find(name);
  if (symbol && template_ && is_declared_behind(*symbol, *template_)) {
    error("unknown-name", where, quoted(name) + " is declared behind the process that uses it",
          "declared in " + place_text(symbol->span) + "; move it up");
  } else if (!symbol) {
    report_unknown(name, where, use);
  }
  return symbol;
}

Span Checker::member_span(const Expr& member) const {
  const auto size = static_cast<std::uint32_t>(member.name.size());
  if (member.span.end - member.span.begin < size) return member.span;
  const Span name{member.span.block, member.span.end - size, member.span.end};
  return model_.sources().text(name) == member.name ? name : member.span;  // the span may end with a parenthesis
}

}  // namespace orbita
