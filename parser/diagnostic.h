// Everything Orbita has to say about the user's model or query.
//
// A stage collects its problems in Diagnostics and goes on as far as it can, so
// that one run shows them all. At its end the stage throws one ModelError when
// there was an error. Printing is the business of cli/ (text and JSON).
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

#include "parser/source.h"

namespace orbita {

enum class Severity { error, warning, note };

struct Diagnostic {
  Severity severity = Severity::error;
  std::string code;     // short and stable, kebab-case: "unknown-name"; listed in docs/diagnostics.md
  Span where;
  std::string message;  // one sentence, lower case, no final dot
  std::string hint;     // what to do about it; may be empty
};

class Diagnostics {
 public:
  void error(std::string code, Span where, std::string message, std::string hint = "");
  void warning(std::string code, Span where, std::string message, std::string hint = "");
  void note(std::string code, Span where, std::string message, std::string hint = "");
  void add(Diagnostic diagnostic);

  bool has_errors() const { return errors_ > 0; }
  std::size_t error_count() const { return errors_; }
  // In source order (block, offset); equal items are reported once. At most
  // `limit` are kept per severity; `dropped()` says how many were not.
  std::vector<Diagnostic> sorted() const;
  const std::vector<Diagnostic>& items() const { return items_; }
  std::size_t dropped() const { return dropped_; }
  void set_limit(std::size_t limit) { limit_ = limit; }

 private:
  std::vector<Diagnostic> items_;
  std::size_t errors_ = 0;
  std::size_t dropped_ = 0;
  std::size_t limit_ = 1000;
};

// The user's model or query cannot be used. Carries every problem of the stage.
class ModelError : public std::runtime_error {
 public:
  explicit ModelError(std::vector<Diagnostic> diagnostics);
  const std::vector<Diagnostic>& diagnostics() const { return diagnostics_; }

 private:
  std::vector<Diagnostic> diagnostics_;
};

// "did you mean 'critical'?" for a misspelt name, or "" when nothing is near.
std::string spelling_hint(std::string_view name, const std::vector<std::string_view>& known);

}  // namespace orbita
