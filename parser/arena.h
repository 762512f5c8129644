// Memory for syntax trees: allocated in big chunks, released all at once.
//
// Nodes are trivially destructible, refer to each other by plain pointers and live as long as the arena; so a 20 MB
// model parses quickly.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <memory_resource>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "parser/work_limits.h"

namespace orbita {

class Arena {
 public:
  template <class T, class... Args>
  T* make(Args&&... args) {
    static_assert(std::is_trivially_destructible_v<T>);
    poll_limits();
    return new (memory_.allocate(sizeof(T), alignof(T))) T{std::forward<Args>(args)...};
  }
  template <class T>
  std::span<T> copy(const std::vector<T>& items) {
    static_assert(std::is_trivially_copyable_v<T>);
    if (items.empty()) return {};
    T* place = static_cast<T*>(memory_.allocate(items.size() * sizeof(T), alignof(T)));
    std::uninitialized_copy(items.begin(), items.end(), place);
    return {place, items.size()};
  }
  std::string_view copy(std::string_view text) {
    char* place = static_cast<char*>(memory_.allocate(text.size() + 1, 1));
    std::copy(text.begin(), text.end(), place);
    return {place, text.size()};
  }

 private:
  std::pmr::monotonic_buffer_resource memory_{64 * 1024};
};

}  // namespace orbita
