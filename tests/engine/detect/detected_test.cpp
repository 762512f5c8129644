// Symmetry nobody declared: the idioms it is found in, and the traps that must not merge states.
#include <catch2/catch.hpp>
#include <memory>
#include <string>

#include "engine/compile/compile.h"
#include "engine/detect/detected.h"
#include "tests/engine/detect/both_ways.h"

using namespace orbita;
using namespace orbita::test;

namespace {

// Fischer's protocol, with ids from `first`; `nobody` is the sentinel.
std::string listed_fischer(int first, int nobody, const std::string& system) {
  const std::string none = std::to_string(nobody);
  return "int id = " + none +
         ";\nprocess P(const int pid) { clock x; state A, req { x <= 2 }, wait, cs; init A; trans\n"
         "A -> req { guard id == " +
         none +
         "; assign x = 0; },\n"
         "req -> wait { guard x <= 2; assign x = 0, id = pid; },\n"
         "wait -> req { guard id == " +
         none +
         "; assign x = 0; },\n"
         "wait -> cs { guard x > 2 && id == pid; },\n"
         "cs -> A { assign id = " +
         none +
         "; }; }\n"
         "A1 = P(" +
         std::to_string(first) + "); A2 = P(" + std::to_string(first + 1) + "); A3 = P(" + std::to_string(first + 2) +
         ");\nsystem " + system + ";\n";
}

}  // namespace

TEST_CASE("listed instances with ids and a sentinel are exchanged") {
  CHECK(found_group(listed_fischer(1, 0, "A1, A2, A3")) == "S_3 on P");
  CHECK(found_group(listed_fischer(0, -1, "A1, A2, A3")) == "S_3 on P");
  CHECK(found_group(listed_fischer(5, 8, "A3, A1, A2")) == "S_3 on P");
}

TEST_CASE("a query keeps the processes it names apart") {
  const std::string model = listed_fischer(1, 0, "A1, A2, A3");
  CHECK(found_group(model, "E<> A1.cs") == "S_2 on P");
  CHECK(found_group(model, "A[] A1.cs + A2.cs + A3.cs <= 1") == "S_3 on P");
  CHECK(found_group(model, "A[] not deadlock") == "S_3 on P");
  CHECK(found_group(model, "E<> id == 2") == "S_2 on P");
  CHECK(found_group(model, "E[] not A2.cs") == "S_2 on P");
  CHECK(found_group(model, "sup: A1.x") == "S_2 on P");
}

TEST_CASE("copies without arguments are exchanged") {
  const std::string model =
      "int[0,3] n; chan c;\nprocess P() { clock x; state L, M { x <= 2 }; init L; trans\n"
      "L -> M { sync c!; assign x = 0, n = n + 1; }, M -> L { guard x >= 1; assign n = n - 1; }; }\n"
      "process Q() { state L; init L; trans L -> L { sync c?; }; }\n"
      "A = P(); B = P(); C = P(); system A, B, Q, C;\n";
  CHECK(found_group(model) == "S_3 on P");
}

TEST_CASE("what reference parameters stand for is exchanged") {
  const std::string model =
      "bool a, b; chan c, d;\n"
      "process P(bool &own, chan &mine, chan &other) { state L, M; init L; trans\n"
      "L -> M { guard !own; sync mine!; assign own = true; }, M -> L { sync other?; assign own = false; }; }\n"
      "process Q(chan &mine) { state L; init L; trans L -> L { sync mine?; }, L -> L { sync mine!; }; }\n"
      "A = P(a, c, d); B = P(b, d, c); C = Q(c); D = Q(d); system A, B, C, D;\n";
  CHECK(found_group(model) == "S_2 on P");
  CHECK(found_group(model, "E<> a && !b && C.L") != "S_2 on P");
}

TEST_CASE("ids with an offset index arrays") {
  const std::string model =
      "bool flag[3]; int[0,3] turn;\nprocess P(const int[1,3] id) { state L, M; init L; trans\n"
      "L -> M { guard !flag[id - 1]; assign flag[id - 1] = true, turn = id; },\n"
      "M -> L { guard turn != id; assign flag[id - 1] = false; }; }\nsystem P;\n";
  CHECK(found_group(model) == "S_3 on P");
  CHECK(found_group(model, "E<> flag[0] && flag[1]") == "S_2 on P");
}

