#include "cli/verbs/rewrite.h"

#include <algorithm>
#include <map>
#include <sstream>
#include <stdexcept>

#include "cli/terminal/output.h"
#include "parser/parser.h"

namespace orbita::cli {

namespace {

bool is_xml(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first != std::string::npos && text[first] == '<';
}

// The text that offsets of XML nodes refer to, with a declaration that tells the truth about it.
std::string normalised(const std::string& path, const std::string& bytes) {
  Diagnostics ignored;
  const std::shared_ptr<Document> document = read_model_text(path, bytes, ignored);
  return document->xml == nullptr ? bytes : document->xml->text;
}

std::string with_declaration(const std::string& text) {
  const std::size_t end = text.find("?>");
  if (text.rfind("<?xml", 0) != 0 || end == std::string::npos) return text;
  return "<?xml version=\"1.0\" encoding=\"utf-8\"?>" + text.substr(end + 2);
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::string change_file(const std::string& path, std::vector<Edit> edits) {
  const std::string bytes = read_file(path);
  const bool xml = is_xml(bytes) || bytes.rfind("\xef\xbb\xbf", 0) == 0 || bytes.find('\0') != std::string::npos;
  std::string text = xml ? normalised(path, bytes) : bytes;
  const std::string before = text;
  std::sort(edits.begin(), edits.end(), [](const Edit& a, const Edit& b) { return a.offset > b.offset; });
  for (const Edit& edit : edits) {
    if (edit.offset + edit.length > text.size()) throw std::invalid_argument(path + " has changed meanwhile");
    text.replace(edit.offset, edit.length, edit.text);
  }
  if (before != bytes) text = with_declaration(text);
  if (xml) {
    Diagnostics problems;
    read_model_text(path, text, problems);  // throws ModelError: then nothing is written
  }
  write_file(path, text);
  return line_diff(path, before, text);
}

}  // namespace

std::string line_diff(const std::string& name, const std::string& before, const std::string& after) {
  const std::vector<std::string> a = lines_of(before), b = lines_of(after);
  std::string out = "--- " + name + "\n+++ " + name + "\n";
  std::size_t i = 0, j = 0;
  while (i < a.size() || j < b.size()) {
    if (i < a.size() && j < b.size() && a[i] == b[j]) {
      ++i, ++j;
      continue;
    }
    // The shortest way back to equal lines; changes are a few lines each.
    std::size_t away = 1, skip_a = a.size() - i, skip_b = b.size() - j;
    for (bool found = false; !found && away <= skip_a + skip_b; ++away) {
      for (std::size_t x = 0; x <= away && !found; ++x) {
        const std::size_t y = away - x;
        const bool ends = i + x == a.size() && j + y == b.size();
        found = ends || (i + x < a.size() && j + y < b.size() && a[i + x] == b[j + y]);
        if (found) skip_a = x, skip_b = y;
      }
    }
    out += "@@ line " + std::to_string(i + 1) + " @@\n";
    for (std::size_t k = 0; k < skip_a; ++k) out += "-" + a[i + k] + "\n";
    for (std::size_t k = 0; k < skip_b; ++k) out += "+" + b[j + k] + "\n";
    i += skip_a, j += skip_b;
  }
  return out;
}

std::string apply_edits(const std::vector<Edit>& edits) {
  std::map<std::string, std::vector<Edit>> by_file;
  for (const Edit& edit : edits) by_file[edit.file].push_back(edit);
  std::string diff;
  for (const auto& [file, changes] : by_file) diff += change_file(file, changes);
  return diff;
}

}  // namespace orbita::cli
