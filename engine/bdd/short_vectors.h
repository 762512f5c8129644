// What programs do, learned by running them on short vectors.
//
// A program reads a few cells of a state, and which ones may depend on the values of others (`locked[next[id]]`). It is
// run with nothing known; where it needs a cell, the states at hand are split by the values this cell has in them, and
// it is run again for each. The result is a tree: inner nodes ask for the value of a cell, leaves hold what the program
// does. Only values that occur are followed, and the tree is kept, so each short vector is run once.
#pragma once

#include <bdd.h>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "engine/bdd/encoding.h"
#include "engine/network/partial_row.h"
#include "parser/work_limits.h"

namespace orbita::bdds {

// What a program does for all states that agree on the cells it reads.
template <class Effect>
class ShortVectors {
 public:
  // Runs the program on a row with some values known. False: the row wants a cell.
  using Run = std::function<bool(PartialRow&, Effect&)>;

  explicit ShortVectors(Run run) : run_(std::move(run)) {}

  // Splits the states by what the program does in them: visit(effect, states), no two parts overlapping.
  template <class Visit>
  void split(const Encoding& encoding, PartialRow& row, const bdd& states, const Visit& visit) {
    if (states == bddfalse) return;
    known_.clear();
    walk(encoding, row, root_, states, visit);
  }

 private:
  struct Node {
    std::uint32_t cell = PartialRow::nothing;  // inner: the cell asked for
    std::map<std::int32_t, std::unique_ptr<Node>> by_value;
    std::unique_ptr<Effect> effect;  // leaf
  };

  template <class Visit>
  void walk(const Encoding& encoding, PartialRow& row, std::unique_ptr<Node>& node, const bdd& states,
            const Visit& visit) {
    poll_limits();
    if (!node) node = learn(row);
    if (node->effect) return visit(*node->effect, states);
    bdd rest = states;
    const auto go_on = [&](std::int32_t value, std::unique_ptr<Node>& child) {
      const bdd part = rest & encoding.equals(node->cell, value);
      if (part == bddfalse) return;
      rest -= part;
      known_.emplace_back(node->cell, value);
      walk(encoding, row, child, part, visit);
      known_.pop_back();
    };
    for (auto& [value, child] : node->by_value) {
      if (rest == bddfalse) return;
      go_on(value, child);
    }
    while (rest != bddfalse) {
      const std::int32_t value = encoding.some_value(rest, node->cell);
      go_on(value, node->by_value[value]);
    }
  }

  std::unique_ptr<Node> learn(PartialRow& row) {
    auto node = std::make_unique<Node>();
    row.clear();
    for (const auto& [cell, value] : known_) row.know(cell, value);
    auto effect = std::make_unique<Effect>();
    if (run_(row, *effect)) node->effect = std::move(effect);
    else node->cell = row.wanted();
    return node;
  }

  Run run_;
  std::unique_ptr<Node> root_;
  std::vector<std::pair<std::uint32_t, std::int32_t>> known_;  // on the way to the node being visited
};

}  // namespace orbita::bdds
