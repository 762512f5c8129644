// Numbers of states: natural numbers of any size, as far as counting needs them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace orbita::bdds {

class BigCount {
 public:
  BigCount() = default;
  explicit BigCount(std::uint32_t value);

  BigCount& operator+=(const BigCount& other);
  // Times 2^bits.
  BigCount shifted(std::size_t bits) const;
  double approximate() const;  // infinity beyond the range of double
  std::string text() const;    // decimal

  friend bool operator==(const BigCount&, const BigCount&) = default;

 private:
  std::vector<std::uint32_t> digits_;  // base 2^32, lowest first, no zero at the end
};

}  // namespace orbita::bdds