TEST_CASE("a literal that names an element keeps it apart") {
  CHECK(found_group(range_workers("int[0,2] v;", "v != id", "v = id")) == "S_3 on P");
  CHECK(found_group(range_workers("int[0,2] v;", "v != id", "v = 0")) == "S_2 on P");
  CHECK(found_group(range_workers("bool a[3];", "!a[id]", "a[1] = true")) == "S_2 on P");
  CHECK(found_group(range_workers("bool a[3];", "id != 2 || a[id]", "a[id] = true")) == "S_2 on P");
}

TEST_CASE("constants per process are not symmetric, unless they are the same") {
  CHECK(found_group(range_workers("const int d[3] = {1, 2, 3}; int[0,3] g;", "g < d[id]", "g = 0")) == "");
  CHECK(found_group(range_workers("const int d[3] = {2, 2, 2}; int[0,3] g;", "g < d[id]", "g = 0")) == "S_3 on P");
  // Nobody writes it: as good as a constant.
  CHECK(found_group(range_workers("int d[3] = {1, 2, 2}; int[0,3] g;", "g < d[id]", "g = 0")) == "S_2 on P");
}

TEST_CASE("order is decided by what is computed, not by how it is written") {
  CHECK(found_group(range_workers("bool a[3];", "forall (j : int[0,2]) j == id || !a[j]", "a[id] = !a[id]")) ==
        "S_3 on P");
  CHECK(found_group(range_workers("bool a[3];", "forall (j : int[0,2]) j >= id || a[j]", "a[id] = !a[id]")) == "");
  CHECK(found_group(
            range_workers("bool a[3]; int[0,3] n; int count() { int k = 0, i; for (i = 0; i < 3; i++) if (a[i]) k++; "
                          "return k; }",
                          "count() < 2", "a[id] = !a[id], n = count()")) == "S_3 on P");
  CHECK(found_group(
            range_workers("bool a[3]; int[0,3] n; int first() { int i; for (i = 0; i < 3; i++) if (a[i]) return i; "
                          "return 3; }",
                          "true", "a[id] = !a[id], n = first()"),
            "A[] n < 3 imply a[n]") == "");
  CHECK(found_group(range_workers("int[0,5] g;", "id <= 5 && g < 5", "g = g + 1")) == "S_3 on P");
}

TEST_CASE("a message pool that is used in order is not symmetric") {
  CHECK(found_group(range_workers("bool used[3];", "!used[id] && forall (j : int[0,2]) (j < id imply used[j])",
                                  "used[id] = true")) == "");
}

TEST_CASE("receivers of a broadcast must commute") {
  const auto model = [](const std::string& heard) {
    return "int[0,3] last; int[0,3] n; broadcast chan b;\nprocess P(const int[0,2] id) { state L, M; init L; trans\n"
           "L -> M { sync b?; assign " +
           heard +
           "; }, M -> L { }; }\n"
           "process S() { state L; init L; trans L -> L { guard n != 0; sync b!; assign n = 0; }; }\nsystem S, P;\n";
  };
  CHECK(found_group(model("n = 1")) == "S_3 on P");
  CHECK(found_group(model("n = n + 1")) == "S_3 on P");
  CHECK(found_group(model("last = id")) == "");
  CHECK(found_group(model("n = n == id ? (id + 1) % 3 : n")) == "");
  CHECK(found_group(model("n = n == id ? 3 : n")) == "S_2 on P");  // in any order: 3, unless nobody is n
}

