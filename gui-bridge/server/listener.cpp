// HTTP and WebSocket on 127.0.0.1. The only file that knows Boost.
//
// One thread runs all connections; sessions have threads of their own (session.h) and hand over what is to be sent.
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>
#include <deque>
#include <set>
#include <stdexcept>

#include "gui-bridge/gui_bridge.h"
#include "gui-bridge/server/access.h"
#include "gui-bridge/server/page.h"
#include "gui-bridge/server/session.h"

namespace orbita::bridge {

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
using tcp = asio::ip::tcp;
using Error = beast::error_code;
using HttpRequest = http::request<http::string_body>;
using HttpResponse = http::response<http::string_body>;

constexpr std::size_t most_connections = 256;
constexpr std::size_t most_unsent = std::size_t{64} << 20;  // of one client, which does not read

std::string_view view(beast::string_view text) { return {text.data(), text.size()}; }

Visitor visitor_of(const HttpRequest& request) {
  Visitor visitor;
  visitor.host = view(request[http::field::host]);
  visitor.origin = view(request[http::field::origin]);
  visitor.has_origin = request.count(http::field::origin) > 0;
  visitor.cookie = view(request[http::field::cookie]);
  visitor.authorization = view(request[http::field::authorization]);
  visitor.target = view(request.target());
  return visitor;
}

// What all connections share.
struct Hub {
  Hub(const ServeOptions& options, const ServedFolder& folder)
      : settings(options.settings), sessions(options.settings, folder) {}

  const Settings& settings;
  asio::io_context context{1};
  Sessions sessions;
  std::optional<Access> access;  // known with the port
  std::uint16_t port = 0;
  std::size_t connections = 0;
  std::set<std::string> http_sessions;  // ended when nobody uses them

  // A client over HTTP may have gone without a word: where there are too many sessions, its is the one that ends.
  std::shared_ptr<Session> start_session(Session::Send notify) {
    return sessions.start(std::move(notify), [this](const Session& one) { return http_sessions.count(one.id()) > 0; });
  }
};

// ---- WebSocket

class WebSocket : public std::enable_shared_from_this<WebSocket> {
 public:
  WebSocket(Hub& hub, tcp::socket&& socket) : hub_(hub), stream_(std::move(socket)) { ++hub_.connections; }
  ~WebSocket() { --hub_.connections; }

  void accept(HttpRequest request) {
    stream_.set_option(websocket::stream_base::timeout::suggested(beast::role_type::server));
    stream_.read_message_max(hub_.settings.message_bytes);
    stream_.async_accept(request, [self = shared_from_this()](Error error) {
      if (!error) self->begin();
    });
  }

 private:
  void begin() {
    // The session may outlive the connection by a moment: it must not keep it alive.
    const auto send = [weak = weak_from_this(), &hub = hub_](std::string text) {
      if (text.empty()) return;
      asio::post(hub.context, [weak, text = std::move(text)]() mutable {
        if (const auto self = weak.lock()) self->send(std::move(text));
      });
    };
    send_ = send;
    session_ = hub_.start_session(send);
    if (!session_) return close(websocket::close_code::try_again_later);
    session_->on_shutdown([weak = weak_from_this(), &hub = hub_] {
      asio::post(hub.context, [weak] {
        if (const auto self = weak.lock()) self->close(websocket::close_code::normal);
      });
    });
    read();
  }

  void read() {
    stream_.async_read(buffer_, [self = shared_from_this()](Error error, std::size_t) {
      if (error) return self->gone();
      std::string message = beast::buffers_to_string(self->buffer_.data());
      self->buffer_.consume(self->buffer_.size());
      self->session_->receive(std::move(message), self->send_);
      self->read();
    });
  }

  void gone() {
    if (session_) session_->end();
    session_.reset();
  }

  void send(std::string text) {
    unsent_ += text.size();
    queue_.push_back(std::move(text));
    if (unsent_ > most_unsent) {
      gone();
      return beast::get_lowest_layer(stream_).close();
    }
    if (queue_.size() == 1) write();
  }

  void write() {
    if (closing_) return;
    stream_.text(true);
    stream_.async_write(asio::buffer(queue_.front()), [self = shared_from_this()](Error error, std::size_t) {
      if (error) return self->gone();
      self->unsent_ -= self->queue_.front().size();
      self->queue_.pop_front();
      if (!self->queue_.empty()) self->write();
      else if (self->close_code_) self->close(*self->close_code_);
    });
  }

