#include "cli/terminal/output_stream.h"

#include <poll.h>
#include <unistd.h>

#include <cerrno>

#include "cli/terminal/run_control.h"

namespace orbita::cli {

OutputBuffer::int_type OutputBuffer::overflow(int_type c) {
  if (sync() != 0) return traits_type::eof();
  if (traits_type::eq_int_type(c, traits_type::eof())) return traits_type::not_eof(c);
  return sputc(traits_type::to_char_type(c));
}

int OutputBuffer::sync() {
  const bool good = write({pbase(), static_cast<std::size_t>(pptr() - pbase())});
  setp(buffer_.data(), buffer_.data() + buffer_.size());
  return good ? 0 : -1;
}

bool OutputBuffer::write(std::string_view text) {
  while (!text.empty()) {
    pollfd ready{file_, POLLOUT, 0};
    if (::poll(&ready, 1, 50) <= 0) {
      if (!may_wait()) return false;
      continue;
    }
    const ssize_t written = ::write(file_, text.data(), text.size());
    if (written >= 0) text.remove_prefix(static_cast<std::size_t>(written));
    else if (errno != EINTR && errno != EAGAIN) return false;
  }
  return true;
}

bool OutputBuffer::may_wait() {
  if (!end_wanted()) return true;
  const auto now = std::chrono::steady_clock::now();
  if (!end_seen_) end_seen_ = now;
  return now - *end_seen_ < std::chrono::milliseconds(500);
}

}  // namespace orbita::cli
