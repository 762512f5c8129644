// One test per row of the table of violations: the exact message at the exact position.
#include "tests/symmetry/violations_fixture.h"

using namespace orbita;
using namespace orbita::test;

TEST_CASE("V1: the last writer wins") {
  CHECK(of_loop("for (i : S) if (f[i]) win = i;") ==
        Lines{"V1 S 4:36 loop assigns `win` a value depending on i, so the result depends on iteration order"});
  CHECK(of_loop("for (i : S) v = x[i];") ==
        Lines{"V1 S 4:26 loop assigns `v` a value depending on i, so the result depends on iteration order"});
}

TEST_CASE("V2: the first match is returned") {
  const auto returned = [](const std::string& functions) {
    return violations_of(with_edge(functions, "assign v = g();"));
  };
  CHECK(returned("int g() { for (i : S) if (f[i]) return x[i]; return 0; }") ==
        Lines{"V2 S 4:33 `return` inside a loop over S picks an element by iteration order",
              "V9 S 5:69 value of `g()` depends on iteration order over S (loop at m.xta:4:11)"});
  CHECK(returned("S s() { for (i : S) if (f[i]) return i; return k; } int g() { return x[s()]; }") ==
        Lines{"V2 S 4:31 `return` inside a loop over S picks an element by iteration order",
              "V9 S 5:69 value of `g()` depends on iteration order over S (loop at m.xta:4:9)"});
  CHECK(returned("int g() { for (i : S) { x[i] = 1; if (f[i]) return 1; } return 0; }") ==
        Lines{"V2 S 4:45 `return` inside a loop over S leaves out iterations depending on iteration order",
              "V9 S 5:69 effect of `g()` depends on iteration order over S (loop at m.xta:4:11)"});
}

TEST_CASE("V3: the first match is found by a flag") {
  CHECK(of_loop("for (i : S) if (!done && f[i]) { done = true; x[i] = 1; }") ==
        Lines{"V3 S 4:31 iteration reads `done`, which other iterations write"});
}

TEST_CASE("V4: ties of the best") {
  CHECK(of_loop("for (i : S) if (x[i] > best) { best = x[i]; arg = i; }") ==
        Lines{"V4 S 4:58 `arg` depends on iteration order when `x` has ties"});
  CHECK(of_loop("for (i : S) if (x[i] < best) { arg = i; best = x[i]; }") ==
        Lines{"V4 S 4:45 `arg` depends on iteration order when `x` has ties"});
}

TEST_CASE("V5: the order is recorded in a sequence") {
  const Lines expected{"V5 S 4:36 loop appends elements of S to `q` in iteration order"};
  CHECK(of_loop("for (i : S) if (f[i]) q[n++] = i;") == expected);
  CHECK(of_loop("for (i : S) if (f[i]) q[n] = i; else n++;") == expected);
}

TEST_CASE("V6: elements are numbered") {
  CHECK(of_loop("for (i : S) x[i] = n++;") ==
        Lines{"V6 S 4:33 loop gives elements of S distinct integers in iteration order"});
}

TEST_CASE("V7: numbers are accumulated non-commutatively") {
  const Lines expected{"V7 S 4:26 `h` is updated non-commutatively"};
  CHECK(of_loop("for (i : S) h = 2*h + x[i];") == expected);
  CHECK(of_loop("for (i : S) h /= x[i];") == expected);
  CHECK(of_loop("for (i : S) h = x[i] - h;") == expected);
  CHECK(of_loop("for (i : S) h <<= x[i];") == expected);
}

TEST_CASE("V8: iterations interfere") {
  CHECK(of_loop("for (i : S) x[i] = x[k];") == Lines{"V8 S 4:33 iteration i reads `x[k]`, written by iteration k"});
  CHECK(of_loop("for (i : S) { x[i] = y[i]; x[k] = i == k ? 1 : 2; }") ==
        Lines{"V8 S 4:41 iteration i writes `x[k]`, which other iterations write too"});
}