  // After everything has been sent.
  void close(websocket::close_code code) {
    close_code_ = code;
    if (!queue_.empty() || closing_) return;
    closing_ = true;
    stream_.async_close(websocket::close_reason(code), [self = shared_from_this()](Error) { self->gone(); });
  }

  Hub& hub_;
  websocket::stream<beast::tcp_stream> stream_;
  beast::flat_buffer buffer_;
  std::shared_ptr<Session> session_;
  Session::Send send_;
  std::deque<std::string> queue_;
  std::size_t unsent_ = 0;
  std::optional<websocket::close_code> close_code_;
  bool closing_ = false;
};

// ---- HTTP

class Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(Hub& hub, tcp::socket&& socket) : hub_(hub), stream_(std::move(socket)) { ++hub_.connections; }
  ~Connection() { --hub_.connections; }

  void read() {
    parser_.emplace();
    parser_->body_limit(hub_.settings.message_bytes);
    parser_->header_limit(64 << 10);
    stream_.expires_after(std::chrono::seconds(60));
    http::async_read(stream_, buffer_, *parser_, [self = shared_from_this()](Error error, std::size_t) {
      if (error == http::error::body_limit) return self->refuse_long();
      if (error) return;
      self->handle(self->parser_->release());
    });
  }

 private:
  void refuse_long() {
    keep_alive_ = false;
    version_ = 11;
    answer(http::status::payload_too_large, "text/plain", "the message is too long\n");
  }

  void handle(HttpRequest request) {
    keep_alive_ = request.keep_alive();
    version_ = request.version();
    const std::string problem = hub_.access->problem(visitor_of(request));
    if (!problem.empty()) return answer(http::status::forbidden, "text/plain", problem + "\n");
    const std::string path(path_of(view(request.target())));
    if (websocket::is_upgrade(request)) {
      if (path != "/ws") return answer(http::status::not_found, "text/plain", "no such path\n");
      const auto socket = std::make_shared<WebSocket>(hub_, stream_.release_socket());
      return socket->accept(std::move(request));
    }
    if (path == "/rpc") return call(request);
    const bool reading = request.method() == http::verb::get || request.method() == http::verb::head;
    if (!reading) return answer(http::status::method_not_allowed, "text/plain", "GET, or POST /rpc\n");
    file(path, request.method() == http::verb::head);
  }

  void file(const std::string& path, bool head) {
    const std::string name = path == "/" ? "index.html" : path.substr(1);
    if (name == "index.html" && !has_page())
      return answer(http::status::ok, "text/html; charset=utf-8", missing_page());
    for (const PageFile& one : page_files()) {
      if (one.name == name) return answer(http::status::ok, content_type(name), std::string(head ? "" : one.bytes));
    }
    answer(http::status::not_found, "text/plain", "no such path\n");
  }

  void call(const HttpRequest& request) {
    if (request.method() != http::verb::post) return answer(http::status::method_not_allowed, "text/plain", "POST\n");
    if (!view(request[http::field::content_type]).starts_with("application/json"))
      return answer(http::status::unsupported_media_type, "text/plain", "Content-Type: application/json\n");
    const std::string wanted(view(request["Orbita-Session"]));
    std::shared_ptr<Session> session =
        wanted.empty() ? hub_.start_session([](const std::string&) {}) : hub_.sessions.find(wanted);
    if (!session && wanted.empty())
      return answer(http::status::service_unavailable, "text/plain", "too many sessions\n");
    if (!session) return answer(http::status::gone, "text/plain", "no such session: call initialize\n");
    hub_.http_sessions.insert(session->id());
    stream_.expires_never();
    // The answer may come from another thread, and after the client has gone.
    session->receive(request.body(), [self = shared_from_this(), id = session->id()](std::string text) {
      asio::post(self->hub_.context, [self, id, text = std::move(text)]() mutable {
        self->session_ = id;
        const bool none = text.empty();
        self->answer(none ? http::status::no_content : http::status::ok, "application/json", std::move(text));
      });
    });
  }

