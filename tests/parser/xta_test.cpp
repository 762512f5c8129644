#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "parser/grammar/grammar.h"
#include "parser/parser.h"
#include "syntax_support.h"
#include "tests/model_files.h"
#include "tests/places.h"

using namespace orbita;
using namespace orbita::syntax_test;

namespace {

const char* const full_model = R"(const int N = 2;
typedef int[0, N - 1] id_t;
chan go[id_t];
clock t;

process P(const id_t id, int &shared)
{
  clock x;
  void reset()
  {
    x = 0;
  }
  state
    idle,
    busy { x <= 5 && t' == 0; 3 },
    wait { ; 1 : 2 };
  branchpoint b, c;
  commit wait;
  urgent idle;
  init idle;
  trans
    idle -> busy { select i : id_t, j : int[0, 1]; guard i != id && x > 2; sync go[i]!; assign x = 0, shared++; },
    busy -u-> b { },
    b -> wait { probability 3; },
    b -> idle { sync go[id]?; probability 1; };
}

process Q()
{
  state
    s;
  init s;
}

int v;
P1(const id_t i) = P(i, v);
system P1 < Q;
progress {
  v;
}
)";

const char* const old_xta = R"(// an old one
const N 3, M -1;
clock x, y; int i:=0; int[0,5] k; chan a; urgent chan b;
process P(clock z; int v, w; const n) {
  state s0, s1 { z<=N, y=<4 };
  commit s0;
  init s0;
  trans s0 -> s1 { guard z>=1, v==0, select=>n; sync a!; assign z:=0, v:=v+1; },
        -> s0 { sync b ?; };
}
process Q { state sum, exit; init sum; trans sum -> exit { }; }
R := P(x, i, k, 5);
system R, Q;
)";

std::string canonical_xta(const std::string& text, Syntax syntax = Syntax::v4) {
  Workshop shop(syntax);
  parse_xta(shop.context, shop.add(text));
  return shop.diagnostics.has_errors() ? "problems: " + shop.problems() : print_xta(shop.document);
}

std::string read_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

}  // namespace

TEST_CASE("a whole XTA model is read and printed as it was") { CHECK(canonical_xta(full_model) == full_model); }

TEST_CASE("the parts of a process end up where they belong") {
  Workshop shop;
  parse_xta(shop.context, shop.add(full_model));
  REQUIRE(shop.problems() == "");
  const Document& d = shop.document;
  REQUIRE(d.templates.size() == 2);
  const Template& p = *d.templates[0];
  CHECK(p.name == "P");
  CHECK(p.params.size() == 2);
  CHECK(p.decls.size() == 2);
  REQUIRE(p.locations.size() == 3);
  CHECK(p.locations[0].urgent);
  CHECK(p.locations[2].committed);
  CHECK(p.locations[1].invariant != nullptr);
  CHECK(p.locations[2].invariant == nullptr);
  CHECK(p.locations[2].exponential_rate2 != nullptr);
  CHECK(p.branchpoints.size() == 2);
  CHECK(p.has_init);
  CHECK(p.init == 0);
  REQUIRE(p.edges.size() == 4);
  CHECK(p.edges[0].source == 0);
  CHECK(p.edges[0].target == 1);
  CHECK(p.edges[0].selects.size() == 2);
  CHECK_FALSE(p.edges[1].controllable);
  CHECK(p.edges[1].target == 3);  // the first branchpoint comes after three locations
  CHECK(p.edges[2].source == 3);
  CHECK(p.edges[3].direction == SyncDirection::receive);
  CHECK(d.declarations.size() == 4);
  CHECK(d.system.size() == 4);  // v, P1, the system line, progress
}

TEST_CASE("declarations between processes are global, after the last one they are not") {
  Workshop shop;
  parse_xta(shop.context, shop.add("int a; process P() { state s; init s; } int b; P1 = P(); process Q() { state s; "
                                   "init s; } int c; system P1;"));
  CHECK(shop.problems() == "");
  CHECK(shop.document.declarations.size() == 2);
  REQUIRE(shop.document.system.size() == 3);
  CHECK(shop.document.system[0]->kind == DeclKind::instantiation);
}

