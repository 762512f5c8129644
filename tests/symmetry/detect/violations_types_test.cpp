// Constructs the type rules already exclude, and the violations of real models.
#include <filesystem>

#include "tests/model_files.h"
#include "tests/places.h"
#include "tests/symmetry/violations_fixture.h"

using namespace orbita;
using namespace orbita::test;

namespace {

bool is_rejected(const std::string& text) {
  Diagnostics diagnostics;
  try {
    return !check(read_model_text("m.xta", text, diagnostics), diagnostics);
  } catch (const ModelError&) {
    return true;
  }
}

std::string with_update(const std::string& update, const std::string& rest = "") {
  return "typedef scalar[3] S; typedef scalar[3] T; S a; S a2; T t; int n; int x[S]; chan c[S]; " + rest +
         "\nprocess P(const S id) { state s; init s; trans s -> s { assign " + update + "; }; }\nsystem P;\n";
}

}  // namespace

TEST_CASE("numbering and ordering elements directly are type errors") {
  REQUIRE_FALSE(is_rejected(with_update("a = a2, x[a] = a == a2")));
  for (const char* update : {"n = a == 0", "n = a < a2", "n = a + 1", "a++", "n = x[0]", "a = 0", "n = a", "n = a == t",
                             "a = t", "n = a ? 1 : 2", "n = !a", "n = sum (i : S) i", "n = x[t]", "n = a & 1"}) {
    CAPTURE(update);
    CHECK(is_rejected(with_update(update)));
  }
  for (const char* declaration : {"S first = 0;", "const S c0 = 0;", "const S c1;", "int y[S] = {1, 2, 3};"}) {
    CAPTURE(declaration);
    CHECK(is_rejected(with_update("n = 0", declaration)));
  }
  const std::string head = "typedef scalar[3] S; chan c[S]; S k; ";
  CHECK(is_rejected(head + "process P(const S id) { state s; init s; }\nInst = P(0);\nsystem Inst;\n"));
  CHECK(is_rejected(head + "process P(const S id) { state s; init s; }\nInst = P(k);\nsystem Inst;\n"));
  CHECK(is_rejected(head +
                    "process P() { state s; init s; trans s -> s { select i : S; sync c[i + 1]!; }; }\nsystem P;\n"));
  CHECK(is_rejected(head + "process P() { state s; init s; }\nsystem P;\nprogress { k; }\n"));
  CHECK(is_rejected(head + "process P() { state s; init s; trans s -> s { guard k; }; }\nsystem P;\n"));
}

TEST_CASE("a query cannot name an element by number") {
  const auto model = load(with_update("n = 0"));
  Diagnostics diagnostics;
  Query* query = read_formula(*model->document, "E<> P(0).s", diagnostics);
  CHECK_FALSE(check_query(*model, *query, diagnostics));
}

TEST_CASE("channel and process priorities cannot tell elements apart") {
  CHECK(violations_of("typedef scalar[3] S; chan c[S]; chan d; chan priority c < default < d;\n"
                      "process P(const S id) { state s; init s; trans s -> s { sync c[id]!; }; }\n"
                      "process Q() { state s; init s; }\nsystem P < Q;\nprogress { 0; }\n") == Lines{});
}

// A scalar of a function would start as the same element in every call, and so give that element a name. If they are
// ever accepted, they have to be written before they are read, like meta ones.
TEST_CASE("functions have no scalar variables") {
  for (const char* declaration : {"S e;", "S e[2];", "struct { int a; S e; } e;", "meta S e;"}) {
    CAPTURE(declaration);
    CHECK(is_rejected(with_update("n = 0", "void g() { " + std::string(declaration) + " n++; }")));
  }
}

namespace {

void check_unflagged(const std::vector<std::filesystem::path>& files) {
  for (const auto& path : files) {
    CAPTURE(path);
    Diagnostics diagnostics;
    std::unique_ptr<Model> model;
    try {
      model = check(read_model(path.string(), diagnostics), diagnostics);
    } catch (const ModelError&) {
      continue;  // rows marked as errors; covered by the parser's tests
    }
    CHECK(lines(*model, detect(*model).violations()) == Lines{});
  }
}

}  // namespace

TEST_CASE("our own models: nothing symmetric is flagged") {
  std::vector<std::filesystem::path> files = own_files(model_extensions);
  CHECK(files.size() > 20);
  check_unflagged(files);
}

TEST_CASE("models of the corpus: nothing symmetric is flagged", "[corpus]") {
  if (has_corpus()) check_unflagged(files_below(test::corpus_dir() + "/scalarset", model_extensions));
}
