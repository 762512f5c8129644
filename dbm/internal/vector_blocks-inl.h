// Included once per instruction set; see foreach_target.h of Highway.
#if defined(ORBITA_DBM_VECTOR_BLOCKS) == defined(HWY_TARGET_TOGGLE)
#ifdef ORBITA_DBM_VECTOR_BLOCKS
#undef ORBITA_DBM_VECTOR_BLOCKS
#else
#define ORBITA_DBM_VECTOR_BLOCKS
#endif

#include <cstddef>
#include <type_traits>

#include "dbm/bound.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace orbita::dbm {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// Rows are 4 or a multiple of 8 entries long: whole vectors first, then the rest in 8 and in 4.
using Wide = hn::ScalableTag<raw_t>;
using Eight = hn::CappedTag<raw_t, 8>;
using Four = hn::CappedTag<raw_t, 4>;

constexpr std::size_t chunk = 256;  // entries of a row prepared at a time; bounds the stack

// body(tag, i) for every block of a row or a flat array; stops when it returns false.
template <class Body>
HWY_INLINE bool for_blocks(std::size_t size, Body body) {
  const Wide wide;
  const Eight eight;
  const Four four;
  std::size_t i = 0;
  for (; i + hn::Lanes(wide) <= size; i += hn::Lanes(wide)) {
    if (!body(wide, i)) return false;
  }
  for (; i + hn::Lanes(eight) <= size; i += hn::Lanes(eight)) {
    if (!body(eight, i)) return false;
  }
  for (; i + hn::Lanes(four) <= size; i += hn::Lanes(four)) {
    if (!body(four, i)) return false;
  }
  return true;
}

// A row whose length is known: `eighths` times 8 entries, or 4 where it is 0. The loops over its vectors
// are unrolled, so that a Row stays in registers. Rows of an odd number of eights use vectors of 8 even
// where 16 are to be had: these never straddle cache lines.
template <int eighths>
struct Shape {
  static constexpr int entries = eighths == 0 ? 4 : 8 * eighths;
  using Tag = std::conditional_t<eighths == 0, Four, std::conditional_t<eighths % 2 == 1, Eight, Wide>>;
  using Vector = hn::Vec<Tag>;
  static constexpr int lanes = static_cast<int>(hn::MaxLanes(Tag()));
  static constexpr int vectors = entries / lanes;
  static constexpr bool fits = vectors <= 9;  // else there are too few registers

  struct Row {
    Vector part[vectors > 0 ? vectors : 1];
  };

  // body(offset, vectors at that offset of the rows...)
  template <class Body, class... Rows>
  static HWY_INLINE void each(Body body, Rows&... rows) {
#pragma GCC unroll 16
    for (int i = 0; i < vectors; ++i) body(static_cast<std::size_t>(i * lanes), rows.part[i]...);
  }
};

// Calls known(Shape) for strides up to 72, other() beyond or where vectors have no fixed size.
template <class Known, class Other>
HWY_INLINE auto with_shape(std::size_t stride, Known known, Other other) {
#if !HWY_HAVE_SCALABLE
  const auto call = [&](auto shape) HWY_ATTR {
    if constexpr (decltype(shape)::fits)
      return known(shape);
    else
      return other();
  };
  switch (stride) {
    case 4:
      return call(Shape<0>());
    case 8:
      return call(Shape<1>());
    case 16:
      return call(Shape<2>());
    case 24:
      return call(Shape<3>());
    case 32:
      return call(Shape<4>());
    case 40:
      return call(Shape<5>());
    case 48:
      return call(Shape<6>());
    case 56:
      return call(Shape<7>());
    case 64:
      return call(Shape<8>());
    case 72:
      return call(Shape<9>());
    default:
      break;
  }
#endif
  return other();
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace orbita::dbm
HWY_AFTER_NAMESPACE();

#endif  // include guard
