#include "engine/space/packing.h"

#include <bit>
#include <cstring>

namespace orbita {

namespace {

std::uint32_t bits_for(std::int64_t low, std::int64_t high) {
  return static_cast<std::uint32_t>(std::bit_width(static_cast<std::uint64_t>(high - low)));
}

}  // namespace

Packing::Packing(const Network& network) : fixed_(network.initial_values()) {
  std::size_t bits = 0;
  const auto add = [&](std::uint32_t value, std::int32_t low, std::int64_t high) {
    if (const std::uint32_t width = bits_for(low, high); width > 0) {
      fields_.push_back({value, low, width});
      bits += width;
    } else {
      fixed_[value] = low;
    }
  };
  for (const ProcessId p : network.processes.ids()) {
    add(network.location_value(p), 0, static_cast<std::int64_t>(network.processes[p].locations.size()) - 1);
  }
  for (const SlotId s : network.slots.ids()) {
    const Slot& slot = network.slots[s];
    add(network.slot_value(s), slot.low, std::int64_t{slot.high} + (slot.value_set != none ? 1 : 0));
  }
  bytes_ = (bits + 7) / 8;
}

void Packing::pack(std::span<const std::int32_t> values, std::byte* out) const {
  std::uint64_t word = 0;
  unsigned filled = 0;
  for (const Field& field : fields_) {
    const auto bits = static_cast<std::uint32_t>(values[field.value]) - static_cast<std::uint32_t>(field.low);
    word |= std::uint64_t{bits} << filled;
    filled += field.bits;
    while (filled >= 8) {
      *out++ = static_cast<std::byte>(word);
      word >>= 8;
      filled -= 8;
    }
  }
  if (filled > 0) *out = static_cast<std::byte>(word);
}

void Packing::unpack(const std::byte* in, std::span<std::int32_t> values) const {
  std::memcpy(values.data(), fixed_.data(), fixed_.size() * sizeof(std::int32_t));
  std::uint64_t word = 0;
  unsigned filled = 0;
  for (const Field& field : fields_) {
    while (filled < field.bits) {
      word |= static_cast<std::uint64_t>(*in++) << filled;
      filled += 8;
    }
    const std::uint64_t mask = (std::uint64_t{1} << field.bits) - 1;
    values[field.value] =
        static_cast<std::int32_t>(static_cast<std::uint32_t>(word & mask) + static_cast<std::uint32_t>(field.low));
    word >>= field.bits;
    filled -= field.bits;
  }
}

}  // namespace orbita
