// What programs do, learned by running them on short vectors.
//
// A program reads a few cells of a state, and which ones may depend on the values of others (`locked[next[id]]`). It is
// run with nothing known; where it needs a cell, the value of this cell in one of the states at hand is told, and it is
// run again. The result is a tree: inner nodes ask for the value of a cell, leaves hold what the program does. Only
// values that occur are followed, and the tree is kept, so each short vector is run once. Most states that come are
// covered by leaves that are there already: one operation on sets finds the others.
#pragma once

#include <bdd.h>

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <set>
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

  // Splits the states by what the program does in them, leaf by leaf: visit(effect, states), no two parts overlapping.
  template <class Visit>
  void split(const Encoding& encoding, PartialRow& row, const bdd& states, const Visit& visit) {
    if (states == bddfalse) return;
    learn(encoding, row, states);
    walk(encoding, *root_, states, visit);
  }

  // The same with one part for all leaves that do the same, for effects that can be compared: Effect::is_same. Parts
  // for which not wanted(effect) are left out.
  template <class Wanted, class Visit>
  void split_by_effect(const Encoding& encoding, PartialRow& row, const bdd& states, const Wanted& wanted,
                       const Visit& visit) {
    if (states == bddfalse) return;
    learn(encoding, row, states);
    for (std::size_t i = 0; i < groups_.size(); ++i) {  // visiting may learn, but nothing about these states
      if (!wanted(*groups_[i].effect)) continue;
      const bdd part = states & groups_[i].condition;
      if (part != bddfalse) visit(*groups_[i].effect, part);
    }
  }

 private:
  struct Node {
    std::uint32_t cell = PartialRow::nothing;  // inner: the cell asked for
    std::map<std::int32_t, std::unique_ptr<Node>> by_value;
    std::unique_ptr<Effect> effect;  // leaf
  };
  struct Group {
    const Effect* effect = nullptr;
    bdd condition;
  };

  template <class Visit>
  void walk(const Encoding& encoding, const Node& node, const bdd& states, const Visit& visit) {
    if (node.effect) return visit(*node.effect, states);
    for (const auto& [value, child] : node.by_value) {
      const bdd part = states & encoding.equals(node.cell, value);
      if (part != bddfalse) walk(encoding, *child, part, visit);
    }
  }

  void learn(const Encoding& encoding, PartialRow& row, const bdd& states) {
    for (bdd unknown = states - learned_; unknown != bddfalse;) {
      poll_limits();
      const bdd leaf = learn_one(encoding, row, encoding.some_state(unknown));
      learned_ |= leaf;
      unknown -= leaf;
    }
  }

  // Adds the leaf of this state. Returns the states that belong to it.
  bdd learn_one(const Encoding& encoding, PartialRow& row, const std::vector<std::int32_t>& state) {
    std::vector<std::uint32_t> asked;
    std::unique_ptr<Node>* at = &root_;
    for (;;) {
      if (!*at) *at = run(row, asked, state);
      Node& node = **at;
      if (node.effect) break;
      asked.push_back(node.cell);
      if (cells_.insert(node.cell).second) learned_ |= bddtrue - encoding.valid(node.cell);
      at = &node.by_value[state[node.cell]];
    }
    bdd leaf = bddtrue;
    for (const std::uint32_t cell : asked) leaf &= encoding.equals(cell, state[cell]);
    if constexpr (requires(const Effect& effect) { effect.is_same(effect); }) add_to_group(*(*at)->effect, leaf);
    return leaf;
  }

  void add_to_group(const Effect& effect, const bdd& leaf) {
    for (Group& group : groups_) {
      if (!group.effect->is_same(effect)) continue;
      group.condition |= leaf;
      return;
    }
    groups_.push_back({&effect, leaf});
  }

  std::unique_ptr<Node> run(PartialRow& row, const std::vector<std::uint32_t>& asked,
                            const std::vector<std::int32_t>& state) {
    auto node = std::make_unique<Node>();
    row.clear();
    for (const std::uint32_t cell : asked) row.know(cell, state[cell]);
    auto effect = std::make_unique<Effect>();
    if (run_(row, *effect)) node->effect = std::move(effect);
    else node->cell = row.wanted();
    return node;
  }

  Run run_;
  std::unique_ptr<Node> root_;
  // States that belong to a leaf, and what is no state: often everything, and then nothing is to be looked for.
  bdd learned_ = bddfalse;
  std::set<std::uint32_t> cells_;  // that some node asks for
  std::deque<Group> groups_;
};

}  // namespace orbita::bdds
