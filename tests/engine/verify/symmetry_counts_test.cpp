// States stored with symmetry: one per orbit, as counted by brute force and in the literature.
#include <catch2/catch.hpp>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "parser/parser.h"
#include "tests/engine/verify_support.h"
#include "tests/model_files.h"
#include "tests/places.h"

using namespace orbita;
using namespace orbita::test;

namespace {

std::unique_ptr<Model> sized(const std::shared_ptr<Document>& document, int n) {
  Diagnostics diagnostics;
  CheckOptions options;
  options.overrides = {{"N", std::to_string(n)}};
  return check(document, diagnostics, options);
}

std::shared_ptr<Document> document_of(const std::string& path) {
  Diagnostics diagnostics;
  return read_model(path, diagnostics);
}

std::shared_ptr<Document> shipped(const std::string& name) {
  return document_of(test::source_dir() + "/models/" + name);
}

QueryResult run(const std::shared_ptr<Document>& document, int n, const VerifyOptions& options,
                const std::string& formula = "A[] true") {
  const std::unique_ptr<Model> model = sized(document, n);
  QueryResult result = decide(*model, formula, options);
  result.query = nullptr;
  return result;
}

// Equality of states, no reduction.
VerifyOptions every_state(SymmetryChoice symmetry) {
  VerifyOptions options;
  options.subsumption = SubsumptionChoice::equality;
  options.reduce = false;
  options.abstraction = Abstraction::lu_plus;
  options.symmetry = symmetry;
  return options;
}

std::uint64_t stored(const std::shared_ptr<Document>& document, int n, SymmetryChoice symmetry, bool literal = false) {
  VerifyOptions options = every_state(symmetry);
  options.literal_sort = literal;
  const QueryResult result = run(document, n, options);
  CHECK(result.verdict == Verdict::satisfied);
  return result.statistics.stored;
}

constexpr SymmetryChoice exact[] = {SymmetryChoice::refine, SymmetryChoice::segment, SymmetryChoice::canonical,
                                    SymmetryChoice::enumerate};

const std::string demo_fischer = test::corpus_dir() + "/scalarset/fischer_symmetry_N10.xml";

void fischer_orbits(int from, const std::vector<std::uint64_t>& orbits) {
  if (!has_corpus()) return;
  const std::shared_ptr<Document> fischer = document_of(demo_fischer);
  for (std::size_t k = 0; k < orbits.size(); ++k) {
    for (const SymmetryChoice choice : exact) {
      CAPTURE(from + static_cast<int>(k), static_cast<int>(choice));
      CHECK(stored(fischer, from + static_cast<int>(k), choice) == orbits[k]);
    }
  }
}

// References as relations, so that "nobody" is an ordinary value and nothing stale is left.
const std::string mcs_lock = R"(
  const int N = 3;
  typedef scalar[N] S;
  bool tail[S], next[S][S], locked[S];
  bool nobody() { return forall (i : S) !tail[i]; }
  bool alone(S id) { return forall (i : S) !next[id][i]; }
  void enter(S id) { for (i : S) tail[i] = i == id; }
  void release(S id) { for (i : S) { if (next[id][i]) locked[i] = false; next[id][i] = false; } }
  process P(const S id) {
    bool pred[S];
    state I, C, W1, W2, R;
    init I;
    trans I -> C { guard nobody(); assign tail[id] = true; },
      I -> W1 { select t : S; guard tail[t]; assign pred[t] = true, enter(id), locked[id] = true; },
      W1 -> W2 { select p : S; guard pred[p]; assign next[p][id] = true, pred[p] = false; },
      W2 -> C { guard !locked[id]; },
      C -> I { guard !alone(id); assign release(id); },
      C -> I { guard alone(id) && tail[id]; assign tail[id] = false; },
      C -> R { guard alone(id) && !tail[id]; },
      R -> I { guard !alone(id); assign release(id); };
  }
  system P;)";

