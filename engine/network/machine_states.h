// Where the machine's programs find the state: a plain row, one that records every access, one known in part.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/network/opcode.h"
#include "engine/network/partial_row.h"
#include "engine/network/program.h"

namespace orbita {

namespace {  // machine.cpp alone includes this file: the loop's instances stay local to it

// Where programs find the state. What the plain one does without asking, the recording one checks and notes.
struct PlainState {
  static constexpr bool is_partial = false;
  std::int32_t* values;
  const std::int32_t* constants;
  std::int32_t get(std::uint32_t i) const { return values[i]; }
  void set(std::uint32_t i, std::int32_t value) const { values[i] = value; }
  std::int32_t constant(std::uint32_t i) const { return constants[i]; }
};

struct RecordedState {
  static constexpr bool is_partial = false;
  std::span<std::int32_t> values;
  std::span<const std::int32_t> constants;
  AccessLog* log;
  std::int32_t get(std::uint32_t i) const {
    if (i >= values.size()) {
      log->outside = true;
      return 0;
    }
    log->read(i);
    return values[i];
  }
  void set(std::uint32_t i, std::int32_t value) const {
    if (i >= values.size()) {
      log->outside = true;
      return;
    }
    log->write(i);
    values[i] = value;
  }
  std::int32_t constant(std::uint32_t i) const {
    if (i >= constants.size()) log->outside = true;
    return i < constants.size() ? constants[i] : 0;
  }
};

// Values that are not known may be loaded and stored; `origins`, parallel to the stack, says whose value each word
// stands for. Every other instruction needs its operands.
struct PartialState {
  static constexpr bool is_partial = true;
  PartialRow* row;
  const std::int32_t* constants;
  std::uint32_t* origins;

  std::int32_t get(std::uint32_t i) const { return row->need(i); }
  void set(std::uint32_t i, std::int32_t value) const { row->write(i, value); }
  std::int32_t constant(std::uint32_t i) const { return constants[i]; }

  std::int32_t load(std::uint32_t i, std::ptrdiff_t position) const {
    origins[position] = row->source(i);
    return origins[position] == PartialRow::nothing ? row->value(i) : 0;
  }
  void store(std::uint32_t i, std::int32_t value, std::ptrdiff_t position) const {
    if (origins[position] == PartialRow::nothing) row->write(i, value);
    else row->write_copy(i, origins[position]);
  }
  void copy(std::uint32_t target, std::uint32_t source) const {
    if (row->source(source) == PartialRow::nothing) row->write(target, row->value(source));
    else row->write_copy(target, row->source(source));
  }

  // Whether the instruction's operands are known, with `depth` words on the stack. Marks its results as known.
  bool may_run(Opcode op, std::ptrdiff_t depth) const {
    if (row->wanted() != PartialRow::nothing) return false;
    const OpcodeInfo& info = opcode_info[static_cast<std::size_t>(op)];
    const bool stores = op == Opcode::store_v || op == Opcode::store_at || op == Opcode::store_element_v;
    for (std::ptrdiff_t i = stores || op == Opcode::pop ? 1 : 0; i < info.pops; ++i) {
      const std::uint32_t origin = origins[depth - 1 - i];
      if (origin == PartialRow::nothing) continue;
      row->want(origin);
      return false;
    }
    std::fill_n(origins + depth - info.pops, info.pushes, PartialRow::nothing);
    return true;
  }
};

}  // namespace

}  // namespace orbita
