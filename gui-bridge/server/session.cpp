#include "gui-bridge/server/session.h"

#include <sys/random.h>

#include <array>
#include <stdexcept>
#include <thread>

#include "gui-bridge/workspace/jobs.h"
#include "gui-bridge/workspace/methods.h"

namespace orbita::bridge {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t most_queued = 1000;
constexpr std::size_t parsed_at_once = 64 << 10;  // longer messages are parsed in the session's thread

std::string key_of(const Request& id) { return id.is_string() || id.is_number() ? id.dump() : ""; }

// Valid but for its parameters, and without an id: then nobody waits for an answer, not even for an error.
bool is_notification(const Request& message) {
  if (!message.is_object() || message.contains("id")) return false;
  return message.contains("jsonrpc") && message["jsonrpc"] == "2.0" && message.contains("method") &&
         message["method"].is_string();
}

}  // namespace

std::string random_name() {
  std::array<unsigned char, 16> bytes{};
  if (::getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size()))
    throw std::runtime_error("no random numbers");
  std::string text;
  for (const unsigned char byte : bytes) {
    text += "0123456789abcdef"[byte >> 4];
    text += "0123456789abcdef"[byte & 15];
  }
  return text;
}

Session::Session(Sessions& sessions, std::string id, Send notify)
    : sessions_(sessions), id_(std::move(id)), notify_(std::move(notify)), used_(Clock::now()) {
  const auto send = [this](const std::string& method, const Json& params) { notify_(notification(method, params)); };
  workspace_ = std::make_shared<Workspace>(sessions.settings, sessions.folder, id_, send);
}

void Session::start() {
  std::thread([self = shared_from_this()] { self->work(); }).detach();
}

Clock::time_point Session::last_used() const {
  const std::lock_guard<std::mutex> lock(lock_);
  return used_;
}

bool Session::is_busy() const {
  const std::lock_guard<std::mutex> lock(lock_);
  return current_stop_ != nullptr || !queue_.empty() || (workspace_ && workspace_->jobs->running() > 0);
}

bool Session::is_ending() const {
  const std::lock_guard<std::mutex> lock(lock_);
  return ending_;
}

void Session::end() {
  {
    const std::lock_guard<std::mutex> lock(lock_);
    ending_ = true;
    if (current_stop_) current_stop_->store(true);
  }
  wake_.notify_all();
}

void Session::receive(std::string message, Send reply) {
  Waiting waiting;
  waiting.reply = std::move(reply);
  if (message.size() <= parsed_at_once) {
    try {
      waiting.message = parse_message(message);
    } catch (const RpcError& error) {
      return waiting.reply(error_response(nullptr, error));
    }
    if (overtakes(*waiting.message, waiting.reply)) return;
    if (waiting.message->is_object() && waiting.message->contains("id")) waiting.key = key_of((*waiting.message)["id"]);
  } else {
    waiting.text = std::move(message);
  }
  const std::unique_lock<std::mutex> lock(lock_);
  used_ = Clock::now();
  if (ending_ || queue_.size() >= most_queued) {
    const RpcError error(ErrorCode::limit, ending_ ? "the session has ended" : "too many requests are waiting");
    return waiting.reply(error_response(nullptr, error));
  }
  queue_.push_back(std::move(waiting));
  wake_.notify_all();
}

// Requests that do not wait for those before them.
bool Session::overtakes(const Request& message, const Send& reply) {
  if (!message.is_object() || !message.contains("method") || !message["method"].is_string()) return false;
  const auto& name = message["method"].get_ref<const std::string&>();
  if (name == "$/cancelRequest") {
    if (message.contains("params")) cancel(message["params"]);
    reply(message.contains("id") ? response(message["id"], nullptr) : "");
    return true;
  }
  for (const Method& method : methods()) {
    if (!method.overtakes || name != method.name) continue;
    bool ignored = false;
    reply(answer_one(message, std::atomic<bool>(false), ignored));
    return true;
  }
  return false;
}

void Session::cancel(const Request& params) {
  if (!params.is_object() || !params.contains("id")) return;
  const std::string key = key_of(params["id"]);
  const std::lock_guard<std::mutex> lock(lock_);
  if (key.empty()) return;
  if (current_key_ == key && current_stop_) current_stop_->store(true);
  for (Waiting& waiting : queue_) {
    if (waiting.key == key) waiting.stop->store(true);
  }
}

Json Session::run(const Call& call, const std::atomic<bool>& stop) {
  std::shared_ptr<Workspace> workspace;
  {
    const std::lock_guard<std::mutex> lock(lock_);
    workspace = workspace_;
    if (ending_ || !workspace) throw RpcError(ErrorCode::cancelled, "the session has ended");
  }
  const Method& method = find_method(call.method);
  const auto seconds = std::chrono::duration<double>(sessions_.settings.request_seconds);
  const LimitScope scope(
      {Clock::now() + std::chrono::duration_cast<Clock::duration>(seconds), sessions_.settings.process_bytes, &stop});
  check_limits();
  return method.run(*workspace, Params(call.params));
}

// The answer, or "" for a notification.
std::string Session::answer_one(const Request& message, const std::atomic<bool>& stop, bool& shuts_down) {
  Request id = nullptr;
  bool silent = false;
  try {
    if (message.is_object() && message.contains("id")) {
      const Request& given = message["id"];
      if (given.is_string() || given.is_number()) id = given;
    }
    silent = is_notification(message);
    const Call call = read_call(message);
    if (call.method == "$/cancelRequest") {
      cancel(call.params);
      return silent ? "" : response(id, nullptr);
    }
    shuts_down = call.method == "shutdown";
    const Json result = shuts_down ? Json(nullptr) : run(call, stop);
    return silent ? "" : response(id, result);
  } catch (...) {
    return silent ? "" : error_response(id, current_error());
  }
}

