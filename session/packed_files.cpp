#include "session/packed_files.h"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>

namespace orbita {

namespace {

// Of the file's name; "": the file is not compressed.
std::string packer_of(const std::string& path) {
  return path.ends_with(".gz") ? "gzip" : path.ends_with(".zst") ? "zstd -q" : "";
}

}  // namespace

std::string shell_quoted(const std::string& text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

std::string unpacked_name(const std::string& path) {
  return packer_of(path).empty() ? path : path.substr(0, path.rfind('.'));
}

void pack(const std::string& path) {
  const std::string packer = packer_of(path);
  if (packer.empty()) return;
  const std::string part = path + ".part";
  const std::string command = packer + " -c < " + shell_quoted(path) + " > " + shell_quoted(part) + " 2>/dev/null";
  std::error_code error;
  if (std::system(command.c_str()) == 0) std::filesystem::rename(part, path, error);
  else error = std::make_error_code(std::errc::io_error);
  if (!error) return;
  std::filesystem::remove(part, error);
  std::filesystem::remove(path, error);
  throw std::invalid_argument("cannot write " + path + ": " + packer + " does not compress it");
}

std::string unpacking_command(const std::string& path) {
  const std::string packer = packer_of(path);
  return (packer.empty() ? "cat" : packer + " -dc") + " -- " + shell_quoted(path) + " 2>/dev/null";
}

std::string unpacked_bytes(const std::string& path) {
  std::string bytes;
  FILE* pipe = popen(unpacking_command(path).c_str(), "r");
  if (pipe == nullptr) return bytes;
  std::array<char, 65536> buffer{};
  for (std::size_t size = 1; size > 0; bytes.append(buffer.data(), size)) {
    size = std::fread(buffer.data(), 1, buffer.size(), pipe);
  }
  pclose(pipe);
  return bytes;
}

}  // namespace orbita
