// UPPAAL's demo of Fischer's protocol with a scalarset, explored with equality of extrapolated zones: ExtraLU+ destroys
// the order of clocks that sorting relies on, so here exact strategies and the sorting of the scalarset paper differ.
#include <catch2/catch.hpp>

#include <deque>
#include <set>

#include "symmetry/orbits/canonical.h"
#include "tests/symmetry/random_states.h"

using namespace orbita;
using namespace orbita::testing;

namespace {

enum Location : std::int32_t { idle, req, wait, cs };
enum class Extrapolation { m, lu_plus };
constexpr std::int32_t threshold = 2;

class Fischer {
 public:
  Fischer(int processes, Extrapolation extrapolation) : n_(processes), extrapolation_(extrapolation) {
    layout_.sets = {{"pid_t", n_, true, {}}};
    layout_.clocks.emplace_back();
    add_family(layout_, layout_.clocks, {0}, no_set, false);
    add_family(layout_, layout_.values, {0}, no_set, true);
    add_family(layout_, layout_.values, {}, no_set, false);    // bool set
    add_family(layout_, layout_.values, {}, SetId{0}, false);  // pid_t id
  }

  const StateLayout& layout() const { return layout_; }

  State initial() const {
    State q;
    q.values.assign(static_cast<std::size_t>(n_) + 2, 0);
    q.zone = Zone::zero(static_cast<std::uint32_t>(n_) + 1);
    for (std::uint32_t c = 1; c <= static_cast<std::uint32_t>(n_); ++c) q.active.push_back(c);
    finish(q);
    return q;
  }

  std::vector<State> successors(const State& q) const {
    std::vector<State> result;
    for (int p = 0; p < n_; ++p) step(q, p, result);
    return result;
  }

 private:
  static std::size_t at(int p) { return static_cast<std::size_t>(p); }
  static ClockIndex x(int p) { return ClockIndex{static_cast<std::uint32_t>(p) + 1}; }
  std::size_t set() const { return at(n_); }
  std::size_t id() const { return at(n_) + 1; }

  void step(const State& q, int p, std::vector<State>& result) const {
    State r = q;
    switch (q.values[at(p)]) {
      case idle:
        if (q.values[set()] != 0) return;
        go(std::move(r), p, req, true, result);
        return;
      case req:
        if (!r.zone.constrain(at_most(x(p), threshold))) return;
        r.values[id()] = p;
        r.values[set()] = 1;
        go(std::move(r), p, wait, true, result);
        return;
      case wait:
        if (q.values[set()] == 0) go(State(q), p, req, true, result);
        if (q.values[id()] != p || !r.zone.constrain(more_than(x(p), threshold))) return;
        go(std::move(r), p, cs, false, result);
        return;
      default: r.values[set()] = 0; go(std::move(r), p, idle, false, result);
    }
  }

  void go(State r, int p, Location target, bool reset, std::vector<State>& result) const {
    r.values[at(p)] = target;
    if (reset) r.zone.reset(x(p));
    if (finish(r)) result.push_back(std::move(r));
  }

  // Delay within the invariants, then extrapolation; LU with the bounds of each location.
  bool finish(State& q) const {
    std::vector<Constraint> invariant;
    std::vector<std::int32_t> lower(q.zone.dimension(), no_bound), upper = lower, most = lower;
    for (int p = 0; p < n_; ++p) {
      const std::int32_t location = q.values[at(p)];
      if (location == req) {
        invariant.push_back(at_most(x(p), threshold));
        upper[x(p).value] = threshold;
      }
      if (location == wait) lower[x(p).value] = threshold;
      most[x(p).value] = threshold;  // one bound for all locations
    }
    if (!q.zone.constrain(invariant)) return false;
    q.zone.delay();
    if (!q.zone.constrain(invariant)) return false;
    if (extrapolation_ == Extrapolation::m) {
      extrapolate_m(q.zone.matrix(), most);
    } else {
      extrapolate_lu_plus(q.zone.matrix(), ClockBounds(lower, upper));
    }
    return true;
  }

