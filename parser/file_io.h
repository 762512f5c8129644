// Files that may block: a pipe without a writer, or without a reader.
//
// Waiting ends with LimitReached, like all other work (work_limits.h).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace orbita {

struct FileBytes {
  std::string bytes;
  std::string problem;     // why the bytes could not be read
  bool too_large = false;  // the file has more bytes than the limit
};

FileBytes read_file_bytes(const std::string& path, std::size_t most);
FileBytes read_standard_input(std::size_t most);

// Overwritten from its beginning; created if it does not exist.
class OutputFile {
 public:
  explicit OutputFile(const std::string& path);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  void write(std::string_view text);
  int sync_and_close(bool to_disk);     // error()
  int error() const { return error_; }  // errno of the first failure; 0 if there was none

 private:
  int file_ = -1;
  int error_ = 0;
};

}  // namespace orbita
