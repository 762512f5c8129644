// Typical slips and their diagnostics: one error each, at its position, with a remedy.
#include <catch2/catch.hpp>

#include "tests/parser/check_support.h"
#include "tests/parser/read_support.h"

using namespace orbita;
using namespace orbita::check_test;
using namespace orbita::testing;

namespace {

const std::string train_gate =
    "typedef int[0,2] id_t; chan appr[id_t], stop[id_t], leave; int n;\n"
    "process Train(const id_t id) { clock x; state Safe, Appr, Cross; init Safe; }\n"
    "process Gate() { int len; int front() { return 0; } state Free, Occ; init Free; }\n"
    "system Train, Gate;\n";

// Diagnostics of a query: "5 error missing-path-operator: … (hint)", the column first.
std::string told(const std::string& formula) {
  const std::string lines = problems_of_query(train_gate, formula);
  return lines.starts_with("1:") ? lines.substr(2) : lines;
}

// The same for one label of an edge of Train, on line 2.
std::string told_of_edge(const std::string& label) {
  std::string model = train_gate;
  const std::string place = "init Safe; }";
  model.replace(model.find(place), place.size(), "init Safe; trans Safe -> Appr {\n" + label + "; }; }");
  return problems_of_xta(model);
}

}  // namespace

TEST_CASE("path operators of the logic CTL are answered with UPPAAL's") {
  CHECK(told("AG n == 0") == "1 error missing-path-operator: 'AG' is no path operator (write 'A[]')");
  CHECK(told("AG(n == 0)") == "1 error missing-path-operator: 'AG' is no path operator (write 'A[]')");
  CHECK(told("EF Gate.Occ") == "1 error missing-path-operator: 'EF' is no path operator (write 'E<>')");
  CHECK(told("AF not Gate.Occ") == "1 error missing-path-operator: 'AF' is no path operator (write 'A<>')");
  CHECK(told("EG !Gate.Occ") == "1 error missing-path-operator: 'EG' is no path operator (write 'E[]')");
  CHECK(told("A G Gate.Occ") == "1 error missing-path-operator: 'A' is no path operator (write 'A[]')");
  CHECK(told("G Gate.Occ") == "1 error missing-path-operator: 'G' is no path operator (write 'A[]')");
  CHECK(told("[] n == 0") ==
        "1 error missing-path-operator: '[]' needs 'A' or 'E' before it (write 'A[]' (on all paths) or 'E[]' "
        "(on some path))");
  CHECK(told("<> n == 0") ==
        "1 error missing-path-operator: '<>' needs 'A' or 'E' before it (write 'A<>' (on all paths) or 'E<>' "
        "(on some path))");
}

TEST_CASE("operators of other languages are answered with UPPAAL's") {
  const std::string end = " error syntax-error: expected the end of the query, found ";
  CHECK(told("A[] n == 0 implies n == 1") == "12" + end + "'implies' (write 'imply' for 'if … then …')");
  CHECK(told("A[] n == 0 -> n == 1") == "12" + end + "'->' (write 'imply' for 'if … then …', or '-->' for 'leads to')");
  CHECK(told("A[] (n == 0 AND n == 1)") ==
        "13 error syntax-error: expected ')' to close the parenthesis, found 'AND' (write 'and' or '&&')");
  CHECK(told("A[] n == 0 or") ==
        "14 error syntax-error: expected an expression, found the end of the text (an operand is missing "
        "behind 'or')");
  CHECK(told("A[] Gate.len = 0") ==
        "5 error side-effect: a query must not modify variables, but this changes 'Gate.len' (a comparison is "
        "written '==')");
  CHECK(told("A[] n = 0") ==
        "5 error side-effect: a query must not modify variables, but this changes 'n' (a comparison is "
        "written '==')");
}

TEST_CASE("the variable of a quantifier stands in parentheses") {
  CHECK(told("A[] forall i : id_t n == i") ==
        "12 error syntax-error: the variable of 'forall' stands in parentheses (write 'forall (i : id_t) …')");
  CHECK(told("E<> exists i : int[0,1] n == i") ==
        "12 error syntax-error: the variable of 'exists' stands in parentheses (write 'exists (i : T) …')");
  CHECK(told("E<> exists (i in id_t) n == i") ==
        "15 error syntax-error: the type of the variable of 'exists' stands behind ':' (write 'exists (i : "
        "id_t) …')");
  CHECK(told("E<> exists (i, j : id_t) i == j") ==
        "14 error syntax-error: 'exists' binds one variable (write 'exists (i : id_t) exists (j : id_t) …')");
  CHECK(told("A[] forall (i : id_t) : n == i") ==
        "23 error syntax-error: expected the condition of 'forall', found ':' (remove the ':')");
}

