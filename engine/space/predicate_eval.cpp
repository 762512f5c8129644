#include "engine/space/predicate_eval.h"

#include <algorithm>
#include <cassert>

#include "parser/work_limits.h"

namespace orbita {

PredicateEvaluator::PredicateEvaluator(const Network& network, TransitionSpace& space)
    : network_(network), space_(space), machine_(network), row_(network.value_count()) {}

std::span<const std::int32_t> PredicateEvaluator::row(StateId discrete) {
  if (row_of_ != discrete) {
    space_.values(discrete, row_);
    row_of_ = discrete;
  }
  return row_;
}

Federation PredicateEvaluator::satisfying(const Predicate& predicate, bool negated, StateId discrete,
                                          ConstMatrix zone) {
  machine_.load(*predicate.programs);
  Federation result = evaluate(predicate, 0, negated, discrete, Federation{Zone(zone)});
  return machine_.failure() ? Federation{zone.dimension} : result;
}

Federation PredicateEvaluator::region(const Predicate& predicate, bool negated, StateId discrete) {
  assert(!predicate.has_deadlock);
  machine_.load(*predicate.programs);
  const std::uint32_t n = space_.shape(discrete).dimension();
  Federation overlapping = evaluate(predicate, 0, negated, discrete, Federation{Zone::universal(n)});
  Federation disjoint{n};
  for (const Zone& part : overlapping.parts()) {
    check_limits();
    Federation rest{part};
    rest.subtract(disjoint);
    for (const Zone& piece : rest.parts()) disjoint.add(piece);
  }
  disjoint.merge();
  return disjoint;
}

bool PredicateEvaluator::holds(const Predicate& predicate, StateId discrete) {
  machine_.load(*predicate.programs);
  const Predicate::Node& root = predicate.nodes[0];
  if (root.kind == Predicate::Kind::data) return data_value(root.data, discrete) != 0;
  return !evaluate(predicate, 0, false, discrete, Federation{Zone::zero(1)}).is_empty();
}

std::int32_t PredicateEvaluator::data_value(CodeRef code, StateId discrete) {
  return code == no_code ? 1 : machine_.evaluate(code, row(discrete));
}

std::int32_t PredicateEvaluator::data_of(const Measure& measure, StateId discrete) {
  machine_.load(*measure.programs);
  return measure.data == no_code ? 0 : machine_.evaluate(measure.data, row(discrete));
}

NetClockId PredicateEvaluator::clock_of(const Measure& measure, StateId discrete) {
  machine_.load(*measure.programs);
  return clock_of(measure.clock, discrete);
}

NetClockId PredicateEvaluator::clock_of(const ClockTerm& term, StateId discrete) {
  return term.code == no_code ? term.clock : clock_numbered(machine_.evaluate(term.code, row(discrete)));
}

// Conjunctions narrow the input one after the other, so that what stands to the right is only
// evaluated where the left part holds; a negated conjunction is the disjunction of its negated parts.
Federation PredicateEvaluator::evaluate(const Predicate& predicate, std::uint32_t index, bool negated, StateId discrete,
                                        const Federation& input) {
  poll_limits();
  if (input.is_empty() || machine_.failure()) return Federation{input.dimension()};
  const Predicate::Node& node = predicate.nodes[index];
  switch (node.kind) {
    case Predicate::Kind::data:
      return (data_value(node.data, discrete) != 0) != negated ? input : Federation{input.dimension()};
    case Predicate::Kind::atom: return atom(node.atom, negated, discrete, input);
    case Predicate::Kind::negation: return evaluate(predicate, node.children[0], !negated, discrete, input);
    case Predicate::Kind::deadlock: {
      if (space_.proves_deadlock_freedom() && !space_.may_deadlock(discrete)) {
        return negated ? input : Federation{input.dimension()};
      }
      Federation stuck{input.dimension()};
      for (const Zone& part : input.parts()) stuck.add(space_.deadlocked(discrete, part.view()));
      if (!negated) return stuck;
      Federation rest = input;
      rest.subtract(stuck);
      return rest;
    }
    case Predicate::Kind::conjunction:
    case Predicate::Kind::disjunction: break;
  }
  if ((node.kind == Predicate::Kind::conjunction) != negated) {
    Federation rest = evaluate(predicate, node.children[0], negated, discrete, input);
    for (std::size_t k = 1; k < node.children.size() && !rest.is_empty(); ++k) {
      rest = evaluate(predicate, node.children[k], negated, discrete, rest);
    }
    return rest;
  }
  Federation result{input.dimension()};
  for (const std::uint32_t child : node.children) {
    const Federation found = evaluate(predicate, child, negated, discrete, input);
    if (found.is_empty()) continue;
    result.add(found);
    if (input.parts().size() == 1 && result.includes(input.parts()[0].view())) break;  // short circuit
  }
  return result;
}

Federation PredicateEvaluator::atom(const ClockAtom& atom, bool negated, StateId discrete, Federation input) {
  const NetClockId x = clock_of(atom.x, discrete), y = clock_of(atom.y, discrete);
  const std::int32_t c = atom.bound == no_code ? atom.constant : data_value(atom.bound, discrete);
  if (machine_.failure()) return Federation{input.dimension()};
  const Bound bound = atom.strict ? Bound::strict(c) : Bound::weak(c);
  if (x == y) return (bound >= le_zero) != negated ? input : Federation{input.dimension()};
  const Shape shape = space_.shape(discrete);
  Constraint constraint{zone_position(shape, x), zone_position(shape, y), bound};
  // Clocks leave the zone where no test of them matters (query_clock_locations.h): any answer will do.
  if (constraint.x == none || constraint.y == none) return input;
  input.constrain(negated ? complement(constraint) : constraint);
  return input;
}

}  // namespace orbita
