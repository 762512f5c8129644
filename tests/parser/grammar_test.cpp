#include "parser/grammar/grammar.h"

#include <catch2/catch.hpp>

#include "syntax_support.h"

using namespace orbita;
using namespace orbita::syntax_test;

namespace {

struct BinaryOperator {
  const char* text;
  int level;  // higher binds tighter
  const char* shown;
};

// The table of the language, written down independently.
const BinaryOperator operators[] = {
    // clang-format off
    {"**", 12, "**"}, {"*", 11, "*"},    {"/", 11, "/"},   {"%", 11, "%"},   {"+", 10, "+"},        {"-", 10, "-"},
    {"<<", 9, "<<"},  {">>", 9, ">>"},   {"<?", 8, "<?"},  {">?", 8, ">?"},  {"<", 7, "<"},         {"<=", 7, "<="},
    {">=", 7, ">="},  {">", 7, ">"},     {"==", 6, "=="},  {"!=", 6, "!="},  {"&", 5, "&"},         {"^", 4, "^"},
    {"|", 3, "|"},    {"&&", 2, "&&"},   {"and", 2, "&&"}, {"||", 1, "||"},  {"or", 1, "||"},       {"xor", 1, "xor"},
    {"imply", 1, "imply"},
    // clang-format on
};

std::string printed(const std::vector<Decl*>& decls) {
  std::string out;
  for (const Decl* decl : decls) out += (out.empty() ? "" : "\n") + print(*decl);
  return out;
}

// Parses declarations and prints them again; problems instead if there are any.
std::string declarations(const std::string& text, Syntax syntax = Syntax::v4) {
  Workshop shop(syntax);
  const auto decls = parse_declarations(shop.context, shop.add(text));
  return shop.problems().empty() ? printed(decls) : "problems: " + shop.problems();
}

std::string body(const std::string& statements) {
  const std::string all = declarations("void f() { " + statements + " }");
  const std::string head = "void f()\n{\n", tail = "}";
  if (all.substr(0, head.size()) != head) return all;
  return all.substr(head.size(), all.size() - head.size() - tail.size());
}

}  // namespace

TEST_CASE("every pair of binary operators groups by the table") {
  for (const auto& first : operators) {
    for (const auto& second : operators) {
      const std::string text = std::string("a ") + first.text + " b " + second.text + " c";
      CAPTURE(text);
      const std::string f = std::string(" ") + first.shown + " ", s = std::string(" ") + second.shown + " ";
      const std::string expected =
          first.level >= second.level ? "((a" + f + "b)" + s + "c)" : "(a" + f + "(b" + s + "c))";
      CHECK(shape_of(text) == expected);
    }
  }
}

TEST_CASE("unary operators bind tighter than every binary one and looser than postfix") {
  for (const auto& op : operators) {
    const std::string o = std::string(" ") + op.text + " ", s = std::string(" ") + op.shown + " ";
    CAPTURE(o);
    CHECK(shape_of("-a" + o + "b") == "((minus a)" + s + "b)");
    CHECK(shape_of("not a" + o + "b") == "((not a)" + s + "b)");
    CHECK(shape_of("a" + o + "!b") == "(a" + s + "(not b))");
    CHECK(shape_of("a" + o + "+b") == "(a" + s + "(plus b))");
    CHECK(shape_of("++a" + o + "b--") == "((pre++ a)" + s + "(post-- b))");
  }
  CHECK(shape_of("-a.b[1]") == "(minus (index (.b a) 1))");
  CHECK(shape_of("!f(x, y)") == "(not (call f x y))");
  CHECK(shape_of("- - !a") == "(minus (minus (not a)))");
  CHECK(shape_of("--a") == "(pre-- a)");
  CHECK(shape_of("-x'") == "(minus (rate x))");
  CHECK(shape_of("x' == 1") == "((rate x) == 1)");
  CHECK(shape_of("a++ + ++b") == "((post++ a) + (pre++ b))");
}