TEST_CASE("a cell that is cleared with an id sets this id apart, unless nobody looks at it") {
  const auto queue = [](const std::string& cleared) {
    return "chan c[3]; int[0,2] q[4]; int[0,3] len; int total;\n"
           "void put(int[0,2] e) { q[len] = e; len = len + 1; total = total + " +
           std::string(cleared.find("total") != std::string::npos ? "1" : "0") +
           "; }\n"
           "void get() { int i = 0; len = len - 1; while (i < len) { q[i] = q[i + 1]; i = i + 1; } " +
           cleared +
           " }\n"
           "process P(const int[0,2] id) { state L, M, N; init L; trans L -> M { sync c[id]!; }, M -> N { sync c[id]?; "
           "}, "
           "N -> L { }; }\n"
           "process G() { state L; init L; trans L -> L { select e : int[0,2]; guard len < 3; sync c[e]?; assign "
           "put(e); },\n"
           "L -> L { guard len > 0; sync c[q[0]]!; assign get(); }; }\nsystem P, G;\n";
  };
  CHECK(found_group(queue("")) == "S_3 on P");
  CHECK(found_group(queue("q[i] = 0;")) == "S_3 on P");           // nobody reads it before it is written again
  CHECK(found_group(queue("q[i] = 0; total--;")) == "S_3 on P");  // … unless the update fails, which ends the run
  CHECK(found_group(queue("q[0] = 0;")) == "S_2 on P");
  // A query that looks at it keeps it alive.
  CHECK(found_group(queue("q[i] = 0;"), "A[] q[3] == 0") == "S_2 on P");
  CHECK(found_group(queue("q[i] = 0;"), "E<> len == 0 && q[0] == 2") == "");
}

// A row has room for nobody only in variables of a set with exchanges. Here `v` is dead, and its ids are told apart:
// one above its range would be read as `b`.
TEST_CASE("dead ids of a set without exchanges stay as they are") {
  const std::string model =
      "int[0,1] v; bool b;\n"
      "process P(const int[0,1] id) { state L, M; init L; trans L -> M { guard id == 0; assign v = id; }; }\n"
      "process Q() { state L, M; init L; trans L -> M { }; }\nA = Q(); B = Q(); system P, A, B;\n";
  CHECK(decided_both_ways(model, "E<> b").verdict == Verdict::not_satisfied);
  CHECK(found_group(model) == "S_2 on Q");
}

// P(0) is looked at by R only; the same for P(1) would need another process.
TEST_CASE("what is dead for one element is dead for those it is exchanged with") {
  const std::string model =
      "int[0,1] v; int[0,1] w; bool on[2];\n"
      "process P(const int[0,1] id) { state L, M; init L; trans\n"
      "L -> M { guard !on[id]; assign v = id, on[id] = true; }, M -> L { guard v == id; assign w = v, on[id] = false; "
      "}; "
      "}\nsystem P;\n";
  CHECK(found_group(model) == "S_2 on P");
  CHECK(found_group(model, "E<> w == 1") == "");
}

TEST_CASE("a loop that ends where an index leaves its array is followed") {
  const std::string model =
      "int[-1,2] q[3] = {-1, -1, -1};\nvoid put(int p) { int i = 0; while (q[i] >= 0) { i++; } q[i] = p; }\n"
      "process P(const int[0,2] id) { state L, M; init L; trans L -> M { assign put(id); }; }\nsystem P;\n";
  CHECK(found_group(model) == "S_3 on P");
}

TEST_CASE("a neighbour in a branch that is never taken does not hide an id") {
  const std::string model =
      "const int SHAPE = 0; int[0,2] to; chan c[3];\n"
      "process P(const int[0,2] id) { bool fits(int[0,2] k) { if (SHAPE == 1) { return k == id + 1; } return k != id; "
      "}\n"
      "state L, M; init L; trans L -> M { select k : int[0,2]; guard fits(k); assign to = k; }, M -> L { sync c[id]?; "
      "}; "
      "}\nprocess S() { state L; init L; trans L -> L { sync c[to]!; }; }\nsystem P, S;\n";
  CHECK(found_group(model) == "S_3 on P");
}

