// The tree of states behind the simulator, and representatives of its states.
#include "engine/trace/state_tree.h"

#include <catch2/catch.hpp>
#include <map>
#include <random>
#include <set>

#include "engine/replay/replay.h"
#include "tests/model_files.h"
#include "tests/places.h"

using namespace orbita;
using namespace orbita::test;

namespace {

std::unique_ptr<Model> tree_model(const std::string& name, std::vector<std::pair<std::string, std::string>> set = {}) {
  Diagnostics diagnostics;
  return check(read_model(test::source_dir() + "/models/" + name, diagnostics), diagnostics,
               {.overrides = std::move(set)});
}

// Random steps from random states.
void grow(StateTree& tree, std::mt19937& random, int steps) {
  for (int i = 0; i < steps; ++i) {
    const TreeState from{static_cast<std::uint32_t>(random() % tree.size())};
    const std::size_t count = tree.moves(from).size();
    if (count > 0) tree.take(from, random() % count);
  }
}

// The states along a run by one find() and take() after the other; nullopt where a step is not possible.
std::optional<std::vector<TreeState>> walk(StateTree& tree, const std::vector<TraceStep>& steps) {
  std::vector<TreeState> states;
  TreeState state = StateTree::root();
  for (const TraceStep& step : steps) {
    const std::optional<std::size_t> move = tree.find(state, step.edges, step.delay);
    const std::optional<TreeState> next = move ? tree.take(state, *move, step.delay) : std::nullopt;
    if (!next) return std::nullopt;
    state = *next;
    states.push_back(state);
  }
  return states;
}

}  // namespace

TEST_CASE("a step from a state of the tree is made once, and changes nothing that was there") {
  const std::unique_ptr<Model> model = tree_model("fischer.xml", {{"N", "3"}});
  StateTree tree(*model);
  const TreeState a = *tree.take(StateTree::root(), 0), b = *tree.take(StateTree::root(), 1);
  CHECK(a != b);
  CHECK(tree.take(StateTree::root(), 0) == a);
  CHECK(tree.take(a, 0, Rational(1)) != tree.take(a, 0));
  CHECK(tree.depth(a) == 1);
  CHECK(tree.parent(b) == StateTree::root());
  CHECK(tree.locations(StateTree::root()) == std::vector<std::int32_t>{0, 0, 0});
  CHECK(tree.locations(a) == std::vector<std::int32_t>{1, 0, 0});
  CHECK(!tree.take(a, 99));
  CHECK(!tree.take(a, 0, Rational(100)));  // the invariant ends earlier
}

TEST_CASE("every state of a tree has a run that replays") {
  for (const char* name : {"fischer.xml", "train-gate.xml", "client-server.xml"}) {
    const std::unique_ptr<Model> model = tree_model(name);
    StateTree tree(*model);
    std::mt19937 random(5);
    grow(tree, random, 40);
    for (std::uint32_t i = 0; i < tree.size(); ++i) {
      const std::optional<Trace> trace = tree.trace(TreeState{i});
      REQUIRE(trace.has_value());
      CAPTURE(name, i);
      CHECK(replay(*model, *trace).ok);
      CHECK(trace->steps.size() == tree.depth(TreeState{i}));
    }
  }
}

TEST_CASE("following a run gives the states of its steps, and nothing where one of them is not possible") {
  int possible = 0, impossible = 0;
  for (const char* name : {"fischer.xml", "train-gate.xml", "client-server.xml"}) {
    const std::unique_ptr<Model> model = tree_model(name);
    for (unsigned seed = 0; seed < 8; ++seed) {
      CAPTURE(name, seed);
      std::mt19937 random(seed);
      StateTree tree(*model), slow(*model), fast(*model);
      grow(tree, random, 30);
      std::vector<TraceStep> steps = tree.trace(TreeState{static_cast<std::uint32_t>(random() % tree.size())})->steps;
      if (seed % 2 == 1 && !steps.empty()) {  // another delay somewhere: often there is no such run
        Rational& delay = steps[random() % steps.size()].delay;
        delay = Rational(static_cast<std::int64_t>(random() % 12));
      }
      const auto expected = walk(slow, steps), actual = fast.follow(steps);
      REQUIRE(actual.has_value() == expected.has_value());
      ++(actual ? possible : impossible);
      if (!actual) continue;
      REQUIRE(actual->size() == expected->size());
      for (std::size_t i = 0; i < actual->size(); ++i) {
        const TreeState a = (*actual)[i], b = (*expected)[i];
        CHECK(fast.locations(a) == slow.locations(b));
        CHECK(fast.values(a) == slow.values(b));
        CHECK(to_text(fast.clock_ranges(a).front()) == to_text(slow.clock_ranges(b).front()));
        CHECK(fast.take(a, 0).has_value() == slow.take(b, 0).has_value());
      }
    }
  }
  CHECK(possible > 10);
  CHECK(impossible > 3);
}

