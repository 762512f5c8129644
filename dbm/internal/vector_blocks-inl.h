// Included once per instruction set; see foreach_target.h of Highway.
#if defined(ORBITA_DBM_VECTOR_BLOCKS) == defined(HWY_TARGET_TOGGLE)
#ifdef ORBITA_DBM_VECTOR_BLOCKS
#undef ORBITA_DBM_VECTOR_BLOCKS
#else
#define ORBITA_DBM_VECTOR_BLOCKS
#endif

#include <cstddef>
#include <type_traits>
#include <utility>

#include "dbm/vector_kernels.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace orbita::dbm {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// Rows are a multiple of 4 entries long: whole vectors first, then the rest in 8 and in 4.
using Wide = hn::ScalableTag<raw_t>;
using Eight = hn::CappedTag<raw_t, 8>;
using Four = hn::CappedTag<raw_t, 4>;

// first, first + 1, ...: Iota of a variable is written to memory entry by entry in Highway 1.0, and the load
// of the whole vector right behind has to wait for that.
template <class D>
HWY_INLINE hn::Vec<D> column_numbers(D d, std::size_t first) {
  return hn::Add(hn::Iota(d, 0), hn::Set(d, static_cast<raw_t>(first)));
}

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

// The same for a whole matrix. Up to four clocks it goes by rows, as they were written: a vector over two
// rows would have to wait until both are in memory.
template <class Body>
HWY_INLINE bool for_matrix_blocks(std::size_t size, Body body) {
  if (size > 16) return for_blocks(size, body);
  const Four four;
  for (std::size_t i = 0; i < size; i += hn::Lanes(four)) {
    if (!body(four, i)) return false;
  }
  return true;
}

// A row whose length is known. The loops over its vectors are unrolled, so that a Row stays in registers.
// Rows that are no multiple of 16 use vectors of 8 even where 16 are to be had: of an odd number of eights
// none straddles a cache line.
template <int length>
struct Shape {
  using Tag = std::conditional_t<length == 4, Four, std::conditional_t<length % 16 == 0, Wide, Eight>>;
  using Vector = hn::Vec<Tag>;
  static constexpr int lanes = static_cast<int>(hn::MaxLanes(Tag()));
  static constexpr int stride = length;  // in memory
  static constexpr int vectors = (length + lanes - 1) / lanes;
  static constexpr int entries = vectors * lanes;  // in registers: half a vector may be more
  static constexpr bool fits = vectors <= 9;       // else there are too few registers

  // The vector at an offset of a row; infinity where the row has ended.
  static HWY_INLINE Vector load(const raw_t* row, std::size_t offset) {
    const Tag d;
#if HWY_TARGET != HWY_SCALAR  // it has no halves
    if constexpr (entries > stride) {
      const hn::Half<Tag> half;
      if (offset + lanes > stride) {
        return hn::Combine(d, hn::Set(half, raw_infinity), hn::LoadU(half, row + offset));
      }
    }
#endif
    return hn::LoadU(d, row + offset);
  }
  static HWY_INLINE void store(Vector v, raw_t* row, std::size_t offset) {
    const Tag d;
    if constexpr (entries > stride) {
      const hn::Half<Tag> half;
      if (offset + lanes > stride) return hn::StoreU(hn::LowerHalf(half, v), half, row + offset);
    }
    hn::StoreU(v, d, row + offset);
  }

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

// Rows of any length, the last resort: see RowKernels.
struct AnyRows {
  using Tag = Four;
  static HWY_INLINE hn::Vec<Tag> load(const raw_t* row, std::size_t offset) { return hn::LoadU(Tag(), row + offset); }
  static HWY_INLINE void store(hn::Vec<Tag> v, raw_t* row, std::size_t offset) { hn::StoreU(v, Tag(), row + offset); }
};

// The shape of rows of this length, where the registers hold one.
#if HWY_HAVE_SCALABLE
template <int length>
using RowsOf = AnyRows;
#else
template <int length>
using RowsOf = std::conditional_t<Shape<length>::fits, Shape<length>, AnyRows>;
#endif

template <class S>
inline constexpr bool known_length = !std::is_same_v<S, AnyRows>;

template <class S>
constexpr bool is_one_vector() {
  if constexpr (known_length<S>) {
    return S::vectors == 1;
  } else {
    return false;
  }
}

// fill(shape, where its kernels belong) for every length that rows have; AnyRows for the longest.
template <class Fill, int... lengths>
void fill_each(RowKernels* rows, Fill fill, std::integer_sequence<int, lengths...>) {
  (fill(RowsOf<lengths>(), rows[row_length(lengths)]), ...);
  fill(AnyRows(), rows[row_lengths - 1]);
}
template <class Fill>
void fill_rows(VectorKernels& kernels, Fill fill) {
  using Lengths = std::integer_sequence<int, 4, 8, 16, 20, 24, 32, 40, 48, 56, 64, 72>;
  fill_each(kernels.rows, fill, Lengths());
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace orbita::dbm
HWY_AFTER_NAMESPACE();

#endif  // include guard
