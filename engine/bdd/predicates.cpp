#include "engine/bdd/predicates.h"

namespace orbita::bdds {

bdd Predicates::satisfying(const Predicate& predicate, const bdd& states) {
  return predicate.nodes.empty() ? states : satisfying(predicate, 0, states);
}

bdd Predicates::stuck(const bdd& states) {
  bdd moving = bddfalse;
  for (const ProcessId p : network_.processes.ids())
    steps_.expand(states - moving, p, true, [&](const bdd& from, const bdd&, const Assignment*) { moving |= from; });
  return states - moving;
}

// Children in order, each only where the ones before it leave the answer open.
bdd Predicates::satisfying(const Predicate& predicate, std::uint32_t index, const bdd& states) {
  if (states == bddfalse) return states;
  const Predicate::Node& node = predicate.nodes[index];
  switch (node.kind) {
    case Predicate::Kind::data: return data(predicate, node.data, states);
    case Predicate::Kind::atom: return atom(predicate, node.atom, states);
    case Predicate::Kind::deadlock: return stuck(states);
    case Predicate::Kind::negation: return states - satisfying(predicate, node.children.front(), states);
    case Predicate::Kind::conjunction: {
      bdd result = states;
      for (const std::uint32_t child : node.children) result = satisfying(predicate, child, result);
      return result;
    }
    case Predicate::Kind::disjunction: {
      bdd result = bddfalse;
      for (const std::uint32_t child : node.children) result |= satisfying(predicate, child, states - result);
      return result;
    }
  }
  return bddfalse;
}

bdd Predicates::data(const Predicate& predicate, CodeRef code, const bdd& states) {
  if (code == no_code) return states;
  bdd result = bddfalse;
  steps_.evaluate(code, *predicate.programs, states, [&](std::int32_t value, const bdd& part) {
    if (value != 0) result |= part;
  });
  return result;
}

bdd Predicates::atom(const Predicate& predicate, const ClockAtom& atom, const bdd& states) {
  bdd result = bddfalse;
  const auto with_clock = [&](const ClockTerm& term, const bdd& part, const auto& visit) {
    if (term.code == no_code) return visit(term.clock, part);
    steps_.evaluate(term.code, *predicate.programs, part,
                    [&](std::int32_t clock, const bdd& rest) { visit(clock_numbered(clock), rest); });
  };
  with_clock(atom.x, states, [&](NetClockId x, const bdd& with_x) {
    with_clock(atom.y, with_x, [&](NetClockId y, const bdd& with_y) {
      if (atom.bound == no_code) {
        result |= with_y & steps_.holds(x, y, atom.strict, atom.constant);
        return;
      }
      steps_.evaluate(atom.bound, *predicate.programs, with_y, [&](std::int32_t bound, const bdd& part) {
        result |= part & steps_.holds(x, y, atom.strict, bound);
      });
    });
  });
  return result;
}

}  // namespace orbita::bdds