TEST_CASE("conditionals and assignments extend to the right") {
  CHECK(shape_of("p ? a : b ? c : d") == "(?: p a (?: b c d))");
  CHECK(shape_of("p ? q ? a : b : c") == "(?: p (?: q a b) c)");
  CHECK(shape_of("p ? a : b = c") == "(?: p a (b = c))");
  CHECK(shape_of("a = p ? b : c") == "(a = (?: p b c))");
  CHECK(shape_of("a || b ? c : d") == "(?: (a || b) c d)");
  CHECK(shape_of("a = b = c") == "(a = (b = c))");
  CHECK(shape_of("a := b + 1") == "(a = (b + 1))");
  for (const char* op : {"=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="}) {
    CAPTURE(op);
    CHECK(shape_of(std::string("a ") + op + " b " + op + " c or d") ==
          std::string("(a ") + op + " (b " + op + " (c || d)))");
  }
}

TEST_CASE("quantifier bodies extend as far as they can") {
  CHECK(shape_of("p && forall (i : T) a[i] or q") == "(p && (forall i ((index a i) || q)))");
  CHECK(shape_of("(forall (i : T) a) && b") == "((forall i a) && b)");
  CHECK(shape_of("forall (i : int[0, 3]) exists (j : T) a == b ? c : d") == "(forall i (exists j (?: (a == b) c d)))");
  CHECK(shape_of("!exists (i : T) a && b") == "(not (exists i (a && b)))");
  CHECK(shape_of("1 + sum (i : T) a[i] * 2") == "(1 + (sum i ((index a i) * 2)))");
  CHECK(shape_of("f(forall (i : T) a, b)") == "(call f (forall i a) b)");
}

TEST_CASE("operands of every kind") {
  CHECK(shape_of("12") == "12");
  CHECK(shape_of("010") == "10");
  CHECK(shape_of("true && false") == "(1 && 0)");
  CHECK(shape_of("1.5 + 2e3") == "(1.500000 + 2000.000000)");
  CHECK(shape_of("f(\"a b\")") == "(call f \"a b\")");
  CHECK(shape_of("a[1][2].b.c(3)") == "(call (.c (.b (index (index a 1) 2))) 3)");
  CHECK(shape_of("f()") == "(call f)");
  CHECK(shape_of("((a))") == "a");
  CHECK(shape_of("A + E + U + W + R") == "((((A + E) + U) + W) + R)");
  CHECK(shape_of("spawn P(1)") == "(spawn P 1)");
  CHECK(shape_of("exit()") == "(exit)");
}

TEST_CASE("integers have 32 bits and one more below zero") {
  CHECK(shape_of("2147483647") == "2147483647");
  CHECK(shape_of("-2147483648") == "-2147483648");
  CHECK(shape_of("- 2147483648 + 1") == "(-2147483648 + 1)");
  CHECK(shape_of("-2147483647") == "(minus 2147483647)");
  const char* message = "error integer-too-large: the number '2147483648' is larger than 2147483647";
  CHECK(shape_of("2147483648") == std::string("problems: 1:1 ") + message);
  CHECK(shape_of("1-2147483648") == std::string("problems: 1:3 ") + message);
  CHECK(shape_of("-(2147483648)") == std::string("problems: 1:3 ") + message);
  CHECK(shape_of("99999999999999999999999") ==
        "problems: 1:1 error integer-too-large: the number '99999999999999999999999' is larger than 2147483647");
  CHECK(shape_of("1e999") == "problems: 1:1 error floating-out-of-range: the number '1e999' is out of range");
}

TEST_CASE("spans cover what was written") {
  Workshop shop;
  const auto block = shop.add("a + (b * c) - f(x)[1]");
  const Expr* expr = parse_expression(shop.context, block);
  const auto text = [&](const Expr* e) { return std::string(shop.document.sources.text(e->span)); };
  CHECK(text(expr) == "a + (b * c) - f(x)[1]");
  CHECK(text(expr->args[0]) == "a + (b * c)");
  CHECK(text(expr->args[0]->args[1]) == "(b * c)");
  CHECK(text(expr->args[1]) == "f(x)[1]");
  CHECK(text(expr->args[1]->args[0]) == "f(x)");
}

// ------------------------------------------------------------- declarations

