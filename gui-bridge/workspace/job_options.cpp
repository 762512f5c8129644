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

constexpr unsigned most_threads = 16;

std::size_t memory_of_job(const Settings& settings) { return settings.memory_bytes / std::max(1u, settings.jobs); }

}  // namespace

SetOption job_option_setter(const Settings& settings) {
  return [set = settings.set_option, memory = memory_of_job(settings)](VerifyOptions& options, const std::string& name,
                                                                       const std::string& value) {
    set(options, name, value);
    if (options.threads > most_threads) throw std::invalid_argument("at most " + std::to_string(most_threads));
    constexpr std::size_t byte = 8;
    if (options.approximation == Approximation::bits && (std::size_t{1} << options.log2_bits) / byte > memory)
      throw std::invalid_argument("a table of 2^" + std::to_string(options.log2_bits) +
                                  " bits is larger than the memory of a job");
  };
}

VerifyOptions job_options(const Workspace& workspace, const Params& options) {
  const Settings& settings = workspace.settings;
  VerifyOptions result;
  result.detect_symmetry = true;
  result.trace = trace_in(options);
  result.limits.seconds = std::min(options.positive("seconds", settings.job_seconds), settings.job_seconds);
  result.limits.memory =
      std::min(static_cast<std::size_t>(options.positive("memory_bytes", 1e18)), memory_of_job(settings));
  result.limits.resident = settings.process_bytes;
  result.limits.states = static_cast<std::uint64_t>(options.number("states", 1, INT64_MAX, INT64_MAX));
  result.threads = static_cast<unsigned>(options.number("threads", 1, most_threads, 1));
  for (const auto& [name, value] : options.json().items()) {
    const bool known = name == "trace" || name == "seconds" || name == "memory_bytes" || name == "states" ||
                       name == "threads" || value.is_null();
    if (known) continue;
    if (!value.is_string() || !settings.set_option) options.fail(name.c_str(), "an option of verify, as text");
    try {
      job_option_setter(settings)(result, name, value.get<std::string>());
    } catch (const std::invalid_argument& error) {
      throw RpcError(ErrorCode::invalid_params, options.place(name.c_str()) + ": " + error.what());
    }
  }
  return result;
}

}  // namespace orbita::bridge
