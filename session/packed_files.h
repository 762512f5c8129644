// Files that are compressed, as their names say: .gz by the program gzip, .zst by zstd.
#pragma once

#include <string>

namespace orbita {

std::string shell_quoted(const std::string& text);

// "proof.cert.gz" -> "proof.cert"; other names stay as they are.
std::string unpacked_name(const std::string& path);

// Compresses a written file, if its name says so. Throws std::invalid_argument where that fails.
void pack(const std::string& path);

// A shell command that prints the file's content without compression.
std::string unpacking_command(const std::string& path);

// That content; "" where there is none.
std::string unpacked_bytes(const std::string& path);

}  // namespace orbita
