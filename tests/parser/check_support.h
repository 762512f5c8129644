// Checks models and queries given as text, and prints each problem on one line.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "parser/interpreter/elaborate.h"
#include "parser/interpreter/interpreter.h"
#include "parser/parser.h"

namespace orbita::check_test {

inline std::string line_of(const Sources& sources, const Diagnostic& d) {
  const Position at = sources.locate(d.where);
  const char* severity = d.severity == Severity::error ? "error" : d.severity == Severity::warning ? "warning" : "note";
  const std::string place =
      d.where.block == 0 ? std::string("-") : std::to_string(at.line) + ":" + std::to_string(at.column);
  return place + " " + severity + " " + d.code + ": " + d.message + (d.hint.empty() ? "" : " (" + d.hint + ")");
}

inline std::string join_lines(const Sources& sources, const std::vector<Diagnostic>& items) {
  std::string text;
  for (const Diagnostic& item : items) text += (text.empty() ? "" : " | ") + line_of(sources, item);
  return text;
}

struct Checked {
  std::shared_ptr<Document> document;
  std::unique_ptr<Model> model;  // nullptr: rejected
  Diagnostics diagnostics;

  // "3:7 error unknown-name: unknown name 'y' (hint) | …" in source order; "" if there are none.
  std::string problems() const {
    return diagnostics.sources() ? join_lines(*diagnostics.sources(), diagnostics.sorted()) : "";
  }
  std::string query(const std::string& formula) {  // problems of one query
    Diagnostics own;
    Query* parsed = nullptr;
    try {
      parsed = read_formula(*document, formula, own);
    } catch (const ModelError&) {
    }
    const bool asked = parsed && !own.has_errors() && parsed->kind != QueryKind::unsupported;
    if (asked) check_query(*model, *parsed, own);
    if (asked && parsed->kind == QueryKind::unsupported) return "not symbolic: " + std::string(parsed->reason);
    return join_lines(document->sources, own.sorted());
  }
};

inline Checked check_text(const std::string& name, const std::string& text, const CheckOptions& options = {}) {
  Checked result;
  try {
    result.document = read_model_text(name, text, result.diagnostics);
    result.model = check(result.document, result.diagnostics, options);
  } catch (const ModelError&) {
  }
  return result;
}

inline Checked check_xta(const std::string& text, const CheckOptions& options = {}) {
  return check_text("m.xta", text, options);
}

// Global declarations followed by one empty process.
inline Checked check_globals(const std::string& declarations, const CheckOptions& options = {}) {
  return check_xta(declarations + "\nprocess P() { state a; init a; }\nsystem P;\n", options);
}
inline std::string problems_of(const std::string& declarations) { return check_globals(declarations).problems(); }

// One self-loop with this label, e.g. "guard x < 3;", at the start of line 2.
inline std::string problems_of_edge(const std::string& globals, const std::string& label) {
  return check_xta(globals + " process P() { state here; init here; trans here -> here {\n" + label +
                   "}; }\nsystem P;\n")
      .problems();
}
inline std::string problems_of_xta(const std::string& text) { return check_xta(text).problems(); }
// Problems of the query; those of the model if it does not load.
inline std::string problems_of_query(const std::string& model, const std::string& formula) {
  Checked checked = check_xta(model);
  return checked.model ? checked.query(formula) : "model: " + checked.problems();
}
// One location with this invariant at the start of line 2.
inline std::string problems_of_invariant(const std::string& globals, const std::string& invariant) {
  return check_xta(globals + " process P() { state here {\n" + invariant + "}; init here; }\nsystem P;\n").problems();
}
// The body of `int f()` at the start of line 2.
inline std::string problems_of_body(const std::string& globals, const std::string& body) {
  return check_xta(globals + " int f() {\n" + body + "}\nprocess P() { state a; init a; }\nsystem P;\n").problems();
}

// The value of a global constant or variable's first cell after loading.
inline std::vector<std::int32_t> cells_of(const Model& model, std::string_view name) {
  for (const GlobalObject& object : model.globals) {
    if (object.symbol->name == name) return object.value;
  }
  return {};
}
inline std::int32_t value_of(const std::string& declarations, std::string_view name) {
  const Checked checked = check_globals(declarations);
  if (!checked.model) throw std::runtime_error(checked.problems());
  return cells_of(*checked.model, name).at(0);
}

}  // namespace orbita::check_test
