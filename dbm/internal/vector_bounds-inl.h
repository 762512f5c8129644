// Included once per instruction set; see foreach_target.h of Highway.
#if defined(ORBITA_DBM_VECTOR_BOUNDS) == defined(HWY_TARGET_TOGGLE)
#ifdef ORBITA_DBM_VECTOR_BOUNDS
#undef ORBITA_DBM_VECTOR_BOUNDS
#else
#define ORBITA_DBM_VECTOR_BOUNDS
#endif

#include "dbm/internal/vector_blocks-inl.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace orbita::dbm {
namespace HWY_NAMESPACE {
namespace {

// Clock bounds from column `from` on. They come without padding: no_bound where there is none.
template <class D>
HWY_INLINE hn::Vec<D> load_bounds(D d, const std::int32_t* bounds, std::size_t from, std::size_t dimension) {
  const std::size_t count = dimension > from ? dimension - from : 0;
  bounds += from;
  if (count >= hn::Lanes(d)) return hn::LoadU(d, bounds);
#if HWY_TARGET <= HWY_AVX2  // smaller x86 targets may read behind the end
  const auto there = hn::FirstN(d, count);
  return hn::IfThenElse(there, hn::MaskedLoad(there, d, bounds), hn::Set(d, no_bound));
#else
  HWY_ALIGN std::int32_t buffer[HWY_MAX_BYTES / sizeof(raw_t)];
  hn::Store(hn::Set(d, no_bound), d, buffer);
  for (std::size_t i = 0; i < count; ++i) buffer[i] = bounds[i];
  return hn::Load(d, buffer);
#endif
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace orbita::dbm
HWY_AFTER_NAMESPACE();

#endif  // include guard
