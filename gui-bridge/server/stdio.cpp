// One session on standard input and output, framed as in the Language Server Protocol.
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <condition_variable>
#include <iostream>
#include <mutex>

#include "gui-bridge/gui_bridge.h"
#include "gui-bridge/server/session.h"

namespace orbita::bridge {

namespace {

// Written to the file itself: streams are not for several threads (reading std::cin flushes std::cout).
class Output {
 public:
  void send(const std::string& text) {
    const std::string message = "Content-Length: " + std::to_string(text.size()) + "\r\n\r\n" + text;
    std::string_view rest = message;
    const std::lock_guard<std::mutex> lock(lock_);
    while (!rest.empty()) {
      const ssize_t written = ::write(STDOUT_FILENO, rest.data(), rest.size());
      if (written >= 0) rest.remove_prefix(static_cast<std::size_t>(written));
      else if (errno == EAGAIN) wait();
      else if (errno != EINTR) return;  // nobody reads any more
    }
  }

 private:
  static void wait() {
    pollfd ready{STDOUT_FILENO, POLLOUT, 0};
    ::poll(&ready, 1, 100);
  }

  std::mutex lock_;
};

// The length that the header announces; nullopt at the end of the input. A header without one is skipped.
std::optional<std::size_t> read_header() {
  std::optional<std::size_t> length;
  for (std::string line; std::getline(std::cin, line);) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (line.empty()) {
      if (length) return length;
      continue;
    }
    constexpr std::string_view name = "content-length:";
    std::string start = line.substr(0, name.size());
    for (char& c : start) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    if (start != name) continue;
    const std::size_t at = line.find_first_not_of(' ', name.size());
    std::size_t value = 0;
    if (at == std::string::npos) continue;
    if (std::from_chars(line.data() + at, line.data() + line.size(), value).ec == std::errc{}) length = value;
  }
  return std::nullopt;
}

void skip(std::size_t bytes) {
  while (bytes > 0 && std::cin) {
    const std::size_t some = std::min<std::size_t>(bytes, 1 << 20);
    std::cin.ignore(static_cast<std::streamsize>(some));
    bytes -= some;
  }
}

// Counts answers that are still to come: the end of the input is not the end of the work.
class Pending {
 public:
  void add() {
    const std::lock_guard<std::mutex> lock(lock_);
    ++count_;
  }
  void done() {
    const std::lock_guard<std::mutex> lock(lock_);
    --count_;
    gone_.notify_all();
  }
  void wait() {
    std::unique_lock<std::mutex> lock(lock_);
    gone_.wait(lock, [&] { return count_ == 0; });
  }

 private:
  std::mutex lock_;
  std::condition_variable gone_;
  std::size_t count_ = 0;
};

}  // namespace

void serve_stdio(const Settings& settings) {
  const ServedFolder folder(settings.folder, settings.read_only, settings.file_bytes);
  Output output;
  Pending pending;
  std::atomic<bool> ended{false};
  std::cin.tie(nullptr);
  Sessions sessions(settings, folder);
  const std::shared_ptr<Session> session = sessions.start([&](const std::string& text) { output.send(text); });
  session->on_shutdown([&] {
    ended.store(true);
    ::close(STDIN_FILENO);  // nothing more is read
  });
  while (!ended.load()) {
    const std::optional<std::size_t> length = read_header();
    if (!length) break;
    if (*length > settings.message_bytes) {
      skip(*length);
      output.send(error_response(nullptr, RpcError(ErrorCode::limit, "the message is too long")));
      continue;
    }
    std::string message(*length, '\0');
    if (!std::cin.read(message.data(), static_cast<std::streamsize>(*length))) break;
    pending.add();
    session->receive(std::move(message), [&](const std::string& reply) {
      if (!reply.empty()) output.send(reply);
      pending.done();
    });
  }
  pending.wait();
  session->end();
}

}  // namespace orbita::bridge
