// Files and memory in, documents out: chooses format and syntax, limits the size.
#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "parser/decode.h"
#include "parser/file_io.h"
#include "parser/grammar/grammar.h"
#include "parser/parser.h"
#include "parser/xml/xml_reader.h"

namespace orbita {
namespace {

// Offsets are 32 bits wide and libxml2 counts in ints.
constexpr std::size_t most_bytes = std::size_t{1} << 30;

Span nowhere_in(Sources& sources, const std::string& file) {
  TextBlock block;
  block.file = file;
  return {sources.add(std::move(block)), 0, 0};
}

struct Finisher {
  std::shared_ptr<Document> document;
  Diagnostics& diagnostics;

  void keep_sources() { diagnostics.set_sources({document, &document->sources}); }
  [[noreturn]] void fail() {
    keep_sources();
    throw ModelError(diagnostics.sorted());
  }
  [[noreturn]] void fail(DiagnosticCode code, std::string message, std::string hint = "") {
    diagnostics.error(code, nowhere_in(document->sources, document->path), std::move(message), std::move(hint));
    fail();
  }
};

void append(Diagnostics& to, const Diagnostics& from) {
  for (const Diagnostic& diagnostic : from.items()) to.add(diagnostic);
}

bool ends_with(std::string_view text, std::string_view end) {
  return text.size() >= end.size() &&
         std::equal(end.begin(), end.end(), text.end() - static_cast<std::ptrdiff_t>(end.size()),
                    [](char a, char b) { return a == (b >= 'A' && b <= 'Z' ? b - 'A' + 'a' : b); });
}

// By extension, else by the first non-blank character (also after byte order marks and between the zero bytes of
// UTF-16).
bool is_xml(const std::string& name, std::string_view bytes) {
  if (ends_with(name, ".xml")) return true;
  if (ends_with(name, ".xta") || ends_with(name, ".ta")) return false;
  const std::size_t first =
      bytes.substr(0, 4096).find_first_not_of(std::string_view("\xEF\xBB\xBF\xFE\xFF\0 \t\r\n", 10));
  return first != std::string_view::npos && bytes[first] == '<';
}

struct Attempt {
  std::shared_ptr<Document> document;
  Diagnostics diagnostics;
  XmlModelErrors errors;
};

Attempt attempt(const std::string& path, const std::shared_ptr<const XmlDocument>& xml, Syntax syntax) {
  Attempt result{std::make_shared<Document>(), {}, {}};
  result.document->path = path;
  result.document->xml = xml;
  result.document->syntax = syntax;
  result.errors = read_xml_model(*result.document, result.diagnostics);
  return result;
}

// 4.x; if its texts have errors and 3.x reads all of them, 3.x.
Attempt best_attempt(const std::string& path, const std::shared_ptr<const XmlDocument>& xml, bool old_syntax) {
  Attempt first = attempt(path, xml, old_syntax ? Syntax::v3 : Syntax::v4);
  if (old_syntax || first.errors.text == 0) return first;
  Attempt second = attempt(path, xml, Syntax::v3);
  if (second.errors.text > 0) return first;
  second.diagnostics.note("old-syntax", nowhere_in(second.document->sources, path), "read as the old 3.x syntax",
                          "as 4.x text it is wrong: " + std::string(first.diagnostics.first_error()));
  return second;
}

std::shared_ptr<Document> read_xml(Finisher finish, std::string bytes, bool old_syntax) {
  const std::string path = finish.document->path;
  const auto xml = read_xml_tree(path, std::move(bytes), finish.document->sources, finish.diagnostics);
  if (!xml) finish.fail();
  Attempt best = best_attempt(path, xml, old_syntax);
  finish.document = best.document;
  append(finish.diagnostics, best.diagnostics);
  // A formula with an error is dropped and reported; the model and the other formulas are usable.
  if (best.errors.text + best.errors.structure > 0) finish.fail();
  finish.keep_sources();
  return finish.document;
}

// Adds the decoded text as a block; reports encoding problems.
std::uint32_t add_plain_text(const std::string& path, std::string bytes, Sources& sources, Diagnostics& diagnostics) {
  Decoded decoded = decode_plain(std::move(bytes));
  TextBlock block;
  block.file = path;
  block.text = std::move(decoded.text);
  const std::size_t nul = block.text.find('\0');
  const std::uint32_t number = sources.add(std::move(block));
  if (!decoded.problem.empty()) diagnostics.error("encoding", {number, 0, 0}, decoded.problem);
  if (decoded.was_latin1)
    diagnostics.warning("encoding", {number, 0, 0}, "the text is not UTF-8 and is read as ISO-8859-1",
                        "save the file as UTF-8");
  if (nul != std::string::npos) {
    const auto at = static_cast<std::uint32_t>(nul);
    diagnostics.error("nul-byte", {number, at, at + 1}, "the text contains a NUL byte", "this is not a text file");
  }
  return number;
}

std::shared_ptr<Document> read_xta(Finisher finish, std::string bytes, bool old_syntax) {
  Document& document = *finish.document;
  const std::size_t before = finish.diagnostics.error_count();
  const std::uint32_t block = add_plain_text(document.path, std::move(bytes), document.sources, finish.diagnostics);
  if (finish.diagnostics.error_count() > before) finish.fail();
  GrammarContext context{document, finish.diagnostics, old_syntax ? Syntax::v3 : Syntax::v4};
  document.syntax = context.syntax;
  if (old_syntax) parse_xta(context, block);
  else parse_xta_any(context, block);
  if (finish.diagnostics.error_count() > before) finish.fail();
  finish.keep_sources();
  return finish.document;
}

std::string too_large(std::size_t most) { return "the file is larger than " + std::to_string(most) + " bytes"; }

}  // namespace

std::shared_ptr<Document> read_model(const std::string& path, Diagnostics& diagnostics, const ReadOptions& options) {
  const std::size_t most = std::min(options.max_bytes, most_bytes);
  FileBytes file = read_file_bytes(path, most);
  if (file.problem.empty() && !file.too_large)
    return read_model_text(path, std::move(file.bytes), diagnostics, options);
  Finisher finish{std::make_shared<Document>(), diagnostics};
  finish.document->path = path;
  if (file.too_large) finish.fail("file-size", too_large(most));
  finish.fail("file", "cannot read the file: " + file.problem);
}

std::shared_ptr<Document> read_model_text(const std::string& name, std::string text, Diagnostics& diagnostics,
                                          const ReadOptions& options) {
  Finisher finish{std::make_shared<Document>(), diagnostics};
  finish.document->path = name;
  const std::size_t most = std::min(options.max_bytes, most_bytes);
  if (text.size() > most) finish.fail("file-size", too_large(most));
  const bool xml = is_xml(name, text);
  return xml ? read_xml(std::move(finish), std::move(text), options.old_syntax)
             : read_xta(std::move(finish), std::move(text), options.old_syntax);
}

}  // namespace orbita
