#include "cli/diagnostics.h"

#include <algorithm>
#include <ostream>

namespace orbita::cli {

namespace {

std::string_view name_of(Severity severity) {
  switch (severity) {
    case Severity::error: return "error";
    case Severity::warning: return "warning";
    case Severity::note: return "note";
  }
  return "";
}

std::string_view colour_of(Severity severity) {
  switch (severity) {
    case Severity::error: return "\033[1;31m";
    case Severity::warning: return "\033[1;35m";
    case Severity::note: return "\033[1;36m";
  }
  return "";
}

constexpr std::string_view plain = "\033[0m";

void print_place(std::ostream& out, const Sources& sources, Span where) {
  const TextBlock& block = sources[where.block];
  if (block.file.empty()) return;
  const bool is_whole_file = block.text.empty() && block.anchors.empty();  // it could not be read
  out << block.file << ':';
  if (!is_whole_file) {
    const Position at = sources.locate(where);
    out << at.line << ':' << at.column << ':';
  }
  out << ' ';
}

// UPPAAL's editor numbers the lines of each text by itself; where there is but one, the context says enough.
void print_place_in_editor(std::ostream& out, const Sources& sources, Span where) {
  const TextBlock& block = sources[where.block];
  if (block.xpath.empty() || block.text.find('\n') == std::string::npos) return;
  const Position at = sources.locate(where);
  out << "    at " << block.xpath << " line " << at.block_line << " column " << at.block_column + 1 << '\n';
}

// The source line, cut around the place when it is very long, and a caret below it.
void print_excerpt(std::ostream& out, const Sources& sources, const Diagnostic& diagnostic) {
  constexpr std::size_t most = 100, before = 40;
  std::string_view line = sources.line_around(diagnostic.where);
  std::size_t column = std::min<std::size_t>(sources.locate(diagnostic.where).block_column, line.size());
  if (line.size() > most) {
    const std::size_t start = column > before ? column - before : 0;
    line = line.substr(start, most);
    column -= start;
  }
  if (!line.empty()) {
    out << "    ";
    for (const char c : line) out << (c == '\t' || static_cast<unsigned char>(c) < 32 ? ' ' : c);
    out << "\n    " << std::string(column, ' ') << '^';
    if (!diagnostic.hint.empty()) out << " hint: " << diagnostic.hint;
    out << '\n';
  } else if (!diagnostic.hint.empty()) {
    out << "    hint: " << diagnostic.hint << '\n';
  }
}

}  // namespace

void print_diagnostics(std::ostream& out, const Sources& sources, const std::vector<Diagnostic>& diagnostics,
                       bool colour) {
  for (const Diagnostic& diagnostic : diagnostics) {
    const TextBlock& block = sources[diagnostic.where.block];
    print_place(out, sources, diagnostic.where);
    if (colour) out << colour_of(diagnostic.severity);
    out << name_of(diagnostic.severity) << ": ";
    if (colour) out << plain;
    out << diagnostic.message;
    if (!block.context.empty()) out << " (" << block.context << ')';
    out << '\n';
    print_place_in_editor(out, sources, diagnostic.where);
    print_excerpt(out, sources, diagnostic);
  }
}

Json to_json(const Sources& sources, const Diagnostic& diagnostic) {
  const TextBlock& block = sources[diagnostic.where.block];
  const Position at = sources.locate(diagnostic.where);
  return {{"severity", name_of(diagnostic.severity)},
          {"code", diagnostic.code},
          {"message", diagnostic.message},
          {"file", block.file},
          {"line", at.line},
          {"column", at.column},
          {"xpath", block.xpath},
          {"context", block.context},
          {"hint", diagnostic.hint}};
}

Json to_json(const Sources& sources, const std::vector<Diagnostic>& diagnostics) {
  Json list = Json::array();
  bool ok = true;
  for (const Diagnostic& d : diagnostics) {
    ok = ok && d.severity != Severity::error;
    list.push_back(to_json(sources, d));
  }
  return {{"ok", ok}, {"diagnostics", list}};
}

}  // namespace orbita::cli
