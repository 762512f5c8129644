#include "cli/progress.h"

#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <ostream>

#include "cli/diagnostics.h"

namespace orbita::cli {

ProgressLine::ProgressLine(std::ostream& out, const std::string& kind, bool is_terminal) : out_(out) {
  if (kind == "plain") kind_ = Kind::plain;
  if (kind == "json") kind_ = Kind::json;
  if (kind == "auto" && is_terminal) kind_ = Kind::live;
}

void ProgressLine::show(const Progress& progress) {
  const double period = kind_ == Kind::live ? 0.2 : 5.0;
  if (progress.seconds - last_ < period && shown_) return;
  if (!shown_ && progress.seconds < period) return;
  last_ = progress.seconds;
  shown_ = true;
  if (kind_ == Kind::json) {
    out_ << Json{{"event", "progress"}, {"stored", progress.stored}, {"explored", progress.explored},
                 {"waiting", progress.waiting}, {"transitions", progress.transitions}, {"bytes", progress.memory},
                 {"seconds", progress.seconds}}.dump()
         << std::endl;
    return;
  }
  const auto rate = static_cast<std::uint64_t>(static_cast<double>(progress.explored) / std::max(progress.seconds, 0.001));
  out_ << (kind_ == Kind::live ? "\r\033[K" : "") << progress.stored << " states, " << progress.waiting << " waiting, "
       << rate << "/s, " << progress.memory / (1024 * 1024) << " MB, " << static_cast<std::uint64_t>(progress.seconds) << " s";
  if (kind_ == Kind::plain) out_ << '\n';
  out_.flush();
}

void ProgressLine::clear() {
  if (kind_ == Kind::live && shown_) {
    out_ << "\r\033[K";
    out_.flush();
  }
}

std::size_t default_memory_limit() {
  std::uint64_t bytes = static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<std::uint64_t>(sysconf(_SC_PAGE_SIZE));
  for (const char* path : {"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"}) {
    std::ifstream in(path);
    std::uint64_t limit = 0;
    if (in >> limit && limit > 0) bytes = std::min(bytes, limit);
  }
  return static_cast<std::size_t>(bytes / 10 * 9);
}

}  // namespace orbita::cli