TEST_CASE("every form of declaration is read") {
  for (const char* text : {
           "int a;",
           "int a, b[3], c = 4;",
           "int[0, N - 1] a = 2;",
           "const int N = 3;",
           "const bool b[2] = {true, false};",
           "meta int x;",
           "clock x, y[3];",
           "hybrid clock h;",
           "chan a;",
           "urgent chan u;",
           "broadcast chan b[2];",
           "urgent broadcast chan ub;",
           "double d = 1.5;",
           "const string s = \"text\";",
           "typedef int[1, 5] id_t;",
           "typedef scalar[3] S;",
           "typedef struct { int a, b; bool c[2]; } T, U[2];",
           "typedef const int[1, N] pid_t;",
           "struct { struct { int a; } b; } s = {{1}};",
           "T t = {a: 1, b: {2, 3}};",
           "int a[int[2, 4]][S][scalar[2]];",
           "chan priority a, d[0] < default < b, e;",
           "before_update { x = 1, y = 2 }",
           "after_update { f() }",
           "dynamic Child(const int a, int &b);",
           "P1 = P();",
           "Q(const T i, int &x[2]) = P(i, x, f(i) + 1);",
       }) {
    CAPTURE(text);
    CHECK(declarations(text) == text);
  }
}

TEST_CASE("declarations with several lines are read") {
  CHECK(declarations("int f(int a, const T &b[2]) { return a; }") == "int f(int a, const T &b[2])\n{\n  return a;\n}");
  CHECK(declarations("import \"lib.so\" { int f(int a); g = double h(double x); }; int z;") ==
        "import \"lib.so\" {\n  int f(int a);\n  g = double h(double x);\n}\nint z;");
  CHECK(declarations("int a;;\n;int b;") == "int a;\nint b;");
  CHECK(declarations("broadcast urgent chan c;") == "urgent broadcast chan c;");
  CHECK(declarations("Q := P(1);") == "Q = P(1);");
  CHECK(declarations("") == "");
}

TEST_CASE("the system section lists processes, priorities, progress and gantt") {
  const auto system = [](const std::string& text) {
    Workshop shop;
    const auto decls = parse_system(shop.context, shop.add(text));
    return shop.problems().empty() ? printed(decls) : "problems: " + shop.problems();
  };
  CHECK(system("int x; P1 = P(x); system P1, Q < R;") == "int x;\nP1 = P(x);\nsystem P1, Q < R;");
  CHECK(system("system P; progress { x; P.a : y + 1; }") == "system P;\nprogress {\n  x;\n  P.a : y + 1;\n}");
  CHECK(system("system P; gantt { G(i : T): a -> 1, for (j : U) b -> 2; }") ==
        "system P;\ngantt { G(i : T): a -> 1, for (j : U) b -> 2; }");
  CHECK(system("int x;") == "problems: 1:7 error missing-system: there is no system line");
  CHECK(system("") == "problems: 1:1 error missing-system: there is no system line");
  CHECK(system("system P; system Q;") == "problems: 1:11 error second-system-line: there is already a system line");
  CHECK(system("system P(1);") == "problems: 1:9 error syntax-error: the system line lists names only, found '('");
  CHECK(
      system("system P; int x;") ==
      "problems: 1:11 error syntax-error: expected nothing after the system line but 'progress' and 'gantt', found the "
      "keyword 'int'");
  CHECK(system("system P") ==
        "problems: 1:9 error missing-semicolon: expected ';' after the system line, found the end of the text");
}

TEST_CASE("levels in the system line and in channel priorities rise at each '<'") {
  Workshop shop;
  const auto decls = parse_system(shop.context, shop.add("chan priority a < default, b < c; system A, B < C < D;"));
  REQUIRE(decls.size() == 2);
  REQUIRE(decls[0]->priorities.size() == 4);
  CHECK(decls[0]->priorities[1].channel == nullptr);
  CHECK(decls[0]->priorities[2].level == 1);
  CHECK(decls[0]->priorities[3].level == 2);
  CHECK(decls[1]->system[1].level == 0);
  CHECK(decls[1]->system[3].level == 2);
}

TEST_CASE("local declarations have no instances and no hooks") {
  Workshop shop;
  parse_local_declarations(shop.context, shop.add("int a; P1 = P();"));
  CHECK(shop.problems() ==
        "1:8 error syntax-error: only variables, types and functions can be declared here, found 'P1'");
}

// --------------------------------------------------------------- statements

