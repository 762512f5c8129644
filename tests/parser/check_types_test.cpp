// Types: ranges, scalarsets, structs, arrays, prefixes, initialisers.
#include <catch2/catch.hpp>

#include "tests/parser/check_support.h"

using namespace orbita;
using namespace orbita::check_test;

TEST_CASE("ranges are known at compile time") {
  CHECK(problems_of("int[0,3] a; int[-2,-2] b;") == "");
  CHECK(problems_of("typedef int[3,1] T;") == "1:13 warning empty-range: empty range [3,1]");
  CHECK(problems_of("int[3,1] a;") ==
        "1:5 warning empty-range: empty range [3,1] | 1:10 error bad-value: 'a' can have no value: its type is empty");
  CHECK(problems_of("int n; int[0,n] a;") ==
        "1:14 error not-constant: a range bound must be known at compile time, but 'n' is not constant");
  CHECK(problems_of("int[0,true] a; int[0,2*3] b;") == "");
  CHECK(problems_of("clock x; int[0,x] a;") == "1:16 error type-mismatch: a range bound must be an integer, not clock");
  CHECK(problems_of("int[0,1/0] a;") == "1:7 error bad-value: division by zero");
  CHECK(problems_of("int[0,2**31] a;") ==
        "1:7 error bad-value: arithmetic overflow: 2147483648 does not fit into 32 bits");
}

TEST_CASE("default values are 0 if that is in the range, else the lower bound") {
  CHECK(value_of("int a;", "a") == 0);
  CHECK(value_of("int[3,5] a;", "a") == 3);
  CHECK(value_of("int[-5,-3] a;", "a") == -5);
  CHECK(value_of("bool a;", "a") == 0);
  CHECK(value_of("int[-1,1] a;", "a") == 0);
}

TEST_CASE("a bare int has 16 bits, a bare constant 32") {
  CHECK(problems_of("int a = 32768;") == "1:9 error bad-value: value 32768 is outside [-32768,32767]");
  CHECK(problems_of("int a = -32768; const int b = 2147483647; const int c = -2147483648;") == "");
  CHECK(problems_of("const int[0,3] c = 4;") == "1:20 error bad-value: value 4 is outside [0,3]");
  CHECK(problems_of("typedef int t; const t c = 100000; t v = 100000;") ==
        "1:42 error bad-value: value 100000 is outside [-32768,32767]");
}

TEST_CASE("arrays have at least one element and an integer or scalar index") {
  CHECK(problems_of("int a[0];") == "1:7 error bad-size: array of size 0");
  CHECK(problems_of("int a[-1];") == "1:7 error bad-size: array of size -1");
  CHECK(problems_of("int a[bool];") ==
        "1:7 error bad-index-type: an array is indexed by a bounded integer or a scalar type, not bool");
  CHECK(problems_of("int a[int];") ==
        "1:7 error bad-index-type: an array is indexed by a bounded integer or a scalar type, not int");
  CHECK(problems_of("typedef int[2,4] T; const int a[T] = {1,2,3}; int b = a[4]; int c = a[1];") ==
        "1:71 error bad-value: array index 1 is outside [2,4]");
  CHECK(problems_of("typedef scalar[3] S; int a[S]; clock c[S]; chan d[S]; S z[3]; int m[S][S];") == "");
  CHECK(problems_of("const int c[2] = {3,4}; int a[c[1]];") == "");
  CHECK(problems_of("int n = 3; int a[n];") ==
        "1:18 error not-constant: an array size must be known at compile time, but 'n' is not constant");
}

