#include "parser/diagnostic.h"

#include <algorithm>
#include <cctype>
#include <tuple>
#include <utility>

namespace orbita {

namespace {

auto sort_key(const Diagnostic& d) { return std::tie(d.where.block, d.where.begin, d.where.end, d.severity); }

bool same(const Diagnostic& a, const Diagnostic& b) {
  return a.where == b.where && a.severity == b.severity && a.code == b.code && a.message == b.message;
}

std::string headline(const std::vector<Diagnostic>& diagnostics) {
  const auto first = std::find_if(diagnostics.begin(), diagnostics.end(),
                                  [](const Diagnostic& d) { return d.severity == Severity::error; });
  if (first == diagnostics.end()) return "the model cannot be used";
  const auto errors = std::count_if(diagnostics.begin(), diagnostics.end(),
                                    [](const Diagnostic& d) { return d.severity == Severity::error; });
  if (errors == 1) return first->message;
  return first->message + " (and " + std::to_string(errors - 1) + " more)";
}

char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

// Edit distance (insert, delete, replace, swap neighbours) between two words, ignoring letter case.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), previous(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) previous[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const bool equal = lower(a[i - 1]) == lower(b[j - 1]);
      row[j] = std::min({previous[j] + 1, row[j - 1] + 1, previous[j - 1] + (equal ? 0 : 1)});
      if (i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) && lower(a[i - 2]) == lower(b[j - 1])) {
        row[j] = std::min(row[j], before[j - 2] + 1);
      }
    }
    before.swap(previous);
    previous.swap(row);
  }
  return previous[b.size()];
}

// Ties between words at the same distance: the longer common prefix with the name wins, then alphabetical order. (Hash
// tables list names in any order.)
bool is_nearer(std::string_view name, std::string_view a, std::string_view b) {
  const auto common = [&](std::string_view word) {
    std::size_t n = 0;
    while (n < word.size() && n < name.size() && lower(word[n]) == lower(name[n])) ++n;
    return n;
  };
  return common(a) != common(b) ? common(a) > common(b) : a < b;
}

}  // namespace

void Diagnostics::error(DiagnosticCode code, Span where, std::string message, std::string hint) {
  add({Severity::error, std::string(code.text()), where, std::move(message), std::move(hint)});
}

void Diagnostics::warning(DiagnosticCode code, Span where, std::string message, std::string hint) {
  add({Severity::warning, std::string(code.text()), where, std::move(message), std::move(hint)});
}

void Diagnostics::note(DiagnosticCode code, Span where, std::string message, std::string hint) {
  add({Severity::note, std::string(code.text()), where, std::move(message), std::move(hint)});
}

void Diagnostics::add(Diagnostic diagnostic) {
  if (diagnostic.severity == Severity::error) ++errors_;
  std::size_t& kept = kept_[static_cast<std::size_t>(diagnostic.severity)];
  if (kept >= limit_) {
    ++dropped_;
    return;
  }
  ++kept;
  items_.push_back(std::move(diagnostic));
}

std::string_view Diagnostics::first_error(std::size_t from) const {
  for (std::size_t i = from; i < items_.size(); ++i)
    if (items_[i].severity == Severity::error) return items_[i].message;
  return "";
}

std::vector<Diagnostic> Diagnostics::sorted() const {
  std::vector<Diagnostic> result = items_;
  std::stable_sort(result.begin(), result.end(),
                   [](const Diagnostic& a, const Diagnostic& b) { return sort_key(a) < sort_key(b); });
  // Equal items need not be adjacent: different items may share a position.
  std::vector<Diagnostic> unique;
  for (Diagnostic& item : result) {
    bool known = false;
    for (auto it = unique.rbegin(); it != unique.rend() && it->where == item.where && !known; ++it) {
      known = same(*it, item);
    }
    if (!known) unique.push_back(std::move(item));
  }
  return unique;
}

ModelError::ModelError(std::vector<Diagnostic> diagnostics)
    : std::runtime_error(headline(diagnostics)), diagnostics_(std::move(diagnostics)) {}

std::string spelling_hint(std::string_view name, const std::vector<std::string_view>& known) {
  constexpr std::size_t longest = 64;  // longer misspellings are not accidental
  if (name.empty() || name.size() > longest) return "";
  const std::size_t tolerated = name.size() <= 2 ? 1 : 1 + name.size() / 4;
  std::string_view best;
  std::size_t best_distance = tolerated + 1;
  for (const std::string_view candidate : known) {
    if (candidate.empty() || candidate.size() > longest || candidate == name) continue;
    if (candidate.size() > name.size() + tolerated || name.size() > candidate.size() + tolerated) continue;
    const std::size_t distance = edit_distance(name, candidate);
    if (distance >= std::min(name.size(), candidate.size()) && distance > 0) continue;  // nothing in common
    if (distance < best_distance || (!best.empty() && distance == best_distance && is_nearer(name, candidate, best))) {
      best = candidate;
      best_distance = distance;
    }
  }
  return best.empty() ? "" : "did you mean '" + std::string(best) + "'?";
}

}  // namespace orbita
