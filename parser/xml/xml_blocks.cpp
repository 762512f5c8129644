#include "parser/xml/xml_blocks.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace orbita {

LineTable::LineTable(std::string_view text) : text_(text) {
  starts_.push_back(0);
  for (std::size_t at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at + 1))
    starts_.push_back(static_cast<std::uint32_t>(at + 1));
}

Anchor LineTable::at(std::size_t offset) const {
  const auto place = static_cast<std::uint32_t>(std::min(offset, text_.size()));
  // Blocks come in document order: try a few lines ahead before a full search.
  if (starts_[last_] > place) last_ = 0;
  for (int steps = 0; steps < 8 && last_ + 1 < starts_.size() && starts_[last_ + 1] <= place; ++steps) ++last_;
  if (last_ + 1 < starts_.size() && starts_[last_ + 1] <= place)
    last_ = static_cast<std::size_t>(std::upper_bound(starts_.begin(), starts_.end(), place) - starts_.begin()) - 1;
  return {0, static_cast<std::uint32_t>(last_ + 1), place - starts_[last_] + 1};
}

std::string_view LineTable::line(std::uint32_t number) const {
  const std::size_t begin = starts_[number - 1];
  const std::size_t end = number < starts_.size() ? starts_[number] - 1 : text_.size();
  return text_.substr(begin, end - begin);
}

namespace {

std::size_t utf8_length(char first) {
  const auto byte = static_cast<unsigned char>(first);
  return byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
}

// Adds an anchor after every reference of the raw text; `block` holds the resolved text from `at` on.
void add_anchors(std::string_view raw, std::size_t begin, const LineTable& lines, std::size_t at, TextBlock& block) {
  std::size_t copied = 0;
  for (std::size_t amp = raw.find('&'); amp != std::string_view::npos; amp = raw.find('&', copied)) {
    // A reference resolves to one character, positioned at the '&': no anchor needed before it.
    at += amp - copied;
    at += utf8_length(block.text[at]);
    copied = raw.find(';', amp) + 1;
    Anchor anchor = lines.at(begin + copied);
    anchor.offset = static_cast<std::uint32_t>(at);
    block.anchors.push_back(anchor);
  }
}

void append_piece(const XmlNode& piece, const XmlDocument& xml, const LineTable& lines, TextBlock& block) {
  constexpr std::size_t cdata_opening = 9;
  const bool is_cdata = piece.kind == XmlNode::Kind::cdata;
  const std::size_t begin = piece.begin + (is_cdata ? cdata_opening : 0);
  Anchor anchor = lines.at(begin);
  anchor.offset = static_cast<std::uint32_t>(block.text.size());
  if (!block.anchors.empty() && block.anchors.back().offset == anchor.offset) block.anchors.pop_back();
  block.anchors.push_back(anchor);
  const std::string_view raw(xml.text.data() + piece.begin, piece.end - piece.begin);
  const std::size_t at = block.text.size();
  block.text.append(piece.text);
  const bool has_references = !is_cdata && raw.size() != piece.text.size();
  if (has_references) add_anchors(raw, piece.begin, lines, at, block);
}

}  // namespace

std::uint32_t XmlBlocks::text(const XmlNode& element, std::string xpath, std::string context) {
  TextBlock block;
  block.file = file_;
  block.xpath = std::move(xpath);
  block.context = std::move(context);
  for (const XmlNode* piece = element.first_child; piece; piece = piece->next)
    if (piece->kind == XmlNode::Kind::text || piece->kind == XmlNode::Kind::cdata)
      append_piece(*piece, xml_, lines_, block);
  if (block.anchors.empty()) block.anchors.push_back(lines_.at(element.end));
  return sources_.add(std::move(block));
}

Span XmlBlocks::tag(const XmlNode& element, std::string xpath, std::string context) {
  TextBlock block;
  block.file = file_;
  block.xpath = std::move(xpath);
  block.context = std::move(context);
  block.text.assign(xml_.text, element.begin, element.end - element.begin);
  block.anchors.push_back(lines_.at(element.begin));
  const auto length = static_cast<std::uint32_t>(block.text.size());
  return {sources_.add(std::move(block)), 0, length};
}

Span place_in_text(Sources& sources, const std::string& file, std::string_view text, std::size_t offset) {
  offset = std::min(offset, text.size());
  const std::size_t newline = offset == 0 ? std::string_view::npos : text.rfind('\n', offset - 1);
  const std::size_t begin = newline == std::string_view::npos ? 0 : newline + 1;
  const std::size_t end = std::min(text.find('\n', offset), text.size());
  constexpr std::size_t reach = 100;
  const std::size_t shown = offset - begin > reach ? offset - reach : begin;
  TextBlock block;
  block.file = file;
  block.text.assign(text.substr(shown, std::min(end, offset + reach) - shown));
  const auto line =
      static_cast<std::uint32_t>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(begin), '\n') + 1);
  block.anchors.push_back({0, line, static_cast<std::uint32_t>(shown - begin + 1)});
  const auto at = static_cast<std::uint32_t>(offset - shown);
  const auto length = static_cast<std::uint32_t>(block.text.size());
  return {sources.add(std::move(block)), at, std::min(at + 1, length)};
}

}  // namespace orbita
