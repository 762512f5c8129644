#include "gui-bridge/protocol/rpc.h"

#include <cmath>
#include <new>

#include "parser/diagnostic.h"
#include "parser/work_limits.h"

namespace orbita::bridge {

namespace {

constexpr int deepest = 64;

std::string text_of(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

Json id_json(const Request& id) {
  if (id.is_string()) return id.get<std::string>();
  if (id.is_number_unsigned()) return id.get<std::uint64_t>();
  if (id.is_number_integer()) return id.get<std::int64_t>();
  if (id.is_number_float()) return id.get<double>();
  return nullptr;
}

const Request& empty_object() {
  static const Request object = Request::object();
  return object;
}

}  // namespace

std::string_view kind_of(ErrorCode code) {
  switch (code) {
    case ErrorCode::internal: return "internal";
    case ErrorCode::model_error: return "model_error";
    case ErrorCode::not_found: return "not_found";
    case ErrorCode::limit: return "limit";
    case ErrorCode::refused: return "refused";
    case ErrorCode::conflict: return "conflict";
    case ErrorCode::cancelled: return "cancelled";
    case ErrorCode::impossible: return "impossible";
    default: return "";
  }
}

// ---- parameters

Params::Params(const Request& object, std::string place) : object_(object), place_(std::move(place)) {
  if (!object.is_object()) throw RpcError(ErrorCode::invalid_params, place_ + ": an object is expected");
}

void Params::fail(const char* name, const std::string& expected) const {
  throw RpcError(ErrorCode::invalid_params, place(name) + ": expected " + expected);
}

const Request* Params::find(const char* name) const {
  const auto found = object_.find(name);
  return found == object_.end() || found->is_null() ? nullptr : &*found;
}

bool Params::has(const char* name) const { return find(name) != nullptr; }

std::optional<std::string> Params::maybe_text(const char* name) const {
  const Request* found = find(name);
  if (found == nullptr) return std::nullopt;
  if (!found->is_string()) fail(name, "a string");
  return found->get<std::string>();
}

std::string Params::text(const char* name) const {
  std::optional<std::string> found = maybe_text(name);
  if (!found) fail(name, "a string");
  return *found;
}

std::string Params::text(const char* name, const std::string& otherwise) const {
  return maybe_text(name).value_or(otherwise);
}

bool Params::flag(const char* name, bool otherwise) const {
  const Request* found = find(name);
  if (found == nullptr) return otherwise;
  if (!found->is_boolean()) fail(name, "true or false");
  return found->get<bool>();
}

std::int64_t Params::number(const char* name, std::int64_t least, std::int64_t most) const {
  const Request* found = find(name);
  const std::string expected = "a whole number from " + std::to_string(least) + " to " + std::to_string(most);
  if (found == nullptr || !found->is_number_integer()) fail(name, expected);
  if (found->is_number_unsigned() && found->get<std::uint64_t>() > static_cast<std::uint64_t>(INT64_MAX))
    fail(name, expected);
  const auto value = found->get<std::int64_t>();
  if (value < least || value > most) fail(name, expected);
  return value;
}

std::int64_t Params::number(const char* name, std::int64_t least, std::int64_t most, std::int64_t otherwise) const {
  return has(name) ? number(name, least, most) : otherwise;
}

double Params::positive(const char* name, double otherwise) const {
  const Request* found = find(name);
  if (found == nullptr) return otherwise;
  if (!found->is_number()) fail(name, "a positive number");
  const auto value = found->get<double>();
  if (!std::isfinite(value) || value <= 0) fail(name, "a positive number");
  return value;
}

std::vector<std::string> Params::texts(const char* name) const {
  std::vector<std::string> result;
  const Request* found = find(name);
  if (found == nullptr) return result;
  if (!found->is_array()) fail(name, "an array of strings");
  for (const Request& item : *found) {
    if (!item.is_string()) fail(name, "an array of strings");
    result.push_back(item.get<std::string>());
  }
  return result;
}

std::vector<std::int64_t> Params::numbers(const char* name, std::int64_t least, std::int64_t most) const {
  std::vector<std::int64_t> result;
  const Request* found = find(name);
  if (found == nullptr) return result;
  const std::string expected =
      "an array of whole numbers from " + std::to_string(least) + " to " + std::to_string(most);
  if (!found->is_array()) fail(name, expected);
  for (const Request& item : *found) {
    if (!item.is_number_integer() || item.get<std::int64_t>() < least || item.get<std::int64_t>() > most)
      fail(name, expected);
    result.push_back(item.get<std::int64_t>());
  }
  return result;
}

Params Params::object(const char* name) const {
  const Request* found = find(name);
  return Params(found == nullptr ? empty_object() : *found, place(name));
}

std::vector<Params> Params::objects(const char* name) const {
  std::vector<Params> result;
  const Request* found = find(name);
  if (found == nullptr) return result;
  if (!found->is_array()) fail(name, "an array of objects");
  for (const Request& item : *found) result.emplace_back(item, place(name) + "[" + std::to_string(result.size()) + "]");
  return result;
}

std::string Params::word(const char* name, const std::vector<std::string>& words) const {
  const std::string value = text(name);
  std::string list;
  for (const std::string& one : words) {
    if (one == value) return value;
    list += (list.empty() ? "" : ", ") + one;
  }
  fail(name, "one of " + list);
}

// ---- messages

Request parse_message(std::string_view text) {
  try {
    return Request::parse(text, [](int depth, Request::parse_event_t, Request&) {
      if (depth > deepest) throw RpcError(ErrorCode::parse_error, "the message is nested too deeply");
      return true;
    });
  } catch (const Request::exception&) {
    throw RpcError(ErrorCode::parse_error, "the message is not JSON");
  }
}

Call read_call(Request message) {
  const auto fail = [](const char* problem) { throw RpcError(ErrorCode::invalid_request, problem); };
  if (!message.is_object()) fail("a request is an object");
  Call call;
  const auto id = message.find("id");
  call.is_notification = id == message.end();
  if (!call.is_notification) {
    if (!id->is_string() && !id->is_number() && !id->is_null()) fail("'id' is a string or a number");
    call.id = *id;
  }
  const auto version = message.find("jsonrpc");
  if (version == message.end() || *version != "2.0") fail("'jsonrpc' has to be \"2.0\"");
  const auto method = message.find("method");
  if (method == message.end() || !method->is_string()) fail("'method' is a string");
  call.method = method->get<std::string>();
  const auto params = message.find("params");
  if (params != message.end()) call.params = std::move(*params);
  else call.params = Request::object();
  if (!call.params.is_object()) throw RpcError(ErrorCode::invalid_params, "params: an object is expected");
  return call;
}

std::string response(const Request& id, const Json& result) {
  return text_of({{"jsonrpc", "2.0"}, {"id", id_json(id)}, {"result", result}});
}

std::string error_response(const Request& id, const RpcError& error) {
  Json content{{"code", static_cast<int>(error.code())}, {"message", error.what()}};
  Json data = error.data();
  if (const std::string_view kind = kind_of(error.code()); !kind.empty()) data["kind"] = kind;
  if (!data.empty()) content["data"] = data;
  return text_of({{"jsonrpc", "2.0"}, {"id", id_json(id)}, {"error", content}});
}

std::string notification(const std::string& method, const Json& params) {
  return text_of({{"jsonrpc", "2.0"}, {"method", method}, {"params", params}});
}

RpcError current_error() {
  try {
    throw;
  } catch (const RpcError& error) {
    return error;
  } catch (const LimitReached& limit) {
    const bool cancelled = limit.stop().reason == StopReason::interrupted;
    return RpcError(cancelled ? ErrorCode::cancelled : ErrorCode::limit, cancelled ? "cancelled" : limit.what());
  } catch (const std::invalid_argument& error) {
    return RpcError(ErrorCode::impossible, error.what());
  } catch (const std::bad_alloc&) {
    return RpcError(ErrorCode::limit, "out of memory");
  } catch (const std::exception& error) {
    return RpcError(ErrorCode::internal, std::string("internal error: ") + error.what());
  }
}

}  // namespace orbita::bridge
