// Decision diagrams: functions of a discrete state, each in one form only.
//
// An inner node asks for the value of one variable and has a child for each; variables are asked in the order of
// their numbers, so two functions are equal everywhere exactly when they are the same node. The leaves are terms
// (terms.h): a number, or an expression over variables with too many values to ask for. A comparison of such
// expressions is a variable of its own, an *atom*: functions that differ only in how their atoms depend on each other
// are told apart although they are equal, never the other way round.
//
// Variables are the positions of a row of values (network.h), asked for in a given order; atoms come after them. What
// selects should be asked for before what it selects from: `list[len]` has one node per element if `len` comes first,
// and exponentially many if it comes last.
// `failure` is the leaf of an evaluation that ends in a run-time error; every operation on it gives it again.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <functional>
#include <span>
#include <tuple>
#include <vector>

#include "engine/detect/terms.h"

namespace orbita::detection {

using DiagramId = Index<struct DiagramTag>;

// Where a renaming (exchange.h) takes the variables a diagram is about.
class Renaming {
 public:
  virtual ~Renaming() = default;
  virtual std::uint32_t value(std::uint32_t position) const = 0;
  virtual NetClockId clock(NetClockId number) const = 0;
  // Are the contents of this position renamed, and how.
  virtual bool changes_contents(std::uint32_t position) const = 0;
  virtual std::int64_t contents(std::uint32_t position, std::int64_t value) const = 0;
};

class Diagrams {
 public:
  // What a position of the row may hold. Positions with more values than this are bases of terms.
  static constexpr std::int64_t most_values = 600;
  // `order`: the positions as they are asked for.
  Diagrams(const std::vector<Interval>& domains, std::vector<std::uint32_t> order);

  DiagramId number(std::int64_t value);
  DiagramId term(TermId term);
  DiagramId variable(std::uint32_t position);
  DiagramId failure() const { return failure_; }

  // Of two or one int32 (opcode.h, without operands); what a machine would refuse is `failure`.
  DiagramId apply(Opcode op, DiagramId a, DiagramId b);
  DiagramId choose(DiagramId condition, DiagramId yes, DiagramId no);
  DiagramId truth(DiagramId a) { return apply(Opcode::not_equal, a, number(0)); }
  DiagramId negation(DiagramId a) { return choose(a, number(0), number(1)); }
  DiagramId conjunction(DiagramId a, DiagramId b) { return choose(a, b, number(0)); }
  DiagramId disjunction(DiagramId a, DiagramId b) { return choose(a, number(1), b); }
  // The function with one position known.
  DiagramId restricted(DiagramId a, std::uint32_t position, std::int64_t value);
  DiagramId has_failed(DiagramId a);  // 1 where it is `failure`, else 0

  bool is_number(DiagramId a) const { return is_leaf(a) && a != failure_ && terms_[leaf(a)].is_number(); }
  bool is_number(DiagramId a, std::int64_t value) const { return is_number(a) && terms_[leaf(a)].constant == value; }
  std::int64_t number_of(DiagramId a) const { return terms_[leaf(a)].constant; }
  // The leaves other than `failure`, each once.
  std::vector<TermId> leaves(DiagramId a) const;
  // The positions it depends on, also through atoms and terms (sorted).
  std::vector<std::uint32_t> support(DiagramId a) const;
  Interval range(DiagramId a) const;  // of its leaves; empty (low > high) if there are none
  // What the function is for a state; only for diagrams without atoms and terms on the path taken.
  std::int64_t evaluate(DiagramId a, std::span<const std::int32_t> row) const;

  // The same function of the renamed state; `contents`: renames what a leaf holds.
  using Leaf = std::function<DiagramId(TermId)>;
  using Memo = absl::flat_hash_map<std::uint32_t, DiagramId>;
  DiagramId renamed(DiagramId a, const Renaming& renaming, const Leaf& contents, Memo& memo);
  TermId renamed(TermId term, const Renaming& renaming);
  // A row on which the two differ, as far as it is decided; for messages.
  std::vector<std::pair<std::uint32_t, std::int32_t>> difference(DiagramId a, DiagramId b, DiagramId& left,
                                                                 DiagramId& right) const;