TEST_CASE("V9: an order-sensitive function is used") {
  const std::string first =
      "int first() { for (i : S) if (f[i]) return pos[i]; return 0; } int via() { return first() + 1; }";
  const std::string loop = "V2 S 4:37 `return` inside a loop over S picks an element by iteration order";
  const std::string value = " depends on iteration order over S (loop at m.xta:4:15)";
  CHECK(violations_of(with_edge(first, "guard first() == 3;")) == Lines{loop, "V9 S 5:64 value of `first()`" + value});
  CHECK(violations_of(with_edge(first, "guard via() == 3;")) == Lines{loop, "V9 S 5:64 value of `via()`" + value});
  CHECK(violations_of(with_edge(first, "assign n = 1, v = via();")) ==
        Lines{loop, "V9 S 5:76 value of `via()`" + value});
  CHECK(violations_of(with_edge(first + " S pick() { if (via() > 0) return k; return win; }", "sync d[pick()]!;")) ==
        Lines{loop, "V9 S 5:65 value of `pick()`" + value});
  CHECK(violations_of(with_edge(first + " before_update { n = via() }", "")) ==
        Lines{loop, "V9 S 4:118 value of `via()`" + value});
  CHECK(violations_of(with_edge(first, "")).empty());  // not used: nothing depends on it
}

TEST_CASE("V9: a constant of a process is computed from its element") {
  const std::string rank = "int rank(S e) { int r = 0; for (i : S) { if (i == e) return r; r++; } return r; }";
  const Lines expected{"V2 S 4:54 `return` inside a loop over S leaves out iterations depending on iteration order",
                       "V3 S 4:61 iteration reads `r`, which other iterations write",
                       "V9 S 5:42 value of `rank()` depends on iteration order over S (loop at m.xta:4:28)"};
  CHECK(violations_of(with_edge(rank, "", "const int mine = rank(id);")) == expected);
  CHECK(violations_of(with_edge(rank, "", "int[0,rank(id)] mine;")).size() == expected.size());
  CHECK(violations_of("typedef scalar[3] S; " + rank +
                      "\nprocess P(const S i, const int number) { state a; init a; }\n"
                      "Q(const S i) = P(i, rank(i));\nsystem Q;\n")
            .size() == expected.size());
}

TEST_CASE("V9: an invariant uses an order-sensitive function") {
  CHECK(violations_of("typedef scalar[3] S; bool f[S]; int pos[S]; clock z;\n"
                      "int first() { for (i : S) if (f[i]) return pos[i]; return 0; }\n"
                      "process P(const S id) { state a { z <= first() }; init a; }\nsystem P;\n") ==
        Lines{"V2 S 2:37 `return` inside a loop over S picks an element by iteration order",
              "V9 S 3:40 value of `first()` depends on iteration order over S (loop at m.xta:2:15)"});
}

TEST_CASE("V10: broadcast receivers do not commute") {
  const auto received = [](const std::string& update) {
    return violations_of(with_edge("", "sync go?; assign " + update + ";"));
  };
  const auto message = [](const std::string& place, const std::string& name) {
    return Lines{"V10 S " + place + " receivers of `go` in P(S) run in internal process order and do not commute on `" +
                 name + "`"};
  };
  CHECK(received("win = id") == message("5:75", "win"));
  CHECK(received("q[n++] = id").front() == message("5:75", "q").front());
  CHECK(received("h = 2*h + x[id]") == message("5:75", "h"));
  CHECK(received("x[id] = x[k]") == message("5:75", "x"));
  const std::string two =
      "typedef scalar[3] S; int v; broadcast chan go;\n"
      "process P(const S id) { state a; init a; trans a -> a { sync go?; assign v = 3*v+1; }, a -> a { sync "
      "go?; assign v = v+1; }; }\n"
      "process Q() { state a; init a; trans a -> a { sync go!; }; }\nsystem P, Q;\n";
  CHECK(violations_of(two) == message("2:74", "v"));
}

TEST_CASE("V11: imported code sees elements") {
  CHECK(violations_of("typedef scalar[3] S; int x[S];\nimport \"l.so\" { int rank(int &x[S]); };\n"
                      "process P(const S id) { state a; init a; }\nsystem P;\n") ==
        Lines{"V11 S 2:21 imported code may depend on element numbers"});
}

TEST_CASE("V12: a query calls an order-sensitive function") {
  const auto model = load(with_edge("int first() { for (i : S) if (f[i]) return pos[i]; return 0; }", ""));
  CHECK(detect(*model).violations().empty());
  Diagnostics diagnostics;
  Query* query = read_formula(*model->document, "E<> first() == 3", diagnostics);
  REQUIRE(check_query(*model, *query, diagnostics));
  CHECK(lines(*model, detect(*model).violations_of(*query)) ==
        Lines{"V12 S 1:5 query is not invariant under permutations of S: the value of `first()` depends on "
              "iteration order "
              "(loop at m.xta:4:15)"});
  for (const char* symmetric : {"E<> forall (i : S) x[i] == 0", "A[] not deadlock", "E<> exists (i : S) P(i).a"}) {
    query = read_formula(*model->document, symmetric, diagnostics);
    REQUIRE(check_query(*model, *query, diagnostics));
    CHECK(detect(*model).violations_of(*query).empty());
  }
}