TEST_CASE("every statement is read") {
  CHECK(body(";") == "  ;\n");
  CHECK(body("x = 1;") == "  x = 1;\n");
  CHECK(body("{ int y; const T z = 1; y = z; }") == "  {\n    int y;\n    const T z = 1;\n    y = z;\n  }\n");
  CHECK(body("if (a) b = 1;") == "  if (a)\n    b = 1;\n");
  CHECK(body("if (a, b) { c = 1; } else d = 2;") == "  if (a, b) {\n    c = 1;\n  }\n  else\n    d = 2;\n");
  CHECK(body("if (a) b++; else if (c) d++; else e++;") ==
        "  if (a)\n    b++;\n  else if (c)\n    d++;\n  else\n    e++;\n");
  CHECK(body("for (i = 0, j = 1; i < 3; i++, j--) f(i);") == "  for (i = 0, j = 1; i < 3; i++, j--)\n    f(i);\n");
  CHECK(body("for (i : int[0, 3]) x += i;") == "  for (i : int[0, 3])\n    x += i;\n");
  CHECK(body("while (x > 0) x--;") == "  while (x > 0)\n    x--;\n");
  CHECK(body("do { x--; } while (x > 0);") == "  do {\n    x--;\n  }\n  while (x > 0);\n");
  CHECK(body("return;") == "  return;\n");
  CHECK(body("return x + 1;") == "  return x + 1;\n");
  CHECK(body("assert x > 0;") == "  assert x > 0;\n");
  CHECK(body("typedef int[0, 1] B; B b; b = 1;") == "  typedef int[0, 1] B;\n  B b;\n  b = 1;\n");
}

TEST_CASE("an else belongs to the nearest if, in the tree and in print") {
  CHECK(body("if (a) if (b) x = 1; else x = 2;") == "  if (a)\n    if (b)\n      x = 1;\n    else\n      x = 2;\n");
  CHECK(body("if (a) { if (b) x = 1; } else x = 2;") ==
        "  if (a) {\n    if (b)\n      x = 1;\n  }\n  else\n    x = 2;\n");
}

TEST_CASE("mistakes in statements are explained") {
  const auto problems = [](const std::string& statements) {
    return problems_of_declarations("void f() {\n" + statements + "\n}");
  };
  CHECK(problems("x = 1") == "3:1 error missing-semicolon: expected ';' after the statement, found '}'");
  CHECK(problems("x = 1; int y;") ==
        "2:8 error declaration-after-statement: declarations come before the statements of a block");
  CHECK(problems("for (int i = 0; i < 3; i++) ;") ==
        "2:6 error declaration-in-for: variables cannot be declared inside 'for (…)'");
  CHECK(problems("for (; i < 3; i++) ;") == "2:6 error syntax-error: expected the initialisation of 'for', found ';'");
  CHECK(problems("for (i = 0; i < 3;) ;") == "2:19 error syntax-error: expected the step of 'for', found ')'");
  CHECK(problems("if x > 1) ;") == "2:4 error syntax-error: expected '(' after 'if', found 'x'");
  CHECK(problems("else x = 1;") == "2:1 error syntax-error: this 'else' belongs to no 'if'");
  CHECK(problems("do x--; until (x);") ==
        "2:9 error syntax-error: expected 'while' after the body of 'do', found 'until'");
  CHECK(problems("while (i-->0) ;") ==
        "2:9 error leads-to-in-expression: '-->' is the leads-to operator of queries, not part of an expression");
  CHECK(problems("x = {1};") == "2:5 error syntax-error: a list in braces can only initialise a variable");
  CHECK(problems("x = ; y = ;") ==
        "2:5 error syntax-error: expected an expression, found ';' | 2:11 error syntax-error: expected an expression, "
        "found ';'");
  CHECK(problems_of_declarations("void f() { x = 1;") == "1:10 error unclosed-block: this '{' is never closed");
  CHECK(problems_of_declarations("void f() { int g() { } }") ==
        "1:17 error syntax-error: functions cannot be declared inside functions");
}

