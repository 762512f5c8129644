// Expressions: operand types, clock terms and constraint classes, places, calls.
#include <catch2/catch.hpp>

#include "tests/parser/check_support.h"

using namespace orbita;
using namespace orbita::check_test;

TEST_CASE("operators need integers") {
  CHECK(problems_of_body("chan c;", "return c + 1;") == "2:8 error type-mismatch: '+' needs integers, not chan");
  CHECK(problems_of_body("clock x;", "return x;") == "2:8 error type-mismatch: 'f' returns int, not clock");
  CHECK(problems_of_body("struct { int a; } s;", "return -s;") ==
        "2:9 error type-mismatch: '-' needs an integer, not struct { int a; }");
  CHECK(problems_of_body("int a[2];", "return a * 2;") == "2:8 error type-mismatch: '*' needs integers, not int[2]");
  CHECK(problems_of_body("bool b; int i;", "return b + i << true | 3 ** 2 <? 4 % 3;") == "");
}

TEST_CASE("logical operators need conditions") {
  CHECK(problems_of_body("chan c;", "return c && true;") == "2:8 error type-mismatch: '&&' needs conditions, not chan");
  CHECK(problems_of_body("chan c;", "return not c;") == "2:12 error type-mismatch: '!' needs a condition, not chan");
  CHECK(problems_of_body("bool b;", "return b imply 3 or b xor 2;") == "");
}

TEST_CASE("comparisons need values of one kind") {
  CHECK(problems_of_body("chan c, d;", "return c == d;") ==
        "2:8 error type-mismatch: '==' cannot compare chan with chan");
  CHECK(problems_of_body("chan c;", "return c < 1;") == "2:8 error type-mismatch: '<' needs integers, not chan");
  CHECK(problems_of_body("struct { int a; } s;", "return s == 1;") ==
        "2:8 error type-mismatch: '==' cannot compare struct { int a; } with int");
  CHECK(problems_of_body("int i; bool b;", "return i == b && i < b && b != true;") == "");
}

TEST_CASE("only variables can be modified") {
  CHECK(problems_of_body("", "1 = 2; return 0;") == "2:1 error not-a-place: the left side of '=' must be a variable");
  CHECK(problems_of_body("int i;", "i + 1 = 2; return 0;") ==
        "2:1 error not-a-place: the left side of '=' must be a variable");
  CHECK(problems_of_body("int i, j;", "(i > j ? i : j) = 2; ++i = 3; (i = j) += 2; return 0;") == "");
  CHECK(problems_of_body("int i; bool b;", "(i > 0 ? i : b) = 2; return 0;") ==
        "2:1 error not-a-place: the left side of '=' must be a variable");
  CHECK(problems_of_body("const int c = 1;", "c = 2; return 0;") == "2:1 error read-only: 'c' is constant");
  CHECK(problems_of_body("const int c[2] = {1,2};", "c[0]++; return 0;") == "2:1 error read-only: 'c' is constant");
  CHECK(problems_of_body("bool b;", "b++; return 0;") ==
        "2:1 error type-mismatch: '++' needs an integer variable, not bool");
  CHECK(problems_of_body("bool b;", "b += 1; return 0;") ==
        "2:1 error type-mismatch: '+=' needs an integer variable, not bool");
  CHECK(problems_of_body("bool b;", "b |= 1; return 0;") == "");
  CHECK(problems_of_body("clock x;", "x += 1; return 0;") ==
        "2:1 error type-mismatch: '+=' needs an integer variable, not clock");
  CHECK(problems_of_body("int i;", "for (j : int[0,3]) j = i; return 0;") ==
        "2:20 error read-only: 'j' is read-only: it is bound here");
  CHECK(problems_of_body("int i;", "i++ = 3; return 0;") ==
        "2:1 error not-a-place: the left side of '=' must be a variable");
}

