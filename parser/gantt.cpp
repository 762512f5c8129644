#include "parser/gantt.h"

#include <algorithm>

#include "parser/check/checker.h"
#include "parser/grammar/grammar_parser.h"

namespace orbita {

namespace {

using internal::Parser;

GanttEntry gantt_entry(Parser& parser, Arena& arena) {
  GanttEntry entry;
  if (parser.accept(Word::for_)) {
    parser.expect(TokenKind::left_paren, "after 'for'");
    entry.binders = arena.copy(parser.binders());
    parser.expect(TokenKind::right_paren, "after the variables of 'for'");
  }
  entry.when = parser.expression();
  parser.expect(TokenKind::arrow, "between condition and colour");
  entry.colour = parser.expression();
  return entry;
}

GanttLine gantt_line(Parser& parser, Arena& arena) {
  GanttLine line;
  const Token name = parser.expect(TokenKind::identifier, "as the name of a line");
  line.name = parser.text(name);
  line.span = parser.span(name);
  if (parser.accept(TokenKind::left_paren)) {
    line.binders = arena.copy(parser.binders());
    parser.expect(TokenKind::right_paren, "after the parameters of the line");
  }
  parser.expect(TokenKind::colon, "after the name of the line");
  std::vector<GanttEntry> entries;
  do entries.push_back(gantt_entry(parser, arena));
  while (parser.accept(TokenKind::comma));
  parser.expect(TokenKind::semicolon, "after the line");
  line.entries = arena.copy(entries);
  return line;
}

// Parses up to the first malformed line.
std::vector<GanttLine> parse_gantt(Document& document, const Decl& decl, Diagnostics& problems) {
  GrammarContext context{document, problems, document.syntax};
  const std::uint32_t block = decl.span.block;
  const auto begin = static_cast<std::uint32_t>(decl.raw.data() - document.sources[block].text.data());
  Parser parser(context, block, internal::text_kind(document.syntax), begin,
                begin + static_cast<std::uint32_t>(decl.raw.size()));
  std::vector<GanttLine> lines;
  try {
    while (!parser.at_end()) lines.push_back(gantt_line(parser, document.arena));
  } catch (const internal::SyntaxError&) {
  } catch (const internal::AbandonBlock&) {
  }
  return lines;
}

void warn_ignored(const Diagnostics& problems, Diagnostics& diagnostics) {
  const std::vector<Diagnostic> found = problems.sorted();
  const auto first =
      std::find_if(found.begin(), found.end(), [](const Diagnostic& d) { return d.severity == Severity::error; });
  if (first != found.end()) {
    diagnostics.warning("ignored-gantt", first->where, "this line of the gantt chart is ignored: " + first->message,
                        first->hint);
  }
}

}  // namespace

std::vector<GanttLine> read_gantt(Model& model, Diagnostics& diagnostics) {
  std::vector<GanttLine> result;
  for (const Decl* decl : model.document->system) {
    if (decl->kind != DeclKind::gantt) continue;
    Diagnostics syntax;
    for (GanttLine& line : parse_gantt(*model.document, *decl, syntax)) {
      Diagnostics problems;
      const CheckOptions options;
      Checker(model, problems, options).check_gantt(line);
      if (!problems.has_errors()) result.push_back(line);
      warn_ignored(problems, diagnostics);
    }
    warn_ignored(syntax, diagnostics);
  }
  return result;
}

}  // namespace orbita
