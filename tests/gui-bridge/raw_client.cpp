#include "tests/gui-bridge/raw_client.h"
#include "tests/places.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstring>
#include <stdexcept>
#include <thread>

namespace orbita::test {

using nlohmann::json;
using Clock = std::chrono::steady_clock;

// ---- the server

ServerProcess::ServerProcess(const std::string& folder, const std::vector<std::string>& more) {
  int ends[2];
  if (::pipe(ends) != 0) throw std::runtime_error("no pipe");
  std::vector<std::string> words{orbita_program(), "serve", folder, "--no-open"};
  if (std::find(more.begin(), more.end(), "--port") == more.end()) words.insert(words.end(), {"--port", "0"});
  words.insert(words.end(), more.begin(), more.end());
  process_ = ::fork();
  if (process_ == 0) {
    ::dup2(ends[1], STDOUT_FILENO);
    ::close(ends[0]);
    const int nowhere = ::open("/dev/null", O_WRONLY);
    ::dup2(nowhere, STDERR_FILENO);
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    ::execv(arguments[0], arguments.data());
    ::_exit(127);
  }
  ::close(ends[1]);
  std::string line;
  for (char c = 0; ::read(ends[0], &c, 1) == 1 && c != '\n';) line += c;
  ::close(ends[0]);
  const std::size_t colon = line.rfind(':'), equals = line.find("token=");
  if (colon == std::string::npos || equals == std::string::npos) throw std::runtime_error("no URL: " + line);
  port_ = std::stoi(line.substr(colon + 1));
  token_ = line.substr(equals + 6);
}

int ServerProcess::stop(int signal) {
  if (process_ == 0) return -1;
  ::kill(process_, signal);
  for (int i = 0; i < 6000; ++i) {
    int status = 0;
    if (::waitpid(process_, &status, WNOHANG) == process_) {
      process_ = 0;
      return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return -1;
}

// A server that has died, or that sanitizers complain about when it ends, fails the test.
ServerProcess::~ServerProcess() {
  if (process_ == 0) return;
  const int code = stop(SIGTERM);
  CHECK(code == 0);
  if (code < 0) {
    ::kill(process_, SIGKILL);
    ::waitpid(process_, nullptr, 0);
  }
}

// ---- bytes

RawConnection::RawConnection(int port) : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  sockaddr_in place{};
  place.sin_family = AF_INET;
  place.sin_port = htons(static_cast<std::uint16_t>(port));
  place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (::connect(socket_, reinterpret_cast<sockaddr*>(&place), sizeof place) != 0)
    throw std::runtime_error("cannot connect");
}

RawConnection::~RawConnection() { ::close(socket_); }

bool RawConnection::send(const std::string& bytes) {
  std::string_view rest = bytes;
  while (!rest.empty()) {
    const ssize_t sent = ::send(socket_, rest.data(), rest.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    rest.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

std::string RawConnection::read(std::size_t most, double seconds) {
  if (!rest_.empty()) {
    const std::string some = rest_.substr(0, most);
    rest_.erase(0, some.size());
    return some;
  }
  pollfd ready{socket_, POLLIN, 0};
  if (::poll(&ready, 1, static_cast<int>(seconds * 1000)) <= 0) return "";
  std::string bytes(most, '\0');
  const ssize_t got = ::recv(socket_, bytes.data(), most, 0);
  bytes.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
  return bytes;
}

std::string RawConnection::read_answer(double seconds) {
  std::string text;
  std::size_t needed = std::string::npos;
  while (text.size() < needed) {
    const std::string some = read(65536, seconds);
    if (some.empty()) break;
    text += some;
    const std::size_t head = text.find("\r\n\r\n");
    if (head == std::string::npos || needed != std::string::npos) continue;
    const std::string length = header_of(text, "Content-Length");
    needed = head + 4 + (length.empty() ? 0 : std::stoul(length));
  }
  if (needed != std::string::npos && text.size() > needed) {
    rest_ = text.substr(needed);
    text.resize(needed);
  }
  return text;
}

// ---- HTTP

std::string http_text(const ServerProcess& server, HttpParts parts) {
  const std::string own = "127.0.0.1:" + std::to_string(server.port());
  if (parts.host.empty()) parts.host = own;
  if (parts.token.empty()) parts.token = server.token();
  std::string text = parts.method + " " + parts.path + " HTTP/1.1\r\nHost: " + parts.host + "\r\n";
  if (!parts.origin.empty()) text += "Origin: " + parts.origin + "\r\n";
  if (parts.token != "none") text += "Authorization: Bearer " + parts.token + "\r\n";
  if (!parts.session.empty()) text += "Orbita-Session: " + parts.session + "\r\n";
  if (parts.method == "POST")
    text += "Content-Type: " + parts.type + "\r\nContent-Length: " + std::to_string(parts.body.size()) + "\r\n";
  return text + "\r\n" + parts.body;
}

int status_of(const std::string& answer) { return answer.size() > 12 ? std::atoi(answer.c_str() + 9) : 0; }

std::string body_of(const std::string& answer) {
  const std::size_t head = answer.find("\r\n\r\n");
  return head == std::string::npos ? "" : answer.substr(head + 4);
}

std::string header_of(const std::string& answer, const std::string& name) {
  const std::size_t at = answer.find("\r\n" + name + ": ");
  if (at == std::string::npos) return "";
  const std::size_t begin = at + name.size() + 4;
  return answer.substr(begin, answer.find("\r\n", begin) - begin);
}

// ---- WebSocket

RawWebSocket::RawWebSocket(const ServerProcess& server, const std::string& origin, const std::string& token)
    : RawConnection(server.port()) {
  const std::string host = "127.0.0.1:" + std::to_string(server.port());
  send("GET /ws?token=" + (token.empty() ? server.token() : token) + " HTTP/1.1\r\nHost: " + host +
       "\r\nOrigin: " + (origin.empty() ? "http://" + host : origin) +
       "\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
       "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n");
  std::string head;
  while (head.find("\r\n\r\n") == std::string::npos) {
    const std::string some = read(1, 120);
    if (some.empty()) break;
    head += some;
  }
  status = status_of(head);
}

bool RawWebSocket::send_text(const std::string& text, unsigned char opcode) {
  std::string frame(1, static_cast<char>(0x80 | opcode));
  const std::size_t size = text.size();
  if (size < 126) {
    frame += static_cast<char>(0x80 | size);
  } else if (size < 65536) {
    frame += static_cast<char>(0x80 | 126);
    for (int shift = 8; shift >= 0; shift -= 8) frame += static_cast<char>(size >> shift);
  } else {
    frame += static_cast<char>(0x80 | 127);
    for (int shift = 56; shift >= 0; shift -= 8) frame += static_cast<char>(size >> shift);
  }
  frame += std::string(4, '\0');  // a mask that changes nothing
  return send(frame) && send(text);
}

std::optional<std::string> RawWebSocket::next_text(double seconds) {
  const auto until = Clock::now() + std::chrono::duration<double>(seconds);
  const auto exactly = [&](std::size_t count) -> std::optional<std::string> {
    std::string bytes;
    while (bytes.size() < count) {
      const double left = std::chrono::duration<double>(until - Clock::now()).count();
      const std::string some = read(count - bytes.size(), left > 0 ? left : 0);
      if (some.empty()) {
        rest_ = bytes + rest_;
        return std::nullopt;
      }
      bytes += some;
    }
    return bytes;
  };
  std::string message;
  while (true) {
    const auto head = exactly(2);
    if (!head) return std::nullopt;
    const int opcode = (*head)[0] & 15;
    std::size_t size = static_cast<unsigned char>((*head)[1]) & 127;
    if (size >= 126) {
      const auto more = exactly(size == 126 ? 2 : 8);
      if (!more) return std::nullopt;
      size = 0;
      for (const char c : *more) size = size << 8 | static_cast<unsigned char>(c);
    }
    const auto body = exactly(size);
    if (!body) return std::nullopt;
    if (opcode == 8) {
      if (body->size() >= 2)
        close_code = static_cast<unsigned char>((*body)[0]) << 8 | static_cast<unsigned char>((*body)[1]);
      return std::nullopt;
    }
    if (opcode == 9 || opcode == 10) continue;
    message += *body;
    if (((*head)[0] & 0x80) != 0) return message;
  }
}

template <class Fits>
json RawWebSocket::find(Fits fits, double seconds) {
  const auto until = Clock::now() + std::chrono::duration<double>(seconds);
  for (std::size_t i = 0;; ++i) {
    while (i >= kept_.size()) {
      const double left = std::chrono::duration<double>(until - Clock::now()).count();
      const auto text = left > 0 ? next_text(left) : std::nullopt;
      if (!text) return nullptr;
      kept_.push_back(json::parse(*text));
    }
    if (!fits(kept_[i])) continue;
    json found = std::move(kept_[i]);
    kept_.erase(kept_.begin() + static_cast<std::ptrdiff_t>(i));
    return found;
  }
}

json RawWebSocket::answer(const json& id, double seconds) {
  return find([&](const json& m) { return m.is_object() && m.contains("id") && m["id"] == id; }, seconds);
}

json RawWebSocket::notification(const std::string& method, double seconds) {
  return find([&](const json& m) { return m.is_object() && m.contains("method") && m["method"] == method; }, seconds);
}

json RawWebSocket::call(const std::string& method, json params) {
  const int id = ++last_id_;
  send_text(json{{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", std::move(params)}}.dump());
  return answer(id);
}

}  // namespace orbita::test
