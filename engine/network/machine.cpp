// The stack machine's loop.
#include <algorithm>
#include <cassert>

#include "engine/network/machine_states.h"
#include "engine/network/network.h"
#include "engine/network/opcode.h"
#include "engine/network/partial_row.h"
#include "engine/network/program.h"
#include "parser/real.h"
#include "parser/work_limits.h"

namespace orbita {

namespace {

constexpr std::uint64_t steps_between_looks = 4096;

bool fits(std::int64_t value) { return value >= INT32_MIN && value <= INT32_MAX; }

// base ** exponent by repeated squaring; false when it does not fit, with the first such value.
bool power(std::int64_t base, std::int64_t exponent, std::int64_t& result) {
  result = 1;
  while (exponent > 0) {
    if (exponent & 1) {
      result *= base;
      if (!fits(result)) return false;
    }
    exponent >>= 1;
    if (exponent > 0) {
      base *= base;
      if (!fits(base)) {
        result = base;
        return false;
      }
    }
  }
  return true;
}

}  // namespace

void AccessLog::clear(std::size_t size) {
  for (const std::uint32_t i : reads) mark_[i] = 0;
  for (const std::uint32_t i : writes) mark_[i] = 0;
  mark_.resize(size, 0);
  reads.clear();
  writes.clear();
  outside = false;
}

void AccessLog::read(std::uint32_t value) {
  assert(value < mark_.size());
  if (mark_[value] != 0) return;
  mark_[value] = is_read;
  reads.push_back(value);
}

void AccessLog::write(std::uint32_t value) {
  assert(value < mark_.size());
  if ((mark_[value] & is_written) != 0) return;
  mark_[value] |= is_written;
  writes.push_back(value);
}

Machine::Machine(const Network& network, std::uint64_t max_steps)
    : network_(network), programs_(&network.programs), max_steps_(max_steps) {
  make_room();
}

void Machine::load(const Programs& programs) {
  if (programs_ == &programs) return;
  assert(programs.code.size() >= network_.programs.code.size());
  programs_ = &programs;
  make_room();
}

void Machine::make_room() {
  frame_.resize(std::max<std::size_t>(programs_->frame_size, network_.select_frame) + 1);
  stack_.resize(programs_->stack_size + 2);
  origins_.resize(stack_.size());
  calls_.resize(programs_->call_depth + 1);
  code_seen_ = programs_->code.size();
}

std::int32_t Machine::evaluate(CodeRef code, std::span<const std::int32_t> values) {
  assert(values.size() == network_.value_count());
  // Expressions never store into the state: find_code_problem() and the checker see to it.
  const PlainState state{const_cast<std::int32_t*>(values.data()), programs_->constants.data()};
  return run(code, state, nullptr) ? stack_[0] : 0;
}

bool Machine::execute(CodeRef code, std::span<std::int32_t> values, std::vector<ClockAction>& actions) {
  assert(values.size() == network_.value_count());
  return run(code, PlainState{values.data(), programs_->constants.data()}, &actions);
}

bool Machine::record(CodeRef code, std::span<std::int32_t> values, std::vector<ClockAction>& actions, AccessLog& log,
                     std::int32_t& result) {
  assert(values.size() == network_.value_count());
  stack_[0] = 0;
  const bool good = run(code, RecordedState{values, programs_->constants, &log}, &actions);
  result = stack_[0];
  return good;
}

bool Machine::execute_partially(CodeRef code, PartialRow& row, std::vector<ClockAction>& actions) {
  const bool good = run(code, PartialState{&row, programs_->constants.data(), origins_.data()}, &actions);
  if (row.wanted() != PartialRow::nothing) clear_failure();  // of what was not known
  return good && row.wanted() == PartialRow::nothing;
}

bool Machine::evaluate_partially(CodeRef code, PartialRow& row, std::int32_t& result) {
  std::vector<ClockAction> no_actions;
  if (!execute_partially(code, row, no_actions)) return false;
  result = stack_[0];
  if (origins_[0] != PartialRow::nothing) row.want(origins_[0]);
  return origins_[0] == PartialRow::nothing;
}

template <class State>
bool Machine::run(CodeRef code, const State values, std::vector<ClockAction>* actions) {
  assert(code < programs_->code.size());
  if (code_seen_ != programs_->code.size()) make_room();
  const std::uint32_t* const begin = programs_->code.data();
  std::int32_t* const frame = frame_.data();
  const std::uint32_t** calls = calls_.data();
  std::int32_t* sp = stack_.data();  // next free cell
  const std::uint32_t* pc = begin + code;
  std::uint64_t steps = 0, next_look = std::min(steps_between_looks, max_steps_);

  const auto k = [&](int i) { return static_cast<std::int32_t>(pc[i]); };
  const auto get = [&](std::uint32_t a) {
    switch (segment_of(a)) {
      case Segment::values: return values.get(offset_of(a));
      case Segment::constants: return values.constant(offset_of(a));
      case Segment::frame: break;
    }
    return frame[offset_of(a)];
  };
  const auto set = [&](std::uint32_t a, std::int32_t value) {
    if (segment_of(a) == Segment::values) values.set(offset_of(a), value);
    else frame[offset_of(a)] = value;
  };
  // Cells of the state whose values may be unknown: loaded to, or stored from, a position of the stack.
  const auto load = [&](std::uint32_t cell, [[maybe_unused]] std::ptrdiff_t position) {
    if constexpr (State::is_partial) return values.load(cell, position);
    else return values.get(cell);
  };
  const auto store = [&](std::uint32_t cell, std::int32_t value, [[maybe_unused]] std::ptrdiff_t position) {
    if constexpr (State::is_partial) values.store(cell, value, position);
    else values.set(cell, value);
  };
  // A word of the stack that cannot stay unknown, because it goes into the frame.
  const auto get_known = [&](const std::int32_t* word) {
    if constexpr (State::is_partial) {
      const std::uint32_t origin = values.origins[word - stack_.data()];
      if (origin != PartialRow::nothing) values.row->want(origin);
    }
    return *word;
  };
  const auto copy_cell = [&](std::uint32_t target, std::uint32_t source) {
    if constexpr (State::is_partial) {
      if (segment_of(target) == Segment::values && segment_of(source) == Segment::values)
        return values.copy(offset_of(target), offset_of(source));
    }
    set(target, get(source));
  };
  const auto address = [](std::int32_t word) { return static_cast<std::uint32_t>(word); };
  const auto stop = [&](RunError error, std::uint32_t site, std::int64_t value) {
    failure_ = {error, site, value};
    return false;
  };
  const auto may_go_on = [&] {
    if (steps > max_steps_) return false;
    check_limits();
    next_look = std::min(steps + steps_between_looks, max_steps_);
    return true;
  };

  for (;;) {
    const auto op = static_cast<Opcode>(*pc++);
    if constexpr (State::is_partial) {
      if (!values.may_run(op, sp - stack_.data())) return false;
    }
    // The instructions are a table, one line each.
    // clang-format off
    switch (op) {
      case Opcode::halt: return true;
      case Opcode::push: *sp++ = k(0); ++pc; break;
      case Opcode::load_v: *sp = load(*pc++, sp - stack_.data()); ++sp; break;
      case Opcode::load_f: *sp++ = frame[*pc++]; break;
      case Opcode::load_at: {
        const std::uint32_t from = address(sp[-1]);
        sp[-1] = segment_of(from) == Segment::values ? load(offset_of(from), sp - 1 - stack_.data()) : get(from);
        break;
      }
      case Opcode::load_element_v:
      case Opcode::load_element_k: {
        const std::int64_t offset = std::int64_t{sp[-1]} - k(1);
        if (offset < 0 || offset >= std::int64_t{pc[2]}) return stop(RunError::bad_index, pc[3], sp[-1]);
        const std::uint32_t at = pc[0] + static_cast<std::uint32_t>(offset);
        sp[-1] = op == Opcode::load_element_v ? load(at, sp - 1 - stack_.data()) : values.constant(at);
        pc += 4;
        break;
      }
      case Opcode::load_offset_v: sp[-1] = load(address(sp[-1]) + *pc++, sp - 1 - stack_.data()); break;
      case Opcode::load_offset_k: sp[-1] = values.constant(address(sp[-1]) + *pc++); break;
      case Opcode::element: {
        const std::int64_t offset = std::int64_t{*--sp} - k(0);
        if (offset < 0 || offset >= std::int64_t{pc[1]}) return stop(RunError::bad_index, pc[3], *sp);
        sp[-1] = static_cast<std::int32_t>(static_cast<std::uint32_t>(sp[-1]) +
                                           static_cast<std::uint32_t>(offset) * pc[2]);
        pc += 4;
        break;
      }
      case Opcode::element_unchecked:
        --sp;
        sp[-1] = static_cast<std::int32_t>(static_cast<std::uint32_t>(sp[-1]) +
                                           static_cast<std::uint32_t>(*sp) * *pc++);
        break;
      case Opcode::store_v: --sp; store(*pc++, *sp, sp - stack_.data()); break;
      case Opcode::store_f: frame[*pc++] = *--sp; break;
      case Opcode::store_at: {
        sp -= 2;
        const std::uint32_t to = address(sp[0]);
        if (segment_of(to) == Segment::values) store(offset_of(to), sp[1], sp + 1 - stack_.data());
        else frame[offset_of(to)] = get_known(sp + 1);
        break;
      }
      case Opcode::store_element_v: {
        sp -= 2;
        const std::int64_t offset = std::int64_t{sp[0]} - k(1);
        if (offset < 0 || offset >= std::int64_t{pc[2]}) return stop(RunError::bad_index, pc[3], sp[0]);
        store(pc[0] + static_cast<std::uint32_t>(offset), sp[1], sp + 1 - stack_.data());
        pc += 4;
        break;
      }
      case Opcode::set_v: values.set(pc[0], k(1)); pc += 2; break;
      case Opcode::set_f: frame[pc[0]] = k(1); pc += 2; break;
      case Opcode::add_v:
      case Opcode::add_f: {
        const std::int64_t sum = std::int64_t{op == Opcode::add_v ? values.get(pc[0]) : frame[pc[0]]} + k(1);
        if (sum < k(2) || sum > k(3)) return stop(RunError::out_of_range, pc[4], sum);
        if (op == Opcode::add_v) values.set(pc[0], static_cast<std::int32_t>(sum));
        else frame[pc[0]] = static_cast<std::int32_t>(sum);
        pc += 5;
        break;
      }
      case Opcode::check:
        if (sp[-1] < k(0) || sp[-1] > k(1)) return stop(RunError::out_of_range, pc[2], sp[-1]);
        pc += 3;
        break;
      case Opcode::copy: {
        sp -= 2;
        const std::uint32_t cells = *pc++;  // whole objects: equal or disjoint
        for (std::uint32_t i = 0; i < cells; ++i) copy_cell(address(sp[0]) + i, address(sp[1]) + i);
        break;
      }
      case Opcode::equal_cells: {
        --sp;
        const std::uint32_t cells = *pc++;
        std::int32_t same = 1;
        for (std::uint32_t i = 0; i < cells && same != 0; ++i) same = get(address(sp[-1]) + i) == get(address(*sp) + i);
        sp[-1] = same;
        break;
      }
      case Opcode::pop: --sp; break;

      case Opcode::add: {
        --sp;
        const std::int64_t r = std::int64_t{sp[-1]} + *sp;
        if (!fits(r)) return stop(RunError::overflow, *pc, r);
        sp[-1] = static_cast<std::int32_t>(r);
        ++pc;
        break;
      }
      case Opcode::subtract: {
        --sp;
        const std::int64_t r = std::int64_t{sp[-1]} - *sp;
        if (!fits(r)) return stop(RunError::overflow, *pc, r);
        sp[-1] = static_cast<std::int32_t>(r);
        ++pc;
        break;
      }
      case Opcode::multiply: {
        --sp;
        const std::int64_t r = std::int64_t{sp[-1]} * *sp;
        if (!fits(r)) return stop(RunError::overflow, *pc, r);
        sp[-1] = static_cast<std::int32_t>(r);
        ++pc;
        break;
      }
      case Opcode::divide: {
        --sp;
        if (*sp == 0) return stop(RunError::division_by_zero, *pc, 0);
        const std::int64_t r = std::int64_t{sp[-1]} / *sp;
        if (!fits(r)) return stop(RunError::overflow, *pc, r);
        sp[-1] = static_cast<std::int32_t>(r);
        ++pc;
        break;
      }
      case Opcode::modulo:
        --sp;
        if (*sp == 0) return stop(RunError::division_by_zero, *pc, 0);
        sp[-1] = static_cast<std::int32_t>(std::int64_t{sp[-1]} % *sp);
        ++pc;
        break;
      case Opcode::power: {
        --sp;
        if (*sp < 0) return stop(RunError::negative_exponent, *pc, *sp);
        std::int64_t r = 1;
        if (!power(sp[-1], *sp, r)) return stop(RunError::overflow, *pc, r);
        sp[-1] = static_cast<std::int32_t>(r);
        ++pc;
        break;
      }
      case Opcode::shift_left: {
        --sp;
        if (*sp < 0) return stop(RunError::negative_shift, *pc, *sp);
        // Bits that leave the word are lost; a count of 32 or more leaves none.
        sp[-1] = *sp > 31 ? 0 : static_cast<std::int32_t>(static_cast<std::uint32_t>(sp[-1]) << *sp);
        ++pc;
        break;
      }
      case Opcode::shift_right:
        --sp;
        if (*sp < 0) return stop(RunError::negative_shift, *pc, *sp);
        sp[-1] >>= std::min(*sp, 31);
        ++pc;
        break;
      case Opcode::negate:
        if (sp[-1] == INT32_MIN) return stop(RunError::overflow, *pc, -std::int64_t{sp[-1]});
        sp[-1] = -sp[-1];
        ++pc;
        break;
      case Opcode::absolute:
        if (sp[-1] == INT32_MIN) return stop(RunError::overflow, *pc, -std::int64_t{sp[-1]});
        if (sp[-1] < 0) sp[-1] = -sp[-1];
        ++pc;
        break;
      // Unchecked because it cannot overflow, or because it wraps around.
      case Opcode::add_unchecked: --sp; sp[-1] = static_cast<std::int32_t>(std::int64_t{sp[-1]} + *sp); break;
      case Opcode::subtract_unchecked: --sp; sp[-1] = static_cast<std::int32_t>(std::int64_t{sp[-1]} - *sp); break;
      case Opcode::multiply_unchecked: --sp; sp[-1] = static_cast<std::int32_t>(std::int64_t{sp[-1]} * *sp); break;
      case Opcode::add_k:  // also on addresses, which wrap around
        sp[-1] = static_cast<std::int32_t>(static_cast<std::uint32_t>(sp[-1]) + *pc++);
        break;
      case Opcode::minimum: --sp; sp[-1] = std::min(sp[-1], *sp); break;
      case Opcode::maximum: --sp; sp[-1] = std::max(sp[-1], *sp); break;
      case Opcode::bit_and: --sp; sp[-1] &= *sp; break;
      case Opcode::bit_or: --sp; sp[-1] |= *sp; break;
      case Opcode::bit_xor: --sp; sp[-1] ^= *sp; break;
      case Opcode::logical_not: sp[-1] = sp[-1] == 0; break;
      case Opcode::truth: sp[-1] = sp[-1] != 0; break;

#define ORBITA_COMPARE(name, sign)                                               \
  case Opcode::name: --sp; sp[-1] = sp[-1] sign *sp; break;                       \
  case Opcode::name##_k: sp[-1] = sp[-1] sign k(0); ++pc; break;                  \
  case Opcode::name##_vk: *sp++ = values.get(pc[0]) sign k(1); pc += 2; break;    \
  case Opcode::jump_##name##_vk: pc = values.get(pc[0]) sign k(1) ? begin + pc[2] : pc + 3; break; \
  case Opcode::jump_##name##_fk: pc = frame[pc[0]] sign k(1) ? begin + pc[2] : pc + 3; break;
      ORBITA_COMPARE(equal, ==)
      ORBITA_COMPARE(not_equal, !=)
      ORBITA_COMPARE(less, <)
      ORBITA_COMPARE(less_equal, <=)
      ORBITA_COMPARE(greater, >)
      ORBITA_COMPARE(greater_equal, >=)
#undef ORBITA_COMPARE

      case Opcode::jump: pc = begin + *pc; break;
      case Opcode::repeat:
        if (++steps > next_look && !may_go_on()) return stop(RunError::step_limit, pc[1], static_cast<std::int64_t>(max_steps_));
        pc = begin + *pc;
        break;
      case Opcode::jump_zero: --sp; pc = *sp == 0 ? begin + *pc : pc + 1; break;
      case Opcode::jump_nonzero: --sp; pc = *sp != 0 ? begin + *pc : pc + 1; break;
      case Opcode::next_k:
      case Opcode::next_f:
        if (frame[pc[0]] < (op == Opcode::next_k ? k(1) : frame[pc[1]])) {
          if (++steps > next_look && !may_go_on()) return stop(RunError::step_limit, pc[3], static_cast<std::int64_t>(max_steps_));
          ++frame[pc[0]];
          pc = begin + pc[2];
        } else {
          pc += 4;
        }
        break;
      case Opcode::call:
        // Calls are finite without loops, but calls inside calls can multiply: they count as steps.
        if (++steps > next_look && !may_go_on()) return stop(RunError::step_limit, 0, static_cast<std::int64_t>(max_steps_));
        *calls++ = pc + 2;
        pc = begin + *pc;
        break;
      case Opcode::ret: pc = *--calls; break;

      case Opcode::clock_set:
        sp -= 2;
        if (sp[1] < 0) return stop(RunError::negative_clock, *pc, sp[1]);
        actions->push_back({clock_numbered(sp[0]), reference_net_clock, sp[1]});
        ++pc;
        break;
      case Opcode::clock_set_k: actions->push_back({clock_numbered(k(0)), reference_net_clock, k(1)}); pc += 2; break;
      case Opcode::clock_copy:
        sp -= 3;
        actions->push_back({clock_numbered(sp[0]), clock_numbered(sp[1]), sp[2]});
        ++pc;
        break;
      case Opcode::to_real: put_real(sp[-1], sp - 1); ++sp; break;
      case Opcode::to_whole: {
        const auto whole = whole_part(real_of(sp - 2));
        if (!whole) return stop(RunError::no_integer, *pc, 0);
        *(--sp - 1) = *whole;
        ++pc;
        break;
      }
      case Opcode::real_negate: put_real(-real_of(sp - 2), sp - 2); break;
      case Opcode::real_add: sp -= 2; put_real(real_of(sp - 2) + real_of(sp), sp - 2); break;
      case Opcode::real_subtract: sp -= 2; put_real(real_of(sp - 2) - real_of(sp), sp - 2); break;
      case Opcode::real_multiply: sp -= 2; put_real(real_of(sp - 2) * real_of(sp), sp - 2); break;
      case Opcode::real_divide:
        sp -= 2;
        if (real_of(sp) == 0) return stop(RunError::division_by_zero, *pc, 0);
        put_real(real_of(sp - 2) / real_of(sp), sp - 2);
        ++pc;
        break;
      case Opcode::real_minimum: sp -= 2; put_real(lesser(real_of(sp - 2), real_of(sp)), sp - 2); break;
      case Opcode::real_maximum: sp -= 2; put_real(larger(real_of(sp - 2), real_of(sp)), sp - 2); break;
      case Opcode::real_equal: sp -= 3; sp[-1] = real_of(sp - 1) == real_of(sp + 1); break;
      case Opcode::real_not_equal: sp -= 3; sp[-1] = real_of(sp - 1) != real_of(sp + 1); break;
      case Opcode::real_less: sp -= 3; sp[-1] = real_of(sp - 1) < real_of(sp + 1); break;
      case Opcode::real_less_equal: sp -= 3; sp[-1] = real_of(sp - 1) <= real_of(sp + 1); break;
      case Opcode::real_greater: sp -= 3; sp[-1] = real_of(sp - 1) > real_of(sp + 1); break;
      case Opcode::real_greater_equal: sp -= 3; sp[-1] = real_of(sp - 1) >= real_of(sp + 1); break;
      case Opcode::real_function_1:
      case Opcode::real_function_2:
      case Opcode::real_function_3: {
        const RealFunction& function = real_functions()[*pc++];
        sp -= 2 * function.arity;
        double arguments[3] = {};
        for (int i = 0; i < function.arity; ++i) arguments[i] = real_of(sp + 2 * i);
        put_real(function.apply(arguments), sp);
        sp += 2;
        break;
      }
      case Opcode::fail: return stop(static_cast<RunError>(pc[0]), pc[1], 0);
      case Opcode::count: assert(false); return false;
    }
    // clang-format on
  }
}

}  // namespace orbita