  void answer(http::status status, std::string_view type, std::string body) {
    response_ = HttpResponse(status, version_);
    response_.set(http::field::content_type, beast::string_view(type.data(), type.size()));
    response_.set(http::field::cache_control, "no-store");
    response_.set("X-Content-Type-Options", "nosniff");
    response_.set("Referrer-Policy", "no-referrer");
    response_.set("X-Frame-Options", "DENY");
    response_.set("Cross-Origin-Resource-Policy", "same-origin");
    if (!session_.empty()) response_.set("Orbita-Session", session_);
    if (type.starts_with("text/html")) {
      const std::string port = std::to_string(hub_.port);
      response_.set("Content-Security-Policy",
                    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
                    "worker-src 'self' blob:; connect-src 'self' ws://127.0.0.1:" +
                        port + " ws://localhost:" + port +
                        "; frame-ancestors 'none'; base-uri 'none'; form-action 'none'");
      response_.set(http::field::set_cookie, hub_.access->cookie());
    }
    response_.keep_alive(keep_alive_);
    response_.body() = std::move(body);
    response_.prepare_payload();
    stream_.expires_after(std::chrono::seconds(60));
    http::async_write(stream_, response_, [self = shared_from_this()](Error error, std::size_t) {
      if (error) return;
      if (self->keep_alive_) return self->read();
      Error ignored;
      self->stream_.socket().shutdown(tcp::socket::shutdown_send, ignored);
    });
  }

  Hub& hub_;
  beast::tcp_stream stream_;
  beast::flat_buffer buffer_;
  std::optional<http::request_parser<http::string_body>> parser_;
  HttpResponse response_;
  std::string session_;
  bool keep_alive_ = false;
  unsigned version_ = 11;
};

// ---- the server

class Listener {
 public:
  Listener(Hub& hub, tcp::acceptor&& acceptor) : hub_(hub), acceptor_(std::move(acceptor)), sweep_(hub.context) {}

  void start() {
    accept();
    end_idle();
  }
  void stop() {
    Error ignored;
    acceptor_.close(ignored);
    sweep_.cancel();
  }

 private:
  void accept() {
    acceptor_.async_accept([this](Error error, tcp::socket socket) {
      if (error == asio::error::operation_aborted) return;
      if (!error && hub_.connections < most_connections) {
        Error ignored;
        socket.set_option(tcp::no_delay(true), ignored);
        std::make_shared<Connection>(hub_, std::move(socket))->read();
      }
      accept();
    });
  }

  void end_idle() {
    sweep_.expires_after(std::chrono::seconds(5));
    sweep_.async_wait([this](Error error) {
      if (error) return;
      hub_.sessions.end_idle(hub_.settings.idle_seconds,
                             [&](const Session& session) { return hub_.http_sessions.count(session.id()) > 0; });
      for (auto it = hub_.http_sessions.begin(); it != hub_.http_sessions.end();)
        it = hub_.sessions.find(*it) ? std::next(it) : hub_.http_sessions.erase(it);
      end_idle();
    });
  }

  Hub& hub_;
  tcp::acceptor acceptor_;
  asio::steady_timer sweep_;
};

Error listen_on(tcp::acceptor& acceptor, std::uint16_t port) {
  Error error;
  const tcp::endpoint place(asio::ip::address_v4::loopback(), port);
  acceptor.open(place.protocol(), error);
  if (!error) acceptor.set_option(asio::socket_base::reuse_address(true), error);
  if (!error) acceptor.bind(place, error);
  if (!error) acceptor.listen(asio::socket_base::max_listen_connections, error);
  return error;
}

tcp::acceptor open_acceptor(asio::io_context& context, const std::optional<std::uint16_t>& wanted) {
  tcp::acceptor acceptor(context);
  Error error = listen_on(acceptor, wanted.value_or(usual_port));
  if (error && !wanted) {
    acceptor = tcp::acceptor(context);
    error = listen_on(acceptor, 0);
  }
  if (error) {
    const std::string port = std::to_string(wanted.value_or(0));
    throw std::invalid_argument("cannot listen on 127.0.0.1:" + port + ": " + error.message());
  }
  return acceptor;
}

}  // namespace

void serve(const ServeOptions& options) {
  const ServedFolder folder(options.settings.folder, options.settings.read_only, options.settings.file_bytes);
  Hub hub(options, folder);
  tcp::acceptor acceptor = open_acceptor(hub.context, options.port);
  const std::uint16_t port = acceptor.local_endpoint().port();
  const std::string token = options.token.empty() ? random_name() : options.token;
  hub.access.emplace(port, token);
  hub.port = port;
  Listener listener(hub, std::move(acceptor));
  asio::signal_set signals(hub.context, SIGINT, SIGTERM);
  signals.async_wait([&](Error, int) {
    listener.stop();
    hub.context.stop();
  });
  listener.start();
  if (options.ready) options.ready("http://127.0.0.1:" + std::to_string(port) + "/?token=" + token);
  hub.context.run();
  hub.sessions.end_all();
}

}  // namespace orbita::bridge