  int n_;
  Extrapolation extrapolation_;
  StateLayout layout_;
};

std::set<State> all_states(const Fischer& model, Canonicaliser* canonicaliser) {
  std::set<State> passed;
  std::deque<State> waiting;
  const auto visit = [&](State q) {
    if (canonicaliser != nullptr) canonicalise(*canonicaliser, q);
    if (passed.insert(q).second) waiting.push_back(std::move(q));
  };
  visit(model.initial());
  while (!waiting.empty()) {
    for (State& q : model.successors(waiting.front())) visit(std::move(q));
    waiting.pop_front();
  }
  return passed;
}

std::size_t explored(const Fischer& model, Canonicaliser* canonicaliser) {
  return all_states(model, canonicaliser).size();
}

std::size_t explored(int processes, Extrapolation extrapolation, Strategy strategy, bool literal = false) {
  const Fischer model(processes, extrapolation);
  CanonicalOptions options;
  options.strategy = strategy;
  options.literal = literal;
  options.diagonal_property = false;
  return explored(model, make_canonicaliser(model.layout(), options).get());
}

}  // namespace

// Numbers of an independent explorer, N = 2, 3, ...
TEST_CASE("Fischer under ExtraLU+: exact strategies store one state per orbit") {
  constexpr std::size_t unreduced[]{22, 99, 428, 1845};
  constexpr std::size_t orbits[]{11, 22, 38, 60, 89, 126};
  for (int n = 2; n <= 7; ++n) {
    CAPTURE(n);
    if (n <= 4) CHECK(explored(Fischer(n, Extrapolation::lu_plus), nullptr) == unreduced[n - 2]);
    CHECK(explored(n, Extrapolation::lu_plus, Strategy::refine) == orbits[n - 2]);
    CHECK(explored(n, Extrapolation::lu_plus, Strategy::segment) == orbits[n - 2]);
    CHECK(explored(n, Extrapolation::lu_plus, Strategy::canonical) == orbits[n - 2]);
    if (n <= 5) CHECK(explored(n, Extrapolation::lu_plus, Strategy::enumerate) == orbits[n - 2]);
  }
}

TEST_CASE("Fischer under ExtraLU+: the paper's sort stores more") {
  constexpr std::size_t literal[]{13, 28, 51, 84, 129, 188};
  for (int n = 2; n <= 7; ++n) {
    CAPTURE(n);
    CHECK(explored(n, Extrapolation::lu_plus, Strategy::sort, true) == literal[n - 2]);
  }
}

TEST_CASE("Fischer under ExtraM: orbits") {
  constexpr std::size_t orbits[]{21, 74, 237, 730};
  for (int n = 2; n <= 5; ++n) {
    CAPTURE(n);
    CHECK(explored(n, Extrapolation::m, Strategy::refine) == orbits[n - 2]);
    if (n <= 4) CHECK(explored(n, Extrapolation::m, Strategy::canonical) == orbits[n - 2]);
  }
}

// The orbits found cover exactly the reachable states.
TEST_CASE("Fischer: orbit sizes add up to the number of states") {
  const Fischer model(4, Extrapolation::lu_plus);
  CanonicalOptions options;
  options.diagonal_property = false;
  const auto refine = make_canonicaliser(model.layout(), options);
  OrbitCounter count(model.layout());
  double sum = 0;
  for (const State& q : all_states(model, refine.get())) sum += count(q.values, q.active, q.zone);
  // The initial value of id names an element, so unreduced search reaches only part of the first orbits.
  std::set<State> orbits_of_reached;
  for (const State& q : all_states(model, nullptr)) {
    for (const State& r : orbit(model.layout(), q)) orbits_of_reached.insert(r);
  }
  CHECK(sum == static_cast<double>(orbits_of_reached.size()));
}