  Terms& terms() { return terms_; }
  const Terms& terms() const { return terms_; }
  std::size_t size() const { return nodes_.size(); }
  // Throws Beyond after this many more steps, or when there are no steps left in all. A step is about one child made.
  void allow(std::uint64_t steps) { steps_left_ = steps; }
  void allow_in_all(std::uint64_t steps) { steps_left_in_all_ = steps; }
  std::uint64_t steps_left_in_all() const { return steps_left_in_all_; }
  void spend(std::uint64_t steps);
  static constexpr std::uint64_t most_steps = 1'200'000;

 private:
  struct Node {
    std::uint32_t variable = 0;  // leaf_variable: a leaf
    std::uint32_t first = 0;     // of its children; a leaf: its term
    std::uint32_t count = 0;
  };
  struct Atom {
    bool equality = false;  // term == constant, or term <= constant
    TermId term;            // without a constant
    std::int64_t constant = 0;
    friend bool operator==(const Atom&, const Atom&) = default;
    template <class H>
    friend H AbslHashValue(H h, const Atom& a) {
      return H::combine(std::move(h), a.equality, a.term, a.constant);
    }
  };
  static constexpr std::uint32_t leaf_variable = 0xffffffffu;

  bool is_leaf(DiagramId a) const { return nodes_[a.value].variable == leaf_variable; }
  TermId leaf(DiagramId a) const { return TermId{nodes_[a.value].first}; }
  std::uint32_t variable_of(DiagramId a) const { return nodes_[a.value].variable; }
  std::uint32_t size_of(std::uint32_t variable) const;
  // The child for the k-th value of a variable that is not asked for later than the node's own.
  DiagramId child(DiagramId a, std::uint32_t variable, std::uint32_t k) const {
    const Node& node = nodes_[a.value];
    return node.variable == variable ? children_[node.first + k] : a;
  }
  DiagramId make(std::uint32_t variable, const std::vector<DiagramId>& children);
  DiagramId make_leaf(std::uint32_t term);
  DiagramId restricted(DiagramId a, std::uint32_t variable, std::uint32_t k, Memo& memo);
  // Children may ask for any variable: made a diagram again.
  DiagramId cases(std::uint32_t variable, std::vector<DiagramId> children);
  DiagramId apply_leaves(Opcode op, TermId a, TermId b);
  DiagramId apply_numbers(Opcode op, std::int64_t a, std::int64_t b);
  DiagramId at_most_zero(TermId term);
  DiagramId is_zero(TermId term);
  DiagramId atom(bool equality, TermId term, std::int64_t constant);

  std::vector<Interval> domains_;         // by variable
  std::vector<std::uint32_t> positions_;  // by variable
  std::vector<std::uint32_t> variables_;  // by position
  Terms terms_;
  std::vector<Node> nodes_;
  std::vector<DiagramId> children_;
  std::vector<Atom> atoms_;
  absl::flat_hash_map<Atom, std::uint32_t> atom_index_;
  absl::flat_hash_map<std::uint64_t, std::vector<std::uint32_t>> node_index_;  // by hash
  absl::flat_hash_map<std::uint32_t, DiagramId> leaf_index_;
  absl::flat_hash_map<std::tuple<std::uint32_t, DiagramId, DiagramId>, DiagramId> applied_;
  absl::flat_hash_map<std::tuple<DiagramId, DiagramId, DiagramId>, DiagramId> chosen_;
  DiagramId failure_;
  std::uint64_t steps_left_ = most_steps, steps_left_in_all_ = most_steps;
};

}  // namespace orbita::detection
