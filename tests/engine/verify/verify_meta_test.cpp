// Meta variables pass values from one transition to the next, as real models expect.
#include <catch2/catch.hpp>

#include "parser/parser.h"
#include "tests/engine/verify_support.h"

using namespace orbita;
using namespace orbita::test;

TEST_CASE("a meta variable written on the way into a committed location is read on the way out") {
  const std::unique_ptr<Model> model = model_from(R"(
    meta int m; int got;
    process P() { state A, B, C; commit B; init A; trans A -> B { assign m = 3; }, B -> C { assign got = m; }; }
    system P;)");
  VerifyOptions options;
  options.trace = TraceKind::some;
  CHECK(decide(*model, "E<> P.B && m == 3").verdict == Verdict::satisfied);
  CHECK(decide(*model, "A[] P.C imply got == 3").verdict == Verdict::satisfied);
  const QueryResult reached = decide(*model, "E<> got == 3", options);
  CHECK(reached.verdict == Verdict::satisfied);
  CHECK(reached.trace_problem == "");
}

// The semaphore of several published models.
TEST_CASE("a semaphore that keeps the next process in a meta variable does not block") {
  const std::unique_ptr<Model> model = model_from(R"(
    chan wait[3], go[3];
    process Semaphore() { meta int[0, 2] q; state Free, Give; commit Give; init Free;
      trans Free -> Give { select p : int[0, 2]; sync wait[p]?; assign q = p; }, Give -> Free { sync go[q]!; }; }
    process User(const int[0, 2] i) { state Out, Asked; init Out;
      trans Out -> Asked { sync wait[i]!; }, Asked -> Out { sync go[i]?; }; }
    system Semaphore, User;)");
  CHECK(decide(*model, "A[] not deadlock").verdict == Verdict::satisfied);
  CHECK(decide(*model, "User(2).Asked --> User(2).Out").verdict == Verdict::satisfied);
}

TEST_CASE("a meta variable that is written before it is read makes no states") {
  const std::string text = R"( int x; int n;
    process P() { state A; init A; trans A -> A { guard n < 5; assign x = 7 * n, n = n + x - x + 1; }; }
    system P;)";
  const std::unique_ptr<Model> plain = model_from(text), meta = model_from("meta" + text);
  CHECK(decide(*meta, "A[] n <= 5").statistics.stored == 6);
  CHECK(decide(*plain, "A[] n <= 5").statistics.stored == 6);
}