void Session::answer(const Waiting& waiting) {
  bool shuts_down = false;
  std::string reply;
  try {
    const Request message = waiting.message ? *waiting.message : parse_message(waiting.text);
    if (!message.is_array()) {
      reply = answer_one(message, *waiting.stop, shuts_down);
    } else if (message.empty()) {
      throw RpcError(ErrorCode::invalid_request, "a batch has at least one request");
    } else {
      for (const Request& one : message) {
        const std::string part = answer_one(one, *waiting.stop, shuts_down);
        if (!part.empty()) reply += (reply.empty() ? "[" : ",") + part;
      }
      if (!reply.empty()) reply += "]";
    }
  } catch (...) {
    reply = error_response(nullptr, current_error());
  }
  waiting.reply(reply);
  std::vector<std::function<void()>> actions;
  actions.swap(workspace_->after_reply);
  for (const auto& action : actions) action();
  if (!shuts_down) return;
  end();
  if (shutdown_) shutdown_();
}

void Session::check_models() {
  while (true) {
    {
      const std::lock_guard<std::mutex> lock(lock_);
      if (ending_ || !queue_.empty()) return;
      current_stop_ = std::make_shared<std::atomic<bool>>(false);
    }
    bool more = false;
    try {
      const auto seconds = std::chrono::duration<double>(sessions_.settings.request_seconds);
      const LimitScope scope({Clock::now() + std::chrono::duration_cast<Clock::duration>(seconds),
                              sessions_.settings.process_bytes, current_stop_.get()});
      more = workspace_->check_one();
    } catch (...) {
      more = true;  // this one took too long; the page can ask for it with model/check, which says so
    }
    const std::lock_guard<std::mutex> lock(lock_);
    current_stop_.reset();
    if (!more) return;
  }
}

void Session::work() {
  while (true) {
    std::unique_lock<std::mutex> lock(lock_);
    wake_.wait(lock, [&] { return ending_ || !queue_.empty(); });
    if (ending_) break;
    const Waiting waiting = std::move(queue_.front());
    queue_.pop_front();
    current_stop_ = waiting.stop;
    current_key_ = waiting.key;
    lock.unlock();
    answer(waiting);
    lock.lock();
    current_stop_.reset();
    current_key_.clear();
    used_ = Clock::now();
    lock.unlock();
    check_models();
  }
  std::shared_ptr<Workspace> workspace;
  std::deque<Waiting> unanswered;
  {
    const std::lock_guard<std::mutex> lock(lock_);
    workspace.swap(workspace_);
    unanswered.swap(queue_);
  }
  for (const Waiting& waiting : unanswered)
    waiting.reply(error_response(nullptr, RpcError(ErrorCode::cancelled, "the session has ended")));
  workspace.reset();  // ends the jobs
  sessions_.ended(id_);
}

// ---- all of them

Sessions::Sessions(const Settings& settings_, const ServedFolder& folder_) : settings(settings_), folder(folder_) {}

Sessions::~Sessions() {
  end_all();
  std::unique_lock<std::mutex> lock(lock_);
  gone_.wait(lock, [&] { return sessions_.empty(); });
}

bool Sessions::make_room(const MayReplace& may_replace) {
  if (sessions_.size() >= 2 * settings.sessions) return false;  // so many are still ending
  std::size_t alive = 0;
  Session* oldest = nullptr;
  for (const auto& [id, session] : sessions_) {
    if (session->is_ending()) continue;
    ++alive;
    if (!may_replace || !may_replace(*session) || session->is_busy()) continue;
    if (oldest == nullptr || session->last_used() < oldest->last_used()) oldest = session.get();
  }
  if (alive < settings.sessions) return true;
  if (oldest != nullptr) oldest->end();
  return oldest != nullptr;
}

std::shared_ptr<Session> Sessions::start(Session::Send notify, const MayReplace& may_replace) {
  const std::lock_guard<std::mutex> lock(lock_);
  if (!make_room(may_replace)) return nullptr;
  const std::string id = random_name();
  auto session = std::make_shared<Session>(*this, id, std::move(notify));
  sessions_.emplace(id, session);
  session->start();
  return session;
}

std::shared_ptr<Session> Sessions::find(const std::string& id) const {
  const std::lock_guard<std::mutex> lock(lock_);
  const auto found = sessions_.find(id);
  return found == sessions_.end() ? nullptr : found->second;
}

void Sessions::end_idle(double seconds, const std::function<bool(const Session&)>& is_candidate) {
  const std::lock_guard<std::mutex> lock(lock_);
  for (const auto& [id, session] : sessions_) {
    const double idle = std::chrono::duration<double>(Clock::now() - session->last_used()).count();
    if (is_candidate(*session) && idle > seconds && !session->is_busy()) session->end();
  }
}

void Sessions::end_all() {
  const std::lock_guard<std::mutex> lock(lock_);
  for (const auto& [id, session] : sessions_) session->end();
}

std::size_t Sessions::count() const {
  const std::lock_guard<std::mutex> lock(lock_);
  return sessions_.size();
}

void Sessions::ended(const std::string& id) {
  const std::lock_guard<std::mutex> lock(lock_);
  sessions_.erase(id);
  gone_.notify_all();
}

}  // namespace orbita::bridge
