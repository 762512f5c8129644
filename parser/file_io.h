// Files whose other end may keep us waiting: a pipe nobody writes to, or nobody reads.
//
// Waiting ends with LimitReached, like all other work (work_limits.h).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace orbita {

struct FileBytes {
  std::string bytes;
  std::string problem;     // why they could not be read
  bool too_large = false;  // there are more than asked for
};

FileBytes read_file_bytes(const std::string& path, std::size_t most);
FileBytes read_standard_input(std::size_t most);

// Written from its beginning; a file that is not there is made.
class OutputFile {
 public:
  explicit OutputFile(const std::string& path);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  void write(std::string_view text);
  int sync_and_close(bool to_disk);     // error()
  int error() const { return error_; }  // errno of what went wrong first; 0: nothing

 private:
  int file_ = -1;
  int error_ = 0;
};

}  // namespace orbita
