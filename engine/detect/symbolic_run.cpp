#include "engine/detect/symbolic_run.h"

#include <algorithm>
#include <cassert>
#include <optional>

namespace orbita::detection {

namespace {

constexpr std::uint32_t most_steps = 20'000;

// One way through the program, at the instruction `pc`.
struct Way {
  DiagramId path;  // 1 for the states that come this way
  std::uint32_t pc = 0;
  std::vector<std::uint32_t> calls;  // return addresses
  std::vector<DiagramId> stack;
  std::map<std::uint32_t, DiagramId> values, frame;
  std::map<NetClockId, DiagramId> clocks;
};

// Does `a` go on before `b`: deeper in calls, or earlier in the text?
int compare_places(const Way& a, const Way& b) {
  for (std::size_t k = 0;; ++k) {
    const bool a_ends = k == a.calls.size(), b_ends = k == b.calls.size();
    const std::uint32_t x = a_ends ? a.pc : a.calls[k], y = b_ends ? b.pc : b.calls[k];
    if (x != y) return x < y ? -1 : 1;
    if (a_ends && b_ends) return 0;
    if (a_ends || b_ends) return a_ends ? 1 : -1;
  }
}

class Run {
 public:
  Run(Diagrams& diagrams, const Programs& programs, const std::map<std::uint32_t, DiagramId>& before)
      : d_(diagrams), programs_(programs), before_(before) {}

  SymbolicResult run(CodeRef code, const Bindings& selects);

 private:
  using Cells = std::map<std::uint32_t, DiagramId>;

  bool advance();  // one instruction; false when the way has ended
  void branch(DiagramId condition, std::uint32_t target, std::uint32_t otherwise);
  void put_back();
  void join(Way& way, Way&& other);
  template <class Map, class Old>
  void join(Map& cells, const Map& other, DiagramId condition, const Old& old);

  DiagramId number(std::int64_t value) { return d_.number(value); }
  std::uint32_t operand(int k) const { return programs_.code[way_.pc + 1 + static_cast<std::uint32_t>(k)]; }
  std::int32_t constant(int k) const { return static_cast<std::int32_t>(operand(k)); }
  DiagramId pop() {
    const DiagramId top = way_.stack.back();
    way_.stack.pop_back();
    return top;
  }
  void push(DiagramId value) { way_.stack.push_back(value); }
  // Notes where the value is a failure: those states end here.
  void push_checked(DiagramId value) {
    require(d_.negation(d_.has_failed(value)));
    push(value);
  }
  // States in which the condition does not hold, or cannot be evaluated, end here: a path is 0 or 1, never `failure`.
  void require(DiagramId condition) {
    const DiagramId failed = d_.has_failed(condition);
    if (!d_.is_number(failed, 0)) way_.path = d_.conjunction(way_.path, d_.negation(failed));
    way_.path = d_.conjunction(way_.path, condition);
  }

  DiagramId old_value(std::uint32_t cell) {
    const auto known = before_.find(cell);
    return known != before_.end() ? known->second : d_.variable(cell);
  }
  DiagramId value(const Way& way, std::uint32_t cell) {
    const auto known = way.values.find(cell);
    return known != way.values.end() ? known->second : old_value(cell);
  }
  DiagramId frame(std::uint32_t cell) {
    const auto known = way_.frame.find(cell);
    return known != way_.frame.end() ? known->second : number(0);
  }
  DiagramId clock(const Way& way, NetClockId clock) {
    const auto known = way.clocks.find(clock);
    return known != way.clocks.end() ? known->second : old_clock(clock);
  }
  DiagramId old_clock(NetClockId clock) {
    return clock == reference_net_clock ? number(0) : d_.term(d_.terms().clock(clock));
  }

  DiagramId get(std::uint32_t address);
  void set(std::uint32_t address, DiagramId value);
  // Calls visit(number, condition under which the diagram is that number).
  template <class Visit>
  void for_each_number(DiagramId a, Visit&& visit);
  DiagramId load(DiagramId address);
  void store(DiagramId address, DiagramId value);
  DiagramId load_element(DiagramId index, std::uint32_t segment_base);
  DiagramId checked_offset(DiagramId index, std::int32_t first, std::uint32_t count);
  void add_to(bool in_frame);
  void compare(Opcode op);
  void set_clock(DiagramId target, DiagramId value);
  void operate(Opcode op);

