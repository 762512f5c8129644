// Nodes to bytecode.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "engine/compile/effects.h"
#include "engine/compile/node.h"
#include "engine/network/network.h"

namespace orbita::ir {

class Emitter {
 public:
  Emitter(const Network& network, Programs& programs);
  // For programs that follow those of `base` in a copy of them.
  Emitter(const Emitter& base, Programs& programs);

  CodeRef expression(const Node& node);  // leaves one value
  CodeRef update(const Node& node);      // leaves none
  // Fills code, stack and depth of the function.
  void function(const Node& body, FunctionCode& into);
  // The program `fail error`.
  CodeRef failure(RunError error, Span span);

 private:
  struct Label {
    std::uint32_t at = no_code;
    std::vector<std::uint32_t> uses;
  };

  void begin();
  CodeRef finish(CodeRef start, Opcode last, unsigned results);

  void emit(Opcode op, std::initializer_list<std::uint32_t> operands = {});
  void emit_jump(Opcode op, std::initializer_list<std::uint32_t> operands, Label& target);
  void use(Label& label);
  void place(Label& label);
  std::uint32_t site(Span span, std::int32_t low = 0, std::int32_t high = 0);

  void value(const Node& node);
  void effect(const Node& node);
  // Jumps to `target` when the truth of the node is `when`; otherwise goes on.
  void branch(const Node& node, bool when, Label& target);

  void load(const Node& node);
  void element(const Node& node);
  void binary(const Node& node);
  void real_binary(const Node& node);
  void comparison(const Node& node);
  bool branch_comparison(const Node& node, bool when, Label& target);
  void truth_value(const Node& node);
  void conditional(const Node& node);
  void sum(const Node& node);
  void quantifier_branch(const Node& node, bool when, Label& target);
  void start_loop(const Node& node, Label& end);
  void next_round(const Node& node, Label& head);
  void store(const Node& node);
  bool short_store(const Node& node);
  void call(const Node& node);
  void sequence(const Node& node, bool with_value);
  void clock_set(const Node& node);
  void if_statement(const Node& node);
  void while_loop(const Node& node);
  void range_loop(const Node& node);

  const Network& network_;
  Programs& programs_;
  std::uint32_t depth_ = 0, max_depth_ = 0, calls_ = 0;

  struct SiteHash {
    std::size_t operator()(const ErrorSite& s) const {
      std::size_t h = s.span.block * 0x9e3779b97f4a7c15u + s.span.begin;
      h = h * 0x9e3779b97f4a7c15u + s.span.end;
      h = h * 0x9e3779b97f4a7c15u + static_cast<std::uint32_t>(s.low);
      return h * 0x9e3779b97f4a7c15u + static_cast<std::uint32_t>(s.high);
    }
  };
  struct SiteEqual {
    bool operator()(const ErrorSite& a, const ErrorSite& b) const {
      return a.span == b.span && a.low == b.low && a.high == b.high;
    }
  };
  std::unordered_map<ErrorSite, std::uint32_t, SiteHash, SiteEqual> sites_;
};

}  // namespace orbita::ir
