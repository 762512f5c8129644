#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

#include "parser/grammar/grammar.h"
#include "parser/parser.h"
#include "syntax_support.h"

using namespace orbita;
using namespace orbita::syntax_test;

namespace {

// The query printed again, or its problems, or the reason why it is not supported.
std::string query(const std::string& text) {
  Workshop shop;
  const Query* parsed = parse_query(shop.context, shop.add(text));
  if (!shop.problems().empty()) return "problems: " + shop.problems();
  if (!parsed) return "nothing";
  if (parsed->kind == QueryKind::unsupported) return "unsupported: " + std::string(parsed->reason);
  return print(*parsed);
}

struct File {
  explicit File(const std::string& text) : queries(parse_query_file(shop.context, shop.add(text))) {}
  std::string texts() const {
    std::string out;
    for (const Query* q : queries) out += (out.empty() ? "" : " | ") + std::string(q->text);
    return out;
  }
  std::string kinds() const {  // '!' for a query with errors
    std::string out;
    for (const Query* q : queries) out += q->kind == QueryKind::invalid ? '!' : '-';
    return out;
  }
  std::string expectations() const {
    std::string out;
    for (const Query* q : queries) out += "-TFtfe"[static_cast<std::size_t>(q->expected)];
    return out;
  }
  Workshop shop;
  std::vector<Query*> queries;
};

}  // namespace

TEST_CASE("the symbolic forms") {
  CHECK(query("A[] not deadlock") == "A[] !deadlock");
  CHECK(query("E<>P.cs") == "E<> P.cs");
  CHECK(query("A<> x > 3 and y < 2") == "A<> x > 3 && y < 2");
  CHECK(query("E[] P(1, i).loc imply q") == "E[] P(1, i).loc imply q");
  CHECK(query("P.a --> P.b or P.c") == "P.a --> P.b || P.c");
  CHECK(query("sup: x, y + 1") == "sup: x, y + 1");
  CHECK(query("inf{P.a && x > 1}: P.x") == "inf{P.a && x > 1}: P.x");
  CHECK(query("bounds { p } : c") == "bounds{p}: c");
  CHECK(query("A[] forall (i : id_t) forall (j : int[0, 3]) P(i).cs && P(j).cs imply i == j") ==
        "A[] forall (i : id_t) forall (j : int[0, 3]) P(i).cs && P(j).cs imply i == j");
  CHECK(query("A[] (sum (i : id_t) P(i).cs) <= 1") == "A[] (sum (i : id_t) P(i).cs) <= 1");
  CHECK(query("E<>\n  p &&\n  q // why\n") == "E<> p && q");
  CHECK(query("A[] P.location == 2") == "A[] P.location == 2");
  CHECK(query("  // nothing here\n") == "nothing");
  CHECK(query("") == "nothing");
}

TEST_CASE("a query knows its kind, its text and its place") {
  Workshop shop;
  const auto block = shop.add("  /* c */ E<> P.a && x > 1  // end");
  const Query* parsed = parse_query(shop.context, block);
  REQUIRE(parsed);
  CHECK(parsed->kind == QueryKind::reachable);
  CHECK(parsed->text == "E<> P.a && x > 1");
  CHECK(parsed->span == Span{block, 10, 26});
  CHECK(shape(*parsed->predicate) == "((.a P) && (x > 1))");
}

TEST_CASE("model words are names in queries, and some more") {
  CHECK(query("E<> P.X && X > 1") == "E<> P.X && X > 1");
  CHECK(query("E<> a xor b") == "E<> a xor b");
  CHECK(query("A[] forall (j : bool) j") == "A[] forall (j : bool) j");
  CHECK(query("E<> sup > 1 && inf == bounds && simulation") == "E<> sup > 1 && inf == bounds && simulation");
  CHECK(query("E<> A && E && U[1] == W") == "E<> A && E && U[1] == W");
  CHECK(query("E<> P.guard && P.while") == "E<> P.guard_ && P.while_");  // printed names stay legal in models
  CHECK(query("E<> P.deadlock or deadlock.a or deadlock") == "E<> P.deadlock || deadlock.a || deadlock");
  CHECK(query("Pr > 1 --> control == 2") == "Pr > 1 --> control == 2");
  CHECK(query("A[i] == 1 --> E[j] == 2") == "A[i] == 1 --> E[j] == 2");
}