TEST_CASE("assigned values fit the variable") {
  CHECK(problems_of_body("int i; bool b;", "i = b; b = i; return 0;") == "");
  CHECK(problems_of_body("int i; clock x;", "i = x; return 0;") ==
        "2:1 error type-mismatch: cannot assign clock to int");
  CHECK(problems_of_body("chan c, d;", "c = d; return 0;") == "2:1 error type-mismatch: cannot assign chan to chan");
  CHECK(problems_of_body("clock x, y;", "x = 3; x = y; x = y + 2; return 0;") == "");
  CHECK(problems_of_body("struct { int a; } s;", "s = 1; return 0;") ==
        "2:1 error type-mismatch: cannot assign int to struct { int a; }");
  CHECK(problems_of_body("int i; clock x;", "i = x < 3; return 0;") ==
        "2:1 error type-mismatch: cannot assign bool to int: a clock constraint is not a value | 2:5 warning "
        "unused-refused: the value of a clock cannot be read in a function: a zone holds many values (not used by any "
        "process) (test clocks in guards and invariants)");
}

TEST_CASE("an index fits its array") {
  CHECK(problems_of_body("int a[3]; clock x;", "return a[x];") ==
        "2:10 error bad-index: an array index is an integer, not clock");
  CHECK(problems_of_body("int i;", "return i[0];") == "2:8 error not-an-array: '[]' needs an array, not int");
  CHECK(problems_of_body("int a[3];", "return a[3];") == "2:10 warning index-range: index 3 is outside [0,2]");
  CHECK(problems_of_body("const int N = 5; int a[3];", "return a[N];") ==
        "2:10 warning index-range: index 5 is outside [0,2]");
  CHECK(problems_of_body("int a[3]; bool b;", "return a[b];") == "");
}

TEST_CASE("a dot needs a struct with that field") {
  CHECK(problems_of_body("struct { int count; } s;", "return s.cuont;") ==
        "2:10 error unknown-field: the struct has no field 'cuont' (did you mean 'count'?)");
  CHECK(problems_of_body("int i;", "return i.a;") == "2:8 error not-a-struct: '.a' needs a struct, not int");
  CHECK(problems_of_body("struct { struct { int a[2]; } t; } s;", "return s.t.a[1];") == "");
}

TEST_CASE("arguments fit the parameters") {
  CHECK(problems_of_body("int g(int a) { return a; }", "return g();") ==
        "2:8 error argument-count: 'g' takes 1 argument, but 0 are given");
  CHECK(problems_of_body("int g(int a) { return a; } clock x;", "return g(x);") ==
        "2:10 error type-mismatch: the parameter 'a' is of type int, but the argument is of type clock");
  CHECK(problems_of_body("void g(int &a) { a = 1; }", "g(3); return 0;") ==
        "2:3 error not-a-place: the reference parameter 'a' needs a variable");
  CHECK(problems_of_body("void g(int &a) { a = 1; } const int c = 1;", "g(c); return 0;") ==
        "2:3 error read-only: 'c' is constant");
  CHECK(
      problems_of_body("void g(int[0,3] &a) { a = 1; } int[0,4] v;", "g(v); return 0;") ==
      "2:3 error type-mismatch: the reference parameter 'a' is of type int[0,3], but the argument is of type int[0,4]");
  CHECK(problems_of_body("void g(int[0,3] &a) { a = 1; } int[0,1+2] v;", "g(v); return 0;") == "");
  CHECK(problems_of_body("int g(const int &a) { return a; }", "return g(3 + 4);") == "");
  CHECK(problems_of_body("void g(int a[3]) { a[0] = 1; } int b[3]; int c[4];", "g(b); g(c); return 0;") ==
        "2:1 warning no-effect: this expression has no effect | 2:9 error type-mismatch: the parameter 'a' is of type "
        "int[3], but the argument is of type int[4]");
  CHECK(problems_of_body("void g(clock &c) { c = 0; } clock x, y[2];", "g(x); g(y[1]); return 0;") == "");
  CHECK(problems_of_body("", "return abs(1, 2);") ==
        "2:8 error argument-count: 'abs' takes 1 argument, but 2 are given");
  CHECK(problems_of_body("chan c;", "return abs(c);") == "2:12 error type-mismatch: 'abs' cannot be used on chan");
}

