#include "cli/terminal/output.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <limits>
#include <stdexcept>

#include "parser/file_io.h"

namespace orbita::cli {

namespace {

[[noreturn]] void fail(const std::string& path, int error) {
  throw std::invalid_argument("cannot write " + path + ": " + std::strerror(error));
}

// 0, or the error.
int write_whole(const std::string& path, std::string_view text, bool to_disk) {
  OutputFile file(path);
  file.write(text);
  return file.sync_and_close(to_disk);
}

}  // namespace

std::string part_of(const std::string& path) { return path + ".part" + std::to_string(::getpid()); }

bool is_regular_target(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) != 0 || S_ISREG(status.st_mode);
}

void write_file(const std::string& path, std::string_view text) {
  if (!is_regular_target(path)) {
    if (const int error = write_whole(path, text, false)) fail(path, error);
    return;
  }
  const std::string part = part_of(path);
  int error = write_whole(part, text, true);
  if (error == 0 && std::rename(part.c_str(), path.c_str()) != 0) error = errno;
  if (error != 0) {
    ::unlink(part.c_str());
    fail(path, error);
  }
}

std::string read_file(const std::string& path) {
  FileBytes file = read_file_bytes(path, std::numeric_limits<std::size_t>::max());
  if (!file.problem.empty()) throw std::invalid_argument(path + ": " + file.problem);
  return std::move(file.bytes);
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
  const std::size_t slash = text.find('/', begin);  // whole names are easier to read
  return "…" + text.substr(slash == std::string::npos ? begin : slash);
}

}  // namespace orbita::cli
