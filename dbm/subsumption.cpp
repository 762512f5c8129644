#include "dbm/subsumption.h"

#include "dbm/kernels.h"
#include "dbm/vector_kernels.h"

namespace orbita {

void make_alu_probe(Matrix probe, ConstMatrix small, const ClockBounds& bounds) {
  assert(probe.dimension == small.dimension && probe.data != small.data);
  dbm::vector_kernels().make_alu_probe(probe, small, bounds);
}

void make_inclusion_probe(Matrix probe, ConstMatrix small) { dbm::assign(probe, small); }

bool am_includes(ConstMatrix big, ConstMatrix small, std::span<const std::int32_t> m) {
  assert(m.size() == small.dimension);
  return alu_includes(big, small, ClockBounds(m));
}

}  // namespace orbita