// What a receiver does to the one who asks commutes, because nobody asks himself.
TEST_CASE("receivers of a broadcast act after its sender") {
  const auto model = [](const std::string& asks, const std::string& others) {
    return "int[0,2] who, last; int[0,3] votes[3]; broadcast chan b;\n"
           "process P(const int[0,2] id) { state L, M; init L; trans L -> M { sync b!; assign " +
           asks +
           "; }, L -> L { sync b?; assign votes[who] = votes[who] < 3 ? votes[who] + 1 : 3, votes[id] = 0; },\n"
           "M -> L { assign votes[id] = 0; }; }\n" +
           others;
  };
  CHECK(found_group(model("who = id, last = id", "system P;\n")) == "S_3 on P");
  CHECK(found_group(model("who = last, last = id", "system P;\n")) == "");
  // Somebody else sends, and says nothing about who asks.
  CHECK(found_group(model("who = id, last = id",
                          "process S() { state L; init L; trans L -> L { sync b!; }; }\nsystem P, S;\n")) == "");
  // Somebody else hears it first, and changes who asks.
  CHECK(found_group(
            model("who = id, last = id",
                  "process S() { int[0,2] old; state L; init L; trans L -> L { sync b?; assign who = old, old = last; "
                  "}; }\nsystem S, P;\n")) == "");
}

// A query about one process is a query about any, where they all start alike.
TEST_CASE("queries that name processes are asked about all of their cell") {
  const std::string model = listed_fischer(1, 0, "A1, A2, A3");
  CHECK(found_group(model, "A[] not (A1.cs && A2.cs)") == "S_3 on P");
  CHECK(found_group(model, "E<> A1.cs && A2.cs") == "S_3 on P");
  CHECK(found_group(model, "A[] A2.cs imply id == 2") == "S_3 on P");
  CHECK(found_group(model, "A[] A2.cs imply A2.x > 2 || A3.x >= 0") == "S_3 on P");
  CHECK(found_group(model, "A[] not deadlock || A1.cs") == "S_3 on P");
  // A trace names processes, and so does what is decided about runs.
  CHECK(found_group(model, "E<> A1.cs") == "S_2 on P");
  CHECK(found_group(model, "A[] not A2.cs") == "S_2 on P");
  CHECK(found_group(model, "A1.req --> A1.cs") == "S_2 on P");
  // Somebody starts with a flag of his own: what he does is not what any of them does.
  const std::string uneven = range_workers("bool a[3] = {true, false, false};", "!a[id]", "a[id] = true");
  CHECK(found_group(uneven, "A[] not P(0).M") == "S_2 on P");
}

// `turn + 1` hides the id from whoever copies the program: what is made of it is no image, and is not used.
TEST_CASE("a query whose image cannot be written down keeps processes apart") {
  const std::string model = range_workers("int turn = -1;", "turn == -1", "turn = id");
  CHECK(found_group(model, "E<> turn + 1 == 2 && P(0).M") == "");
  CHECK(found_group(model, "E<> turn == 1 && P(0).M") == "S_3 on P");
}

TEST_CASE("queries that are images of each other are decided once") {
  const std::unique_ptr<Model> model = model_from(listed_fischer(1, 0, "A1, A2, A3"));
  VerifyOptions options;
  options.detect_symmetry = true;
  const auto results =
      decide(*model,
             queries_of(*model, {"A[] not (A1.cs && A2.cs)", "A[] not (A1.cs && A3.cs)", "A[] not A2.cs",
                                 "A[] not A3.cs", "A1.req --> A1.cs", "A2.req --> A2.cs"}),
             options);
  CHECK(results[0].reason == "");
  CHECK(results[1].reason == "as for query 1, with A2 and A3 exchanged");
  CHECK(results[1].verdict == Verdict::satisfied);
  CHECK(results[3].reason == "as for query 3, with A2 and A3 exchanged");
  CHECK(results[3].verdict == Verdict::not_satisfied);
  CHECK(results[5].reason == "as for query 5, with A1 and A2 exchanged");
  options.trace = TraceKind::some;
  const auto traced = decide(*model, queries_of(*model, {"A[] not A2.cs", "A[] not A3.cs"}), options);
  REQUIRE((traced[0].trace && traced[1].trace));
  CHECK(traced[1].trace_problem == "");
  CHECK(traced[1].reason == "");
}

