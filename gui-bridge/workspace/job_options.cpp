#include "gui-bridge/workspace/job_options.h"

#include <algorithm>

namespace orbita::bridge {

namespace {

TraceKind trace_in(const Params& options) {
  if (!options.has("trace")) return TraceKind::some;
  const std::string word = options.word("trace", {"none", "some", "shortest", "fastest"});
  if (word == "none") return TraceKind::off;
  if (word == "shortest") return TraceKind::shortest;
  return word == "fastest" ? TraceKind::fastest : TraceKind::some;
}

}  // namespace

VerifyOptions job_options(const Workspace& workspace, const Params& options) {
  const Settings& settings = workspace.settings;
  VerifyOptions result;
  result.trace = trace_in(options);
  result.limits.seconds = std::min(options.positive("seconds", settings.job_seconds), settings.job_seconds);
  const std::size_t share = settings.memory_bytes / std::max(1u, settings.jobs);
  result.limits.memory = std::min(static_cast<std::size_t>(options.positive("memory_bytes", 1e18)), share);
  result.limits.resident = settings.process_bytes;
  result.limits.states = static_cast<std::uint64_t>(options.number("states", 1, INT64_MAX, INT64_MAX));
  constexpr std::int64_t most_threads = 16;
  result.threads = static_cast<unsigned>(options.number("threads", 1, most_threads, 1));
  for (const auto& [name, value] : options.json().items()) {
    const bool known = name == "trace" || name == "seconds" || name == "memory_bytes" || name == "states" ||
                       name == "threads" || value.is_null();
    if (known) continue;
    if (!value.is_string() || !settings.set_option) options.fail(name.c_str(), "an option of verify, as text");
    try {
      settings.set_option(result, name, value.get<std::string>());
    } catch (const std::invalid_argument& error) {
      throw RpcError(ErrorCode::invalid_params, options.place(name.c_str()) + ": " + error.what());
    }
  }
  return result;
}

}  // namespace orbita::bridge