TEST_CASE("edges may omit the source of the previous edge") {
  Workshop shop;
  parse_xta(
      shop.context,
      shop.add("process P() { state s, t; init s; trans s -> t { }, -> s { }, t -> t { }, -u-> s { }; } system P;"));
  CHECK(shop.problems() == "");
  const auto edges = shop.document.templates[0]->edges;
  REQUIRE(edges.size() == 4);
  CHECK(edges[1].source == 0);
  CHECK(edges[3].source == 1);
  CHECK_FALSE(edges[3].controllable);
}

TEST_CASE("query blocks after the system line are read") {
  Workshop shop;
  parse_xta(shop.context,
            shop.add("process P() { state s; init s; } system P; query { A[] P.s } query { E<> not P.s }"));
  CHECK(shop.problems() == "");
  REQUIRE(shop.document.queries.size() == 2);
  CHECK(shop.document.queries[1]->kind == QueryKind::reachable);
  CHECK(shop.document.queries[1]->text == "E<> not P.s");
  CHECK(shop.document.queries[1]->index == 2);
}

TEST_CASE("old syntax becomes the same tree") {
  CHECK(canonical_xta(old_xta, Syntax::v3) == R"(const int N = 3, M = -1;
clock x, y;
int i = 0;
int[0, 5] k;
chan a;
urgent chan b;

process P(clock &z, int &v, int &w, const int n)
{
  state
    s0,
    s1 { z <= N && y <= 4 };
  commit s0;
  init s0;
  trans
    s0 -> s1 { guard z >= 1 && v == 0 && select >= n; sync a!; assign z = 0, v = v + 1; },
    s0 -> s0 { sync b?; };
}

process Q()
{
  state
    sum,
    exit;
  init sum;
  trans
    sum -> exit { };
}

R = P(x, i, k, 5);
system R, Q;
)");
}

TEST_CASE("the age of a text is detected") {
  Workshop shop;
  CHECK(parse_xta_any(shop.context, shop.add(old_xta)) == Syntax::v3);
  CHECK(shop.document.syntax == Syntax::v3);
  CHECK(shop.problems() == "1:1 note old-syntax: read as the old 3.x syntax");
  CHECK(shop.document.templates.size() == 2);

  Workshop modern;
  CHECK(parse_xta_any(modern.context, modern.add(full_model)) == Syntax::v4);
  CHECK(modern.problems() == "");

  Workshop neither;
  CHECK(parse_xta_any(neither.context,
                      neither.add("int f() { return 1 } process P() { state s; init s; } system P;")) == Syntax::v4);
  CHECK(neither.problems() == "1:20 error missing-semicolon: expected ';' after 'return', found '}'");
}

TEST_CASE("names that 4.x reserves are renamed when an old model is printed") {
  CHECK(canonical_xta("int while; process P { state if; init if; trans if -> if { guard while==0; }; } system P;",
                      Syntax::v3) ==
        "int while_;\n\nprocess P()\n{\n  state\n    if_;\n  init if_;\n  trans\n    if_ -> if_ { guard while_ == 0; "
        "};\n}\n\nsystem P;\n");
}

TEST_CASE("mistakes in processes are explained") {
  const auto in_process = [](const std::string& text) {
    return syntax_problems_of_xta("process P() {\n" + text + "\n} system P;");
  };
  CHECK(in_process("state s; init t;") == "2:15 error unknown-location: there is no location 't' in process 'P'");
  CHECK(in_process("state idle, busy; init idle; trans idle -> bussy { };") ==
        "2:44 error unknown-location: there is no location 'bussy' in process 'P'");
  CHECK(in_process("state s;") == "1:9 error missing-init: process 'P' has no initial location");
  CHECK(in_process("state s; init s; init s;") ==
        "2:23 error second-init: process 'P' already has an initial location");
  CHECK(in_process("state s; branchpoint b; init b;") ==
        "2:30 error branchpoint-misplaced: 'b' is a branchpoint, not a location");
  CHECK(in_process("state s; init s; trans s -> s { guard x; guard y; };") ==
        "2:42 error duplicate-label: this edge already has a 'guard' label");
  CHECK(in_process("state s; init s; trans s -> s { guard x };") ==
        "2:41 error missing-semicolon: expected ';' after the 'guard' label, found '}'");
  CHECK(in_process("state s; init s; trans s -> s { when x; };") ==
        "2:33 error syntax-error: expected a label ('select', 'guard', 'sync', 'assign' or 'probability') or '}', "
        "found 'when'");
  CHECK(in_process("state s; init s; trans -> s { };") ==
        "2:24 error syntax-error: the first edge needs a source location before '->'");
  CHECK(in_process("state s; init s; trans s -> s { }, ;") ==
        "2:36 error trailing-comma: expected an edge after ',', found ';'");
  CHECK(in_process("state s; init s; trans s -> s { } s -> s { };") ==
        "2:35 error missing-semicolon: expected ';' after the edges, found 's'");
  CHECK(syntax_problems_of_xta("process P { state s; init s; } system P;") ==
        "1:11 error syntax-error: expected '(' after the process name, found '{'");
  CHECK(syntax_problems_of_xta("process P() { state s; init s; system P;") ==
        "1:13 error unclosed-block: this '{' is never closed");
  CHECK(syntax_problems_of_xta("process P() { state s; init s; }") ==
        "1:33 error missing-system: there is no system line");
  CHECK(syntax_problems_of_xta("process init() { state s; init s; } system P;") ==
        "1:9 error keyword-as-name: the keyword 'init' cannot be used as the name of a process");
  CHECK(syntax_problems_of_xta("system P; query A[] x;") ==
        "1:17 error syntax-error: expected '{' after 'query', found 'A[]'");
}

