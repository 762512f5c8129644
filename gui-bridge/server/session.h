// One client: its workspace, and a thread that answers its requests one after the other.
//
// Transports hand over messages and are told what to send; they need not wait. A client may vanish at any moment: then
// its transport calls end(), the request at hand is interrupted, and the thread ends by itself.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "gui-bridge/files/served_folder.h"
#include "gui-bridge/protocol/rpc.h"
#include "gui-bridge/workspace/settings.h"
#include "gui-bridge/workspace/workspace.h"

namespace orbita::bridge {

class Sessions;

class Session : public std::enable_shared_from_this<Session> {
 public:
  using Send = std::function<void(std::string)>;  // from any thread

  Session(Sessions& sessions, std::string id, Send notify);

  const std::string& id() const { return id_; }
  // A message of the client. `reply` is called once with the answer, or with "" where there is none, perhaps before
  // this returns.
  void receive(std::string message, Send reply);
  void end();
  // Called in the session's thread after `shutdown` was answered, or never.
  void on_shutdown(std::function<void()> action) { shutdown_ = std::move(action); }

  std::chrono::steady_clock::time_point last_used() const;
  bool is_busy() const;
  bool is_ending() const;

 private:
  friend class Sessions;
  struct Waiting {
    std::string text;  // of a message that is not parsed yet
    std::optional<Request> message;
    Send reply;
    std::string key;  // its id, for $/cancelRequest
    std::shared_ptr<std::atomic<bool>> stop = std::make_shared<std::atomic<bool>>(false);
  };

  void start();  // the thread
  void work();
  void answer(const Waiting& waiting);
  std::string answer_one(const Request& message, const std::atomic<bool>& stop, bool& shuts_down);
  bool overtakes(const Request& message, const Send& reply);
  void cancel(const Request& params);
  void check_models();
  Json run(const Call& call, const std::atomic<bool>& stop);

  Sessions& sessions_;
  const std::string id_;
  const Send notify_;
  std::function<void()> shutdown_;
  std::shared_ptr<Workspace> workspace_;
  mutable std::mutex lock_;
  std::condition_variable wake_;
  std::deque<Waiting> queue_;
  std::shared_ptr<std::atomic<bool>> current_stop_;
  std::string current_key_;
  bool ending_ = false;
  std::chrono::steady_clock::time_point used_;
};

// All sessions of a server.
class Sessions {
 public:
  Sessions(const Settings& settings, const ServedFolder& folder);
  ~Sessions();  // ends all and waits

  // Where there are too many, the one that may be replaced and has not been used for the longest time ends. nullptr
  // when there is none, or it is at work.
  using MayReplace = std::function<bool(const Session&)>;
  std::shared_ptr<Session> start(Session::Send notify, const MayReplace& may_replace = {});
  std::shared_ptr<Session> find(const std::string& id) const;  // nullptr: no such session
  void end_idle(double seconds, const std::function<bool(const Session&)>& is_candidate);
  void end_all();
  std::size_t count() const;

  const Settings& settings;
  const ServedFolder& folder;

 private:
  friend class Session;
  void ended(const std::string& id);
  bool make_room(const MayReplace& may_replace);  // locked

  mutable std::mutex lock_;
  std::condition_variable gone_;
  std::map<std::string, std::shared_ptr<Session>> sessions_;
};

// 128 bits that nobody can guess, as 32 digits.
std::string random_name();

}  // namespace orbita::bridge
