// Shrinks the text of a failing model as long as it keeps failing.
#pragma once

#include <functional>
#include <initializer_list>
#include <regex>
#include <string>

namespace orbita::test {

// Removes, one at a time, the matches of the patterns, until no removal keeps it failing.
inline std::string shrunk(std::string text, std::initializer_list<const char*> patterns,
                          const std::function<bool(const std::string&)>& fails) {
  for (bool smaller = true; smaller;) {
    smaller = false;
    for (const char* pattern : patterns) {
      const std::regex piece(pattern);
      std::size_t at = 0;
      for (std::smatch found;
           std::regex_search(text.cbegin() + static_cast<std::ptrdiff_t>(at), text.cend(), found, piece);) {
        const std::size_t place = at + static_cast<std::size_t>(found.position());
        std::string rest = text;
        rest.erase(place, static_cast<std::size_t>(found.length()));
        if (found.length() > 0 && fails(rest)) {
          text = std::move(rest);
          at = place;
          smaller = true;
        } else {
          at = place + 1;
        }
        if (at >= text.size()) break;
      }
    }
  }
  return text;
}

}  // namespace orbita::test
