#include "engine/exchange/symbolic_run.h"

#include <algorithm>
#include <map>

#include "parser/work_limits.h"

namespace orbita::exchange {

namespace {

constexpr std::uint32_t most_steps = 200'000, most_ends = 1024;
constexpr std::int64_t most_cases = 300;

}  // namespace

// One way through the programs so far.
struct SymbolicRun::State {
  // What a clock is after an update: a constant, or another clock plus something.
  struct ClockValue {
    NetClockId source = reference_net_clock;
    TermId shift;
  };
  std::vector<CodeRef> programs;  // still to be run after the current one, the next one last
  bool is_update = false;
  std::uint32_t pc = 0;
  std::vector<TermId> stack;
  std::map<std::uint32_t, TermId> frame;
  std::vector<std::uint32_t> calls;
  std::map<std::uint32_t, TermId> written;  // by position in the row
  std::map<NetClockId, ClockValue> clocks;  // written
  std::map<TermId, std::int64_t> known;     // what was decided about terms on this way

  TermId pop() {
    const TermId top = stack.back();
    stack.pop_back();
    return top;
  }
};

void SymbolicRun::bind(std::span<const SelectRange> selects) {
  bound_.clear();
  for (const SelectRange& select : selects)
    bound_.emplace_back(select.frame, terms_.bound(select.frame, select.low, select.high, select.set.value));
}

TermId SymbolicRun::evaluate(CodeRef code) {
  if (code == no_code) return terms_.constant(1);
  State state;
  state.pc = code;
  steps_ = ends_ = 0;
  return run(std::move(state));
}

TermId SymbolicRun::execute(std::span<const CodeRef> updates) {
  State state;
  state.is_update = true;
  for (auto code = updates.rbegin(); code != updates.rend(); ++code) {
    if (*code != no_code) state.programs.push_back(*code);
  }
  steps_ = ends_ = 0;
  if (state.programs.empty()) return finish(state);
  state.pc = state.programs.back();
  state.programs.pop_back();
  return run(std::move(state));
}

TermId SymbolicRun::value_of(std::uint32_t position) {
  const std::size_t processes = network_.processes.size();
  if (position < processes)
    return terms_.value(position, 0,
                        static_cast<std::int64_t>(network_.processes[ProcessId{position}].locations.size()) - 1);
  const Slot& slot = network_.slots[network_.slot_at(position)];
  std::int64_t low = slot.low, high = slot.high;
  if (slot.value_set != none) {  // or nothing
    const std::int32_t nobody = network_.set(slot.value_set).code.nobody;
    low = std::min<std::int64_t>(low, nobody);
    high = std::max<std::int64_t>(high, nobody);
  }
  return terms_.value(position, low, high);
}

TermId SymbolicRun::read(const State& state, std::uint32_t address) {
  const std::uint32_t offset = offset_of(address);
  switch (segment_of(address)) {
    case Segment::constants:
      if (offset >= programs_->constants.size()) throw Unproved("an address outside of its segment");
      return terms_.constant(programs_->constants[offset]);
    case Segment::frame: {
      if (const auto it = state.frame.find(offset); it != state.frame.end()) return it->second;
      for (const auto& [cell, term] : bound_) {
        if (cell == offset) return term;
      }
      throw Unproved("a local variable that was not written");
    }
    case Segment::values: break;
  }
  if (offset >= network_.value_count()) throw Unproved("an address outside of its segment");
  const auto it = state.written.find(offset);
  return it != state.written.end() ? it->second : value_of(offset);
}

void SymbolicRun::write(State& state, std::uint32_t address, TermId term) {
  if (segment_of(address) == Segment::values) state.written[offset_of(address)] = term;
  else state.frame[offset_of(address)] = term;
}

TermId SymbolicRun::finish(State& state) {
  if (++ends_ > most_ends) throw Unproved("a program that goes too many ways");
  if (!state.is_update) return state.stack.at(0);
  std::vector<Terms::Write> cells;
  std::vector<Terms::ClockWrite> clocks;
  for (const auto& [cell, term] : state.written) {
    if (term != value_of(cell)) cells.push_back({cell, term});
  }
  for (const auto& [clock, value] : state.clocks) clocks.push_back({clock, value.source, value.shift});
  return terms_.effect(std::move(cells), std::move(clocks));
}

// Goes on until the programs end, or an unknown value decides; then once for each of its values.
TermId SymbolicRun::run(State s) {
  const Code& code = programs_->code;
  for (;;) {
    poll_limits();
    if (++steps_ > most_steps) throw Unproved("a program that runs too long");
    const std::uint32_t here = s.pc;
    const auto op = static_cast<Opcode>(code[here]);
    const auto word = [&](std::uint32_t i) { return code[here + 1 + i]; };
    const auto k = [&](std::uint32_t i) { return static_cast<std::int32_t>(word(i)); };
    const auto resolved = [&](TermId term) {
      const auto it = s.known.find(term);
      return it == s.known.end() ? term : terms_.constant(it->second);
    };
    const auto number = [&](TermId term) { return terms_.constant_of(resolved(term)); };
    // From this instruction on, with one more thing decided.
    const auto go_on_knowing = [&](TermId term, std::int64_t value) {
      State next = s;
      next.known[term] = value;
      const Term fact = terms_[term];
      if (fact.low >= 0 && fact.high <= 1) next.known[terms_.negation(term)] = 1 - value;
      if (value == 1 && fact.kind == TermKind::operation && fact.op == Opcode::equal) {
        if (const auto left = terms_.constant_of(fact.args[0])) next.known[fact.args[1]] = *left;
        if (const auto right = terms_.constant_of(fact.args[1])) next.known[fact.args[0]] = *right;
      }
      return run(std::move(next));
    };
    const auto both_ways = [&](TermId condition) {
      return terms_.choice(condition, go_on_knowing(condition, 1), go_on_knowing(condition, 0));
    };
    // One way for each value between the two; others fail.
    const auto each_way = [&](TermId subject, std::int64_t first, std::int64_t last) {
      first = std::max(first, terms_[subject].low);
      last = std::min(last, terms_[subject].high);
      if (last - first >= most_cases) throw Unproved("a value with too many cases");
      std::vector<std::pair<std::int64_t, TermId>> branches;
      for (std::int64_t v = first; v <= last; ++v) branches.emplace_back(v, go_on_knowing(subject, v));
      return terms_.cases(subject, std::move(branches));
    };
    std::vector<TermId>& stack = s.stack;
    const auto top = [&](std::size_t i = 0) { return resolved(stack[stack.size() - 1 - i]); };
    s.pc = here + 1 + opcode_info[static_cast<std::size_t>(op)].operands;
    const auto again = [&] { s.pc = here; };
    const auto compare = [&](Opcode relation, TermId a, TermId b) {
      switch (relation) {
        case Opcode::equal: return terms_.equal(a, b);
        case Opcode::not_equal: return terms_.negation(terms_.equal(a, b));
        case Opcode::less: return terms_.less(a, b, false);
        case Opcode::less_equal: return terms_.less(a, b, true);
        case Opcode::greater: return terms_.less(b, a, false);
        default: return terms_.less(b, a, true);
      }
    };
    const auto relation_of = [](Opcode which, Opcode first) {
      return static_cast<Opcode>(static_cast<std::uint32_t>(Opcode::equal) + static_cast<std::uint32_t>(which) -
                                 static_cast<std::uint32_t>(first));
    };
    const auto within = [&](Opcode which, Opcode first, Opcode last) { return which >= first && which <= last; };

    if (within(op, Opcode::equal, Opcode::greater_equal)) {
      const TermId b = top(0), a = top(1);
      stack.resize(stack.size() - 2);
      stack.push_back(resolved(compare(op, a, b)));
      continue;
    }
    if (within(op, Opcode::equal_k, Opcode::greater_equal_k)) {
      const TermId a = top();
      stack.back() = resolved(compare(relation_of(op, Opcode::equal_k), a, terms_.constant(k(0))));
      continue;
    }
    if (within(op, Opcode::equal_vk, Opcode::greater_equal_vk)) {
      const TermId a = resolved(read(s, make_address(Segment::values, word(0))));
      stack.push_back(resolved(compare(relation_of(op, Opcode::equal_vk), a, terms_.constant(k(1)))));
      continue;
    }
    if (within(op, Opcode::jump_equal_vk, Opcode::jump_greater_equal_vk) ||
        within(op, Opcode::jump_equal_fk, Opcode::jump_greater_equal_fk)) {
      const bool of_state = op <= Opcode::jump_greater_equal_vk;
      const Opcode first = of_state ? Opcode::jump_equal_vk : Opcode::jump_equal_fk;
      const TermId a = resolved(read(s, make_address(of_state ? Segment::values : Segment::frame, word(0))));
      const TermId condition = compare(relation_of(op, first), a, terms_.constant(k(1)));
      const auto decided = number(condition);
      if (!decided) {
        again();
        return both_ways(condition);
      }
      if (*decided != 0) s.pc = word(2);
      continue;
    }
    switch (op) {
      case Opcode::halt:
        if (s.programs.empty()) return finish(s);
        s.pc = s.programs.back();
        s.programs.pop_back();
        s.stack.clear();
        break;
      case Opcode::push: stack.push_back(terms_.constant(k(0))); break;
      case Opcode::load_v: stack.push_back(resolved(read(s, make_address(Segment::values, word(0))))); break;
      case Opcode::load_f: stack.push_back(resolved(read(s, make_address(Segment::frame, word(0))))); break;
      case Opcode::load_at: {
        const auto at = number(top());
        if (!at) throw Unproved("an address that is not known");
        stack.back() = resolved(read(s, static_cast<std::uint32_t>(*at)));
        break;
      }
      case Opcode::load_element_v:
      case Opcode::load_element_k: {
        const std::int64_t first = k(1), count = word(2);
        const auto index = number(top());
        if (!index) {
          const TermId subject = top();
          again();
          return each_way(subject, first, first + count - 1);
        }
        if (*index < first || *index >= first + count) return terms_.failure();
        const auto segment = op == Opcode::load_element_v ? Segment::values : Segment::constants;
        stack.back() = resolved(read(s, make_address(segment, word(0) + static_cast<std::uint32_t>(*index - first))));
        break;
      }
      case Opcode::load_offset_v:
      case Opcode::load_offset_k: {
        const auto offset = number(top());
        if (!offset) {
          const TermId subject = top();
          again();
          return each_way(subject, terms_[subject].low, terms_[subject].high);
        }
        const auto segment = op == Opcode::load_offset_v ? Segment::values : Segment::constants;
        stack.back() = resolved(read(s, make_address(segment, word(0) + static_cast<std::uint32_t>(*offset))));
        break;
      }
      case Opcode::element:
      case Opcode::element_unchecked: {
        const bool checked = op == Opcode::element;
        const std::int64_t first = checked ? k(0) : 0;
        const TermId subject = top(0);
        const auto index = number(subject), base = number(top(1));
        if (!base) throw Unproved("an address that is not known");
        if (!index) {
          again();
          return checked ? each_way(subject, first, first + std::int64_t{word(1)} - 1)
                         : each_way(subject, terms_[subject].low, terms_[subject].high);
        }
        if (checked && (*index < first || *index >= first + std::int64_t{word(1)})) return terms_.failure();
        const std::uint32_t stride = checked ? word(2) : word(0);
        stack.pop_back();
        stack.back() = terms_.constant(static_cast<std::int32_t>(static_cast<std::uint32_t>(*base) +
                                                                 static_cast<std::uint32_t>(*index - first) * stride));
        break;
      }
      case Opcode::store_v: write(s, make_address(Segment::values, word(0)), resolved(s.pop())); break;
      case Opcode::store_f: write(s, make_address(Segment::frame, word(0)), resolved(s.pop())); break;
      case Opcode::store_at: {
        const auto at = number(top(1));
        if (!at) throw Unproved("an address that is not known");
        const TermId term = top(0);
        stack.resize(stack.size() - 2);
        write(s, static_cast<std::uint32_t>(*at), term);
        break;
      }
      case Opcode::store_element_v: {
        const std::int64_t first = k(1), count = word(2);
        const TermId subject = top(1), term = top(0);
        const auto index = number(subject);
        if (!index) {
          again();
          return each_way(subject, first, first + count - 1);
        }
        if (*index < first || *index >= first + count) return terms_.failure();
        stack.resize(stack.size() - 2);
        write(s, make_address(Segment::values, word(0) + static_cast<std::uint32_t>(*index - first)), term);
        break;
      }
      case Opcode::set_v: write(s, make_address(Segment::values, word(0)), terms_.constant(k(1))); break;
      case Opcode::set_f: write(s, make_address(Segment::frame, word(0)), terms_.constant(k(1))); break;
      case Opcode::add_v:
      case Opcode::add_f: {
        const auto at = make_address(op == Opcode::add_v ? Segment::values : Segment::frame, word(0));
        const TermId sum = terms_.operation(Opcode::add, resolved(read(s, at)), terms_.constant(k(1)));
        const TermId fits = resolved(terms_.all_of(
            {terms_.less(terms_.constant(k(2)), sum, true), terms_.less(sum, terms_.constant(k(3)), true)}));
        const auto decided = number(fits);
        if (!decided) {
          again();
          return both_ways(fits);
        }
        if (*decided == 0) return terms_.failure();
        write(s, at, sum);
        break;
      }
      case Opcode::check: {
        const TermId fits = resolved(terms_.all_of(
            {terms_.less(terms_.constant(k(0)), top(), true), terms_.less(top(), terms_.constant(k(1)), true)}));
        const auto decided = number(fits);
        if (!decided) {
          again();
          return both_ways(fits);
        }
        if (*decided == 0) return terms_.failure();
        break;
      }
      case Opcode::copy: {
        const auto target = number(top(1)), source = number(top(0));
        if (!target || !source) throw Unproved("an address that is not known");
        stack.resize(stack.size() - 2);
        for (std::uint32_t i = 0; i < word(0); ++i)
          write(s, static_cast<std::uint32_t>(*target) + i, resolved(read(s, static_cast<std::uint32_t>(*source) + i)));
        break;
      }
      case Opcode::equal_cells: {
        const auto a = number(top(1)), b = number(top(0));
        if (!a || !b) throw Unproved("an address that is not known");
        std::vector<TermId> same;
        for (std::uint32_t i = 0; i < word(0); ++i) {
          same.push_back(terms_.equal(resolved(read(s, static_cast<std::uint32_t>(*a) + i)),
                                      resolved(read(s, static_cast<std::uint32_t>(*b) + i))));
        }
        stack.pop_back();
        stack.back() = terms_.all_of(std::move(same));
        break;
      }
      case Opcode::pop: stack.pop_back(); break;
      case Opcode::add:
      case Opcode::add_unchecked:
      case Opcode::subtract:
      case Opcode::subtract_unchecked:
      case Opcode::multiply:
      case Opcode::multiply_unchecked:
      case Opcode::divide:
      case Opcode::modulo:
      case Opcode::shift_left:
      case Opcode::shift_right:
      case Opcode::minimum:
      case Opcode::maximum:
      case Opcode::bit_and:
      case Opcode::bit_or:
      case Opcode::bit_xor: {
        const Opcode plain = op == Opcode::add_unchecked        ? Opcode::add
                             : op == Opcode::subtract_unchecked ? Opcode::subtract
                             : op == Opcode::multiply_unchecked ? Opcode::multiply
                                                                : op;
        const TermId b = top(0), a = top(1);
        stack.pop_back();
        stack.back() = resolved(terms_.operation(plain, a, b));
        break;
      }
      case Opcode::negate: stack.back() = terms_.operation(Opcode::subtract, terms_.constant(0), top()); break;
      case Opcode::absolute:
        stack.back() =
            terms_.operation(Opcode::maximum, top(), terms_.operation(Opcode::subtract, terms_.constant(0), top()));
        break;
      case Opcode::add_k: stack.back() = resolved(terms_.operation(Opcode::add, top(), terms_.constant(k(0)))); break;
      case Opcode::logical_not: stack.back() = resolved(terms_.negation(terms_.truth(top()))); break;
      case Opcode::truth: stack.back() = resolved(terms_.truth(top())); break;
      case Opcode::jump:
      case Opcode::repeat: s.pc = word(0); break;
      case Opcode::jump_zero:
      case Opcode::jump_nonzero: {
        const TermId condition = resolved(terms_.truth(top()));
        const auto decided = number(condition);
        if (!decided) {
          again();
          return both_ways(condition);
        }
        stack.pop_back();
        if ((*decided == 0) == (op == Opcode::jump_zero)) s.pc = word(0);
        break;
      }
      case Opcode::next_k:
      case Opcode::next_f: {
        const TermId cell = resolved(read(s, make_address(Segment::frame, word(0))));
        const TermId limit =
            op == Opcode::next_k ? terms_.constant(k(1)) : resolved(read(s, make_address(Segment::frame, word(1))));
        const TermId goes_on = resolved(terms_.less(cell, limit, false));
        const auto decided = number(goes_on);
        if (!decided) {
          again();
          return both_ways(goes_on);
        }
        if (*decided == 0) break;
        write(s, make_address(Segment::frame, word(0)), terms_.operation(Opcode::add, cell, terms_.constant(1)));
        s.pc = word(2);
        break;
      }
      case Opcode::call:
        s.calls.push_back(s.pc);
        s.pc = word(0);
        break;
      case Opcode::ret:
        s.pc = s.calls.back();
        s.calls.pop_back();
        break;
      case Opcode::clock_set: {
        const TermId value = top(0);
        const auto clock = number(top(1));
        if (!clock) throw Unproved("a clock that is not known");
        const TermId negative = resolved(terms_.less(value, terms_.constant(0), false));
        const auto decided = number(negative);
        if (!decided) {
          again();
          return both_ways(negative);
        }
        if (*decided != 0) return terms_.failure();
        stack.resize(stack.size() - 2);
        s.clocks[clock_numbered(*clock)] = {reference_net_clock, value};
        break;
      }
      case Opcode::clock_set_k: s.clocks[clock_numbered(word(0))] = {reference_net_clock, terms_.constant(k(1))}; break;
      case Opcode::clock_copy: {
        const auto target = number(top(2)), source = number(top(1));
        if (!target || !source) throw Unproved("a clock that is not known");
        State::ClockValue value{clock_numbered(*source), top(0)};
        if (const auto it = s.clocks.find(value.source); it != s.clocks.end())
          value = {it->second.source, terms_.operation(Opcode::add, it->second.shift, value.shift)};
        stack.resize(stack.size() - 3);
        s.clocks[clock_numbered(*target)] = value;
        break;
      }
      case Opcode::fail: return terms_.failure();
      default: throw Unproved("an instruction that is not compared");
    }
  }
}

}  // namespace orbita::exchange
