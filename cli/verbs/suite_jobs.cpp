// Models of a suite in processes of their own.
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <map>
#include <stdexcept>

#include "cli/terminal/run_control.h"
#include "cli/verbs/suite.h"

namespace orbita::cli {

namespace {

struct Job {
  pid_t process = 0;
  int pipe = -1;
  std::string text;
};

void write_all(int file, const std::string& text) {
  std::size_t done = 0;
  while (done < text.size()) {
    const ssize_t written = write(file, text.data() + done, text.size() - done);
    if (written < 0 && errno != EINTR) return;  // the reader is gone, and sees a broken answer
    if (written > 0) done += static_cast<std::size_t>(written);
  }
}

// Names of files and formulas may be any bytes.
std::string text_of(const SuiteModel& model) {
  return to_json(model).dump(-1, ' ', false, Json::error_handler_t::replace);
}

// The child's whole life: it must not touch what the parent has buffered.
[[noreturn]] void run_child(const std::string& file, const SuiteOptions& options, int out) {
  try {
    write_all(out, text_of(run_suite_model(file, options)));
  } catch (const std::exception& error) {
    SuiteModel model{file, {CaseResult{}}, "", 0};
    model.cases[0].message = std::string("internal error: ") + error.what();
    write_all(out, text_of(model));
  }
  _exit(0);
}

Job start(const std::string& file, const SuiteOptions& options) {
  int ends[2];
  if (pipe(ends) != 0) throw std::runtime_error(std::string("pipe: ") + std::strerror(errno));
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error(std::string("fork: ") + std::strerror(errno));
  if (child == 0) {
    close(ends[0]);
    run_child(file, options, ends[1]);
  }
  close(ends[1]);
  return {child, ends[0], ""};
}

SuiteModel finish(const std::string& file, Job& job) {
  close(job.pipe);
  int status = 0;
  while (waitpid(job.process, &status, 0) < 0 && errno == EINTR) {
  }
  const Json json = Json::parse(job.text, nullptr, false);
  if (!json.is_discarded() && WIFEXITED(status) && WEXITSTATUS(status) == 0) return suite_model_from(json);
  SuiteModel model{file, {CaseResult{}}, "", 0};
  model.cases[0].message = WIFSIGNALED(status)
                               ? std::string("the process ended by signal ") + strsignal(WTERMSIG(status))
                               : std::string("the process ended without an answer");
  return model;
}

// Waits for something to read; true when the job has said all.
bool read_some(Job& job) {
  char buffer[65536];
  const ssize_t count = read(job.pipe, buffer, sizeof buffer);
  if (count > 0) job.text.append(buffer, static_cast<std::size_t>(count));
  return count == 0 || (count < 0 && errno != EINTR);
}

}  // namespace

std::vector<SuiteModel> run_suite(const std::vector<std::string>& files, const SuiteOptions& options,
                                  const std::function<void(const SuiteModel&)>& done) {
  SuiteOptions each = options;
  each.verify.limits.memory /= options.jobs;
  hold_process_to_memory(each.verify.limits);
  std::vector<SuiteModel> models(files.size());
  std::vector<bool> finished(files.size(), false);
  std::map<std::size_t, Job> running;
  std::size_t next = 0, shown = 0;
  while (shown < files.size()) {
    while (next < files.size() && running.size() < options.jobs) {
      running.emplace(next, start(files[next], each));
      ++next;
    }
    std::vector<pollfd> waiting;
    std::vector<std::size_t> places;
    for (const auto& [place, job] : running) {
      waiting.push_back({job.pipe, POLLIN, 0});
      places.push_back(place);
    }
    if (poll(waiting.data(), waiting.size(), -1) < 0) continue;  // a signal
    for (std::size_t i = 0; i < waiting.size(); ++i) {
      if (waiting[i].revents == 0 || !read_some(running[places[i]])) continue;
      models[places[i]] = finish(files[places[i]], running[places[i]]);
      finished[places[i]] = true;
      running.erase(places[i]);
    }
    for (; shown < files.size() && finished[shown]; ++shown) done(models[shown]);
  }
  return models;
}

}  // namespace orbita::cli