TEST_CASE("absurd sizes are errors, not crashes") {
  CHECK(problems_of("int a[1000000000];") ==
        "1:7 error bad-value: array of 1000000000 elements is too large: more than 16000000 cells");
  CHECK(problems_of("int a[10000][10000];") ==
        "1:7 error bad-value: array of 10000 elements is too large: more than 16000000 cells");
  CHECK(problems_of("typedef int[-2147483648,2147483647] T; int a[T];") ==
        "1:25 error bad-value: array of 4294967296 elements is too large: more than 16000000 cells");
  CHECK(problems_of("int a[9000000]; int b[9000000];") ==
        "1:21 error too-large: the model's variables have more than 16000000 cells");
  CHECK(problems_of("typedef scalar[-1] S;") == "1:16 error bad-size: scalar set of negative size -1");
  CHECK(problems_of("typedef scalar[1000000000] S; S s; int a[S];") ==
        "1:9 error bad-value: array of 1000000000 elements is too large: more than 16000000 cells");
  CHECK(problems_of_xta("process P(int[0,1000000000] i) { state a; init a; }\nsystem P;") ==
        "2:8 error too-many-processes: 'P' stands for more than 1000000 processes");
  CHECK(problems_of_xta("process P(int[0,1000] i, int[0,1000] j) { state a; init a; }\nsystem P;") ==
        "2:8 error too-many-processes: 'P' stands for more than 1000000 processes");
  CHECK(problems_of("struct { int a[9000000]; int b[9000000]; } s;") ==
        "1:44 error bad-value: structure is too large: more than 16000000 cells");
}

TEST_CASE("structs have fields of data types") {
  CHECK(problems_of("struct { int a; bool b[2]; } s = {1, {true, false}};") == "");
  CHECK(problems_of("struct { int a; struct { int b; } c; } s; int x = 3;") == "");
  CHECK(problems_of("struct { const int a; } s;") == "1:10 error bad-prefix: a struct field cannot be const");
  CHECK(problems_of("struct { chan c; } s;") == "1:15 error bad-field: field 'c' cannot be of type chan");
  CHECK(problems_of("struct { clock c; double d; } s;") == "");
  CHECK(problems_of("struct { void v; } s;") == "1:15 error bad-field: field 'v' cannot be of type void");
  CHECK(problems_of("struct { meta int a; } s;") == "");
}

TEST_CASE("equality and assignment of structs and arrays are structural") {
  CHECK(problems_of_body("struct { int a; bool b; } s; struct { int a; bool b; } t;", "s = t; return s == t;") == "");
  CHECK(problems_of_body("struct { int a; } s; struct { int b; } t;", "s = t; return 0;") ==
        "2:1 error type-mismatch: cannot assign struct { int b; } to struct { int a; }");
  CHECK(problems_of_body("int a[3]; int b[3];", "a = b; return a != b;") == "");
  CHECK(problems_of_body("int a[3]; int b[4];", "return a == b;") ==
        "2:8 error type-mismatch: '==' cannot compare int[3] with int[4]");
  CHECK(problems_of_body("const int N = 3; int a[N]; int b[2+1];", "a = b; return 0;") == "");
  CHECK(problems_of_body("int[0,3] a[2]; int[0,4] b[2];", "a = b; return 0;") ==
        "2:1 error type-mismatch: cannot assign int[0,4][2] to int[0,3][2]");
  CHECK(problems_of_body("int[0,3] a[2]; int b[2];", "a = b; return 0;") == "");
}

TEST_CASE("prefixes stand before the types they fit") {
  CHECK(problems_of("const clock x;") == "1:1 error bad-prefix: a clock cannot be const");
  CHECK(problems_of("meta clock x;") == "1:1 error bad-prefix: a clock cannot be meta");
  CHECK(problems_of("urgent int a;") == "1:1 error bad-prefix: only channels can be urgent or broadcast");
  CHECK(problems_of("meta int a; meta bool b[2];") == "");
  CHECK(problems_of("urgent chan a; broadcast chan b; urgent broadcast chan c;") == "");
  CHECK(problems_of("void v;") == "1:6 error bad-type: a variable cannot be of type void");
  CHECK(problems_of("typedef void v;") == "1:9 error bad-type: void is not a type for values");
  CHECK(problems_of("const int a;") == "1:11 error missing-initialiser: the constant 'a' needs a value");
  CHECK(problems_of("string s;") == "1:8 error bad-type: strings must be constants");
  CHECK(problems_of("const string s = \"abc\";") == "");
  CHECK(problems_of("const bool b = true; const double d = 1.5;") == "");
  CHECK(problems_of("hybrid clock h; double d = 2.5;") == "");
}

