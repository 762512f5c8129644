#include "gui-bridge/server/access.h"

#include <algorithm>
#include <cctype>

namespace orbita::bridge {

namespace {

// Takes the same time wherever they differ.
bool same_secret(std::string_view a, std::string_view b) {
  unsigned char difference = a.size() == b.size() ? 0 : 1;
  for (std::size_t i = 0; i < b.size(); ++i) difference |= static_cast<unsigned char>((i < a.size() ? a[i] : 0) ^ b[i]);
  return difference == 0;
}

bool same_word(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) {
    return std::tolower(static_cast<unsigned char>(x)) == std::tolower(static_cast<unsigned char>(y));
  });
}

}  // namespace

Access::Access(std::uint16_t port, std::string token) : port_(std::to_string(port)), token_(std::move(token)) {}

std::string_view path_of(std::string_view target) { return target.substr(0, target.find_first_of("?#")); }

std::optional<std::string_view> query_value(std::string_view target, std::string_view name) {
  const std::size_t question = target.find('?');
  if (question == std::string_view::npos) return std::nullopt;
  std::string_view rest = target.substr(question + 1);
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('&'), rest.size());
    const std::string_view part = rest.substr(0, end);
    const std::size_t equals = part.find('=');
    if (equals != std::string_view::npos && part.substr(0, equals) == name) return part.substr(equals + 1);
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return std::nullopt;
}

bool is_fit_token(std::string_view token) {
  return token.size() >= 16 && token.size() <= 128 && std::all_of(token.begin(), token.end(), [](char c) {
           return std::isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '_';
         });
}

bool Access::has_token(const Visitor& visitor) const {
  if (const auto given = query_value(visitor.target, "token"); given && same_secret(*given, token_)) return true;
  constexpr std::string_view bearer = "Bearer ";
  if (visitor.authorization.starts_with(bearer) && same_secret(visitor.authorization.substr(bearer.size()), token_))
    return true;
  const std::string name = "orbita-" + port_ + "=";
  std::string_view rest = visitor.cookie;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(';'), rest.size());
    std::string_view part = rest.substr(0, end);
    part.remove_prefix(std::min(part.find_first_not_of(' '), part.size()));
    if (part.starts_with(name) && same_secret(part.substr(name.size()), token_)) return true;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return false;
}

std::string Access::problem(const Visitor& visitor) const {
  const std::string number = "127.0.0.1:" + port_, name = "localhost:" + port_;
  if (!same_word(visitor.host, number) && !same_word(visitor.host, name)) return "wrong Host";
  if (visitor.has_origin && !same_word(visitor.origin, "http://" + number) &&
      !same_word(visitor.origin, "http://" + name))
    return "wrong Origin";
  if (!has_token(visitor)) return "wrong or missing token: use the URL that orbita serve has printed";
  return "";
}

std::string Access::cookie() const { return "orbita-" + port_ + "=" + token_ + "; HttpOnly; SameSite=Strict; Path=/"; }

}  // namespace orbita::bridge