TEST_CASE("one mistake does not hide the next process") {
  Workshop shop;
  parse_xta(
      shop.context,
      shop.add("process P() { state s; init s; trans s -> { }; }\nprocess Q() { state s; init t; }\nsystem P, Q"));
  CHECK(shop.problems() ==
        "1:43 error syntax-error: expected the target location of an edge, found '{' | "
        "2:29 error unknown-location: there is no location 't' in process 'Q' | "
        "3:12 error missing-semicolon: expected ';' after the system line, found the end of the text");
}

TEST_CASE("a spelling hint names the nearest location") {
  Workshop shop;
  parse_xta(shop.context, shop.add("process P() { state critical, idle; init critcal; } system P;"));
  CHECK(shop.first_hint() == "did you mean 'critical'?");
}

TEST_CASE("models truncated at every byte never crash and always give an error") {
  for (const char* const model : {full_model, old_xta}) {
    const std::string whole = model;
    for (std::size_t length = 0; length < whole.size(); ++length) {
      CAPTURE(length);
      Workshop shop;
      parse_xta_any(shop.context, shop.add(whole.substr(0, length)));
      const bool complete = whole.substr(0, length).find("system ") != std::string::npos;
      if (!complete) CHECK(shop.diagnostics.has_errors());
    }
  }
}

TEST_CASE("every byte of a model may be replaced by any other") {
  const std::string whole = full_model;
  for (std::size_t at = 0; at < whole.size(); ++at) {
    for (const char c : {'\0', '\xFF', '{', '}', '(', ';', '"', '/', '\\', 'A', '-'}) {
      std::string text = whole;
      text[at] = c;
      Workshop shop;
      parse_xta_any(shop.context, shop.add(text));
    }
  }
}

namespace {

void check_canonical(const std::filesystem::path& folder, std::size_t enough) {
  std::size_t models = 0, queries = 0;
  for (const auto& path : test::files_below(folder, {".xta", ".ta", ".q"})) {
    if (path.filename() == "broken.xta") continue;
    if (path.filename() == "utot-decl-05.xta") continue;  // an IO section after the system line: an error by design
    CAPTURE(path.filename().string());
    Workshop shop;
    if (path.extension() == ".xta" || path.extension() == ".ta") {
      ++models;
      parse_xta_any(shop.context, shop.add(read_file(path)));
      CHECK(shop.diagnostics.error_count() == 0);
      const std::string once = print_xta(shop.document);
      CHECK(canonical_xta(once) == once);
    } else if (path.extension() == ".q") {
      ++queries;
      const auto parsed = parse_query_file(shop.context, shop.add(read_file(path)));
      CHECK(shop.problems() == "");
      CHECK_FALSE(parsed.empty());
    }
  }
  CHECK(models > enough);
  CHECK(queries > enough);
}

}  // namespace

TEST_CASE("every text model and query file of ours parses and prints canonically") {
  check_canonical(test::source_dir() + "/tests/models", 8);
}

TEST_CASE("every text model and query file of the corpus parses and prints canonically", "[corpus]") {
  if (test::has_corpus()) check_canonical(test::corpus_dir(), 25);
}
