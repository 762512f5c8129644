// Orders of expansion.
#include "engine/search/waiting.h"

#include <catch2/catch.hpp>

#include "tests/engine/search/fake_space.h"

using namespace orbita;
using namespace orbita::test;

namespace {

struct Queue {
  explicit Queue(Order order, bool strict = false, std::uint64_t seed = 1)
      : passed(space, coverage, Joining::off), waiting(make_waiting(order, passed, strict, seed)) {}

  NodeId add(int location, int low = 0, int high = 0) {
    const std::uint64_t wasted = passed.wasted();
    const NodeId node = *passed.add(space.state(location, low, high), none);
    waiting->push(node, {passed.wasted() > wasted, -2 * low + 1});
    return node;
  }
  std::vector<std::uint32_t> drain() {
    std::vector<std::uint32_t> order;
    while (const std::optional<NodeId> node = waiting->pop()) {
      passed.mark_expanded(*node);
      order.push_back(node->value);
    }
    return order;
  }

  FakeSpace space{{}};
  const Coverage coverage{Subsumption::inclusion, {}};
  Passed passed;
  std::unique_ptr<Waiting> waiting;
};

}  // namespace

TEST_CASE("nodes leave in the order that was asked for") {
  const auto order_of = [](Order order) {
    Queue queue(order);
    for (const int low : {3, 1, 2}) queue.add(low, low, 9);
    return queue.drain();
  };
  CHECK(order_of(Order::breadth_first) == std::vector<std::uint32_t>{0, 1, 2});
  CHECK(order_of(Order::depth_first) == std::vector<std::uint32_t>{2, 1, 0});
  CHECK(order_of(Order::random_depth_first) == std::vector<std::uint32_t>{2, 1, 0});
  CHECK(order_of(Order::earliest) == std::vector<std::uint32_t>{1, 2, 0});
}

TEST_CASE("covered nodes are not returned in any order") {
  for (const Order order : {Order::breadth_first, Order::depth_first, Order::random_depth_first, Order::earliest}) {
    Queue queue(order);
    queue.add(1, 2, 3);
    queue.add(1, 0, 5);
    CHECK(queue.drain() == std::vector<std::uint32_t>{1});
  }
}

TEST_CASE("an overtaken node is returned where shortest paths are wanted") {
  Queue queue(Order::breadth_first, true);
  queue.add(0);
  queue.add(1, 2, 3);
  REQUIRE(queue.waiting->pop() == NodeId{0});  // node 1 is of the same layer
  queue.add(1, 0, 5);
  CHECK(queue.drain() == std::vector<std::uint32_t>{1, 2});
}

TEST_CASE("a node that covers an expanded one jumps the queue where much is wasted") {
  Queue queue(Order::breadth_first);
  queue.add(1, 1, 1);
  for (int high = 2; high < 6; ++high) {
    queue.drain();
    queue.add(1, 1, high);
  }
  queue.drain();
  REQUIRE(queue.passed.wasted() > queue.passed.stored());
  queue.add(2);
  const NodeId repair = queue.add(1, 0, 9);
  CHECK(queue.drain() == std::vector<std::uint32_t>{repair.value, repair.value - 1});
}

TEST_CASE("a fifo can be told to stop before a node") {
  FakeSpace space({});
  const Coverage coverage(Subsumption::inclusion, {});
  Passed passed(space, coverage, Joining::off);
  FifoWaiting waiting(passed);
  for (int location = 0; location < 3; ++location) passed.add(space.state(location, 0, 0), none);
  waiting.stop_before(NodeId{1});
  CHECK(waiting.pop() == NodeId{0});
  CHECK(!waiting.pop());
  waiting.stop_before(NodeId{3});
  CHECK(waiting.pop() == NodeId{1});
}

TEST_CASE("random orders depend on the seed alone and lose no target") {
  const auto arranged = [](std::uint64_t seed) {
    Queue queue(Order::random_depth_first, false, seed);
    std::vector<SymbolicState> targets;
    for (int location = 0; location < 20; ++location) targets.push_back(queue.space.state(location, 0, 0));
    queue.waiting->arrange(targets);
    std::vector<std::uint32_t> order;
    for (const SymbolicState& target : targets) order.push_back(target.discrete.value);
    return order;
  };
  CHECK(arranged(1) == arranged(1));
  CHECK(arranged(1) != arranged(2));
  std::vector<std::uint32_t> sorted = arranged(3);
  std::sort(sorted.begin(), sorted.end());
  for (std::uint32_t i = 0; i < 20; ++i) CHECK(sorted[i] == i);
}