TEST_CASE("strings are passed on and compared, and nothing else") {
  CHECK(problems_of(
            "const string s = \"abc\", t[2] = { \"a\", s }; const bool b = s == t[0]; const bool c = s != \"x\";") ==
        "");
  CHECK(problems_of_body("bool same(const string& a, string b) { const string c = \"x\"; return a == b || a == c; }",
                         "return same(\"x\", \"y\");") == "");
  CHECK(problems_of_body("", "string s; return 0;") == "2:8 error bad-type: strings must be constants");
  CHECK(problems_of_edge("int n; void f(string s) { n = 1; s = \"abc\"; }", "assign f(\"x\");") ==
        "1:34 error refused: a string cannot be assigned: strings are constants in a symbolic model");
  CHECK(problems_of_xta(
            "process P(string s) { state a; init a; trans a -> a { assign\ns = \"x\"; }; } Q = P(\"y\"); system Q;") ==
        "2:1 error refused: a string cannot be assigned: strings are constants in a symbolic model");
  CHECK(problems_of("const string s = 1;") == "1:18 error type-mismatch: cannot initialise string with int");
  CHECK(problems_of("const bool b = \"a\" == 1;") == "1:16 error type-mismatch: '==' cannot compare string with int");
  CHECK(problems_of("const bool b = \"a\" < \"b\";") == "1:16 error type-mismatch: '<' needs integers, not string");
  CHECK(problems_of("const int n = \"a\" + 1;") == "1:15 error type-mismatch: '+' needs integers, not string");
  CHECK(problems_of_edge("", "guard \"a\";") == "2:7 error type-mismatch: a guard must be a condition, not string");
}

TEST_CASE("initialisers fit their variable exactly") {
  CHECK(problems_of("int a[3] = {1,2};") == "1:12 error list-length: the array has 3 elements, but 2 values are given");
  CHECK(problems_of("int a[2] = {1,2,3};") ==
        "1:12 error list-length: the array has 2 elements, but 3 values are given");
  CHECK(problems_of("int a = {1};") == "1:9 error bad-list: a list in braces cannot initialise int");
  CHECK(problems_of("int a[2] = 3;") == "1:12 error type-mismatch: cannot initialise int[2] with int");
  CHECK(problems_of("struct { int a; int b; } s = {b: 1, a: 2};") == "");
  CHECK(problems_of("struct { int a; int b; } s = {1};") == "1:30 error bad-list: field 'b' has no value");
  CHECK(problems_of("struct { int a; int b; } s = {a: 1, a: 2};") == "1:40 error bad-list: field 'a' is given twice");
  CHECK(problems_of("struct { int a; } s = {c: 1};") == "1:27 error bad-list: the struct has no field 'c'");
  CHECK(problems_of("struct { int a; } s = {1, 2};") == "1:27 error bad-list: too many values for struct { int a; }");
  CHECK(problems_of("int a[2] = {x: 1, y: 2};") ==
        "1:12 error bad-list: elements of an array have no names, but 'x' is given");
  CHECK(problems_of("clock x = 3;") == "");
  CHECK(problems_of("clock x = -1;") == "1:11 error bad-value: negative value -1 for a clock");
  CHECK(problems_of("clock x; clock y = x;") ==
        "1:20 error type-mismatch: cannot initialise clock with clock: a clock starts with a non-negative integer");
  CHECK(
      problems_of("clock x = 2.5;") ==
      "1:11 error refused: a clock that starts with a double cannot be used in a symbolic model (symbolic queries need "
      "an integer here)");
  CHECK(problems_of("chan c = 1;") == "1:10 error no-initialiser: 'c' cannot have an initialiser: it is of type chan");
  CHECK(problems_of("int[0,3] a = 4;") == "1:14 error bad-value: value 4 is outside [0,3]");
  CHECK(problems_of("int a[2] = {1, 40000};") == "1:16 error bad-value: value 40000 is outside [-32768,32767]");
  CHECK(problems_of("int a = 1.5;") == "1:9 error type-mismatch: cannot initialise int with double");
  CHECK(problems_of("int i; int j = i;") ==
        "1:16 error not-constant: an initialiser must be known at compile time, but 'i' is not constant");
  CHECK(problems_of("int a; int b = (a = 3);") == "1:17 error side-effect: an initialiser must not modify variables");
  CHECK(problems_of("bool b = 7;") == "");
}