TEST_CASE("queries are no images where the start is not symmetric") {
  const std::unique_ptr<Model> model =
      model_from(range_workers("bool a[3] = {true, false, false};", "!a[id]", "a[id] = true"));
  VerifyOptions options;
  options.detect_symmetry = true;
  const auto results =
      decide(*model, queries_of(*model, {"E<> P(0).M", "E<> P(1).M", "E<> P(2).M", "A[] a[0]", "A[] a[1]"}), options);
  CHECK(results[0].verdict == Verdict::not_satisfied);
  CHECK(results[1].verdict == Verdict::satisfied);
  CHECK(results[1].reason == "");
  CHECK(results[2].reason == "as for query 2, with P(1) and P(2) exchanged");
  CHECK(results[3].verdict == Verdict::satisfied);
  CHECK(results[4].verdict == Verdict::not_satisfied);
}

TEST_CASE("hints say what might be done") {
  const auto hints_of = [](const std::string& text) {
    const std::unique_ptr<Model> model = model_from(text);
    const std::unique_ptr<Network> network = compile(*model);
    const auto detected = DetectedSymmetry::find(*network, true);
    std::string all;
    for (const DetectedSymmetry::Set& set : detected->sets()) {
      for (const std::string& hint : detected->hints(set)) all += hint + "\n";
    }
    return all;
  };
  CHECK(hints_of(range_workers("int[0,2] v;", "v != id", "v = 0")).find("L -> M of P stores a literal in v") == 0);
  CHECK(hints_of(range_workers("int[0,2] v;", "v < id", "v = id")).find("compares ids by < or >") != std::string::npos);
  CHECK(
      hints_of(range_workers("bool a[3]; int[0,3] n; int first() { int i; for (i = 0; i < 3; i++) if (a[i]) return i; "
                             "return 3; }",
                             "n < 3", "a[id] = !a[id], n = first()"))
          .find("goes through ids in order") != std::string::npos);
  CHECK(hints_of(range_workers("int[0,2] v;", "v != id", "v = id")).find("all ids of P are alike: as scalar[3]") == 0);
}

TEST_CASE("an id is kept for whoever may still look at it") {
  const auto workers = [](const std::string& states, const std::string& first, const std::string& second) {
    return "int[0,2] v, w; bool on; chan c;\nprocess P(const int[0,2] id) { state " + states +
           "; init L; trans L -> M { " + first + " }, M -> N { " + second + " }; }\n";
  };
  const std::string anybody = "E<> exists (i : int[0,2]) P(i).N";
  // Another process turns the flag on.
  CHECK(decided_both_ways(workers("L, M, N", "guard !on; assign v = id;", "guard on && v == id;") +
                              "process S() { state L, M; init L; trans L -> M { assign on = true; }; }\nsystem P, S;\n",
                          anybody)
            .verdict == Verdict::satisfied);
  // The receiver's guard holds before the sender turns the flag on, and no longer when it acts.
  CHECK(decided_both_ways(
            workers("L, M, N", "guard !on; assign v = id;", "guard on && w == id;") +
                "process S() { state L, M; init L; trans L -> M { sync c!; assign on = true; }; }\n"
                "process R() { state L, M; init L; trans L -> M { guard !on; sync c?; assign w = on ? v : w; }; "
                "}\nsystem P, S, R;\n",
            "E<> P(1).N")
            .verdict == Verdict::satisfied);
  // Only an invariant looks at it, when somebody else moves.
  CHECK(decided_both_ways(workers("L, M { v == id }, N", "guard !on; assign v = id, on = true;", "guard false;") +
                              "process S() { state L, M; init L; trans L -> M { guard on; }; }\nsystem P, S;\n",
                          "E<> S.M")
            .verdict == Verdict::satisfied);
}

TEST_CASE("invariants that differ keep processes apart") {
  const std::string model =
      "process P(const int[0,2] id) { clock x; state L, M { x <= (id == 0 ? 1 : 2) }; init L; trans L -> M { assign x "
      "= 0; "
      "}, M -> L { guard x >= 1; }; }\nsystem P;\n";
  CHECK(found_group(model) == "S_2 on P");
}

