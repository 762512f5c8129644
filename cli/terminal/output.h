// Files that appear whole or not at all.
#pragma once

#include <string>
#include <string_view>

namespace orbita::cli {

// Writes beside the file and renames, so that a full disk or a killed process never leaves half a file
// under its name. What is not a regular file (a device, a pipe) is written directly. Throws
// std::invalid_argument "cannot write PATH: reason".
void write_file(const std::string& path, std::string_view text);

// For files written piece by piece: the name to write under before renaming, and whether to do so at all
// (a device or a pipe is written directly).
std::string part_of(const std::string& path);
bool is_regular_target(const std::string& path);

// The whole file; throws std::invalid_argument "PATH: reason".
std::string read_file(const std::string& path);

// A line for a terminal: at most `columns` wide (0: no limit), truncated with "…", but never inside a
// character.
std::string shortened(std::string text, std::size_t columns);
// The same with the end kept, from a "/" on where there is one: of a path the file's name says most.
std::string end_of(std::string text, std::size_t columns);

}  // namespace orbita::cli