TEST_CASE("mistakes in declarations are explained, all of them in one run") {
  const auto problems = [](const std::string& text) { return problems_of_declarations(text); };
  CHECK(problems("int a\nint b;") ==
        "2:1 error missing-semicolon: expected ';' after the declaration of 'a', found the keyword 'int'");
  CHECK(problems("int 3a; bool b; int ;") ==
        "1:5 error syntax-error: expected a name, found '3' | 1:21 error syntax-error: expected a name, found ';'");
  CHECK(problems("int guard;") == "1:5 error keyword-as-name: the keyword 'guard' cannot be used as a name");
  CHECK(problems("int x = while;") == "1:9 error keyword-as-name: the keyword 'while' cannot stand in an expression");
  CHECK(problems("int a[];") == "1:6 error syntax-error: expected the size of the array between '[' and ']'");
  CHECK(problems("int[5] a;") == "1:6 error syntax-error: a range needs two bounds");
  CHECK(problems("int a[2] = {};") == "1:12 error empty-list: an initialiser list cannot be empty");
  CHECK(problems("int a[2] = {1,};") ==
        "1:15 error trailing-comma: expected a value after ',' in the initialiser list, found '}'");
  CHECK(problems("struct { } s;") == "1:8 error empty-struct: a struct needs at least one field");
  CHECK(problems("const meta int x;") == "1:7 error conflicting-prefix: 'meta' does not go with the prefix before it");
  CHECK(problems("void f(int a, b) { }") == "1:15 error parameter-without-type: parameter 'b' needs a type of its own");
  CHECK(problems("void f(int a) ;") == "1:15 error syntax-error: expected '{' and the body of function 'f', found ';'");
  CHECK(problems("f() { }") == "1:1 error syntax-error: function 'f' needs a return type");
  CHECK(problems("P1 = P;") == "1:7 error syntax-error: expected '(' and the arguments of 'P', found ';'");
  CHECK(problems("IO P(a) { }") ==
        "1:1 error unsupported-declaration: 'IO' declarations (input/output specifications) are not supported");
  CHECK(problems("before_update { x = 1; }") == "1:22 error stray-semicolon: an update does not end with ';'");
  CHECK(problems("system P;") == "1:1 error system-line-misplaced: the system line belongs in the system section");
  CHECK(problems("process P() { }") == "1:1 error process-misplaced: a process cannot be declared here");
  CHECK(problems("}") == "1:1 error syntax-error: this '}' closes nothing");
  CHECK(problems("if (a) b = 1;") ==
        "1:1 error syntax-error: statements can only stand inside a function, found the keyword 'if'");
  CHECK(problems("int x = A[] + 1;") ==
        "1:9 error path-quantifier-in-model: 'A[]' is a path quantifier and belongs in a query");
  CHECK(problems("bool b = x =< 3;") == "1:12 error old-operator: '=<' is 3.x syntax");
  CHECK(problems("bool b = x => 3;") == "1:12 error old-operator: '=>' is 3.x syntax");
  CHECK(problems("bool b = x <> 3;") == "1:12 error syntax-error: '<>' is not an operator");
}

// ------------------------------------------------------------------- labels

TEST_CASE("labels of edges and locations") {
  Workshop shop;
  CHECK(print(*parse_guard(shop.context, shop.add("x >= 3 && y == 2"))) == "x >= 3 && y == 2");
  CHECK(print(*parse_update(shop.context, shop.add("x = 0, f(), y++"))) == "x = 0, f(), y++");
  CHECK(parse_guard(shop.context, shop.add(" // nothing\n")) == nullptr);
  CHECK(parse_update(shop.context, shop.add("")) == nullptr);
  const auto selects = parse_select(shop.context, shop.add("i : T, j : int[0, 3]"));
  REQUIRE(selects.size() == 2);
  CHECK(print(selects[1]) == "j : int[0, 3]");
  CHECK(parse_sync(shop.context, shop.add("c[i]!")).direction == SyncDirection::send);
  CHECK(parse_sync(shop.context, shop.add("c[i ? 1 : 2] ?")).direction == SyncDirection::receive);
  CHECK(parse_sync(shop.context, shop.add("")).direction == SyncDirection::none);
  const RateLabel rate = parse_rate(shop.context, shop.add("1 : 2"));
  CHECK(print(*rate.first) == "1");
  CHECK(print(*rate.second) == "2");
  CHECK(parse_rate(shop.context, shop.add("3")).second == nullptr);
  const auto params = parse_parameters(shop.context, shop.add("const int n, clock &x, T a[3]"));
  REQUIRE(params.size() == 3);
  CHECK(print(params[1]) == "clock &x");
  CHECK(params[1].declarator.by_reference);
  CHECK(shop.problems().empty());
}

