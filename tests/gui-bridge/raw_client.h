// Clients over plain sockets: HTTP requests and WebSocket frames as bytes, so that wrong ones can be sent too.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace orbita::test {

// A server process, ended at the end.
class ServerProcess {
 public:
  explicit ServerProcess(const std::string& folder, const std::vector<std::string>& more = {});
  ~ServerProcess();
  ServerProcess(const ServerProcess&) = delete;
  ServerProcess& operator=(const ServerProcess&) = delete;

  int port() const { return port_; }
  std::string token() const { return token_; }
  pid_t process() const { return process_; }
  int stop(int signal);  // sends it and waits at most a minute: the exit code; -1: it does not end

 private:
  pid_t process_ = 0;
  int port_ = 0;
  std::string token_;
};

class RawConnection {
 public:
  explicit RawConnection(int port);
  ~RawConnection();
  RawConnection(const RawConnection&) = delete;
  RawConnection& operator=(const RawConnection&) = delete;

  bool send(const std::string& bytes);                 // false: the other side has closed
  std::string read(std::size_t most, double seconds);  // what comes; "" at the end or when nothing comes in time
  // A whole HTTP answer: status line, headers, body.
  std::string read_answer(double seconds = 120);

 protected:
  int socket_ = -1;
  std::string rest_;
};

struct HttpParts {
  std::string method = "POST", path = "/rpc", host, origin, token, session, type = "application/json", body;
};
std::string http_text(const ServerProcess& server, HttpParts parts);
int status_of(const std::string& answer);
std::string body_of(const std::string& answer);
std::string header_of(const std::string& answer, const std::string& name);

class RawWebSocket : public RawConnection {
 public:
  // The status of the answer is in `status`: 101 when it is open.
  explicit RawWebSocket(const ServerProcess& server, const std::string& origin = "", const std::string& token = "");
  int status = 0;

  bool send_text(const std::string& text, unsigned char opcode = 1);
  // The next text; nullopt: closed, or nothing came in time. `close_code` is then known, if there was one.
  std::optional<std::string> next_text(double seconds = 120);
  // The answer with this id; other messages are kept.
  nlohmann::json answer(const nlohmann::json& id, double seconds = 120);
  nlohmann::json notification(const std::string& method, double seconds = 120);
  nlohmann::json call(const std::string& method, nlohmann::json params = nlohmann::json::object());
  int close_code = 0;

 private:
  template <class Fits>
  nlohmann::json find(Fits fits, double seconds);
  std::vector<nlohmann::json> kept_;
  int last_id_ = 1000000;
};

}  // namespace orbita::test
