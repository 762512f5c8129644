// The program's standard output: a reader that has fallen asleep cannot keep it from ending.
//
// Whoever pages through a long trace may take all the time in the world, so no limit counts here; but after SIGINT or
// SIGTERM a reader has half a second to go on.
#pragma once

#include <array>
#include <chrono>
#include <optional>
#include <streambuf>
#include <string_view>

namespace orbita::cli {

class OutputBuffer : public std::streambuf {
 public:
  explicit OutputBuffer(int file) : file_(file) { setp(buffer_.data(), buffer_.data() + buffer_.size()); }

 protected:
  int_type overflow(int_type c) override;
  int sync() override;

 private:
  bool write(std::string_view text);
  bool may_wait();

  int file_;
  std::array<char, 4096> buffer_;  // what a pipe takes at once when it is ready
  std::optional<std::chrono::steady_clock::time_point> end_seen_;
};

}  // namespace orbita::cli
