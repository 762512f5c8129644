// The instructions of the stack machine (program.h).
//
// An instruction is one word with its opcode and then its operands, one word each. `pops` and
// `pushes` are its effect on the stack; a double is two words there. Names end in what they work on: _v a cell of the
// state (operand: index in the row of values), _f a cell of the frame, _k a constant operand.
#pragma once

#include <cstdint>
#include <iterator>

#include "parser/operator_table.h"

namespace orbita {

// X(name, operands, pops, pushes)
// clang-format off
#define ORBITA_OPCODES(X)                                                                           \
  X(halt, 0, 0, 0)                                                                                  \
  X(push, 1, 0, 1)                /* k */                                                           \
  X(load_v, 1, 0, 1)              /* cell */                                                        \
  X(load_f, 1, 0, 1)              /* cell */                                                        \
  X(load_at, 0, 1, 1)             /* address -> value */                                            \
  X(load_element_v, 4, 1, 1)      /* base first count site; index -> value */                       \
  X(load_element_k, 4, 1, 1)      /* the same in the constants */                                   \
  X(load_offset_v, 1, 1, 1)       /* base; offset -> value, already known to be inside */           \
  X(load_offset_k, 1, 1, 1)                                                                         \
  X(element, 4, 2, 1)             /* first count stride site; address index -> address */           \
  X(element_unchecked, 1, 2, 1)   /* stride; address index -> address + stride * index */           \
  X(store_v, 1, 1, 0)             /* cell; value */                                                 \
  X(store_f, 1, 1, 0)                                                                               \
  X(store_at, 0, 2, 0)            /* address value */                                               \
  X(store_element_v, 4, 2, 0)     /* base first count site; index value */                          \
  X(set_v, 2, 0, 0)               /* cell k */                                                      \
  X(set_f, 2, 0, 0)                                                                                 \
  X(add_v, 5, 0, 0)               /* cell k low high site: cell += k, checked against the range */  \
  X(add_f, 5, 0, 0)                                                                                 \
  X(check, 3, 1, 1)               /* low high site; value -> value */                               \
  X(copy, 1, 2, 0)                /* n; target source */                                            \
  X(equal_cells, 1, 2, 1)         /* n; address address -> 0/1 */                                   \
  X(pop, 0, 1, 0)                                                                                   \
  X(add_unchecked, 0, 2, 1)                                                                         \
  X(subtract_unchecked, 0, 2, 1)                                                                    \
  X(multiply_unchecked, 0, 2, 1)                                                                    \
  X(add_k, 1, 1, 1)               /* k, unchecked */                                                \
  X(logical_not, 0, 1, 1)                                                                           \
  X(truth, 0, 1, 1)               /* != 0 */                                                        \
  X(equal, 0, 2, 1)                                                                                 \
  X(not_equal, 0, 2, 1)                                                                             \
  X(less, 0, 2, 1)                                                                                  \
  X(less_equal, 0, 2, 1)                                                                            \
  X(greater, 0, 2, 1)                                                                               \
  X(greater_equal, 0, 2, 1)                                                                         \
  X(equal_k, 1, 1, 1)             /* k */                                                           \
  X(not_equal_k, 1, 1, 1)                                                                           \
  X(less_k, 1, 1, 1)                                                                                \
  X(less_equal_k, 1, 1, 1)                                                                          \
  X(greater_k, 1, 1, 1)                                                                             \
  X(greater_equal_k, 1, 1, 1)                                                                       \
  X(equal_vk, 2, 0, 1)            /* cell k */                                                      \
  X(not_equal_vk, 2, 0, 1)                                                                          \
  X(less_vk, 2, 0, 1)                                                                               \
  X(less_equal_vk, 2, 0, 1)                                                                         \
  X(greater_vk, 2, 0, 1)                                                                            \
  X(greater_equal_vk, 2, 0, 1)                                                                      \
  X(jump, 1, 0, 0)                /* target, forward */                                             \
  X(repeat, 2, 0, 0)              /* target site: backward, counts a step */                        \
  X(jump_zero, 1, 1, 0)           /* target */                                                      \
  X(jump_nonzero, 1, 1, 0)                                                                          \
  X(jump_equal_vk, 3, 0, 0)       /* cell k target */                                               \
  X(jump_not_equal_vk, 3, 0, 0)                                                                     \
  X(jump_less_vk, 3, 0, 0)                                                                          \
  X(jump_less_equal_vk, 3, 0, 0)                                                                    \
  X(jump_greater_vk, 3, 0, 0)                                                                       \
  X(jump_greater_equal_vk, 3, 0, 0)                                                                 \
  X(jump_equal_fk, 3, 0, 0)                                                                         \
  X(jump_not_equal_fk, 3, 0, 0)                                                                     \
  X(jump_less_fk, 3, 0, 0)                                                                          \
  X(jump_less_equal_fk, 3, 0, 0)                                                                    \
  X(jump_greater_fk, 3, 0, 0)                                                                       \
  X(jump_greater_equal_fk, 3, 0, 0)                                                                 \
  X(next_k, 4, 0, 0)              /* cell high target site: if (cell < high) { ++cell; goto target } */ \
  X(next_f, 4, 0, 0)              /* the same with the bound in a frame cell */                     \
  X(call, 2, 0, 0)                /* target results; pushes `results` values */                     \
  X(ret, 0, 0, 0)                                                                                   \
  X(clock_set, 1, 2, 0)           /* site; clock value */                                           \
  X(clock_set_k, 2, 0, 0)         /* clock k */                                                     \
  X(clock_copy, 1, 3, 0)          /* site; target source shift */                                   \
  X(to_real, 0, 1, 2)                                                                               \
  X(to_whole, 1, 2, 1)            /* site; towards zero */                                          \
  X(real_negate, 0, 2, 2)                                                                           \
  X(real_add, 0, 4, 2)                                                                              \
  X(real_subtract, 0, 4, 2)                                                                         \
  X(real_multiply, 0, 4, 2)                                                                         \
  X(real_divide, 1, 4, 2)         /* site */                                                        \
  X(real_minimum, 0, 4, 2)                                                                          \
  X(real_maximum, 0, 4, 2)                                                                          \
  X(real_equal, 0, 4, 1)                                                                            \
  X(real_not_equal, 0, 4, 1)                                                                        \
  X(real_less, 0, 4, 1)                                                                             \
  X(real_less_equal, 0, 4, 1)                                                                       \
  X(real_greater, 0, 4, 1)                                                                          \
  X(real_greater_equal, 0, 4, 1)                                                                    \
  X(real_function_1, 1, 2, 2)     /* position in real_functions() */                                \
  X(real_function_2, 1, 4, 2)                                                                       \
  X(real_function_3, 1, 6, 2)                                                                       \
  X(fail, 2, 0, 0)                /* error site */
// clang-format on

// Operators of the language (operator_table.h) come first, those that name their place before the others.
// clang-format off
enum class Opcode : std::uint32_t {
  ORBITA_CHECKED_OPERATORS(ORBITA_OPERATOR_NAME)
  negate,
  absolute,
  ORBITA_EXTREMUM_OPERATORS(ORBITA_OPERATOR_NAME)
  ORBITA_BIT_OPERATORS(ORBITA_OPERATOR_NAME)
  ORBITA_OPCODES(ORBITA_OPERATOR_NAME)
  count
};
// clang-format on

// Its only operand is the error site.
constexpr bool is_checked_operator(Opcode op) { return op <= Opcode::absolute; }

struct OpcodeInfo {
  const char* name;
  std::uint8_t operands, pops, pushes;
};

// clang-format off
inline constexpr OpcodeInfo opcode_info[] = {
#define ORBITA_CHECKED(name, ...) {#name, 1, 2, 1},
#define ORBITA_UNCHECKED(name, ...) {#name, 0, 2, 1},
#define ORBITA_INFO(name, operands, pops, pushes) {#name, operands, pops, pushes},
    ORBITA_CHECKED_OPERATORS(ORBITA_CHECKED)
    ORBITA_INFO(negate, 1, 1, 1)
    ORBITA_INFO(absolute, 1, 1, 1)
    ORBITA_EXTREMUM_OPERATORS(ORBITA_UNCHECKED)
    ORBITA_BIT_OPERATORS(ORBITA_UNCHECKED)
    ORBITA_OPCODES(ORBITA_INFO)
#undef ORBITA_INFO
#undef ORBITA_UNCHECKED
#undef ORBITA_CHECKED
};
// clang-format on
static_assert(std::size(opcode_info) == static_cast<std::size_t>(Opcode::count));

// Position of the jump target among the operands, or -1.
constexpr int jump_operand(Opcode op) {
  switch (op) {
    case Opcode::jump:
    case Opcode::repeat:
    case Opcode::jump_zero:
    case Opcode::jump_nonzero: return 0;
    case Opcode::next_k:
    case Opcode::next_f: return 2;
    default: return op >= Opcode::jump_equal_vk && op <= Opcode::jump_greater_equal_fk ? 2 : -1;
  }
}

// Addresses: the segment in the two highest bits.
enum class Segment : std::uint32_t { values = 0, constants = 1, frame = 2 };
inline constexpr std::uint32_t offset_bits = 30;
inline constexpr std::uint32_t offset_mask = (1u << offset_bits) - 1;

constexpr std::uint32_t make_address(Segment segment, std::uint32_t offset) {
  return (static_cast<std::uint32_t>(segment) << offset_bits) | offset;
}
constexpr Segment segment_of(std::uint32_t address) { return static_cast<Segment>(address >> offset_bits); }
constexpr std::uint32_t offset_of(std::uint32_t address) { return address & offset_mask; }

}  // namespace orbita