TEST_CASE("queries that are not symbolic are recognised and named") {
  CHECK(query("Pr[<=30](<> P.a)") == "unsupported: statistical query (Pr)");
  CHECK(query("Pr[#<=100; 10] ([] x < 1) >= 0.5") == "unsupported: statistical query (Pr)");
  CHECK(query("Pr (<>[0,5] p)") == "unsupported: statistical query (Pr)");
  CHECK(query("simulate[<=4000; 10] {x, y} : 1 : p") == "unsupported: statistical query (simulate)");
  CHECK(query("simulate 10 [<=10] {x}") == "unsupported: statistical query (simulate)");
  CHECK(query("E[<=10; 100](max: x)") == "unsupported: statistical query (E[…](max: …))");
  CHECK(query("E[x<=10; 100] (min: f(x)[1])") == "unsupported: statistical query (E[…](min: …))");
  CHECK(query("control: A[] p") == "unsupported: controller synthesis (control)");
  CHECK(query("{x, y} control: A[] p") == "unsupported: controller synthesis under partial observation");
  CHECK(query("E<> control: A[] p") == "unsupported: controller synthesis (control)");
  CHECK(query("control_t*(1, 2): A<> p") == "unsupported: controller synthesis (control_t)");
  CHECK(query("acontrol: A[] p { a }") == "unsupported: controller synthesis (acontrol)");
  CHECK(query("strategy S = control: A[] p") == "unsupported: strategy query (strategy)");
  CHECK(query("A[] p under S") == "unsupported: strategy query (under S)");
  CHECK(query("sup: x under S") == "unsupported: strategy query (under S)");
  CHECK(query("saveStrategy(\"f\", S)") == "unsupported: strategy query (saveStrategy)");
  CHECK(query("minE(x)[<=10] {a} -> {b} : <> p") == "unsupported: learning query (minE)");
  CHECK(query("maxPr[<=10] : <> p") == "unsupported: learning query (maxPr)");
  CHECK(query("A[p U q]") == "unsupported: synthesis objective (A[p U q])");
  CHECK(query("A[ x > 1 and (y) W z]") == "unsupported: synthesis objective (A[p W q])");
  CHECK(query("sat: Scenario") == "unsupported: live sequence chart (sat)");
  CHECK(query("E<> numOf(Child) > 2") == "unsupported: dynamic templates (numOf)");
  CHECK(query("A[] foreach (c : Child) c.x") == "unsupported: dynamic templates (foreach)");
  Workshop shop;
  const Query* parsed = parse_query(shop.context, shop.add(" Pr[<=1](<> a@b)\n  >= 0.5 "));
  REQUIRE(parsed);
  CHECK(parsed->text == "Pr[<=1](<> a@b)\n  >= 0.5");
}

