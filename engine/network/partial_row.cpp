#include "engine/network/partial_row.h"

namespace orbita {

void PartialRow::clear_all() {
  for (std::uint32_t i = 0; i < cells_.size(); ++i) cells_[i] = {0, i, false, false};
}

void PartialRow::clear() {
  for (const std::uint32_t cell : touched_) cells_[cell] = {0, cell, false, false};
  touched_.clear();
  written_.clear();
  wanted_ = nothing;
}

void PartialRow::touch(std::uint32_t cell) {
  if (cells_[cell].touched) return;
  cells_[cell].touched = true;
  touched_.push_back(cell);
}

void PartialRow::know(std::uint32_t cell, std::int32_t value) {
  assert(!cells_[cell].written);
  touch(cell);
  cells_[cell].value = value;
  cells_[cell].source = nothing;
}

std::int32_t PartialRow::need(std::uint32_t cell) {
  if (cells_[cell].source == nothing) return cells_[cell].value;
  want(cells_[cell].source);
  return 0;
}

void PartialRow::write(std::uint32_t cell, std::int32_t value, std::uint32_t source) {
  touch(cell);
  Cell& target = cells_[cell];
  if (!target.written) written_.push_back(cell);
  target.written = true;
  target.value = value;
  target.source = source;
}

}  // namespace orbita
