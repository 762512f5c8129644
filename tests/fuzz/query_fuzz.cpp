// Any bytes as a query file and as one formula: no crash, and an accepted query prints as text that is accepted again
// and prints the same. Queries are also checked against a small model.
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

void check_print(const Query& query) {
  if (query.kind == QueryKind::invalid) return;
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

constexpr const char* small_model =
    "typedef scalar[3] S; typedef int[0,2] id; typedef struct { int a; bool b[2]; } T; T t; int i, v[id]; clock x, y;\n"
    "meta int m; chan c; hybrid clock h; double d; const int N = 3; S s; int w[S]; bool f(int k) { return k > i; }\n"
    "process P(const id n) { clock z; int l; int g(int a) { return a + n; } state a, b; init a; trans a -> b { }; }\n"
    "process Q(const S n) { S k; state a; init a; }\nprocess R() { state X; init X; }\nsystem P, Q, R;\n";

// The model is rebuilt now and then: queries stay in its memory.
void check_formula(const std::string& text) {
  static std::unique_ptr<Model> model;
  static unsigned uses = 0;
  Diagnostics diagnostics;
  if (uses++ % 1000 == 0) model = check(read_model_text("m.xta", small_model, diagnostics), diagnostics);
  Query* query = nullptr;
  try {
    query = read_formula(*model->document, text, diagnostics);
  } catch (const ModelError&) {
  }
  if (query) check_query(*model, *query, diagnostics);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  Document document;
  Diagnostics diagnostics;
  GrammarContext context{document, diagnostics};
  for (const Query* query : parse_query_file(context, add(document, text))) check_print(*query);
  if (const Query* query = parse_query(context, add(document, text))) check_print(*query);
  check_formula(text);
  return 0;
}