TEST_CASE("mistakes in queries are explained") {
  CHECK(query("A [] p") == "problems: 1:1 error blank-in-path-operator: a path operator is written without blanks");
  CHECK(query("A[ ] p") == "problems: 1:1 error blank-in-path-operator: a path operator is written without blanks");
  CHECK(query("E <> p") == "problems: 1:1 error blank-in-path-operator: a path operator is written without blanks");
  CHECK(query("E< > p") == "problems: 1:1 error blank-in-path-operator: a path operator is written without blanks");
  CHECK(query("not E<> p") ==
        "problems: 1:5 error nested-path-quantifier: path quantifiers cannot be nested: 'E<>' must come first");
  CHECK(query("A[] p and E<> q") ==
        "problems: 1:11 error nested-path-quantifier: path quantifiers cannot be nested: 'E<>' must come first");
  CHECK(query("A[] (p && A<> q)") ==
        "problems: 1:11 error nested-path-quantifier: path quantifiers cannot be nested: 'A<>' must come first");
  CHECK(query("p --> q --> r") ==
        "problems: 1:9 error syntax-error: '-->' can only be used once, between two state predicates");
  CHECK(query("E<> p --> q") ==
        "problems: 1:7 error syntax-error: '-->' can only be used once, between two state predicates");
  CHECK(query("P.a && x > 1") ==
        "problems: 1:1 error missing-path-operator: a query starts with 'A[]', 'E<>', 'A<>' or 'E[]', or has the form "
        "'p --> q'");
  CHECK(query("A[] p;") == "problems: 1:6 error stray-semicolon: the query does not end with ';'");
  CHECK(query("A[] p q") == "problems: 1:7 error syntax-error: expected the end of the query, found 'q'");
  CHECK(query("A[]") == "problems: 1:4 error syntax-error: expected an expression, found the end of the text");
  CHECK(query("A[] (p") ==
        "problems: 1:7 error syntax-error: expected ')' to close the parenthesis, found the end of the text");
  CHECK(query("sup x") == "problems: 1:5 error syntax-error: expected an operator or '-->', found 'x'");
  CHECK(query("sup{p} x") == "problems: 1:8 error syntax-error: expected ':' after 'sup', found 'x'");
  CHECK(query("A[]+ p") == "A[] +p");
}

TEST_CASE("query files have one query per line") {
  const File file(
      "\xEF\xBB\xBF"
      "// first\nA[] p\r\n\nE<> q // after\n/* note\n on q2 */\nA<> r \\\n  && s\nE[] /* in\nside */ t\n");
  CHECK(file.shop.problems() == "");
  CHECK(file.texts() == "A[] p | E<> q | A<> r \\\n  && s | E[] /* in\nside */ t");
  REQUIRE(file.queries.size() == 4);
  CHECK(file.queries[2]->comment == "note\n on q2");
  CHECK(file.queries[3]->index == 4);
  CHECK(file.shop.document.sources.locate(file.queries[2]->span).line == 7);
  CHECK(File("").queries.empty());
  CHECK(File("\n// only a comment\n/* and another */").queries.empty());
}

TEST_CASE("open brackets continue a query, a path operator starts a new one") {
  const File file("A[] (p &&\n  q)\nE<> f(\nA[] r\n");
  CHECK(file.texts() == "A[] (p &&\n  q) | E<> f( | A[] r");
  CHECK(file.kinds() == "-!-");
  CHECK(file.shop.problems() == "3:7 error syntax-error: expected an expression, found the end of the text");
  CHECK(file.queries[2]->index == 3);
}

TEST_CASE("every error of a query file is reported") {
  const File file("A[] p;\nE<> q\nE <> r\nA[] (s\nE<> t /* open");
  CHECK(file.texts() == "A[] p; | E<> q | E <> r | A[] (s | E<> t");
  CHECK(file.kinds() == "!-!!-");
  CHECK(file.queries[3]->reason == "expected ')' to close the parenthesis, found the end of the text");
  CHECK(file.shop.problems() ==
        "1:6 error stray-semicolon: the query does not end with ';' | "
        "3:1 error blank-in-path-operator: a path operator is written without blanks | "
        "4:7 error syntax-error: expected ')' to close the parenthesis, found the end of the text | "
        "5:7 error unclosed-comment: this comment is never closed");
}

TEST_CASE("expectations are found in comments") {
  CHECK(File("A[] p\n/* EXPECT:T */\nE<> q\n/* EXPECT:F,10s */").expectations() == "TF");
  CHECK(File("A[] p /* EXPECT:SATISFIED */\nE<> q /* expect:unsat */").expectations() == "TF");
  CHECK(File("/* EXPECT:MT */ A[] p\n/* EXPECT:5MB,MF */ E<> q").expectations() == "tf");
  CHECK(File("// expect: satisfied\nA[] p\n\n// expect: not-satisfied\nE<> q // expect: error\n").expectations() ==
        "Te");
  CHECK(File("A[] p // expect: maybe-satisfied\nE<> q\n").expectations() == "t-");
  CHECK(File("A[] p // expected: nothing\nE<> q // expect: whatever\n").expectations() == "--");
  CHECK(File("/* EXPECT:T */\nA[] p").expectations() == "T");  // no query before it
}

