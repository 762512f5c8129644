#include "engine/compile/compiler_state.h"

#include <cassert>

namespace orbita {

void refuse(Span where, DiagnosticCode code, const std::string& message, const std::string& hint) {
  Diagnostics diagnostics;
  diagnostics.error(code, where, message, hint);
  throw ModelError(diagnostics.sorted());
}

std::uint32_t FrameAllocator::new_cells(Programs& programs, std::uint32_t count) {
  const std::uint32_t first = programs.frame_size;
  programs.frame_size += count;
  return first;
}

std::uint32_t FrameAllocator::scratch_cells(Programs& programs, std::uint32_t count) {
  std::vector<std::uint32_t>& known = scratch_[count];
  const std::size_t next = used_[count]++;
  if (next == known.size()) known.push_back(new_cells(programs, count));
  return known[next];
}

CompilerState::CompilerState(const Model& m, const Network& n, Programs& p, std::shared_ptr<const ObjectTable> table)
    : model(m), network(n), programs(p), objects(std::move(table)), emitter(n, p) {}

CompilerState::CompilerState(const CompilerState& base, Programs& p)
    : model(base.model),
      network(base.network),
      programs(p),
      objects(base.objects),
      emitter(base.emitter, p),
      frame(base.frame),
      functions(base.functions),
      constants(base.constants),
      value_ranges(base.value_ranges) {
  assert(p.code.size() >= base.programs.code.size() && p.constants.size() >= base.programs.constants.size());
}

void CompilerState::begin_program() {
  nodes.clear();
  frame.begin_program();
}

std::uint32_t CompilerState::constant_cells(const std::int32_t* cells, std::uint32_t count) {
  const auto [found, added] = constants.try_emplace(std::vector<std::int32_t>(cells, cells + count),
                                                    static_cast<std::uint32_t>(programs.constants.size()));
  if (added) programs.constants.insert(programs.constants.end(), cells, cells + count);
  return found->second;
}

}  // namespace orbita
