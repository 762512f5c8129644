#include "symmetry/orbits/image.h"

namespace orbita::symmetry {

void Images::look_at(std::span<const std::int32_t> values, std::span<const std::uint32_t> active, const Zone& zone,
                     std::span<const std::uint32_t> ranks, bool matrix) {
  values_ = values;
  active_ = active;
  zone_ = &zone;
  ranks_ = ranks;
  matrix_ = matrix;
}

void Images::write(const VertexMap& to, std::vector<std::int32_t>& row) {
  const std::size_t clocks = active_.size(), dimension = clocks + 1;
  row.resize(values_.size() + 2 * clocks + (matrix_ ? dimension * dimension : 0));
  mover_.move_values(to, values_, {row.data(), values_.size()});
  if (clocks == 0) return;
  moved_active_.assign(active_.begin(), active_.end());
  mover_.move_active(to, moved_active_, clocks_to_);
  std::int32_t* next = row.data() + values_.size();
  for (std::size_t k = 0; k < clocks; ++k) next[k] = static_cast<std::int32_t>(moved_active_[k]);
  next += clocks;
  for (std::size_t k = 0; k < clocks; ++k) next[clocks_to_[k + 1].value - 1] = static_cast<std::int32_t>(ranks_[k + 1]);
  next += clocks;
  if (!matrix_) return;
  const ConstMatrix m = *zone_;
  for (std::uint32_t x = 0; x < dimension; ++x) {
    for (std::uint32_t y = 0; y < dimension; ++y)
      next[clocks_to_[x].value * dimension + clocks_to_[y].value] = m.row(x)[y];
  }
}

}  // namespace orbita::symmetry