TEST_CASE("misspelt names are answered with names allowed there") {
  CHECK(told("A[] not Deadlock") == "9 error unknown-name: unknown name 'Deadlock' (did you mean 'deadlock'?)");
  CHECK(told("E<> Train(0).Croos") ==
        "14 error unknown-member: template 'Train' has no location or variable 'Croos' (did you mean "
        "'Cross'?)");
  CHECK(told("E<> (Train(0).Croos)") ==
        "5 error unknown-member: template 'Train' has no location or variable 'Croos' (did you mean 'Cross'?)");
  CHECK(told("E<> Trian(0).Cross") == "5 error unknown-name: unknown name 'Trian' (did you mean 'Train'?)");
  CHECK(told_of_edge("sync apr[id]!") == "3:6 error unknown-name: unknown name 'apr' (did you mean 'appr'?)");
  CHECK(told_of_edge("sync Appr[id]!") ==
        "3:6 error not-a-value: 'Appr' is a location; locations can be named in queries only (did you mean "
        "'appr'?)");
  CHECK(told_of_edge("guard Saf == 1") == "3:7 error unknown-name: unknown name 'Saf'");  // not the location Safe
}

TEST_CASE("a name of another template is reported with its owner") {
  CHECK(told("E<> len == 1") == "5 error unknown-name: unknown name 'len' (write 'Gate.len')");
  CHECK(told("E<> Cross") == "5 error unknown-name: unknown name 'Cross' (write 'Train(…).Cross')");
  CHECK(told_of_edge("guard len == 1") ==
        "3:7 error unknown-name: unknown name 'len' ('len' is local to template 'Gate'; declare it globally "
        "to use it here)");
}

TEST_CASE("one slip in a label is one error") {
  CHECK(told_of_edge("guard x = 10") ==
        "3:7 error side-effect: a guard must not modify variables, but this changes 'x' (a comparison is "
        "written '==')");
  CHECK(told_of_edge("sync leave") ==
        "3:6 error sync-without-direction: this synchronisation has neither '!' nor '?' (write 'c!' to send "
        "and 'c?' to receive)");
  CHECK(told_of_edge("guard x < 1 || x > 2") ==
        "3:7 error constraint-class: a disjunction or negation of clock constraints cannot be used as a "
        "guard (make one edge for "
        "each alternative)");
  CHECK(problems_of_invariant("clock x;", "x <= 5 || x >= 10") ==
        "2:1 error constraint-class: a disjunction or negation of clock constraints cannot be used as an "
        "invariant (an invariant "
        "is a conjunction: make one location for each alternative, or test it in the guards of the edges)");
}

TEST_CASE("the cost of priced automata is refused once, by its name") {
  const std::string problems = problems_of_xta(
      "clock x;\nprocess P() { state a { cost' == 2 && x <= 5 }, b { cost' == 1 }; init a; trans a -> b { "
      "assign cost += 3; }; }\n"
      "system P;\n");
  CHECK(problems ==
        "2:25 error priced-automata: 'cost' is not declared; where it is built in (UPPAAL CORA) it is the "
        "cost of priced timed "
        "automata, which cannot be verified here (if it is a variable of this model, declare it)");
  CHECK(problems_of_xta("int cost; process P() { state a; init a; trans a -> a { assign cost++; }; } system P;") == "");
}

TEST_CASE("unescaped operators in XML are answered with the way to write them") {
  const auto hint_of = [](const std::string& guard) {
    const Reading r =
        read_xml_text(model_with("<transition><source ref=\"id0\"/><target ref=\"id1\"/>\n<label kind=\"guard\">" +
                                 guard + "</label></transition>"));
    REQUIRE(r.diagnostics.items().size() == 1);
    return r.problem() + " (" + r.diagnostics.items()[0].hint + ")";
  };
  const std::string ampersand = " (in XML text write '&amp;' for '&', so '&amp;&amp;' or 'and' for '&&')";
  CHECK(hint_of("i == 1 && x > 2") == "5:28: error[xml]: parser error: '&' begins no entity" + ampersand);
  CHECK(hint_of("i == 1 &&x > 2") == "5:28: error[xml]: parser error: '&' begins no entity" + ampersand);
  CHECK(hint_of("x < 5") == "5:23: error[xml]: parser error: '<' begins no element (in XML text write '&lt;' for '<')");
  CHECK(hint_of("x <i").find("(if a '<' before it is part of a formula: in XML text write '&lt;' for '<')") !=
        std::string::npos);
}