TEST_CASE("quantifiers need a range and a body without effects") {
  CHECK(problems_of_body("", "return forall (i : int[0,3]) i < 4;") == "");
  CHECK(problems_of_body("", "return sum (i : int[0,3]) i * i;") == "");
  CHECK(problems_of_body("", "return forall (i : bool) i;") ==
        "2:20 error bad-binder: 'i' needs a bounded integer or a scalar type, not bool");
  CHECK(problems_of_body("", "return forall (i : int) i > 0;") ==
        "2:20 error bad-binder: 'i' needs a bounded integer or a scalar type, not int");
  CHECK(problems_of_body("int a;", "return exists (i : int[0,3]) (a = i);") ==
        "2:31 error side-effect: the body of 'exists' must not modify variables");
  CHECK(problems_of_body("chan c;", "return forall (i : int[0,3]) c;") ==
        "2:30 error type-mismatch: the body of 'forall' must be a condition, not chan");
  CHECK(problems_of_body("chan c;", "return sum (i : int[0,3]) c;") ==
        "2:27 error type-mismatch: the body of 'sum' must be an integer, not chan");
  CHECK(problems_of_body("", "return forall (i : int[0,3]) forall (j : int[0,i]) j <= i;") == "");
}

TEST_CASE("branches of an inline conditional fit together") {
  CHECK(problems_of_body("int a; bool b;", "return a > 0 ? a : b;") == "");
  CHECK(problems_of_body("int a; chan c;", "return a > 0 ? a : c;") ==
        "2:8 error type-mismatch: the branches of '?:' have different types: int and chan");
  CHECK(problems_of_body("chan c;", "return c ? 1 : 2;") ==
        "2:8 error type-mismatch: the condition before '?' must be an integer, not chan");
  CHECK(
      problems_of_edge("clock x; int a;", "guard a > 0 ? x < 3 : x < 4;") ==
      "2:7 error type-mismatch: the branches of '?:' cannot be clock constraints (write (c imply A) && (!c imply B))");
  CHECK(problems_of_edge("clock x; int a;", "guard (x < 3 ? 1 : 2) == 1;") ==
        "2:8 error refused: a choice '?:' that depends on clocks cannot be decided on a zone");
}

TEST_CASE("guards may use equality of clocks, not disjunctions of them") {
  CHECK(problems_of_edge("clock x, y; int i; bool b;", "guard x < 3 && x - y >= i && x == 4 && i > 2 && y > x;") == "");
  CHECK(problems_of_edge("clock x; int i;", "guard i > 2 || x < 3;") == "");
  CHECK(problems_of_edge("clock x; int i;", "guard i > 2 imply x == 3;") == "");
  CHECK(problems_of_edge("clock x, y;", "guard x < 3 || y > 2;") ==
        "2:7 error constraint-class: a disjunction or negation of clock constraints cannot be used as a guard (make "
        "one edge for each alternative)");
  CHECK(problems_of_edge("clock x;", "guard !(x < 3);") ==
        "2:7 error constraint-class: a disjunction or negation of clock constraints cannot be used as a guard (make "
        "one edge for each alternative)");
  CHECK(problems_of_edge("clock x; int i;", "guard x < 3 imply i > 2;") ==
        "2:7 error constraint-class: a disjunction or negation of clock constraints cannot be used as a guard (make "
        "one edge for each alternative)");
  CHECK(problems_of_edge("clock x;", "guard x != 3;") ==
        "2:7 error constraint-class: a disjunction or negation of clock constraints cannot be used as a guard (make "
        "one edge for each alternative)");
  CHECK(problems_of_edge("clock x[3];", "guard forall (i : int[0,2]) x[i] < 3;") == "");
  CHECK(problems_of_edge("clock x[3];", "guard exists (i : int[0,2]) x[i] < 3;") ==
        "2:7 error constraint-class: a disjunction or negation of clock constraints cannot be used as a guard (make "
        "one edge for each alternative)");
  CHECK(problems_of_edge("clock x;", "guard x;") == "2:7 error type-mismatch: a guard must be a condition, not clock");
  CHECK(problems_of_edge("clock x; bool b;", "guard (x < 3) == b;") ==
        "2:7 error type-mismatch: '==' needs values, not a clock constraint");
  CHECK(problems_of_edge("clock x; bool b;", "guard x < 3 xor b;") ==
        "2:7 error type-mismatch: 'xor' needs integers, not a clock constraint");
  CHECK(problems_of_edge("clock x;", "guard (x < 3) + 1 > 0;") ==
        "2:7 error type-mismatch: '+' needs integers, not a clock constraint");
  CHECK(problems_of_edge("chan c;", "guard c;") == "2:7 error type-mismatch: a guard must be a condition, not chan");
}