TEST_CASE("a representative is the state with elements exchanged as it says") {
  // Declared sets, found ones, some with elements that stay apart, and a ring.
  for (const char* name : {"fischer.xml", "client-server.xml", "train-gate.xml", "fischer-ints.xml",
                           "fischer-one-different.xml", "readers-writers-ids.xml", "dining-philosophers.xml"}) {
    const std::unique_ptr<Model> model = tree_model(name);
    StateTree tree(*model);
    std::mt19937 random(7);
    grow(tree, random, 60);
    for (std::uint32_t i = 0; i < tree.size(); ++i) {
      CAPTURE(name, i);
      const Representative found = tree.representative(TreeState{i});
      const std::vector<std::int32_t> before = tree.locations(TreeState{i});
      std::set<std::uint32_t> images;
      for (std::size_t p = 0; p < before.size(); ++p) {
        CHECK(found.locations[found.process_becomes[p]] == before[p]);
        images.insert(found.process_becomes[p]);
      }
      CHECK(images.size() == before.size());
      CHECK(found.orbit >= 1);
      for (const Representative::Set& set : found.sets) {
        CHECK(std::set<std::int32_t>(set.becomes.begin(), set.becomes.end()).size() == set.becomes.size());
      }
    }
  }
}

TEST_CASE("states that differ in names only have one representative, where symmetry was found too") {
  const std::unique_ptr<Model> model = tree_model("fischer-one-different.xml");
  StateTree tree(*model);
  const auto image = [&](const std::vector<std::string>& processes) {
    TreeState state = StateTree::root();
    for (const std::string& process : processes) {
      std::size_t move = 0;
      while (tree.moves(state).at(move).edges.front().process != process) ++move;
      state = *tree.take(state, move);
    }
    const Representative found = tree.representative(state);
    CHECK(found.group == "S_3 on Process");
    return std::make_tuple(found.locations, found.variables, found.zone, found.orbit);
  };
  const auto one = image({"Process(2)", "Process(3)", "Process(2)"});
  CHECK(one == image({"Process(4)", "Process(3)", "Process(4)"}));
  CHECK(one == image({"Process(3)", "Process(4)", "Process(3)"}));
  CHECK(one != image({"Process(1)", "Process(3)", "Process(1)"}));  // the one that is different
  CHECK(std::get<3>(one) == 6);
}

TEST_CASE("states that differ in names only have one representative") {
  const std::unique_ptr<Model> model = tree_model("fischer.xml", {{"N", "3"}});
  StateTree tree(*model);
  const auto image = [&](std::vector<std::string> processes) {
    TreeState state = StateTree::root();
    for (const std::string& process : processes) {
      std::size_t move = 0;
      while (tree.moves(state).at(move).edges.front().process != process) ++move;
      state = *tree.take(state, move);
    }
    const Representative found = tree.representative(state);
    return std::make_tuple(found.locations, found.variables, found.zone, found.orbit);
  };
  const auto one = image({"Process(0)", "Process(1)", "Process(0)"});
  CHECK(one == image({"Process(2)", "Process(0)", "Process(2)"}));
  CHECK(one == image({"Process(1)", "Process(2)", "Process(1)"}));
  CHECK(one != image({"Process(0)", "Process(1)"}));
  CHECK(std::get<3>(one) == 6);
  // Nobody has written yet: id is dead, whatever its value.
  CHECK(!std::get<1>(image({"Process(1)"}))[0].has_value());
  CHECK(std::get<1>(one)[0].has_value());
}
