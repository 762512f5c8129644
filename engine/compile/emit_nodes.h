// Questions about nodes that several parts of the emitter ask.
#pragma once

#include "engine/compile/emit.h"
#include "engine/network/opcode.h"

namespace orbita::ir {

inline std::uint32_t word(std::int32_t value) { return static_cast<std::uint32_t>(value); }

// The opcode at the same place of a row of six comparisons, in the order of Op::equal ….
inline Opcode at_row(Opcode first, Op comparison) {
  return static_cast<Opcode>(static_cast<std::uint32_t>(first) +
                             (static_cast<std::uint32_t>(comparison) - static_cast<std::uint32_t>(Op::equal)));
}

// a < b is b > a.
inline Op mirrored(Op comparison) {
  switch (comparison) {
    case Op::less: return Op::greater;
    case Op::less_equal: return Op::greater_equal;
    case Op::greater: return Op::less;
    case Op::greater_equal: return Op::less_equal;
    default: return comparison;
  }
}

// A load from a known cell of this segment.
inline bool is_load_from(const Node& node, Segment segment) {
  return node.op == Op::load && node.args[0]->is_constant() && segment_of(word(node.args[0]->value)) == segment;
}

inline std::uint32_t cell_of(const Node& load) { return offset_of(word(load.args[0]->value)); }

// An element of a known array with one cell per element.
inline bool is_simple_element(const Node& node) {
  return node.op == Op::element && node.args[0]->is_constant() && node.stride == 1;
}

inline std::uint32_t words(const Node& node) { return node.real ? 2 : 1; }

}  // namespace orbita::ir