TEST_CASE("invariants may not use equality of clocks") {
  CHECK(problems_of_invariant("clock x, y; int i;", "x <= i && x - y < 3 && (i > 2 || y <= 4)") == "");
  CHECK(problems_of_invariant("clock x;", "x == 3") ==
        "2:1 error constraint-class: an equality between clocks and numbers cannot be used as an invariant (write x <= "
        "c in the invariant and x == c in the guard)");
  CHECK(problems_of_invariant("clock x; bool b;", "x <= b") ==
        "2:1 error constraint-class: an equality between clocks and numbers cannot be used as an invariant (write x <= "
        "c in the invariant and x == c in the guard)");
  CHECK(problems_of_invariant("clock x;", "x < 3") ==
        "2:1 warning strict-invariant: strict invariant: time can come arbitrarily close to the bound but not reach it "
        "(use '<=' unless this is meant)");
  CHECK(problems_of_invariant("clock x;", "3 > x") ==
        "2:1 warning strict-invariant: strict invariant: time can come arbitrarily close to the bound but not reach it "
        "(use '<=' unless this is meant)");
  CHECK(problems_of_invariant("clock x;", "x >= 3") ==
        "2:1 warning lower-bound-invariant: this invariant is a lower bound on a clock: the location cannot be entered "
        "before (a lower bound usually belongs in a guard)");
  CHECK(problems_of_invariant("clock x, y;", "x < y && x - y > 2") == "");
  CHECK(problems_of_invariant("clock x[2];", "forall (i : int[0,1]) x[i] < 3") ==
        "2:23 warning strict-invariant: strict invariant: time can come arbitrarily close to the bound but not reach "
        "it (use '<=' unless this is meant)");
  CHECK(problems_of_invariant("clock x; int i;", "i > 0 imply x < 3") ==
        "2:13 warning strict-invariant: strict invariant: time can come arbitrarily close to the bound but not reach "
        "it (use '<=' unless this is meant)");
}

