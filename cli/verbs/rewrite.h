// Small changes to the user's files: only the bytes that change, shown as a diff.
#pragma once

#include <string>
#include <vector>

#include "session/expected.h"

namespace orbita::cli {

// Applies edits to their files and returns the changed lines as a diff ("" for no edits). An XML file
// that is not UTF-8 with LF becomes so (as with convert); every other byte stays. The result is
// read again before it replaces the file. Throws std::invalid_argument when a file cannot be
// written or has changed meanwhile.
std::string apply_edits(const std::vector<Edit>& edits);

// The lines that differ, with "--- name", "+++ name" and "@@ line @@" before them.
std::string line_diff(const std::string& name, const std::string& before, const std::string& after);

}  // namespace orbita::cli