TEST_CASE("initialisers give the value") {
  CHECK(value_of("struct { int a; int b; } s = {b: 1, a: 2};", "s") == 2);
  CHECK(value_of("bool b = 7;", "b") == 1);
  CHECK(value_of("int f(int n) { int r = 1; while (n > 0) { r = r * n; n--; } return r; } const int c = f(5);", "c") ==
        120);
}

TEST_CASE("scalar sets are nominal, aliases share the set") {
  CHECK(problems_of_body("typedef scalar[3] S; typedef S T; S a; T b;", "a = b; return a == b;") == "");
  CHECK(problems_of_body("typedef scalar[3] S; typedef scalar[3] T; S a; T b;", "return a == b;") ==
        "2:8 error scalar-sets: elements of different scalar sets cannot be compared: S and T");
  CHECK(problems_of_body("typedef scalar[3] S; typedef scalar[3] T; S a; T b;", "a = b; return 0;") ==
        "2:1 error type-mismatch: cannot assign T to S: the scalar sets differ");
  CHECK(problems_of_body("scalar[3] a, b; scalar[3] c;", "a = b; return a == c;") ==
        "2:15 error scalar-sets: elements of different scalar sets cannot be compared: scalar[3] and scalar[3]");
}

TEST_CASE("elements of a scalar set have no order and no number") {
  CHECK(problems_of_body("typedef scalar[3] S; S a;", "return a == 0;") ==
        "2:8 error type-mismatch: '==' cannot compare S with int (elements of a scalar set have no order and no "
        "number; only =, ==, != and indexing are possible)");
  CHECK(problems_of_body("typedef scalar[3] S; S a;", "a = 0; return 0;") ==
        "2:1 error type-mismatch: cannot assign int to S: elements of a scalar set have no number");
  CHECK(problems_of_body("typedef scalar[3] S; S a; int i;", "i = a; return 0;") ==
        "2:1 error type-mismatch: cannot assign S to int");
  CHECK(problems_of_body("typedef scalar[3] S; S a, b;", "return a < b;") ==
        "2:8 error type-mismatch: '<' needs integers, not S (elements of a scalar set have no order and no number; "
        "only =, ==, != and indexing are possible)");
  CHECK(problems_of_body("typedef scalar[3] S; S a;", "return a + 1;") ==
        "2:8 error type-mismatch: '+' needs integers, not S (elements of a scalar set have no order and no number; "
        "only =, ==, != and indexing are possible)");
  CHECK(problems_of_body("typedef scalar[3] S; S a;", "a++; return 0;") ==
        "2:1 error type-mismatch: '++' needs an integer variable, not S (elements of a scalar set have no order and no "
        "number; only =, ==, != and indexing are possible)");
  CHECK(problems_of_body("typedef scalar[3] S; S a;", "return a & 1;") ==
        "2:8 error type-mismatch: '&' needs integers, not S (elements of a scalar set have no order and no number; "
        "only =, ==, != and indexing are possible)");
  CHECK(problems_of_body("typedef scalar[3] S; S a;", "return !a;") ==
        "2:9 error type-mismatch: '!' needs a condition, not S (elements of a scalar set have no order and no number; "
        "only =, ==, != and indexing are possible)");
  CHECK(problems_of_body("typedef scalar[3] S; S a;", "return a ? 1 : 0;") ==
        "2:8 error type-mismatch: the condition before '?' must be an integer, not S (elements of a scalar set have no "
        "order and no number; only =, ==, != and indexing are possible)");
  CHECK(
      problems_of_body("typedef scalar[3] S; S a;", "if (a) return 1; return 0;") ==
      "2:5 error type-mismatch: a condition must be an integer, not S (elements of a scalar set have no truth value)");
  CHECK(problems_of_body("typedef scalar[3] S;", "return sum (i : S) i;") ==
        "2:20 error type-mismatch: the body of 'sum' must be an integer, not S (elements of a scalar set have no order "
        "and no number)");
  CHECK(problems_of_body("typedef scalar[3] S; int x[S];", "return x[0];") ==
        "2:10 error bad-index: the array is indexed by the scalar set 'S', not by int (elements of a scalar set have "
        "no order and no number)");
  CHECK(problems_of_body("typedef scalar[3] S; S a; int x[3];", "return x[a];") ==
        "2:10 error bad-index: an array index is an integer, not S");
  CHECK(problems_of_body("typedef scalar[3] S; typedef scalar[3] T; T t; int x[S];", "return x[t];") ==
        "2:10 error bad-index: the array is indexed by the scalar set 'S', not by T");
  CHECK(problems_of("typedef scalar[3] S; S a = 0;") ==
        "1:28 error no-initialiser: 'a' cannot have an initialiser: it is of type S (elements of a scalar set have no "
        "order and no number)");
  CHECK(problems_of("typedef scalar[3] S; const S c = 0;") ==
        "1:30 error scalar-constant: 'c' cannot be constant: elements of a scalar set have no name, so there is no "
        "value to give it");
  CHECK(problems_of("typedef scalar[3] S; int x[S] = {1,2,3};") ==
        "1:33 error no-initialiser: 'x' cannot have an initialiser: it is of type int[S] (elements of a scalar set "
        "have no order and no number)");
  CHECK(problems_of("typedef scalar[3] S; struct { S a; } s = {0};") ==
        "1:42 error no-initialiser: 's' cannot have an initialiser: it is of type struct { S a; } (elements of a "
        "scalar set have no order and no number)");
  CHECK(problems_of_body("typedef scalar[3] S;", "S a; return 0;") ==
        "2:3 error bad-local: a local variable of a function cannot be a scalar or an array over scalars");
  CHECK(problems_of_body("typedef scalar[3] S;", "int x[S]; return 0;") ==
        "2:5 error bad-local: a local variable of a function cannot be a scalar or an array over scalars");
  CHECK(problems_of_edge("typedef scalar[3] S; chan c[S];", "select i : S; sync c[i+1]!;") ==
        "2:22 error type-mismatch: '+' needs integers, not S (elements of a scalar set have no order and no number; "
        "only =, ==, != and indexing are possible)");
  CHECK(problems_of_edge("typedef scalar[3] S; S a;", "guard a;") ==
        "2:7 error type-mismatch: a guard must be a condition, not S (elements of a scalar set have no truth value)");
}

TEST_CASE("what scalars can do") {
  CHECK(problems_of_body("typedef scalar[3] S; S a, b; int x[S]; meta S m;",
                         "a = b; x[a] = 1; return a != b && x[b] == 1 && forall (i : S) x[i] < 2;") == "");
  CHECK(problems_of_body("typedef scalar[3] S; S id(S a) { return a; } void set(S &a, S b) { a = b; } S v;",
                         "set(v, id(v)); for (i : S) v = i; return exists (i : S) i == v;") == "");
  CHECK(problems_of("typedef scalar[0] S;") == "");
  CHECK(problems_of("typedef scalar[0] S; S s;") == "1:24 error bad-value: 's' can have no value: its type is empty");
}