TEST_CASE("clock terms are those of zones") {
  CHECK(problems_of_edge(
            "clock x, y; int i;",
            "guard x + 2 < 5 && 2 + x < 5 && x - i < 3 && x - y + 1 > 2 && x + 1 < y + 2 && 3 - (x - y) > i;") == "");
  CHECK(problems_of_edge("clock x, y;", "guard x + y < 3;") ==
        "2:7 error refused: this arithmetic on clocks is not a zone constraint (zones know x + c, x - c and x - y of "
        "clocks x, y and integers c)");
  CHECK(problems_of_edge("clock x;", "guard 2 * x < 3;") ==
        "2:7 error refused: this arithmetic on clocks is not a zone constraint (zones know x + c, x - c and x - y of "
        "clocks x, y and integers c)");
  CHECK(problems_of_edge("clock x;", "guard -x < 3;") == "2:7 error refused: '-' on a clock is not a zone constraint");
  CHECK(problems_of_edge("clock x;", "guard 5 - x < 3;") ==
        "2:7 error refused: this arithmetic on clocks is not a zone constraint (zones know x + c, x - c and x - y of "
        "clocks x, y and integers c)");
  CHECK(problems_of_edge("clock x, y, z;", "guard x - y < z;") ==
        "2:7 error refused: a comparison of more than two clocks is not a zone constraint");
  CHECK(problems_of_edge("clock x, y, z;", "guard (x - y) - (z - y) < 3;") ==
        "2:7 error refused: this arithmetic on clocks is not a zone constraint (zones know x + c, x - c and x - y of "
        "clocks x, y and integers c)");
  CHECK(problems_of_edge("clock x; chan c;", "guard x < c;") ==
        "2:11 error type-mismatch: a clock can be compared with an integer or a clock, not chan");
  CHECK(problems_of_edge("clock x; chan c;", "guard x + c < 3;") ==
        "2:11 error type-mismatch: '+' needs an integer on its right side, not chan");
  CHECK(problems_of_edge("clock x;", "guard x < 2.5;") ==
        "2:11 error refused: a clock bound must be an integer in a symbolic model (scale all clock bounds so that they "
        "are integers)");
  CHECK(problems_of_edge("hybrid clock x;", "guard x < 2;") ==
        "2:7 error refused: a hybrid clock cannot be compared in a symbolic model");
}

TEST_CASE("rates stand in invariants, as conjuncts") {
  CHECK(problems_of_invariant("clock x; int i;", "x' == 0 && x <= 3") == "");
  CHECK(problems_of_invariant("clock x; bool b;", "x' == (b ? 0 : 1)") == "");
  CHECK(problems_of_invariant("clock x[2];", "forall (i : int[0,1]) x[i]' == 1") == "");
  CHECK(problems_of_invariant("clock x;", "x' == 2") ==
        "2:7 error refused: the rate of a clock must be 0 or 1 in a symbolic model, not 2");
  CHECK(problems_of_invariant("clock x;", "x' == 0.5") ==
        "2:7 error refused: the rate of a clock must be 0 or 1 in a symbolic model");
  CHECK(problems_of_invariant("clock x; bool b;", "b || x' == 0") ==
        "2:1 error bad-rate: a rate cannot stand under '||' (write the rate as an integer expression, for example x' "
        "== (b ? 0 : 1))");
  CHECK(problems_of_invariant("clock x; bool b;", "x' == 0 imply b") ==
        "2:1 error bad-rate: a rate cannot stand under 'imply' (write the rate as an integer expression, for example "
        "x' == (b ? 0 : 1))");
  CHECK(problems_of_invariant("clock x;", "x' <= 1") == "2:1 error bad-rate: a rate can only be fixed with '=='");
  CHECK(problems_of_invariant("clock x;", "!(x' == 0)") == "2:2 error bad-rate: a rate cannot be negated");
  CHECK(problems_of_invariant("clock x[2];", "exists (i : int[0,1]) x[i]' == 1") ==
        "2:23 error bad-rate: a rate cannot stand under 'exists'");
  CHECK(problems_of_invariant("int i;", "i' == 1") == "2:1 error type-mismatch: only a clock has a rate, not int");
  CHECK(problems_of_edge("clock x;", "guard x' == 1;") == "2:7 error bad-rate: rates of clocks belong in invariants");
  CHECK(problems_of_invariant("hybrid clock x;", "x' == 2.5") ==
        "2:1 note ignored-hybrid: the rate of a hybrid clock is ignored");
  CHECK(problems_of_invariant("clock x;", "x' == 1 && x == 2") ==
        "2:1 error bad-rate: a rate can only be combined with conditions that an invariant may have");
  CHECK(problems_of_invariant("clock x; chan c;", "x' == c") ==
        "2:7 error type-mismatch: the rate of a clock must be an integer, not chan");
}
