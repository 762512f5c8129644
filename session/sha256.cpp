#include "session/sha256.h"

#include <array>
#include <bit>
#include <cstdint>

namespace orbita {

namespace {

constexpr std::array<std::uint32_t, 64> round_constants = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

using Digest = std::array<std::uint32_t, 8>;

void add_block(Digest& digest, const unsigned char* block) {
  std::array<std::uint32_t, 64> w{};
  for (int i = 0; i < 16; ++i) {
    w[i] = std::uint32_t{block[4 * i]} << 24 | std::uint32_t{block[4 * i + 1]} << 16 |
           std::uint32_t{block[4 * i + 2]} << 8 | block[4 * i + 3];
  }
  for (int i = 16; i < 64; ++i) {
    const std::uint32_t a = w[i - 15], b = w[i - 2];
    w[i] = w[i - 16] + (std::rotr(a, 7) ^ std::rotr(a, 18) ^ (a >> 3)) + w[i - 7] +
           (std::rotr(b, 17) ^ std::rotr(b, 19) ^ (b >> 10));
  }
  Digest d = digest;
  for (int i = 0; i < 64; ++i) {
    const std::uint32_t s1 = std::rotr(d[4], 6) ^ std::rotr(d[4], 11) ^ std::rotr(d[4], 25);
    const std::uint32_t t1 = d[7] + s1 + ((d[4] & d[5]) ^ (~d[4] & d[6])) + round_constants[i] + w[i];
    const std::uint32_t s0 = std::rotr(d[0], 2) ^ std::rotr(d[0], 13) ^ std::rotr(d[0], 22);
    const std::uint32_t t2 = s0 + ((d[0] & d[1]) ^ (d[0] & d[2]) ^ (d[1] & d[2]));
    d = {t1 + t2, d[0], d[1], d[2], d[3] + t1, d[4], d[5], d[6]};
  }
  for (int i = 0; i < 8; ++i) digest[i] += d[i];
}

}  // namespace

std::string sha256(std::string_view bytes) {
  Digest digest = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  const std::size_t whole = bytes.size() / 64 * 64;
  const auto* data = reinterpret_cast<const unsigned char*>(bytes.data());
  for (std::size_t i = 0; i < whole; i += 64) add_block(digest, data + i);
  std::string tail(bytes.substr(whole));
  tail += '\x80';
  while (tail.size() % 64 != 56) tail += '\0';
  for (int shift = 56; shift >= 0; shift -= 8) {
    tail += static_cast<char>((std::uint64_t{bytes.size()} * 8) >> shift & 0xff);
  }
  for (std::size_t i = 0; i < tail.size(); i += 64) add_block(digest, reinterpret_cast<const unsigned char*>(&tail[i]));
  std::string text;
  for (const std::uint32_t word : digest) {
    for (int shift = 28; shift >= 0; shift -= 4) text += "0123456789abcdef"[word >> shift & 15];
  }
  return text;
}

}  // namespace orbita
