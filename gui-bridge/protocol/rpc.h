// JSON-RPC 2.0: errors, parameters and the form of messages (docs/gui-bridge.md).
//
// Requests are parsed into Request, whose objects are sorted maps: members come from strangers, and looking them up
// must not take quadratic time. Results are Json, which keeps the order of members.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "report/json.h"

namespace orbita::bridge {

using Request = nlohmann::json;

enum class ErrorCode : int {
  parse_error = -32700,
  invalid_request = -32600,
  no_method = -32601,
  invalid_params = -32602,
  internal = -32603,
  model_error = -32001,
  not_found = -32002,
  limit = -32003,
  refused = -32004,
  conflict = -32005,
  cancelled = -32006,
  impossible = -32007
};
// "model_error" …; "" for the codes of JSON-RPC itself.
std::string_view kind_of(ErrorCode code);

// Ends a request; `data` are members that go to error.data beside `kind`.
class RpcError : public std::runtime_error {
 public:
  RpcError(ErrorCode code, const std::string& message, Json data = Json::object())
      : std::runtime_error(message), code_(code), data_(std::move(data)) {}
  ErrorCode code() const { return code_; }
  const Json& data() const { return data_; }

 private:
  ErrorCode code_;
  Json data_;
};

// One object of parameters. Every getter throws RpcError(invalid_params) that names the member.
class Params {
 public:
  explicit Params(const Request& object, std::string place = "params");

  bool has(const char* name) const;  // there, and not null
  std::string text(const char* name) const;
  std::string text(const char* name, const std::string& otherwise) const;
  std::optional<std::string> maybe_text(const char* name) const;
  bool flag(const char* name, bool otherwise) const;
  std::int64_t number(const char* name, std::int64_t least, std::int64_t most) const;
  std::int64_t number(const char* name, std::int64_t least, std::int64_t most, std::int64_t otherwise) const;
  double positive(const char* name, double otherwise) const;
  std::vector<std::string> texts(const char* name) const;  // absent: none
  std::vector<std::int64_t> numbers(const char* name, std::int64_t least, std::int64_t most) const;
  Params object(const char* name) const;                // absent: an empty one
  std::vector<Params> objects(const char* name) const;  // absent: none
  const Request& json() const { return object_; }
  std::string place(const char* name) const { return place_ + "." + name; }
  // "one of these words"
  std::string word(const char* name, const std::vector<std::string>& words) const;

  [[noreturn]] void fail(const char* name, const std::string& expected) const;

 private:
  const Request* find(const char* name) const;
  const Request& object_;
  std::string place_;
};

// ---- messages

// At most 64 levels deep. Throws RpcError(parse_error).
Request parse_message(std::string_view text);
// Members of a request that is one; throws RpcError(invalid_request).
struct Call {
  std::string method;
  Request params;  // an object
  Request id;      // null with is_notification
  bool is_notification = false;
};
Call read_call(Request message);

std::string response(const Request& id, const Json& result);
std::string error_response(const Request& id, const RpcError& error);
std::string notification(const std::string& method, const Json& params);
// What went wrong, inside a catch block: any exception as an RpcError.
RpcError current_error();

}  // namespace orbita::bridge
