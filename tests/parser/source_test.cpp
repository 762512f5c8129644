#include "parser/source.h"

#include <catch2/catch.hpp>

using namespace orbita;

namespace {

TextBlock text_block(std::string text, std::vector<Anchor> anchors = {}) {
  TextBlock block;
  block.file = "f";
  block.text = std::move(text);
  block.anchors = std::move(anchors);
  return block;
}

std::string place(const Sources& sources, Span span) {
  const Position p = sources.locate(span);
  return std::to_string(p.line) + ":" + std::to_string(p.column) + " " + std::to_string(p.block_line) + ":" +
         std::to_string(p.block_column);
}

}  // namespace

TEST_CASE("block 0 is the empty place") {
  const Sources sources;
  CHECK(sources.size() == 1);
  CHECK(sources[0].text.empty());
  CHECK(place(sources, {}) == "1:1 1:0");
  CHECK(sources.line_around({}).empty());
}

TEST_CASE("lines and columns count from one in the file and from zero in the block") {
  Sources sources;
  const auto block = sources.add(text_block("ab\ncde\n\nf"));
  CHECK(place(sources, {block, 0, 1}) == "1:1 1:0");
  CHECK(place(sources, {block, 2, 3}) == "1:3 1:2");  // the newline itself
  CHECK(place(sources, {block, 3, 4}) == "2:1 2:0");
  CHECK(place(sources, {block, 5, 6}) == "2:3 2:2");
  CHECK(place(sources, {block, 7, 7}) == "3:1 3:0");
  CHECK(place(sources, {block, 9, 9}) == "4:2 4:1");
  CHECK(place(sources, {block, 1000, 1001}) == "4:2 4:1");  // beyond the end counts as the end
  CHECK(sources.text({block, 3, 6}) == "cde");
  CHECK(sources.text({block, 8, 1000}) == "f");
  CHECK(sources.text({block, 5, 2}).empty());
  CHECK(sources.line_around({block, 4, 5}) == "cde");
  CHECK(sources.line_around({block, 7, 7}).empty());
  CHECK(sources.line_around({block, 9, 9}) == "f");
}

TEST_CASE("anchors map pieces of a block to the file") {
  Sources sources;
  // A label at 10:20 whose "&lt;" (4 bytes) became one; then a new line.
  const auto block = sources.add(text_block("x<5\ny", {{0, 10, 20}, {2, 10, 25}}));
  CHECK(place(sources, {block, 0, 1}) == "10:20 1:0");
  CHECK(place(sources, {block, 1, 2}) == "10:21 1:1");
  CHECK(place(sources, {block, 2, 3}) == "10:25 1:2");
  CHECK(place(sources, {block, 4, 5}) == "11:1 2:0");
}

TEST_CASE("an anchor in the middle of a line shifts only that line") {
  Sources sources;
  const auto block = sources.add(text_block("a\nbc\nd", {{0, 3, 7}, {3, 9, 2}}));
  CHECK(place(sources, {block, 2, 3}) == "4:1 2:0");
  CHECK(place(sources, {block, 3, 4}) == "9:2 2:1");
  CHECK(place(sources, {block, 5, 6}) == "10:1 3:0");
}

TEST_CASE("carriage returns become newlines where the block has no anchors") {
  CHECK(normalise_newlines("a\r\nb\rc\n\rd\r") == "a\nb\nc\n\nd\n");
  CHECK(normalise_newlines("plain\n") == "plain\n");
  CHECK(normalise_newlines("") == "");
  Sources sources;
  const auto block = sources.add(text_block("a\r\nb\rc"));
  CHECK(sources[block].text == "a\nb\nc");
  const auto anchored = sources.add(text_block("a\r\nb", {{0, 1, 1}}));
  CHECK(sources[anchored].text == "a\r\nb");
}

TEST_CASE("blocks never move") {
  Sources sources;
  const auto first = sources.add(text_block("short"));
  const std::string_view view = sources[first].text;
  for (int i = 0; i < 1000; ++i) sources.add(text_block("x"));
  CHECK(view.data() == sources[first].text.data());
}
