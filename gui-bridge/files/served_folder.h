// The only files that clients of the server can name: those below one folder.
//
// Names are relative, with '/'. A name that leads out of the folder, by "..", as an absolute path or through a symbolic
// link, is refused, also when the link appears between looking and opening: the kernel resolves names beneath the open
// folder (openat2), and where it cannot, links are not followed at all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace orbita::bridge {

struct ServedFile {
  std::string path;
  std::string kind;  // "model", "queries", "trace"
  std::uint64_t bytes = 0;
  std::int64_t modified = 0;  // seconds since 1970
};

// What a file was when it was read or written: to notice changes by others.
struct FileStamp {
  std::uint64_t inode = 0, bytes = 0;
  std::int64_t seconds = 0, nanoseconds = 0;
  friend bool operator==(const FileStamp&, const FileStamp&) = default;
};

class ServedFolder {
 public:
  // Throws std::invalid_argument when it cannot be opened.
  ServedFolder(const std::string& path, bool read_only, std::size_t most_bytes);
  ~ServedFolder();
  ServedFolder(const ServedFolder&) = delete;
  ServedFolder& operator=(const ServedFolder&) = delete;

  std::string name() const { return name_; }  // its last part, for display
  bool read_only() const { return read_only_; }

  struct Listing {
    std::vector<ServedFile> files;  // by path
    bool truncated = false;
  };
  Listing list() const;

  // All throw RpcError: not_found, refused, limit.
  std::string read(const std::string& path, FileStamp* stamp = nullptr) const;
  FileStamp stamp(const std::string& path) const;
  bool exists(const std::string& path) const;
  // The file appears whole or not at all.
  FileStamp write(const std::string& path, std::string_view bytes) const;

 private:
  int open_beneath(const std::string& path, int flags) const;

  std::string root_, name_;
  bool read_only_;
  std::size_t most_bytes_;
  int folder_ = -1;
};

}  // namespace orbita::bridge
