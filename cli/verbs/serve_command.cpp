// orbita serve: models in a browser, and for programs (docs/gui-bridge.md).
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <ostream>
#include <stdexcept>

#include "cli/commands.h"
#include "cli/options/options.h"
#include "cli/terminal/output.h"
#include "cli/terminal/run_control.h"
#include "gui-bridge/gui_bridge.h"
#include "gui-bridge/server/access.h"

extern char** environ;

namespace orbita::cli {

namespace {

struct ServeArguments {
  std::string path = ".";
  std::optional<std::uint16_t> port;
  bool read_only = false, no_open = false, stdio = false;
  std::size_t memory = 0;
  double timeout = 3600;
};

// A folder, or a model in one.
void set_place(const std::string& path, bridge::Settings& settings) {
  std::error_code problem;
  if (std::filesystem::is_directory(path, problem)) {
    settings.folder = path;
    return;
  }
  if (!std::filesystem::is_regular_file(path, problem)) throw std::invalid_argument(path + ": no such file or folder");
  const std::filesystem::path file(path);
  settings.folder = file.has_parent_path() ? file.parent_path().string() : ".";
  settings.file = file.filename().string();
}

bool has_display() {
  for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY"}) {
    const char* const value = std::getenv(name);
    if (value != nullptr && *value != '\0') return true;
  }
  return false;
}

// The browser is given a file that leads to the URL: other users can read command lines, and with them the token.
class BrowserStart {
 public:
  ~BrowserStart() {
    if (!file_.empty()) ::unlink(file_.c_str());
  }
  void open(const std::string& url) {
    const char* const folder = std::getenv("XDG_RUNTIME_DIR");
    file_ = std::string(folder != nullptr && *folder != '\0' ? folder : "/tmp") + "/orbita-XXXXXX.html";
    const int file = ::mkstemps(file_.data(), 5);  // readable by its owner only
    if (file < 0) return file_.clear();
    const std::string text = "<!doctype html><meta http-equiv=\"refresh\" content=\"0;url=" + url + "\">\n";
    const bool written = ::write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size());
    ::close(file);
    if (written) start();
  }

 private:
  void start() {
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    for (const int number : {0, 1, 2})
      posix_spawn_file_actions_addopen(&actions, number, "/dev/null", number == 0 ? 0 : 1, 0);
    std::string program = "xdg-open";
    char* const words[] = {program.data(), file_.data(), nullptr};
    pid_t child = 0;
    ::posix_spawnp(&child, program.c_str(), &actions, nullptr, words, environ);
    posix_spawn_file_actions_destroy(&actions);
  }

  std::string file_;
};

int serve_models(const ServeArguments& arguments, Streams& streams) {
  bridge::ServeOptions options;
  bridge::Settings& settings = options.settings;
  set_place(arguments.path, settings);
  settings.read_only = arguments.read_only;
  settings.process_bytes = default_memory_limit();
  constexpr std::size_t shares = 4;
  settings.memory_bytes = arguments.memory > 0 ? arguments.memory : settings.process_bytes / shares;
  settings.job_seconds = arguments.timeout;
  settings.set_option = set_exploration_option;
  if (arguments.stdio) {
    bridge::serve_stdio(settings);
    return exit_ok;
  }
  options.port = arguments.port;
  if (const char* const token = std::getenv("ORBITA_TOKEN"); token != nullptr && *token != '\0') {
    if (!bridge::is_fit_token(token))
      throw std::invalid_argument("ORBITA_TOKEN: expected 16 to 128 letters, digits, '-' and '_'");
    options.token = token;
  }
  BrowserStart browser;
  options.ready = [&](const std::string& url) {
    streams.out << url << std::endl;
    if (!bridge::has_page())
      streams.err << "orbita: this program was built without its web page (./run serve builds it); the protocol is "
                     "served\n";
    else if (!arguments.no_open && has_display()) browser.open(url);
  };
  bridge::serve(options);
  return exit_ok;
}

}  // namespace

void add_serve(CLI::App& app, Streams& streams, Action& action) {
  auto arguments = std::make_shared<ServeArguments>();
  CLI::App* verb = app.add_subcommand("serve", "Serve models to a browser, and to programs over JSON-RPC");
  verb->add_option("PATH", arguments->path,
                   "Folder whose models are served, or a model in it to open first; default: this folder");
  add_number(
      *verb, "--port", [arguments](std::uint64_t port) { arguments->port = static_cast<std::uint16_t>(port); }, 0,
      65535, "Port on 127.0.0.1; 0: any that is free; default 7117, or any that is free if that is taken");
  add_flag(*verb, "--no-open", arguments->no_open,
           "Do not start a browser; by default one is, where there is a display");
  add_flag(*verb, "--read-only", arguments->read_only, "Write no files");
  add_flag(*verb, "--stdio", arguments->stdio,
           "Serve one session on standard input and output, with Content-Length framing, for editors");
  add_size(*verb, "--memory", arguments->memory,
           "Memory for the explorations of one session, in megabytes or with a unit (500M, 4G); default: a quarter of "
           "the available memory");
  add_duration(*verb, "--timeout", arguments->timeout, "Time for each exploration; default 1h");
  verb->footer(
      "Prints the URL to open, which contains a token that nobody else knows; set\n"
      "ORBITA_TOKEN to choose it. Only this machine can connect. Ctrl-C ends it.");
  verb->callback([=, &streams, &action] { action = [=, &streams] { return serve_models(*arguments, streams); }; });
}

}  // namespace orbita::cli
