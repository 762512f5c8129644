#include "parser/xml/xml_long_tag.h"

#include <algorithm>

namespace orbita {
namespace {

bool begins_name(char c) {
  return ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') || c == '_' || c == ':' ||
         (static_cast<unsigned char>(c) & 0x80) != 0;
}

// The attribute beyond the limit of the tag that begins at `tag`; nullopt if there is none. `end` is the position to
// continue at.
std::optional<std::size_t> attribute_beyond(std::string_view text, std::size_t tag, unsigned limit, std::size_t& end) {
  std::size_t at = std::min(text.find_first_of(" \t\n/>", tag), text.size());
  for (unsigned count = 0;; ++count) {
    end = at = std::min(text.find_first_not_of(" \t\n", at), text.size());
    if (at == text.size() || text[at] == '>' || text[at] == '/') return std::nullopt;
    if (count >= limit) return at;
    const std::size_t quote = text.find_first_of("\"'<>", at);
    if (quote == std::string_view::npos || text[quote] == '<' || text[quote] == '>') return std::nullopt;
    const std::size_t close = text.find(text[quote], quote + 1);
    if (close == std::string_view::npos) return std::nullopt;
    at = close + 1;
  }
}

}  // namespace

std::optional<LongTag> find_long_tag(std::string_view text, unsigned limit) {
  const auto behind = [&](std::string_view closing, std::size_t from) {
    const std::size_t found = text.find(closing, from);
    return found == std::string_view::npos ? text.size() : found + closing.size();
  };
  for (std::size_t at = text.find('<'); at < text.size(); at = text.find('<', at)) {
    const std::string_view rest = text.substr(at, 9);
    if (rest.starts_with("<!--")) {
      at = behind("-->", at + 4);
    } else if (rest.starts_with("<![CDATA[")) {
      at = behind("]]>", at + 9);
    } else if (rest.starts_with("<?")) {
      at = behind("?>", at + 2);
    } else if (rest.size() > 1 && begins_name(rest[1])) {
      const std::size_t tag = at;
      if (const auto attribute = attribute_beyond(text, tag, limit, at)) return LongTag{tag, *attribute};
      at = std::max(at, tag + 1);
    } else {
      ++at;
    }
  }
  return std::nullopt;
}

}  // namespace orbita
