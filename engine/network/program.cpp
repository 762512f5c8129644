#include "engine/network/program.h"

#include <cassert>
#include <unordered_map>

#include "engine/network/network.h"
#include "engine/network/opcode.h"
#include "parser/real.h"

namespace orbita {

namespace {

std::string range_text(const ErrorSite& site) {
  return "[" + std::to_string(site.low) + "," + std::to_string(site.high) + "]";
}

std::string message(const ErrorSite& site, const Failure& failure) {
  const std::string value = std::to_string(failure.value);
  switch (failure.error) {
    case RunError::none: return "no error";
    case RunError::division_by_zero: return "division by zero";
    case RunError::negative_shift: return "shift by the negative count " + value;
    case RunError::overflow: return "arithmetic overflow: " + value + " does not fit into 32 bits";
    case RunError::out_of_range: return "value " + value + " is outside " + range_text(site);
    case RunError::bad_index: return "array index " + value + " is outside " + range_text(site);
    case RunError::negative_clock: return "negative value " + value + " for a clock";
    case RunError::step_limit: return "evaluation takes more than " + value + " steps";
    case RunError::assertion: return "assertion failed";
    case RunError::bad_rate: return "rate " + value + " of a clock is neither 0 nor 1";
    case RunError::negative_exponent: return "negative exponent " + value;
    case RunError::no_integer: return "the floating-point number does not fit into an integer";
  }
  return "unknown error";
}

// Name of a cell of the state, for listings.
std::string value_name(const Network& network, std::uint32_t index) {
  const auto processes = static_cast<std::uint32_t>(network.processes.size());
  if (index < processes) return network.processes[ProcessId{index}].name + ".location";
  if (index < network.value_count()) return network.slots[network.slot_at(index)].name;
  return "?" + std::to_string(index);
}

bool works_on_value(Opcode op) {
  switch (op) {
    case Opcode::load_v:
    case Opcode::load_element_v:
    case Opcode::store_v:
    case Opcode::store_element_v:
    case Opcode::set_v:
    case Opcode::add_v: return true;
    default:
      return (op >= Opcode::equal_vk && op <= Opcode::greater_equal_vk) ||
             (op >= Opcode::jump_equal_vk && op <= Opcode::jump_greater_equal_vk);
  }
}

bool works_on_frame(Opcode op) {
  switch (op) {
    case Opcode::load_f:
    case Opcode::store_f:
    case Opcode::set_f:
    case Opcode::add_f:
    case Opcode::next_k:
    case Opcode::next_f: return true;
    default: return op >= Opcode::jump_equal_fk && op <= Opcode::jump_greater_equal_fk;
  }
}

// Position of the error site among the operands, or -1.
int site_operand(Opcode op) {
  switch (op) {
    case Opcode::load_element_v:
    case Opcode::load_element_k:
    case Opcode::element:
    case Opcode::store_element_v:
    case Opcode::next_k:
    case Opcode::next_f: return 3;
    case Opcode::add_v:
    case Opcode::add_f: return 4;
    case Opcode::check: return 2;
    case Opcode::repeat:
    case Opcode::fail: return 1;
    case Opcode::clock_set:
    case Opcode::clock_copy:
    case Opcode::to_whole:
    case Opcode::real_divide: return 0;
    default: return is_checked_operator(op) ? 0 : -1;
  }
}

std::string instruction_text(const Network& network, const Programs& programs, CodeRef at) {
  const auto op = static_cast<Opcode>(programs.code[at]);
  const OpcodeInfo& info = opcode_info[programs.code[at]];
  std::string line = std::to_string(at) + ": " + info.name;
  for (int i = 0; i < info.operands; ++i) {
    const std::uint32_t operand = programs.code[at + 1 + static_cast<std::uint32_t>(i)];
    line += ' ';
    if (i == 0 && works_on_value(op)) {
      line += value_name(network, operand);
    } else if (i == 0 && works_on_frame(op)) {
      line += "f" + std::to_string(operand);
    } else if (i == jump_operand(op) || (i == 0 && op == Opcode::call)) {
      line += "->" + std::to_string(operand);
    } else if (i == site_operand(op)) {
      line += "@" + std::to_string(operand);
    } else {
      line += std::to_string(static_cast<std::int32_t>(operand));
    }
  }
  return line;
}

// Walks all paths of one program with the depth of the stack.
class CodeCheck {
 public:
  CodeCheck(const Network& network, const Programs& programs, unsigned results)
      : network_(network), programs_(programs), results_(results) {}

  std::string run(CodeRef start) {
    visit(start, 0);
    while (!open_.empty() && problem_.empty()) {
      const auto [at, depth] = open_.back();
      open_.pop_back();
      step(at, depth);
    }
    return problem_;
  }

