#include "parser/file_io.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "parser/work_limits.h"

namespace orbita {

namespace {

constexpr int milliseconds_between_looks = 50;

// Waits briefly; true if the descriptor is ready for reading or writing.
bool wait_for(int file, short event) {
  pollfd waiting{file, event, 0};
  const bool is_ready = ::poll(&waiting, 1, milliseconds_between_looks) > 0;
  check_limits();
  return is_ready;
}

bool should_wait(int error) { return error == EAGAIN || error == EINTR; }

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int number() const { return number_; }

 private:
  int number_;
};

bool is_pipe(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 && S_ISFIFO(status.st_mode);
}

}  // namespace

namespace {

// Polls before it reads: a named pipe without a writer yet reads like one at its end.
FileBytes read_all(int file, std::size_t most) {
  FileBytes result;
  std::array<char, 1 << 16> buffer;
  for (;;) {
    if (!wait_for(file, POLLIN)) continue;
    const ssize_t count = ::read(file, buffer.data(), buffer.size());
    if (count == 0) return result;
    if (count < 0 && should_wait(errno)) continue;
    if (count < 0) {
      result.problem = std::strerror(errno);  // a directory, for example
      return result;
    }
    result.too_large = result.bytes.size() + static_cast<std::size_t>(count) > most;
    if (result.too_large) return result;
    result.bytes.append(buffer.data(), static_cast<std::size_t>(count));
  }
}

}  // namespace

FileBytes read_file_bytes(const std::string& path, std::size_t most) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  if (file.number() < 0) return {"", std::strerror(errno), false};
  return read_all(file.number(), most);
}

FileBytes read_standard_input(std::size_t most) { return read_all(STDIN_FILENO, most); }

OutputFile::OutputFile(const std::string& path) {
  for (;;) {
    file_ = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_NONBLOCK | O_CLOEXEC, 0666);
    if (file_ >= 0) return;
    if (errno != EINTR && !(errno == ENXIO && is_pipe(path))) break;  // ENXIO: the pipe has no reader yet
    ::poll(nullptr, 0, milliseconds_between_looks);
    check_limits();
  }
  error_ = errno;
}

OutputFile::~OutputFile() {
  if (file_ >= 0) ::close(file_);
}

void OutputFile::write(std::string_view text) {
  while (!text.empty() && error_ == 0) {
    const ssize_t written = ::write(file_, text.data(), text.size());
    if (written >= 0) text.remove_prefix(static_cast<std::size_t>(written));
    else if (should_wait(errno)) wait_for(file_, POLLOUT);
    else error_ = errno;
  }
}

int OutputFile::sync_and_close(bool to_disk) {
  if (file_ < 0) return error_;
  if (error_ == 0 && to_disk && ::fsync(file_) != 0 && errno != EINVAL) error_ = errno;
  if (::close(file_) != 0 && error_ == 0) error_ = errno;
  file_ = -1;
  return error_;
}

}  // namespace orbita
