#include "cli/output.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace orbita::cli {

namespace {

[[noreturn]] void fail(const std::string& path, int error) {
  throw std::invalid_argument("cannot write " + path + ": " + std::strerror(error));
}

// 0, or the error. Closes the file in any case.
int write_and_close(int file, std::string_view text, bool to_disk) {
  int error = 0;
  while (!text.empty() && error == 0) {
    const ssize_t written = ::write(file, text.data(), text.size());
    if (written >= 0) text.remove_prefix(static_cast<std::size_t>(written));
    else if (errno != EINTR) error = errno;
  }
  if (error == 0 && to_disk && ::fsync(file) != 0 && errno != EINVAL) error = errno;
  if (::close(file) != 0 && error == 0) error = errno;
  return error;
}

}  // namespace

std::string part_of(const std::string& path) { return path + ".part" + std::to_string(::getpid()); }

bool is_regular_target(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) != 0 || S_ISREG(status.st_mode);
}

void write_file(const std::string& path, std::string_view text) {
  if (!is_regular_target(path)) {
    const int file = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
    if (file < 0) fail(path, errno);
    if (const int error = write_and_close(file, text, false)) fail(path, error);
    return;
  }
  const std::string part = part_of(path);
  const int file = ::open(part.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file < 0) fail(path, errno);
  int error = write_and_close(file, text, true);
  if (error == 0 && std::rename(part.c_str(), path.c_str()) != 0) error = errno;
  if (error != 0) {
    ::unlink(part.c_str());
    fail(path, error);
  }
}

std::string read_file(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode)) {
    throw std::invalid_argument(path + ": " + std::strerror(EISDIR));
  }
  errno = 0;
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  if (in) text << in.rdbuf();
  const bool empty = in && in.peek() == std::ifstream::traits_type::eof() && text.str().empty();
  if (!in && !empty) throw std::invalid_argument(path + ": " + (errno != 0 ? std::strerror(errno) : "cannot be read"));
  return text.str();
}

std::string shortened(std::string text, std::size_t columns) {
  if (columns == 0 || text.size() <= columns) return text;
  std::size_t end = columns > 1 ? columns - 1 : 0;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;
  return text.substr(0, end) + "…";
}

std::string end_of(std::string text, std::size_t columns) {
  if (columns == 0 || text.size() <= columns) return text;
  std::size_t begin = text.size() - (columns > 1 ? columns - 1 : 0);
  while (begin < text.size() && (static_cast<unsigned char>(text[begin]) & 0xc0) == 0x80) ++begin;
  return "…" + text.substr(begin);
}

}  // namespace orbita::cli
