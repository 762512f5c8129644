#include "dbm/zone.h"

namespace orbita {

Zone::Zone(std::uint32_t dimension)
    : entries_(dimension == 0 ? nullptr
                              : static_cast<raw_t*>(::operator new (matrix_size(dimension) * sizeof(raw_t),
                                                                    std::align_val_t{matrix_alignment}))),
      dimension_(dimension),
      capacity_(dimension) {}

Zone Zone::zero(std::uint32_t dimension) {
  assert(dimension > 0);
  Zone zone(dimension);
  zone.set_zero();
  return zone;
}

Zone Zone::universal(std::uint32_t dimension) {
  assert(dimension > 0);
  Zone zone(dimension);
  zone.set_universal();
  return zone;
}

Zone::Zone(ConstMatrix matrix) : Zone(matrix.dimension) {
  if (dimension_ != 0) dbm::assign(this->matrix(), matrix);
}

Zone::Zone(const Zone& other) : Zone(other.view()) {}

Zone::Zone(Zone&& other) noexcept
    : entries_(std::move(other.entries_)),
      dimension_(std::exchange(other.dimension_, 0)),
      capacity_(std::exchange(other.capacity_, 0)) {}

Zone& Zone::operator=(Zone&& other) noexcept {
  if (this == &other) return *this;
  entries_ = std::move(other.entries_);
  dimension_ = std::exchange(other.dimension_, 0);
  capacity_ = std::exchange(other.capacity_, 0);
  return *this;
}

bool Zone::intersects(ConstMatrix other) const {
  Zone common = *this;
  return common.intersect(other);
}

Zone Zone::permuted(std::span<const ClockIndex> to) const {
  Zone result(dimension_);
  dbm::permute(result.matrix(), view(), to);
  return result;
}

Zone Zone::projected(std::span<const ClockIndex> kept) const {
  Zone result(static_cast<std::uint32_t>(kept.size() + 1));
  dbm::project(result.matrix(), view(), kept);
  return result;
}

Zone Zone::embedded(std::uint32_t dimension, std::span<const ClockIndex> kept, dbm::Missing missing) const {
  Zone result(dimension);
  dbm::embed(result.matrix(), view(), kept, missing);
  return result;
}

}  // namespace orbita
