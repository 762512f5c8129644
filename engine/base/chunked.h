// A vector that grows by chunks: elements never move, and growth never copies.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

namespace orbita {

template <class T, std::size_t ChunkBits = 12>
class Chunked {
 public:
  std::size_t size() const { return size_; }
  T& operator[](std::size_t i) { return chunks_[i >> ChunkBits][i & mask]; }
  const T& operator[](std::size_t i) const { return chunks_[i >> ChunkBits][i & mask]; }
  void push_back(const T& item) {
    if ((size_ & mask) == 0) chunks_.push_back(std::make_unique<T[]>(std::size_t{1} << ChunkBits));
    (*this)[size_++] = item;
  }
  std::size_t memory() const { return chunks_.size() * sizeof(T) << ChunkBits; }

 private:
  static constexpr std::size_t mask = (std::size_t{1} << ChunkBits) - 1;
  std::vector<std::unique_ptr<T[]>> chunks_;
  std::size_t size_ = 0;
};

}  // namespace orbita