TEST_CASE("common slips in labels get a message of their own") {
  const auto guard = [](const std::string& text) {
    Workshop shop;
    parse_guard(shop.context, shop.add(text));
    return shop.problems();
  };
  const auto update = [](const std::string& text) {
    Workshop shop;
    parse_update(shop.context, shop.add(text));
    return shop.problems();
  };
  CHECK(guard("x > 1;") == "1:6 error stray-semicolon: a condition does not end with ';'");
  CHECK(update("x = 1;\n") == "1:6 error stray-semicolon: an update does not end with ';'");
  CHECK(update("x = 1; y = 2") ==
        "1:6 error stray-semicolon: an update does not end with ';' | 1:8 error syntax-error: expected the end of an "
        "update, found 'y'");
  CHECK(guard("x > 1, y < 2") == "1:6 error comma-in-condition: conditions are joined with '&&', not with ','");
  CHECK(guard("x > 1 y < 2") == "1:7 error syntax-error: expected the end of a condition, found 'y'");
  CHECK(guard("x = 1") == "");  // assignment where a comparison was meant: left to the checker
  Workshop shop;
  CHECK(parse_sync(shop.context, shop.add("c")).direction == SyncDirection::csp);
  CHECK(shop.problems() == "");  // refused by the checker where a process uses it
}

TEST_CASE("names of templates and locations") {
  const auto name = [](const std::string& text) {
    Workshop shop;
    const NameLabel label = parse_name(shop.context, shop.add(text));
    return std::string(label.name) + (shop.problems().empty() ? "" : "! " + shop.problems());
  };
  CHECK(name("\n  Idle\t") == "Idle");
  CHECK(name("a$b") == "a$b");
  CHECK(name("init") == "! 1:1 error keyword-as-name: the keyword 'init' cannot be used as a name");
  CHECK(name("while") == "while! 1:1 warning later-keyword: 'while' is a keyword in newer versions of the language");
  CHECK(name("123") == "! 1:1 error syntax-error: expected a name, found '123'");
  CHECK(name("Template22 e") == "! 1:12 error syntax-error: expected a single name, found 'e'");
  CHECK(name("") == "! 1:1 error syntax-error: expected a name, found the end of the text");
}

// --------------------------------------------------- words that became keywords

TEST_CASE("later keywords are names where they are declared as such") {
  for (const char* word :
       {"sum",      "exit",        "exists",      "forall",  "spawn",  "dynamic",  "hybrid",        "query",
        "location", "progress",    "gantt",       "IO",      "assert", "string",   "double",        "xor",
        "select",   "probability", "branchpoint", "default", "import", "priority", "before_update", "after_update"}) {
    CAPTURE(word);
    const std::string w = word;
    CHECK(problems_of_declarations("int " + w + " = 1;") ==
          "1:5 warning later-keyword: '" + w + "' is a keyword in newer versions of the language");
    Workshop shop;
    const auto decls = parse_declarations(
        shop.context, shop.add("int " + w + "; void f() { " + w + " = " + w + " + 1; " + w + "++; }"));
    CHECK(shop.diagnostics.error_count() == 0);
    CHECK(printed(decls) == "int " + w + ";\nvoid f()\n{\n  " + w + " = " + w + " + 1;\n  " + w + "++;\n}");
  }
}

TEST_CASE("later keywords keep their meaning where they are not declared") {
  CHECK(shape_of("sum (i : T) a[i]") == "(sum i (index a i))");
  CHECK(shape_of("sum + sum(1)") == "(sum + (call sum 1))");
  CHECK(shape_of("a xor b") == "(a xor b)");
  CHECK(shape_of("xor + 1") == "(xor + 1)");
  CHECK(shape_of("exit(1)") == "(call exit 1)");
  CHECK(declarations("chan priority;").find("later-keyword") != std::string::npos);
  CHECK(declarations("chan priority a < b;") == "chan priority a < b;");
  CHECK(body("spawn P(x);") == "  spawn P(x);\n");
  CHECK(body("assert(x > 1);") == "  assert x > 1;\n");
  CHECK(body("double d; d = 1.5;") == "  double d;\n  d = 1.5;\n");
}