TEST_CASE("formulas from the command line and files from disk") {
  Document document;
  Diagnostics diagnostics;
  const Query* good = read_formula(document, "E<> p", diagnostics);
  REQUIRE(good);
  CHECK(good->index == 1);
  CHECK(document.sources[good->span.block].file == "query");
  CHECK(read_formula(document, "  ", diagnostics)->kind == QueryKind::invalid);
  REQUIRE(diagnostics.items().size() == 1);
  CHECK(diagnostics.items()[0].code == "empty-query");
  CHECK(diagnostics.items()[0].message == "the query is empty");

  const auto path = std::filesystem::temp_directory_path() / "orbita-query-test.q";
  std::ofstream(path) << "A[] p\nE<> q\n";
  CHECK(read_query_file(document, path.string(), diagnostics).size() == 2);
  std::filesystem::remove(path);
  try {
    read_query_file(document, path.string(), diagnostics);
    FAIL("a missing file must be an error");
  } catch (const ModelError& error) {
    CHECK(error.diagnostics()[0].code == "cannot-read");
    CHECK(std::string(error.what()) == "cannot read '" + path.string() + "'");
  }
  CHECK_THROWS_AS(read_query_file(document, std::filesystem::temp_directory_path().string(), diagnostics), ModelError);
}

TEST_CASE("query files are printed and read back") {
  const File file("/*\nfirst\n*/\nA[] p\n\nE<> q && r\nPr[<=1](<>\n a)\n");
  const std::string once = print_query_file(file.queries);
  CHECK(once == "/*\nfirst\n*/\nA[] p\n\nE<> q && r\n\nPr[<=1](<> \\\n a)\n");
  CHECK(File(once).queries.size() == 3);
}

TEST_CASE("queries truncated at every byte never crash") {
  const std::string whole =
      "/* EXPECT:T */ A[] forall (i : id_t) (P(i).cs imply x[i]' == 2 ** 3) // expect: satisfied\nsup{a && b}: x, y\n"
      "E[<=10; 100](max: x + f(1, 2))\nA[ p U q ]\np --> q under S\n{ x } control: A<> y\nE<> numOf(T) > 1 \\\n && z\n";
  for (std::size_t from = 0; from < whole.size(); from += 7) {
    for (std::size_t to = from; to <= whole.size(); ++to) {
      Workshop shop;
      parse_query_file(shop.context, shop.add(whole.substr(from, to - from)));
      parse_query(shop.context, shop.add(whole.substr(from, to - from)));
    }
  }
}

TEST_CASE("characters that start no token are errors even at the end of a line of a query file") {
  const auto problems = [](const std::string& text) {
    Document document;
    Diagnostics diagnostics;
    TextBlock block;
    block.text = text;
    GrammarContext context{document, diagnostics};
    const std::size_t queries = parse_query_file(context, document.sources.add(std::move(block))).size();
    std::string result = std::to_string(queries);
    for (const Diagnostic& d : diagnostics.sorted()) {
      const Position at = document.sources.locate(d.where);
      result += " " + std::to_string(at.line) + ":" + std::to_string(at.column) + " " + d.code;
    }
    return result;
  };
  CHECK(problems("E<> i == 1 @\nE<> i\n") == "2 1:12 bad-character");
  CHECK(problems("E<> i\nE<> j\n@\n") == "2 3:1 bad-character");
  CHECK(problems("@\nE<> i\n") == "1 1:1 bad-character");
  CHECK(problems("E<> i ==\n\nE<> j\n") == "2 1:9 syntax-error");
  CHECK(problems("@\n") == "0 1:1 bad-character");
  CHECK(problems("\n// nothing\n") == "0");
  CHECK(problems("E<> i\n\n/* open") == "1 3:1 unclosed-comment");
}
