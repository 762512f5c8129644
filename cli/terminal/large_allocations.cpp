// The program's operator new: an allocation so large that it would pass the memory limit is refused before it is made.
//
// Small ones are noticed afterwards, by the next check of the memory (parser/work_limits.h). A list that doubles
// from 1 to 2 GB would be noticed too late.
#include <cstdlib>
#include <new>

#include "parser/work_limits.h"

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

namespace {

constexpr std::size_t large = std::size_t{1} << 20;

void* checked(void* memory) {
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

}  // namespace

void* operator new(std::size_t size) {
  if (size >= large) [[unlikely]]
    orbita::check_allocation(size);
  return checked(std::malloc(size != 0 ? size : 1));
}

void* operator new(std::size_t size, std::align_val_t alignment) {
  if (size >= large) [[unlikely]]
    orbita::check_allocation(size);
  const auto unit = static_cast<std::size_t>(alignment);
  return checked(std::aligned_alloc(unit, (size + unit - 1) / unit * unit));
}

void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }

#endif
