// Diagnostics about the user's model or query.
//
// A stage collects its problems in Diagnostics and continues as far as it can, so that one run shows them all. At its
// end the stage throws one ModelError if there was an error. Printing is left to cli/ (text and JSON).
#pragma once

#include <cstddef>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "parser/diagnostic_code.h"
#include "parser/source.h"

namespace orbita {

enum class Severity { error, warning, note };

struct Diagnostic {
  Severity severity = Severity::error;
  std::string code;  // one of diagnostic_codes: "unknown-name"
  Span where;
  std::string message;  // one sentence, lower case, no final dot
  std::string hint;     // suggested remedy; may be empty
};

class Diagnostics {
 public:
  void error(DiagnosticCode code, Span where, std::string message, std::string hint = "");
  void warning(DiagnosticCode code, Span where, std::string message, std::string hint = "");
  void note(DiagnosticCode code, Span where, std::string message, std::string hint = "");
  void add(Diagnostic diagnostic);

  bool has_errors() const { return errors_ > 0; }
  // The message of the first error among items()[from …]; "" if there is none.
  std::string_view first_error(std::size_t from = 0) const;
  std::size_t error_count() const { return errors_; }
  // In source order (block, offset); equal items are reported once. At most `limit` items are kept per severity;
  // `dropped()` is the number of items discarded.
  std::vector<Diagnostic> sorted() const;
  const std::vector<Diagnostic>& items() const { return items_; }
  std::size_t dropped() const { return dropped_; }
  void set_limit(std::size_t limit) { limit_ = limit; }
  // The texts the spans refer to, so that problems can be shown even if no Document was returned. read_model and
  // read_model_text set it before they return or throw; nullptr before that.
  const Sources* sources() const { return sources_.get(); }
  void set_sources(std::shared_ptr<const Sources> sources) { sources_ = std::move(sources); }

 private:
  std::vector<Diagnostic> items_;
  std::size_t errors_ = 0;
  std::size_t kept_[3] = {0, 0, 0};  // per severity
  std::size_t dropped_ = 0;
  std::size_t limit_ = 1000;
  std::shared_ptr<const Sources> sources_;
};

// The user's model or query cannot be used. Carries every problem of the stage.
class ModelError : public std::runtime_error {
 public:
  explicit ModelError(std::vector<Diagnostic> diagnostics);
  const std::vector<Diagnostic>& diagnostics() const { return diagnostics_; }

 private:
  std::vector<Diagnostic> diagnostics_;
};

// "did you mean 'critical'?" for a misspelt name, or "" if no candidate is close.
std::string spelling_hint(std::string_view name, const std::vector<std::string_view>& known);

}  // namespace orbita