TEST_CASE("clocks that are set differently keep processes apart") {
  CHECK(found_group(
            "process P(const int[0,2] id) { clock x; state L, M { x <= 3 }; init L; trans L -> M { assign x = (id == "
            "0 ? 0 : 1); }, M -> L { guard x >= 2; }; }\nsystem P;\n") == "S_2 on P");
  // Whoever hears it last sets the clock of all.
  CHECK(found_group(
            "clock z; broadcast chan b;\nprocess P(const int[0,2] id) { state L, M; init L; trans L -> M { sync b?; "
            "assign z = id; }, M -> L { guard z >= 1; }; }\n"
            "process S() { state L { z <= 5 }, M; init L; trans L -> M { sync b!; }, M -> L { guard z <= 4; }; "
            "}\nsystem P, S;\n") == "");
}

TEST_CASE("priorities and urgency count") {
  const std::string base =
      "chan c[3]; int[0,3] n;\nprocess P(const int[0,2] id) { state L, M; init L; trans L -> M { sync c[id]!; assign n "
      "= "
      "0; }, M -> L { }; }\nprocess S() { state L; init L; trans L -> L { select e : int[0,2]; sync c[e]?; }; }\n";
  CHECK(found_group(base + "system P, S;\n") == "S_3 on P");
  const std::string channels = "chan c[3];";
  CHECK(found_group(channels + " chan priority c[0] < default;" + base.substr(channels.size()) + "system P, S;\n") ==
        "S_2 on P");
}

TEST_CASE("hooks and meta variables are looked at") {
  // A hook that copies an id makes its target hold ids; one that computes with it breaks the symmetry.
  CHECK(found_group(range_workers("int[0,2] v; int[0,3] n; before_update { n = v }", "v != id", "v = id")) ==
        "S_3 on P");
  CHECK(found_group(range_workers("int[0,2] v; int[0,3] n; before_update { n = v == 0 ? 1 : 0 }", "v != id",
                                  "v = id")) == "S_2 on P");
}

TEST_CASE("a guard says nothing of a value that changes before the update") {
  // Only n = 101 tells the elements apart: a receiver adds 1 to what the sender has set, a hook comes before the
  // update.
  const std::string tell_apart = "n == 101 && id == 1";
  CHECK(found_group("int n; chan c;\nprocess S() { state a, b; init a; trans a -> b { sync c!; assign n = 100; }; }\n"
                    "process R() { state a, b; init a; trans a -> b { guard n < 5; sync c?; assign n = n + 1; }; }\n" +
                        range_workers("", tell_apart, "n = 0", "system S, R, P;"),
                    "A[] forall (i : int[0,2]) not P(i).M") == "S_2 on P");
  CHECK(found_group("int n; before_update { n = n == 0 ? 100 : n }\n"
                    "process R() { state a, b; init a; trans a -> b { guard n < 5; assign n = n + 1; }; }\n" +
                        range_workers("", tell_apart, "n = 0", "system R, P;"),
                    "A[] forall (i : int[0,2]) not P(i).M") == "S_2 on P");
}

TEST_CASE("the reasons say where symmetry breaks") {
  const std::unique_ptr<Model> model =
      model_from(range_workers("int[0,2] v; int[0,2] w;", "v != id", "v = id, w = 0, w = v"));
  const std::unique_ptr<Network> network = compile(*model);
  const auto detected = DetectedSymmetry::find(*network);
  REQUIRE(detected->sets().size() == 1);
  CHECK(detected->sets()[0].cells == std::vector<std::uint32_t>{0, 0, 0});
  const std::unique_ptr<Model> broken =
      model_from(range_workers("int[0,2] v; int[0,2] w;", "v != id || w == id", "v = id, w = v == 1 ? 2 : v"));
  const std::unique_ptr<Network> other = compile(*broken);
  const auto found = DetectedSymmetry::find(*other, true);
  REQUIRE(found->sets().size() == 1);
  REQUIRE(!found->sets()[0].refused.empty());
  const detection::Obstacle& obstacle = found->sets()[0].refused[0].obstacles[0];
  CHECK(obstacle.kind == detection::Obstacle::Kind::edge);
  CHECK(obstacle.text.find("edge L -> M of P(") == 0);
}