TEST_CASE("a function called assert or exit stays a function") {
  Workshop shop;
  const auto decls = parse_declarations(
      shop.context, shop.add("void assert(bool b) { } void exit() { } void f() { assert(x); exit(); }"));
  REQUIRE(decls.size() == 3);
  const auto statements = decls[2]->function->body->body;
  REQUIRE(statements.size() == 2);
  CHECK(statements[0]->kind == StmtKind::expression);
  CHECK(shape(*statements[0]->condition) == "(call assert x)");
  CHECK(shape(*statements[1]->condition) == "(call exit)");
  CHECK(shop.diagnostics.error_count() == 0);
}

// ------------------------------------------------------------ hostile nesting

TEST_CASE("very deep nesting is an error, not a crash") {
  const int n = 100000;
  const auto repeat = [](const std::string& piece, int count) {
    std::string out;
    for (int i = 0; i < count; ++i) out += piece;
    return out;
  };
  const auto deep = [](const std::string& text) {
    Workshop shop;
    parse_declarations(shop.context, shop.add(text));
    return shop.diagnostics.items().size() == 1 ? shop.diagnostics.items()[0].code : shop.problems().substr(0, 300);
  };
  CHECK(deep("int x = " + repeat("(", n) + "1" + repeat(")", n) + ";") == "nested-too-deep");
  CHECK(deep("int x = " + repeat("- ", n) + "1;") == "nested-too-deep");
  CHECK(deep("int x = " + repeat("!", n) + "1;") == "nested-too-deep");
  CHECK(deep("int x = " + repeat("a[", n) + "1;") == "nested-too-deep");
  CHECK(deep("int x = " + repeat("f(", n) + "1;") == "nested-too-deep");
  CHECK(deep("int x = " + repeat("a ? b : ", n) + "1;") == "nested-too-deep");
  CHECK(deep("int x = " + repeat("a = ", n) + "1;") == "nested-too-deep");
  CHECK(deep("int x = " + repeat("a + ", n) + "1;") == "nested-too-deep");
  CHECK(deep("int x = a" + repeat("[0]", n) + ";") == "nested-too-deep");
  CHECK(deep("int x = a" + repeat("'", n) + ";") == "nested-too-deep");
  CHECK(deep("int x = " + repeat("forall (i : T) ", n) + "1;") == "nested-too-deep");
  CHECK(deep("int x = " + repeat("forall (i : int[0, ", n) + "1;") == "nested-too-deep");
  CHECK(deep("int x = " + repeat("{", n) + "1" + repeat("}", n) + ";") == "nested-too-deep");
  CHECK(deep(repeat("struct { ", n) + "int x;") == "nested-too-deep");
  CHECK(deep("int a" + repeat("[int[0, b(forall (i : int[0, ", n) + ";") == "syntax-error");
  CHECK(deep("void f() " + repeat("{", n)) == "nested-too-deep");
  CHECK(deep("void f() { " + repeat("if (a) ", n) + ";}") == "nested-too-deep");
  CHECK(deep("void f() { " + repeat("if (a) ; else ", n) + ";}") == "nested-too-deep");
  CHECK(deep("void f() { " + repeat("do ", n) + ";}") == "nested-too-deep");
  CHECK(deep("int x = " + repeat("a||a&&a|a^a&a==a<a<?a<<a+a*a**(", 10000) + "1;") == "nested-too-deep");
  CHECK(deep("int x = " + repeat("(" + repeat("a + ", 4000), 500) + "1;") == "nested-too-deep");
  CHECK(problems_of_declarations("int x = " + repeat("(", 2000) + "1;") ==
        "1:509 error nested-too-deep: nested more than 1000 levels deep");
}

TEST_CASE("long but flat text is no problem") {
  std::string sum = "int x = 1";
  for (int i = 0; i < 4000; ++i) sum += " + 1";
  CHECK(problems_of_declarations(sum + ";") == "");
  std::string list = "int x[100000] = {0";
  for (int i = 0; i < 100000; ++i) list += ", 0";
  CHECK(problems_of_declarations(list + "};") == "");
}

TEST_CASE("endless errors end") {
  std::string text;
  for (int i = 0; i < 200000; ++i) text += "int ; ";
  Workshop shop;
  parse_declarations(shop.context, shop.add(text));
  CHECK(shop.diagnostics.error_count() > 100);
  CHECK(shop.diagnostics.error_count() < 1000);
}