const std::string email_lite = R"(
  const int N = 2;
  typedef scalar[N] S;
  bool from1[S], to1[S], from2[S], to2[S], sender[S], receiver[S], link[S][S];
  bool empty1() { return forall (i : S) !from1[i]; }
  bool empty2() { return forall (i : S) !from2[i]; }
  void take() {
    for (i : S) {
      sender[i] = from1[i]; receiver[i] = to1[i];
      from1[i] = from2[i]; to1[i] = to2[i];
      from2[i] = false; to2[i] = false;
    }
  }
  process Client(const S id) {
    state Run;
    init Run;
    trans Run -> Run { select t : S; guard empty1(); assign from1[id] = true, to1[t] = true; },
      Run -> Run { select t : S; guard !empty1() && empty2(); assign from2[id] = true, to2[t] = true; },
      Run -> Run { select s : S; guard link[id][s]; assign link[id][s] = false; };
  }
  process Mailer() {
    state Run;
    init Run;
    trans Run -> Run { guard !empty1() && forall (i : S) !sender[i]; assign take(); },
      Run -> Run { select s : S, r : S; guard sender[s] && receiver[r] && forall (i : S) !link[r][i];
                   assign link[r][s] = true, sender[s] = false, receiver[r] = false; };
  }
  system Client, Mailer;)";

std::shared_ptr<Document> text_document(const std::string& text) {
  Diagnostics diagnostics;
  return read_model_text("test.xta", text, diagnostics);
}

}  // namespace

TEST_CASE("the demo Fischer stores one state per orbit", "[corpus]") {
  fischer_orbits(2, {11, 22, 38});
  if (!has_corpus()) return;
  const std::shared_ptr<Document> fischer = document_of(demo_fischer);
  const std::vector<std::uint64_t> all{22, 99, 428}, sorted{13, 28, 51};
  for (int n = 2; n <= 4; ++n) {
    CAPTURE(n);
    CHECK(stored(fischer, n, SymmetryChoice::off) == all[static_cast<std::size_t>(n - 2)]);
    CHECK(stored(fischer, n, SymmetryChoice::sort, true) == sorted[static_cast<std::size_t>(n - 2)]);
  }
}

TEST_CASE("the demo Fischer stores one state per orbit, larger", "[slow][corpus]") { fischer_orbits(5, {60, 89}); }

TEST_CASE("CSMA/CD, corrected, stores 4N-1 states") {
  const std::shared_ptr<Document> model = shipped("csma-cd-b.xml");
  for (int n = 2; n <= 7; ++n) {
    CAPTURE(n);
    const QueryResult result = run(model, n, {});
    CHECK(result.verdict == Verdict::satisfied);
    CHECK(result.statistics.stored == static_cast<std::uint64_t>(4 * n - 1));
  }
}

TEST_CASE("CSMA/CD with the slip: stored states, and a collision that replays") {
  const std::shared_ptr<Document> model = shipped("csma-cd-a.xml");
  const std::vector<std::uint64_t> expected{10, 23, 45, 79};
  for (int n = 2; n <= 5; ++n) {
    CAPTURE(n);
    CHECK(run(model, n, {}).statistics.stored == expected[static_cast<std::size_t>(n - 2)]);
    VerifyOptions options;
    options.trace = TraceKind::some;
    const QueryResult slip = run(model, n, options,
                                 "A[] forall (i : sid_t) forall (j : sid_t) (Station(i).Start && Station(j).Start && "
                                 "Station(i).x >= sigma && Station(j).x >= sigma) imply i == j");
    CHECK(slip.verdict == Verdict::not_satisfied);
    CHECK(slip.trace.has_value());
    CHECK(slip.trace_problem == "");
  }
}