TEST_CASE("V13: a stale meta scalar is read") {
  const std::string stale = " `m1` is outside the state; its value does not follow the permutation";
  CHECK(violations_of(with_edge("meta S m1;", "guard m1 == id;")) == Lines{"V13 S 5:64" + stale});
  CHECK(violations_of(with_edge("meta S m1;", "assign win = m1, m1 = id;")) == Lines{"V13 S 5:71" + stale});
  CHECK(violations_of(with_edge("meta S m1;", "assign m1 = id, win = m1;")).empty());
  CHECK(violations_of(with_edge("meta int m1[S];", "assign x[id] = m1[id];")) == Lines{"V13 S 5:73" + stale});
  // In a function whose result is only looked into.
  CHECK(violations_of(
            with_edge("typedef struct { int a; } R; meta int m1[S]; R g(const S i) { R o; o.a = m1[i]; return o; }",
                      "guard g(id).a == 1;")) == Lines{"V13 S 4:74" + stale});
  // Beside the result of a function.
  CHECK(violations_of(
            with_edge("typedef struct { int a; } R; meta R m1[S]; R g(const S i) { R o; o.a = x[i]; return o; }",
                      "guard (n == 1 ? g(id) : m1[id]).a == 1;")) == Lines{"V13 S 5:82" + stale});
}

TEST_CASE("V14: a run-time error depends on the order") {
  const std::string range = " range check inside an iteration over S may abort depending on numbering";
  CHECK(of_loop("for (i : S) small += mixed[i];") == Lines{"V14 S 4:26" + range});
  CHECK(of_loop("for (i : S) small++;").empty());
  CHECK(of_loop("for (i : S) n += mixed[i];").empty());
  CHECK(violations_of(with_edge("", "guard exists (i : S) cnt[x[i]] == 1;")) ==
        Lines{"V14 S 5:79 evaluation inside an iteration over S may abort depending on numbering"});
  CHECK(violations_of(with_edge("int[0,2] ok[S];", "guard exists (i : S) cnt[ok[i]] == 1;")).empty());
  const auto model = load(with_edge("void run() { for (i : S) small += mixed[i]; }", "assign run();"));
  const SymmetryModel symmetry = detect(*model);
  REQUIRE(symmetry.violations().size() == 1);
  CHECK_FALSE(blocks_reduction(symmetry.violations()[0]));
  CHECK(symmetry.blocked().empty());
  CHECK(symmetry.errors_depend_on_names());
}

TEST_CASE("V15: a local scalarset of several processes") {
  CHECK(violations_of("typedef scalar[3] S;\nprocess P(const S id) { typedef scalar[2] L; L a; state s; init "
                      "s; }\nsystem P;\n") == Lines{"V15 L 2:33 each of the 3 processes of P has its own copy of it"});
  CHECK(violations_of("process P() { typedef scalar[2] L; L a; state s; init s; }\nsystem P;\n").empty());
}

TEST_CASE("violations become located diagnostics") {
  const auto model = load(with_edge("void run() { for (i : S) win = i; for (j : T) n += 1; }", "assign run();"));
  const SymmetryModel symmetry = detect(*model);
  const std::vector<SymmetryViolation>& found = symmetry.violations();
  REQUIRE(found.size() == 2);
  const Diagnostic first = symmetry.diagnostic(found[0]);
  CHECK(first.severity == Severity::warning);
  CHECK(first.code == "symmetry-v1");
  CHECK(first.message ==
        "symmetry over S not used: loop assigns `win` a value depending on i, so the result depends on "
        "iteration order");
  CHECK(first.hint == "use a `select` edge instead");
  REQUIRE(symmetry.blocked().size() == 1);
  CHECK(symmetry.ids()[*symmetry.blocked().begin()].name == "S");  // T is still reduced
  CHECK_FALSE(symmetry.errors_depend_on_names());
  SymmetryViolation note{found[0].set, "V14", found[0].where, "m", "h"};
  CHECK(symmetry.diagnostic(note).severity == Severity::note);
  CHECK(symmetry.diagnostic(note).message == "m");
}
