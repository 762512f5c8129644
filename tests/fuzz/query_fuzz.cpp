// Any bytes as a query file and as one formula: no crash, and a query that was accepted prints as
// text that is accepted again and prints the same.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "parser/grammar.h"
#include "parser/printer.h"

namespace {

using namespace orbita;

std::uint32_t add(Document& document, std::string text) {
  TextBlock block;
  block.text = std::move(text);
  return document.sources.add(std::move(block));
}

void check_print(const Query& query) {
  const std::string once = print(query);
  Document document;
  Diagnostics diagnostics;
  GrammarContext context{document, diagnostics};
  const Query* again = parse_query(context, add(document, once));
  const std::string twice = again ? print(*again) : "not accepted";
  if (once == twice) return;
  std::fprintf(stderr, "printed:\n%s\nprinted again:\n%s\n", once.c_str(), twice.c_str());
  std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  Document document;
  Diagnostics diagnostics;
  GrammarContext context{document, diagnostics};
  for (const Query* query : parse_query_file(context, add(document, text))) check_print(*query);
  if (const Query* query = parse_query(context, add(document, text))) check_print(*query);
  return 0;
}
