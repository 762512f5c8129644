// The texts a model consists of, and positions inside them.
//
// A model is read from several pieces of text: one XTA file, or the many labels of an XML file, plus query files. Each
// piece is a TextBlock; a Span is a range of bytes in one block. Sources owns all blocks and translates a Span to a
// position the user can look up: line and column in the file on disk, and the XPath in XML.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace orbita {

// Bytes [begin, end) of block number `block`.
struct Span {
  std::uint32_t block = 0;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  friend constexpr auto operator<=>(const Span&, const Span&) = default;
};

inline Span join(Span first, Span last) { return {first.block, first.begin, last.end}; }

// From `offset` of the block's text on, text runs parallel to the file, starting at this physical position, until the
// next anchor. Only entities, CDATA borders and comments start a new anchor (newlines are counted).
struct Anchor {
  std::uint32_t offset = 0;
  std::uint32_t line = 1;    // 1-based, in the file
  std::uint32_t column = 1;  // 1-based, in bytes
};

struct TextBlock {
  std::string file;             // path as the user gave it
  std::string xpath;            // "/nta/template[2]/transition[1]/label[1]"; empty for text files
  std::string context;          // "edge wait->cs of template P, guard"; may be empty
  std::string text;             // decoded to UTF-8, CRLF and CR normalised to LF
  std::vector<Anchor> anchors;  // sorted by offset; empty means {0, 1, 1}
};

struct Position {
  std::uint32_t line = 1;          // in the file, 1-based
  std::uint32_t column = 1;        // in the file, 1-based bytes
  std::uint32_t block_line = 1;    // inside the block's text, 1-based (UPPAAL's convention)
  std::uint32_t block_column = 0;  // inside the block's text, 0-based bytes (UPPAAL's convention)
};

class Sources {
 public:
  // Blocks never move, so string_views into their text stay valid. Block 0 is an empty block for problems without a
  // position ("command line"). A block without anchors gets its CRLF and CR turned into LF here.
  Sources();
  std::uint32_t add(TextBlock block);
  const TextBlock& operator[](std::uint32_t block) const { return blocks_[block]; }
  std::size_t size() const { return blocks_.size(); }
  std::string_view text(Span span) const;
  Position locate(Span span) const;               // where the span begins
  std::string_view line_around(Span span) const;  // the block's line containing span.begin, without newline

 private:
  std::size_t line_index(std::uint32_t block, std::uint32_t offset) const;

  std::deque<TextBlock> blocks_;
  std::deque<std::vector<std::uint32_t>> line_starts_;  // per block: where each of its lines begins
};

// CRLF and CR become LF.
std::string normalise_newlines(std::string text);

}  // namespace orbita
