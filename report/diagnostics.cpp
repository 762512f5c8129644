#include "report/diagnostics.h"

#include <algorithm>

namespace orbita {

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

std::string place_text(const Sources& sources, Span where) {
  const TextBlock& block = sources[where.block];
  if (block.file.empty()) return "";
  const bool is_whole_file = block.text.empty() && block.anchors.empty();  // it could not be read
  if (is_whole_file) return block.file + ": ";
  const Position at = sources.locate(where);
  return block.file + ':' + std::to_string(at.line) + ':' + std::to_string(at.column) + ": ";
}

// UPPAAL's editor numbers the lines of each text by itself; a text of one line needs no number.
std::string editor_place_text(const Sources& sources, Span where) {
  const TextBlock& block = sources[where.block];
  if (block.xpath.empty() || block.text.find('\n') == std::string::npos) return "";
  const Position at = sources.locate(where);
  return "    at " + block.xpath + " line " + std::to_string(at.block_line) + " column " +
         std::to_string(at.block_column + 1) + '\n';
}

// The source line, cut around the place when it is very long, and a caret below it.
std::string excerpt_text(const Sources& sources, const Diagnostic& diagnostic) {
  constexpr std::size_t most = 100, before = 40;
  std::string_view line = sources.line_around(diagnostic.where);
  std::size_t column = std::min<std::size_t>(sources.locate(diagnostic.where).block_column, line.size());
  if (line.size() > most) {
    const std::size_t start = column > before ? column - before : 0;
    line = line.substr(start, most);
    column -= start;
  }
  const std::string hint = diagnostic.hint.empty() ? "" : "hint: " + diagnostic.hint;
  if (line.empty()) return hint.empty() ? "" : "    " + hint + '\n';
  std::string text = "    ";
  for (const char c : line) text += c == '\t' || static_cast<unsigned char>(c) < 32 ? ' ' : c;
  return text + "\n    " + std::string(column, ' ') + '^' + (hint.empty() ? "" : " " + hint) + '\n';
}

}  // namespace

std::string diagnostics_text(const Sources& sources, const std::vector<Diagnostic>& diagnostics, bool colour) {
  std::string text;
  for (const Diagnostic& diagnostic : diagnostics) {
    const TextBlock& block = sources[diagnostic.where.block];
    const std::string severity = std::string(name_of(diagnostic.severity)) + ": ";
    text += place_text(sources, diagnostic.where);
    text += colour ? std::string(colour_of(diagnostic.severity)) + severity + std::string(plain) : severity;
    text += diagnostic.message;
    if (!block.context.empty()) text += " (" + block.context + ')';
    text += '\n' + editor_place_text(sources, diagnostic.where) + excerpt_text(sources, diagnostic);
  }
  return text;
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

}  // namespace orbita
