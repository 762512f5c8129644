#include "engine/compile/emit.h"

#include <algorithm>
#include <cassert>
#include <stdexcept>

#include "engine/compile/emit_nodes.h"
#include "parser/work_limits.h"

namespace orbita::ir {

Emitter::Emitter(const Network& network, Programs& programs) : network_(network), programs_(programs) {
  if (programs_.error_sites.empty()) programs_.error_sites.push_back({});  // site 0: no place
}

Emitter::Emitter(const Emitter& base, Programs& programs)
    : network_(base.network_), programs_(programs), sites_(base.sites_) {}

void Emitter::begin() { depth_ = max_depth_ = calls_ = 0; }

CodeRef Emitter::finish(CodeRef start, Opcode last, [[maybe_unused]] unsigned results) {
  emit(last);
  programs_.stack_size = std::max(programs_.stack_size, max_depth_);
  programs_.call_depth = std::max(programs_.call_depth, calls_);
#ifndef NDEBUG
  const std::string problem = find_code_problem(network_, programs_, start, results);
  if (!problem.empty()) throw std::logic_error(problem + "\n" + disassemble(network_, programs_, start));
#endif
  return start;
}

CodeRef Emitter::expression(const Node& node) {
  begin();
  const auto start = static_cast<CodeRef>(programs_.code.size());
  value(node);
  return finish(start, Opcode::halt, 1);
}

CodeRef Emitter::update(const Node& node) {
  begin();
  const auto start = static_cast<CodeRef>(programs_.code.size());
  effect(node);
  return finish(start, Opcode::halt, 0);
}

void Emitter::function(const Node& body, FunctionCode& into) {
  begin();
  into.code = static_cast<CodeRef>(programs_.code.size());
  effect(body);
  for (std::uint32_t i = 0; i < into.words(); ++i) emit(Opcode::push, {0});  // only reached where no path should lead
  finish(into.code, Opcode::ret, into.words());
  into.stack = max_depth_;
  into.depth = calls_;
}

CodeRef Emitter::failure(RunError error, Span span) {
  begin();
  const auto start = static_cast<CodeRef>(programs_.code.size());
  emit(Opcode::fail, {static_cast<std::uint32_t>(error), site(span)});
  return start;
}

void Emitter::emit(Opcode op, std::initializer_list<std::uint32_t> operands) {
  poll_limits();
  const OpcodeInfo& info = opcode_info[static_cast<std::uint32_t>(op)];
  assert(operands.size() == info.operands && depth_ >= info.pops);
  programs_.code.push_back(static_cast<std::uint32_t>(op));
  programs_.code.insert(programs_.code.end(), operands);
  depth_ = depth_ - info.pops + info.pushes;
  max_depth_ = std::max(max_depth_, depth_);
}

void Emitter::use(Label& label) {
  programs_.code.push_back(label.at);
  if (label.at == no_code) label.uses.push_back(static_cast<std::uint32_t>(programs_.code.size() - 1));
}

void Emitter::emit_jump(Opcode op, std::initializer_list<std::uint32_t> operands, Label& target) {
  const OpcodeInfo& info = opcode_info[static_cast<std::uint32_t>(op)];
  assert(operands.size() + 1 == info.operands && depth_ >= info.pops && info.pushes == 0);
  programs_.code.push_back(static_cast<std::uint32_t>(op));
  programs_.code.insert(programs_.code.end(), operands);
  use(target);
  depth_ -= info.pops;
}

void Emitter::place(Label& label) {
  assert(label.at == no_code);
  label.at = static_cast<std::uint32_t>(programs_.code.size());
  for (const std::uint32_t use : label.uses) programs_.code[use] = label.at;
}

std::uint32_t Emitter::site(Span span, std::int32_t low, std::int32_t high) {
  const ErrorSite wanted{span, low, high};
  const auto [found, added] = sites_.try_emplace(wanted, static_cast<std::uint32_t>(programs_.error_sites.size()));
  if (added) programs_.error_sites.push_back(wanted);
  return found->second;
}

}  // namespace orbita::ir
