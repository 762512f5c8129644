// Who may talk to the server: what every request has to show.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace orbita::bridge {

// What a request says of itself; absent headers are empty.
struct Visitor {
  std::string_view host, origin, cookie, authorization;
  bool has_origin = false;
  std::string_view target;  // path and query
};

class Access {
 public:
  Access(std::uint16_t port, std::string token);

  // Why the request is refused; empty: it is not.
  std::string problem(const Visitor& visitor) const;
  // "orbita-8080=…; HttpOnly; SameSite=Strict; Path=/"
  std::string cookie() const;
  const std::string& token() const { return token_; }

 private:
  bool has_token(const Visitor& visitor) const;

  std::string port_, token_;
};

// The path without the query, and one value of the query.
std::string_view path_of(std::string_view target);
std::optional<std::string_view> query_value(std::string_view target, std::string_view name);

// 16 to 128 letters, digits, '-' and '_'.
bool is_fit_token(std::string_view token);

}  // namespace orbita::bridge