  Diagrams& d_;
  const Programs& programs_;
  const Cells& before_;
  Way way_;
  std::vector<Way> waiting_;
  std::optional<Way> ended_;
};

DiagramId Run::get(std::uint32_t address) {
  switch (segment_of(address)) {
    case Segment::values: return value(way_, offset_of(address));
    case Segment::constants:
      if (offset_of(address) >= programs_.constants.size()) throw Beyond("an address outside of all constants");
      return number(programs_.constants[offset_of(address)]);
    case Segment::frame: break;
  }
  return frame(offset_of(address));
}

void Run::set(std::uint32_t address, DiagramId value) {
  if (segment_of(address) == Segment::values) way_.values[offset_of(address)] = value;
  else way_.frame[offset_of(address)] = value;
}

template <class Visit>
void Run::for_each_number(DiagramId a, Visit&& visit) {
  for (const TermId leaf : d_.leaves(a)) {
    const Term& term = d_.terms()[leaf];
    if (!term.is_number()) throw Beyond("an address that is not known");
    const std::int64_t number = term.constant;
    visit(static_cast<std::uint32_t>(static_cast<std::int32_t>(number)),
          d_.is_number(a) ? this->number(1) : d_.apply(Opcode::equal, a, this->number(number)));
  }
}

DiagramId Run::load(DiagramId address) {
  if (d_.is_number(address)) return get(static_cast<std::uint32_t>(d_.number_of(address)));
  DiagramId result = number(0);
  for_each_number(address, [&](std::uint32_t a, DiagramId condition) {
    if (d_.is_number(d_.conjunction(way_.path, d_.truth(condition)), 0)) return;
    result = d_.choose(condition, get(a), result);
  });
  return result;
}

void Run::store(DiagramId address, DiagramId value) {
  if (d_.is_number(address)) return set(static_cast<std::uint32_t>(d_.number_of(address)), value);
  std::vector<std::pair<std::uint32_t, DiagramId>> changes;
  for_each_number(address, [&](std::uint32_t a, DiagramId condition) {
    if (d_.is_number(d_.conjunction(way_.path, condition), 0)) return;
    changes.emplace_back(a, d_.choose(condition, value, get(a)));
  });
  for (const auto& [a, changed] : changes) set(a, changed);
}

// The offset of an element; states with an index outside end here. Every offset that is left is a number.
DiagramId Run::checked_offset(DiagramId index, std::int32_t first, std::uint32_t count) {
  const DiagramId offset = d_.apply(Opcode::subtract_unchecked, index, number(first));
  require(d_.apply(Opcode::greater_equal, offset, number(0)));
  require(d_.apply(Opcode::less, offset, number(count)));
  bool known = true;
  for (const TermId leaf : d_.leaves(offset)) known = known && d_.terms()[leaf].is_number();
  if (known && d_.range(offset).low >= 0 && d_.range(offset).high < count) return offset;
  if (count > 4096) throw Beyond("an index into a large array that is not known");
  DiagramId result = number(0);
  for (std::uint32_t k = 1; k < count; ++k) {
    result = d_.choose(d_.apply(Opcode::equal, offset, number(k)), number(k), result);
  }
  return result;
}

void Run::add_to(bool in_frame) {
  const std::uint32_t cell = operand(0);
  const DiagramId old = in_frame ? frame(cell) : value(way_, cell);
  const DiagramId sum = d_.apply(Opcode::add_unchecked, old, number(constant(1)));
  require(d_.apply(Opcode::greater_equal, sum, number(constant(2))));
  require(d_.apply(Opcode::less_equal, sum, number(constant(3))));
  (in_frame ? way_.frame : way_.values)[cell] = sum;
}

void Run::set_clock(DiagramId target, DiagramId value) {
  std::vector<std::pair<NetClockId, DiagramId>> changes;
  for_each_number(target, [&](std::uint32_t x, DiagramId condition) {
    changes.emplace_back(NetClockId{x}, d_.choose(condition, value, clock(way_, {x})));
  });
  for (const auto& [x, changed] : changes) way_.clocks[x] = changed;
}

template <class Map, class Old>
void Run::join(Map& cells, const Map& other, DiagramId condition, const Old& old) {
  for (auto& [cell, mine] : cells) {
    const auto theirs = other.find(cell);
    mine = d_.choose(condition, mine, theirs != other.end() ? theirs->second : old(cell));
  }
  for (const auto& [cell, theirs] : other) {
    if (!cells.contains(cell)) cells[cell] = d_.choose(condition, old(cell), theirs);
  }
}

// Two ways at the same place: `path` tells the states of the first from the rest.
void Run::join(Way& way, Way&& other) {
  if (way.stack.size() != other.stack.size()) throw Beyond("two ways that do not fit together");
  d_.spend(way.values.size() + other.values.size() + way.frame.size() + other.frame.size());
  const DiagramId condition = way.path;
  for (std::size_t k = 0; k < way.stack.size(); ++k) {
    way.stack[k] = d_.choose(condition, way.stack[k], other.stack[k]);
  }
  join(way.values, other.values, condition, [&](std::uint32_t cell) { return old_value(cell); });
  join(way.frame, other.frame, condition, [&](std::uint32_t) { return number(0); });
  join(way.clocks, other.clocks, condition, [&](NetClockId x) { return old_clock(x); });
  way.path = d_.disjunction(way.path, other.path);
}

void Run::branch(DiagramId condition, std::uint32_t target, std::uint32_t otherwise) {
  const DiagramId truth = d_.truth(condition);
  require(d_.negation(d_.has_failed(truth)));
  const DiagramId yes = d_.conjunction(way_.path, truth), no = d_.conjunction(way_.path, d_.negation(truth));
  const bool may_jump = !d_.is_number(yes, 0), may_stay = !d_.is_number(no, 0);
  if (may_jump && may_stay) {
    Way other = way_;
    other.path = yes;
    other.pc = target;
    waiting_.push_back(std::move(other));
    way_.path = no;
    way_.pc = otherwise;
  } else {
    way_.pc = may_jump ? target : otherwise;
  }
}

// Of all ways, the one whose place comes first goes on; ways at the same place become one.
void Run::put_back() {
  std::size_t first = waiting_.size();
  for (std::size_t k = 0; k < waiting_.size(); ++k) {
    const int order = compare_places(waiting_[k], first == waiting_.size() ? way_ : waiting_[first]);
    if (order < 0) first = k;
  }
  if (first < waiting_.size()) std::swap(way_, waiting_[first]);
  for (std::size_t k = 0; k < waiting_.size();) {
    if (compare_places(waiting_[k], way_) == 0) {
      join(way_, std::move(waiting_[k]));
      waiting_.erase(waiting_.begin() + static_cast<std::ptrdiff_t>(k));
    } else {
      ++k;
    }
  }
}

void Run::operate(Opcode op) {
  const DiagramId b = pop(), a = pop();
  push_checked(d_.apply(op, a, b));
}

bool Run::advance() {
  const auto op = static_cast<Opcode>(programs_.code[way_.pc]);
  const std::uint32_t next = way_.pc + 1 + opcode_info[static_cast<std::size_t>(op)].operands;
  const auto compared = [](Opcode base, Opcode op_k) {  // equal, not_equal, … in the order of the table
    return static_cast<Opcode>(static_cast<std::uint32_t>(Opcode::equal) + static_cast<std::uint32_t>(op_k) -
                               static_cast<std::uint32_t>(base));
  };
  if (op >= Opcode::equal && op <= Opcode::greater_equal) {
    operate(op);
  } else if (op >= Opcode::equal_k && op <= Opcode::greater_equal_k) {
    push(d_.apply(compared(Opcode::equal_k, op), pop(), number(constant(0))));
  } else if (op >= Opcode::equal_vk && op <= Opcode::greater_equal_vk) {
    push(d_.apply(compared(Opcode::equal_vk, op), value(way_, operand(0)), number(constant(1))));
  } else if (op >= Opcode::jump_equal_vk && op <= Opcode::jump_greater_equal_vk) {
    const Opcode test = compared(Opcode::jump_equal_vk, op);
    branch(d_.apply(test, value(way_, operand(0)), number(constant(1))), operand(2), next);
    return true;
  } else if (op >= Opcode::jump_equal_fk && op <= Opcode::jump_greater_equal_fk) {
    const Opcode test = compared(Opcode::jump_equal_fk, op);
    branch(d_.apply(test, frame(operand(0)), number(constant(1))), operand(2), next);
    return true;
  } else {
    switch (op) {
      case Opcode::halt: return false;
      case Opcode::push: push(number(constant(0))); break;
      case Opcode::load_v: push(value(way_, operand(0))); break;
      case Opcode::load_f: push(frame(operand(0))); break;
      case Opcode::load_at: push(load(pop())); break;
      case Opcode::load_element_v:
      case Opcode::load_element_k: {
        const DiagramId offset = checked_offset(pop(), constant(1), operand(2));
        const Segment segment = op == Opcode::load_element_v ? Segment::values : Segment::constants;
        push(load(d_.apply(Opcode::add_unchecked, offset,
                           number(static_cast<std::int32_t>(make_address(segment, operand(0)))))));
        break;
      }
      case Opcode::load_offset_v:
      case Opcode::load_offset_k: {
        const Segment segment = op == Opcode::load_offset_v ? Segment::values : Segment::constants;
        push(load(d_.apply(Opcode::add_unchecked, pop(),
                           number(static_cast<std::int32_t>(make_address(segment, operand(0)))))));
        break;
      }
      case Opcode::element: {
        const DiagramId offset = checked_offset(pop(), constant(0), operand(1));
        const DiagramId address = pop();
        push(d_.apply(Opcode::add_unchecked, address,
                      d_.apply(Opcode::multiply_unchecked, offset, number(constant(2)))));
        break;
      }
      case Opcode::element_unchecked: {
        const DiagramId index = pop(), address = pop();
        push(
            d_.apply(Opcode::add_unchecked, address, d_.apply(Opcode::multiply_unchecked, index, number(constant(0)))));
        break;
      }
      case Opcode::store_v: way_.values[operand(0)] = pop(); break;
      case Opcode::store_f: way_.frame[operand(0)] = pop(); break;
      case Opcode::store_at: {
        const DiagramId stored = pop(), address = pop();
        store(address, stored);
        break;
      }
      case Opcode::store_element_v: {
        const DiagramId stored = pop();
        const DiagramId offset = checked_offset(pop(), constant(1), operand(2));
        store(d_.apply(Opcode::add_unchecked, offset,
                       number(static_cast<std::int32_t>(make_address(Segment::values, operand(0))))),
              stored);
        break;
      }
      case Opcode::set_v: way_.values[operand(0)] = number(constant(1)); break;
      case Opcode::set_f: way_.frame[operand(0)] = number(constant(1)); break;
      case Opcode::add_v: add_to(false); break;
      case Opcode::add_f: add_to(true); break;
      case Opcode::check:
        require(d_.apply(Opcode::greater_equal, way_.stack.back(), number(constant(0))));
        require(d_.apply(Opcode::less_equal, way_.stack.back(), number(constant(1))));
        break;
      case Opcode::copy: {
        const DiagramId source = pop(), target = pop();
        std::vector<DiagramId> cells;
        for (std::uint32_t k = 0; k < operand(0); ++k)
          cells.push_back(load(d_.apply(Opcode::add_unchecked, source, number(k))));
        for (std::uint32_t k = 0; k < operand(0); ++k)
          store(d_.apply(Opcode::add_unchecked, target, number(k)), cells[k]);
        break;
      }
      case Opcode::equal_cells: {
        const DiagramId b = pop(), a = pop();
        DiagramId same = number(1);
        for (std::uint32_t k = 0; k < operand(0); ++k) {
          const DiagramId x = load(d_.apply(Opcode::add_unchecked, a, number(k)));
          const DiagramId y = load(d_.apply(Opcode::add_unchecked, b, number(k)));
          same = d_.conjunction(same, d_.apply(Opcode::equal, x, y));
        }
        push(same);
        break;
      }
      case Opcode::pop: pop(); break;
      case Opcode::add_k: push(d_.apply(Opcode::add_unchecked, pop(), number(constant(0)))); break;
      case Opcode::negate: push_checked(d_.apply(Opcode::subtract, number(0), pop())); break;
      case Opcode::absolute: {
        const DiagramId a = pop();
        push_checked(d_.choose(d_.apply(Opcode::less, a, number(0)), d_.apply(Opcode::subtract, number(0), a), a));
        break;
      }
      case Opcode::logical_not: push(d_.apply(Opcode::equal, pop(), number(0))); break;
      case Opcode::truth: push(d_.truth(pop())); break;
      case Opcode::jump:
      case Opcode::repeat: way_.pc = operand(0); return true;
      case Opcode::jump_zero: branch(d_.apply(Opcode::equal, pop(), number(0)), operand(0), next); return true;
      case Opcode::jump_nonzero: branch(pop(), operand(0), next); return true;
      case Opcode::next_k:
      case Opcode::next_f: {
        const std::uint32_t cell = operand(0);
        const DiagramId old = frame(cell), last = op == Opcode::next_k ? number(constant(1)) : frame(operand(1));
        const DiagramId goes_on = d_.apply(Opcode::less, old, last);
        way_.frame[cell] = d_.choose(goes_on, d_.apply(Opcode::add_unchecked, old, number(1)), old);
        branch(goes_on, operand(2), next);
        return true;
      }
      case Opcode::call:
        way_.calls.push_back(next);
        way_.pc = operand(0);
        return true;
      case Opcode::ret:
        way_.pc = way_.calls.back();
        way_.calls.pop_back();
        return true;
      case Opcode::clock_set: {
        const DiagramId set = pop(), target = pop();
        require(d_.apply(Opcode::greater_equal, set, number(0)));
        set_clock(target, set);
        break;
      }
      case Opcode::clock_set_k: way_.clocks[clock_numbered(constant(0))] = number(constant(1)); break;
      case Opcode::clock_copy: {
        const DiagramId shift = pop(), source = pop(), target = pop();
        DiagramId from = number(0);
        for_each_number(
            source, [&](std::uint32_t x, DiagramId condition) { from = d_.choose(condition, clock(way_, {x}), from); });
        set_clock(target, d_.apply(Opcode::add, from, shift));
        break;
      }
      case Opcode::fail: way_.path = number(0); return false;
      case Opcode::add:
      case Opcode::subtract:
      case Opcode::multiply:
      case Opcode::divide:
      case Opcode::modulo:
      case Opcode::power:
      case Opcode::shift_left:
      case Opcode::shift_right:
      case Opcode::minimum:
      case Opcode::maximum:
      case Opcode::bit_and:
      case Opcode::bit_or:
      case Opcode::bit_xor:
      case Opcode::add_unchecked:
      case Opcode::subtract_unchecked:
      case Opcode::multiply_unchecked: operate(op); break;
      default: throw Beyond("floating-point numbers");
    }
  }
  way_.pc = next;
  return true;
}

SymbolicResult Run::run(CodeRef code, const Bindings& selects) {
  way_.path = number(1);
  way_.pc = code;
  for (const auto& [cell, value] : selects) way_.frame[cell] = number(value);
  std::uint32_t steps = 0;
  for (;;) {
    if (++steps > most_steps) throw Beyond("a loop whose end is not known");
    d_.spend(5);  // about as long as five nodes
    const bool goes_on = !d_.is_number(way_.path, 0) && advance();
    if (goes_on) {
      if (!waiting_.empty()) put_back();
      continue;
    }
    if (!d_.is_number(way_.path, 0)) {
      if (ended_) join(*ended_, std::move(way_));
      else ended_ = std::move(way_);
    }
    if (waiting_.empty()) break;
    way_ = std::move(waiting_.back());
    waiting_.pop_back();
    put_back();
  }
  SymbolicResult result;
  result.completed = number(0);
  result.value = number(0);
  if (!ended_) return result;
  result.completed = ended_->path;
  if (!ended_->stack.empty()) result.value = ended_->stack[0];
  result.values = std::move(ended_->values);
  result.clocks = std::move(ended_->clocks);
  return result;
}

}  // namespace

SymbolicResult run_symbolically(Diagrams& diagrams, const Programs& programs, CodeRef code, const Bindings& selects,
                                const std::map<std::uint32_t, DiagramId>& before) {
  return Run(diagrams, programs, before).run(code, selects);
}

}  // namespace orbita::detection
