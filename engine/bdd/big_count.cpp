#include "engine/bdd/big_count.h"

#include <algorithm>
#include <cmath>

namespace orbita::bdds {

BigCount::BigCount(std::uint32_t value) {
  if (value != 0) digits_.push_back(value);
}

BigCount& BigCount::operator+=(const BigCount& other) {
  digits_.resize(std::max(digits_.size(), other.digits_.size()));
  std::uint64_t carry = 0;
  for (std::size_t i = 0; i < digits_.size(); ++i) {
    carry += std::uint64_t{digits_[i]} + (i < other.digits_.size() ? other.digits_[i] : 0);
    digits_[i] = static_cast<std::uint32_t>(carry);
    carry >>= 32;
  }
  if (carry != 0) digits_.push_back(static_cast<std::uint32_t>(carry));
  return *this;
}

BigCount BigCount::shifted(std::size_t bits) const {
  if (digits_.empty()) return {};
  BigCount result;
  result.digits_.assign(bits / 32, 0);
  const std::size_t rest = bits % 32;
  std::uint64_t carry = 0;
  for (const std::uint32_t digit : digits_) {
    carry |= std::uint64_t{digit} << rest;
    result.digits_.push_back(static_cast<std::uint32_t>(carry));
    carry >>= 32;
  }
  if (carry != 0) result.digits_.push_back(static_cast<std::uint32_t>(carry));
  return result;
}

double BigCount::approximate() const {
  double result = 0;
  for (std::size_t i = digits_.size(); i-- > 0;) result = std::ldexp(result, 32) + digits_[i];
  return result;
}

std::string BigCount::text() const {
  if (digits_.empty()) return "0";
  std::vector<std::uint32_t> rest = digits_;
  std::string result;
  while (!rest.empty()) {
    std::uint64_t remainder = 0;
    for (std::size_t i = rest.size(); i-- > 0;) {
      remainder = remainder << 32 | rest[i];
      rest[i] = static_cast<std::uint32_t>(remainder / 10);
      remainder %= 10;
    }
    result += static_cast<char>('0' + remainder);
    while (!rest.empty() && rest.back() == 0) rest.pop_back();
  }
  std::reverse(result.begin(), result.end());
  return result;
}

}  // namespace orbita::bdds
