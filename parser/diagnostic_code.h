// The codes of all diagnostics: short and stable names that scripts and documents can rely on.
//
// A code that is not in the list does not compile. Each has a line in docs/diagnostics.md and an
// example in tests/diagnostics/; tests/cli/diagnostic_codes_test compares the three.
#pragma once

#include <string_view>

namespace orbita {

inline constexpr std::string_view diagnostic_codes[] = {
    "argument-count", "bad-binder", "bad-character", "bad-deadlock", "bad-field", "bad-index",
    "bad-index-type", "bad-list", "bad-local", "bad-override", "bad-parameter", "bad-prefix", "bad-rate",
    "bad-result", "bad-return", "bad-size", "bad-type", "bad-value", "blank-in-path-operator",
    "bound-too-large", "branchpoint-misplaced", "cannot-read", "comma-in-condition", "conflicting-prefix",
    "constraint-class", "declaration-after-statement", "declaration-in-for", "duplicate-element",
    "duplicate-id", "duplicate-label", "duplicate-name", "element-order", "empty-list", "empty-query",
    "empty-range", "empty-string", "empty-struct", "encoding", "file", "file-size", "floating-out-of-range",
    "free-parameter", "free-size", "ignored-dynamic", "ignored-gantt", "ignored-hybrid", "ignored-progress",
    "ignored-rate", "ignored-weight", "imports-ignored", "index-range", "init-branchpoint",
    "integer-too-large", "invalid-utf8", "keyword-as-name", "later-keyword", "leads-to-in-expression",
    "list-length", "listed-twice", "lower-bound-invariant", "lsc-kept", "lsc-left-out", "meta-in-query",
    "missing-id", "missing-init", "missing-initialiser", "missing-kind", "missing-name",
    "missing-path-operator", "missing-ref", "missing-return", "missing-semicolon", "missing-source",
    "missing-system", "missing-target", "name-too-long", "nested-path-quantifier", "nested-too-deep",
    "no-effect", "no-initialiser", "not-a-function", "not-a-place", "not-a-process", "not-a-struct",
    "not-a-template", "not-a-type", "not-a-value", "not-an-array", "not-constant", "nul-byte", "old-operator",
    "old-syntax", "parameter-without-type", "path-quantifier-in-model", "priced-automata", "process-misplaced", "process-set",
    "quantifier-too-large", "read-only", "recursion", "refused", "scalar-constant", "scalar-sets",
    "second-init", "second-priority", "second-system-line", "shadowed-name", "shared-id", "side-effect",
    "stray-semicolon", "strict-invariant", "symmetry-v1", "symmetry-v2", "symmetry-v3", "symmetry-v4",
    "symmetry-v5", "symmetry-v6", "symmetry-v7", "symmetry-v8", "symmetry-v9", "symmetry-v10", "symmetry-v11",
    "symmetry-v12", "symmetry-v13", "symmetry-v14", "symmetry-v15", "sync-without-direction", "syntax-error",
    "system-line-misplaced", "too-deep", "too-large", "too-many-processes", "trailing-comma", "type-mismatch",
    "unclosed-block", "unclosed-comment", "unclosed-string", "unknown-attribute", "unknown-element",
    "unknown-expectation",
    "unknown-field", "unknown-label-kind", "unknown-location", "unknown-member", "unknown-name",
    "unknown-ref", "unsupported-declaration", "unsupported-query", "unused-refused", "urgent-committed",
    "xml", "xml-entity", "xml-limit", "xml-root",
};

class DiagnosticCode {
 public:
  consteval DiagnosticCode(const char* text) : text_(text) {
    for (const std::string_view known : diagnostic_codes)
      if (known == text) return;
    throw "not in diagnostic_codes";
  }
  constexpr std::string_view text() const { return text_; }

 private:
  std::string_view text_;
};

}  // namespace orbita
