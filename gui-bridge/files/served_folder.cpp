#include "gui-bridge/files/served_folder.h"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <stdexcept>
#include <utility>

#include "gui-bridge/protocol/rpc.h"

namespace orbita::bridge {

namespace {

constexpr std::size_t most_files = 5000;
constexpr int deepest_folder = 8;

class File {
 public:
  explicit File(int number) : number_(number) {}
  ~File() {
    if (number_ >= 0) ::close(number_);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  File(File&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  File& operator=(File&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  int number() const { return number_; }

 private:
  int number_;
};

[[noreturn]] void refuse(const std::string& path, const std::string& why) {
  throw RpcError(ErrorCode::refused, "'" + path + "' " + why);
}

[[noreturn]] void fail(const std::string& path, int error) {
  if (error == ENOENT || error == ENOTDIR) throw RpcError(ErrorCode::not_found, "no file '" + path + "'");
  if (error == EXDEV || error == ELOOP) refuse(path, "leads out of the served folder");
  refuse(path, std::string("cannot be used: ") + std::strerror(error));
}

std::vector<std::string> parts_of(const std::string& path) {
  if (path.empty() || path.front() == '/') refuse(path, "is not a name below the served folder");
  if (path.size() > 4096 || path.find('\0') != std::string::npos) refuse("…", "is not a name of a file");
  std::vector<std::string> parts;
  std::size_t begin = 0;
  while (begin <= path.size()) {
    const std::size_t end = std::min(path.find('/', begin), path.size());
    parts.push_back(path.substr(begin, end - begin));
    if (parts.back().empty() || parts.back() == "." || parts.back() == "..")
      refuse(path, "is not a name below the served folder");
    begin = end + 1;
  }
  return parts;
}

// One part after the other, never through a link.
int open_by_parts(int folder, const std::vector<std::string>& parts, int flags) {
  File here(::dup(folder));
  for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
    const int next = ::openat(here.number(), parts[i].c_str(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (next < 0) return -1;
    here = File(next);
  }
  return ::openat(here.number(), parts.back().c_str(), flags | O_NOFOLLOW | O_CLOEXEC);
}

FileStamp stamp_of(const struct stat& status) {
  return {status.st_ino, static_cast<std::uint64_t>(status.st_size), status.st_mtim.tv_sec, status.st_mtim.tv_nsec};
}

bool ends_with(const std::string& text, std::string_view end) {
  return text.size() > end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

std::string kind_of_name(const std::string& name) {
  if (ends_with(name, ".xml") || ends_with(name, ".xta") || ends_with(name, ".ta")) return "model";
  if (ends_with(name, ".q")) return "queries";
  if (ends_with(name, ".xtr") || (ends_with(name, ".json") && !ends_with(name, ".itf.json"))) return "trace";
  return "";
}

bool is_skipped_folder(const std::string& name) {
  return name.front() == '.' || name == "node_modules" || name == "build" || name.rfind("build-", 0) == 0;
}

void write_all(int file, std::string_view bytes, const std::string& path) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(file, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail(path, errno);
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

}  // namespace

ServedFolder::ServedFolder(const std::string& path, bool read_only, std::size_t most_bytes)
    : read_only_(read_only), most_bytes_(most_bytes) {
  std::error_code problem;
  root_ = std::filesystem::canonical(path.empty() ? "." : path, problem).string();
  if (!problem) folder_ = ::open(root_.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (problem || folder_ < 0) throw std::invalid_argument("cannot serve the folder " + path);
  name_ = std::filesystem::path(root_).filename().string();
  if (name_.empty()) name_ = "/";
}

ServedFolder::~ServedFolder() { ::close(folder_); }

int ServedFolder::open_beneath(const std::string& path, int flags) const {
  const std::vector<std::string> parts = parts_of(path);
  struct open_how how {};
  how.flags = static_cast<std::uint64_t>(flags | O_CLOEXEC);
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS;
  const long opened = ::syscall(SYS_openat2, folder_, path.c_str(), &how, sizeof how);
  if (opened >= 0) return static_cast<int>(opened);
  if (errno != ENOSYS && errno != EPERM && errno != EAGAIN) return -1;
  return open_by_parts(folder_, parts, flags);
}

std::string ServedFolder::read(const std::string& path, FileStamp* stamp) const {
  const File file(open_beneath(path, O_RDONLY | O_NONBLOCK));
  if (file.number() < 0) fail(path, errno);
  struct stat status {};
  if (::fstat(file.number(), &status) != 0) fail(path, errno);
  if (!S_ISREG(status.st_mode)) refuse(path, "is not a file");
  const auto too_large = [&] {
    return RpcError(ErrorCode::limit, "'" + path + "' has more than " + std::to_string(most_bytes_) + " bytes");
  };
  if (static_cast<std::uint64_t>(status.st_size) > most_bytes_) throw too_large();
  std::string bytes;
  char buffer[1 << 16];
  while (true) {
    const ssize_t got = ::read(file.number(), buffer, sizeof buffer);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail(path, errno);
    if (got == 0) break;
    bytes.append(buffer, static_cast<std::size_t>(got));
    if (bytes.size() > most_bytes_) throw too_large();
  }
  if (stamp != nullptr) *stamp = stamp_of(status);
  return bytes;
}

FileStamp ServedFolder::stamp(const std::string& path) const {
  const File file(open_beneath(path, O_PATH));
  if (file.number() < 0) fail(path, errno);
  struct stat status {};
  if (::fstat(file.number(), &status) != 0) fail(path, errno);
  return stamp_of(status);
}

bool ServedFolder::exists(const std::string& path) const {
  const File file(open_beneath(path, O_PATH));
  if (file.number() < 0 && errno != ENOENT) fail(path, errno);
  return file.number() >= 0;
}

FileStamp ServedFolder::write(const std::string& path, std::string_view bytes) const {
  if (read_only_) throw RpcError(ErrorCode::refused, "the server is read-only: nothing is written");
  if (bytes.size() > most_bytes_)
    throw RpcError(ErrorCode::limit, "a file has at most " + std::to_string(most_bytes_) + " bytes");
  const std::vector<std::string> parts = parts_of(path);
  if (kind_of_name(parts.back()).empty() && !ends_with(parts.back(), ".txt") && !ends_with(parts.back(), ".json"))
    refuse(path, "has no name of a model or a trace");
  const std::size_t slash = path.rfind('/');
  const File folder(slash == std::string::npos ? ::dup(folder_)
                                               : open_beneath(path.substr(0, slash), O_PATH | O_DIRECTORY));
  if (folder.number() < 0) fail(path, errno);
  struct stat old {};
  const bool replaces = ::fstatat(folder.number(), parts.back().c_str(), &old, AT_SYMLINK_NOFOLLOW) == 0;
  if (replaces && !S_ISREG(old.st_mode)) refuse(path, "is not a plain file");
  static std::atomic<unsigned> count{0};  // several sessions may write one file
  const std::string part = "." + parts.back() + ".part" + std::to_string(::getpid()) + "-" + std::to_string(++count);
  const mode_t mode = replaces ? old.st_mode & 07777 : 0666;
  {
    const File file(
        ::openat(folder.number(), part.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode));
    if (file.number() < 0) fail(path, errno);
    try {
      write_all(file.number(), bytes, path);
      if (::fsync(file.number()) != 0) fail(path, errno);
    } catch (...) {
      ::unlinkat(folder.number(), part.c_str(), 0);
      throw;
    }
  }
  if (::renameat(folder.number(), part.c_str(), folder.number(), parts.back().c_str()) != 0) {
    const int error = errno;
    ::unlinkat(folder.number(), part.c_str(), 0);
    fail(path, error);
  }
  return stamp(path);
}

ServedFolder::Listing ServedFolder::list() const {
  Listing listing;
  std::error_code problem;
  std::filesystem::recursive_directory_iterator it(root_, std::filesystem::directory_options::skip_permission_denied,
                                                   problem);
  for (const std::filesystem::recursive_directory_iterator end; !problem && it != end; it.increment(problem)) {
    const std::string name = it->path().filename().string();
    std::error_code ignored;
    if (it->is_directory(ignored)) {
      if (it->is_symlink(ignored) || is_skipped_folder(name) || it.depth() >= deepest_folder)
        it.disable_recursion_pending();
      continue;
    }
    const std::string kind = kind_of_name(name);
    if (kind.empty()) continue;
    const std::string path = std::filesystem::path(it->path()).lexically_relative(root_).generic_string();
    const File file(open_beneath(path, O_PATH));
    struct stat status {};
    if (file.number() < 0 || ::fstat(file.number(), &status) != 0 || !S_ISREG(status.st_mode)) continue;
    if (listing.files.size() == most_files) {
      listing.truncated = true;
      break;
    }
    listing.files.push_back({path, kind, static_cast<std::uint64_t>(status.st_size), status.st_mtim.tv_sec});
  }
  std::sort(listing.files.begin(), listing.files.end(),
            [](const ServedFile& a, const ServedFile& b) { return a.path < b.path; });
  return listing;
}

}  // namespace orbita::bridge