 private:
  void wrong(CodeRef at, const std::string& what) {
    if (problem_.empty()) problem_ = "code " + std::to_string(at) + ": " + what;
  }

  void visit(CodeRef at, unsigned depth) {
    const auto [known, added] = depth_.try_emplace(at, depth);
    if (added) open_.emplace_back(at, depth);
    else if (known->second != depth) wrong(at, "reached with different stack depths");
  }

  void step(CodeRef at, unsigned depth) {
    if (at >= programs_.code.size() || programs_.code[at] >= static_cast<std::uint32_t>(Opcode::count)) {
      return wrong(at, "not an instruction");
    }
    const auto op = static_cast<Opcode>(programs_.code[at]);
    const OpcodeInfo& info = opcode_info[programs_.code[at]];
    if (at + info.operands >= programs_.code.size()) return wrong(at, "operands are missing");
    if (depth < info.pops) return wrong(at, "stack is empty");
    operands(at, op);
    depth = depth - info.pops + info.pushes;
    if (op == Opcode::call) depth += programs_.code[at + 2];
    if (depth > programs_.stack_size) return wrong(at, "stack is too small");
    if (op == Opcode::halt || op == Opcode::ret) {
      if (depth != results_) wrong(at, "ends with " + std::to_string(depth) + " values");
      return;
    }
    if (op == Opcode::fail) return;
    if (const int target = jump_operand(op); target >= 0) {
      visit(programs_.code[at + 1 + static_cast<std::uint32_t>(target)], depth);
    }
    if (op != Opcode::jump && op != Opcode::repeat) visit(at + 1 + info.operands, depth);
  }

  void operands(CodeRef at, Opcode op) {
    const std::uint32_t first = programs_.code[at + 1 < programs_.code.size() ? at + 1 : at];
    if (works_on_value(op) && first >= network_.value_count()) wrong(at, "no such cell of the state");
    if (works_on_frame(op) && first >= programs_.frame_size) wrong(at, "no such frame cell");
    if (op == Opcode::next_f && programs_.code[at + 2] >= programs_.frame_size) wrong(at, "no such frame cell");
    if ((op == Opcode::load_element_v || op == Opcode::store_element_v) &&
        std::uint64_t{first} + programs_.code[at + 3] > network_.value_count()) {
      wrong(at, "array leaves the state");
    }
    if (op == Opcode::load_element_k && std::uint64_t{first} + programs_.code[at + 3] > programs_.constants.size()) {
      wrong(at, "array leaves the constants");
    }
    if (op == Opcode::clock_set_k && (first == 0 || first >= network_.clocks.size())) wrong(at, "no such clock");
    if (op == Opcode::call && first >= programs_.code.size()) wrong(at, "no such function");
    if (op == Opcode::call && programs_.code[at + 2] > 2) wrong(at, "too many results");
    if (op >= Opcode::real_function_1 && op <= Opcode::real_function_3 && first >= real_functions().size()) {
      wrong(at, "no such function");
    }
    if (const int site = site_operand(op);
        site >= 0 && programs_.code[at + 1 + static_cast<std::uint32_t>(site)] >= programs_.error_sites.size()) {
      wrong(at, "no such error site");
    }
  }

  const Network& network_;
  const Programs& programs_;
  unsigned results_;
  std::unordered_map<CodeRef, unsigned> depth_;
  std::vector<std::pair<CodeRef, unsigned>> open_;
  std::string problem_;
};

}  // namespace

std::string describe(const Programs& programs, const Failure& failure) {
  assert(failure.site < programs.error_sites.size());
  return message(programs.error_sites[failure.site], failure);
}

std::string disassemble(const Network& network, CodeRef code) { return disassemble(network, network.programs, code); }

std::string disassemble(const Network& network, const Programs& programs, CodeRef code) {
  if (code == no_code) return "";
  std::string text;
  // A program ends with its first halt or ret that no jump leads beyond.
  CodeRef last_target = code;
  for (CodeRef at = code; at < programs.code.size();) {
    const auto op = static_cast<Opcode>(programs.code[at]);
    text += instruction_text(network, programs, at) + '\n';
    if (const int target = jump_operand(op); target >= 0) {
      last_target = std::max(last_target, programs.code[at + 1 + static_cast<std::uint32_t>(target)]);
    }
    if ((op == Opcode::halt || op == Opcode::ret) && at >= last_target) break;
    at += 1u + opcode_info[programs.code[at]].operands;
  }
  return text;
}

std::string find_code_problem(const Network& network, const Programs& programs, CodeRef code, unsigned results) {
  return CodeCheck(network, programs, results).run(code);
}

}  // namespace orbita
