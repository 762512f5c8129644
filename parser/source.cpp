#include "parser/source.h"

#include <algorithm>
#include <utility>

namespace orbita {

namespace {

std::vector<std::uint32_t> find_lines(std::string_view text) {
  std::vector<std::uint32_t> starts{0};
  for (std::size_t at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at + 1)) {
    starts.push_back(static_cast<std::uint32_t>(at + 1));
  }
  return starts;
}

std::uint32_t clamp_offset(const TextBlock& block, std::uint32_t offset) {
  return std::min(offset, static_cast<std::uint32_t>(block.text.size()));
}

}  // namespace

std::string normalise_newlines(std::string text) {
  std::size_t from = text.find('\r');
  if (from == std::string::npos) return text;
  std::size_t to = from;
  for (; from < text.size(); ++from) {
    if (text[from] != '\r') {
      text[to++] = text[from];
    } else if (from + 1 == text.size() || text[from + 1] != '\n') {
      text[to++] = '\n';
    }
  }
  text.resize(to);
  return text;
}

Sources::Sources() { add({}); }

std::uint32_t Sources::add(TextBlock block) {
  if (block.anchors.empty()) block.text = normalise_newlines(std::move(block.text));
  line_starts_.push_back(find_lines(block.text));
  blocks_.push_back(std::move(block));
  return static_cast<std::uint32_t>(blocks_.size() - 1);
}

std::string_view Sources::text(Span span) const {
  const TextBlock& block = blocks_[span.block];
  const std::uint32_t begin = clamp_offset(block, span.begin);
  const std::uint32_t end = std::max(begin, clamp_offset(block, span.end));
  return std::string_view(block.text).substr(begin, end - begin);
}

std::size_t Sources::line_index(std::uint32_t block, std::uint32_t offset) const {
  const auto& starts = line_starts_[block];
  return static_cast<std::size_t>(std::upper_bound(starts.begin(), starts.end(), offset) - starts.begin()) - 1;
}

Position Sources::locate(Span span) const {
  const TextBlock& block = blocks_[span.block];
  const std::uint32_t offset = clamp_offset(block, span.begin);
  const std::size_t line = line_index(span.block, offset);
  const std::uint32_t column = offset - line_starts_[span.block][line];
  Position position;
  position.block_line = static_cast<std::uint32_t>(line + 1);
  position.block_column = column;

  Anchor anchor;  // the file's first byte, unless the block says otherwise
  const auto after = std::upper_bound(block.anchors.begin(), block.anchors.end(), offset,
                                      [](std::uint32_t value, const Anchor& a) { return value < a.offset; });
  if (after != block.anchors.begin()) anchor = *std::prev(after);
  const std::size_t anchor_line = line_index(span.block, clamp_offset(block, anchor.offset));
  position.line = anchor.line + static_cast<std::uint32_t>(line - anchor_line);
  position.column = line == anchor_line ? anchor.column + (offset - anchor.offset) : column + 1;
  return position;
}

std::string_view Sources::line_around(Span span) const {
  const TextBlock& block = blocks_[span.block];
  const std::uint32_t begin = line_starts_[span.block][line_index(span.block, clamp_offset(block, span.begin))];
  const std::string_view rest = std::string_view(block.text).substr(begin);
  return rest.substr(0, rest.find('\n'));
}

}  // namespace orbita