TEST_CASE("the MCS lock stores one state per orbit") {
  const std::shared_ptr<Document> model = text_document(mcs_lock);
  const std::vector<std::uint64_t> all{17, 115, 945}, orbits{9, 21, 45};
  for (int n = 2; n <= 4; ++n) {
    CAPTURE(n);
    CHECK(stored(model, n, SymmetryChoice::off) == all[static_cast<std::size_t>(n - 2)]);
    for (const SymmetryChoice choice : exact) {
      CAPTURE(static_cast<int>(choice));
      CHECK(stored(model, n, choice) == orbits[static_cast<std::size_t>(n - 2)]);
    }
    CHECK(stored(model, n, SymmetryChoice::sort) >= orbits[static_cast<std::size_t>(n - 2)]);
  }
}

TEST_CASE("email-lite stores one state per orbit") {
  const std::shared_ptr<Document> model = text_document(email_lite);
  CHECK(stored(model, 2, SymmetryChoice::off) == 945);
  for (const SymmetryChoice choice : exact) {
    CAPTURE(static_cast<int>(choice));
    CHECK(stored(model, 2, choice) == 474);
  }
}

TEST_CASE("email-lite with three clients stores one state per orbit", "[slow]") {
  CHECK(stored(text_document(email_lite), 3, SymmetryChoice::refine) == 9732);
}

// The value of a scalar while its flag is off must not split orbits: the shipped models have the counts of those above,
// which have no such values.
TEST_CASE("the shipped MCS lock stores one state per orbit") {
  const std::shared_ptr<Document> model = shipped("mcs-lock.xml");
  const std::vector<std::uint64_t> all{17, 115, 945}, orbits{9, 21, 45, 93}, sorted{9, 21, 48, 120};
  VerifyOptions options;
  for (int n = 2; n <= 5; ++n) {
    CAPTURE(n);
    const auto k = static_cast<std::size_t>(n - 2);
    options.literal_sort = false;
    if (n <= 4) {
      options.symmetry = SymmetryChoice::off;
      CHECK(run(model, n, options).statistics.stored == all[k]);
    }
    for (const SymmetryChoice choice : exact) {
      CAPTURE(static_cast<int>(choice));
      options.symmetry = choice;
      CHECK(run(model, n, options).statistics.stored == orbits[k]);
    }
    options.symmetry = SymmetryChoice::sort;
    CHECK(run(model, n, options).statistics.stored == sorted[k]);
  }
}

// The query reads every waiting sender, as the counted states do.
TEST_CASE("the shipped email-lite stores one state per orbit") {
  const std::shared_ptr<Document> model = shipped("email-lite.xml");
  const std::string formula = "A[] forall (i : cid_t) full[i] imply (exists (j : cid_t) link[i] == j)";
  VerifyOptions options;
  options.symmetry = SymmetryChoice::off;
  CHECK(run(model, 2, options, formula).statistics.stored == 945);
  options.symmetry = SymmetryChoice::automatic;
  CHECK(run(model, 2, options, formula).statistics.stored == 474);
}

TEST_CASE("the shipped email-lite with three and four clients stores one state per orbit", "[slow]") {
  const std::string formula = "A[] forall (i : cid_t) full[i] imply (exists (j : cid_t) link[i] == j)";
  CHECK(run(shipped("email-lite.xml"), 3, {}, formula).statistics.stored == 9732);
  CHECK(run(shipped("email-lite.xml"), 4, {}, formula).statistics.stored == 122065);
}

TEST_CASE("Fischer stores N(N+3) states and visits (3N^2+3N+2)/2, deadlocks or not") {
  const std::shared_ptr<Document> model = shipped("fischer.xml");
  const std::string exclusion =
      "A[] forall (i : pid_t) forall (j : pid_t) (Process(i).cs && Process(j).cs) imply i == j";
  for (int n = 2; n <= 10; ++n) {
    for (const std::string& formula : {exclusion, std::string("A[] not deadlock")}) {
      CAPTURE(n, formula);
      const QueryResult result = run(model, n, {}, formula);
      const auto size = static_cast<std::uint64_t>(n);
      CHECK(result.verdict == Verdict::satisfied);
      CHECK(result.statistics.stored == size * (size + 3));
      CHECK(result.statistics.explored == (3 * size * size + 3 * size + 2) / 2);
    }
  }
}
