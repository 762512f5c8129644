// Any bytes as an XTA file and as every kind of label: no crash, and accepted text prints as text that is accepted
// again and prints the same. A model is also checked, and written as XML that is read again.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "parser/grammar/grammar.h"
#include "parser/parser.h"
#include "parser/print/printer.h"

namespace {

using namespace orbita;

std::uint32_t add(Document& document, std::string text) {
  TextBlock block;
  block.text = std::move(text);
  return document.sources.add(std::move(block));
}

void fail(const std::string& first, const std::string& second) {
  std::fprintf(stderr, "printed:\n%s\nprinted again:\n%s\n", first.c_str(), second.c_str());
  std::abort();
}

void whole_file(const std::string& text) {
  Document document;
  Diagnostics diagnostics;
  GrammarContext context{document, diagnostics};
  parse_xta_any(context, add(document, text));
  if (diagnostics.has_errors()) return;
  const std::string once = print_xta(document);
  Document again;
  Diagnostics problems;
  GrammarContext second{again, problems};
  parse_xta(second, add(again, once));
  const std::string twice = problems.has_errors() ? problems.items()[0].message : print_xta(again);
  if (once != twice) fail(once, twice);
}

void checked(const std::string& text) {
  std::string xml;
  try {
    Diagnostics diagnostics;
    const std::shared_ptr<Document> document = read_model_text("m.xta", text, diagnostics);
    xml = write_xml(*document);
    check(document, diagnostics, {.overrides = {}, .allow_refused = true});
  } catch (const ModelError&) {
  }
  if (xml.empty()) return;
  try {
    Diagnostics diagnostics;
    read_model_text("m.xml", xml, diagnostics);
  } catch (const ModelError& error) {
    fail(xml, error.what());
  }
}

void labels(const std::string& text) {
  Document document;
  Diagnostics diagnostics;
  GrammarContext context{document, diagnostics};
  const std::uint32_t block = add(document, text);
  parse_declarations(context, block);
  parse_system(context, block);
  parse_parameters(context, block);
  parse_select(context, block);
  parse_sync(context, block);
  parse_rate(context, block);
  parse_name(context, block);
  Diagnostics own;
  GrammarContext update{document, own};
  const Expr* expr = parse_update(update, block);
  if (!expr || own.has_errors()) return;
  const std::string once = print(*expr);
  const Expr* again = parse_update(update, add(document, once));
  const std::string twice = again && !own.has_errors() ? print(*again) : "not accepted";
  if (once != twice) fail(once, twice);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  whole_file(text);
  checked(text);
  labels(text);
  return 0;
}
