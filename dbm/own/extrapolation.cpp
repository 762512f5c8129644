#include "dbm/extrapolation.h"

#include "dbm/kernels.h"
#include "dbm/vector_kernels.h"

namespace orbita {
namespace {

void widen(Matrix m, const ClockBounds& bounds, dbm::Widening variant) {
  dbm::kernels_for(m).widen(m, bounds, variant);
  assert(dbm::is_canonical(m));
}

}  // namespace

void extrapolate_m(Matrix m, std::span<const std::int32_t> max) { widen(m, ClockBounds(max), {}); }

void extrapolate_lu(Matrix m, const ClockBounds& bounds) { widen(m, bounds, {}); }

void extrapolate_m_plus(Matrix m, std::span<const std::int32_t> max) { widen(m, ClockBounds(max), {.plus = true}); }

void extrapolate_m_plus_strict(Matrix m, std::span<const std::int32_t> max) {
  widen(m, ClockBounds(max), {.plus = true, .strict = true});
}

void extrapolate_lu_plus(Matrix m, const ClockBounds& bounds) { widen(m, bounds, {.plus = true}); }

}  // namespace orbita
