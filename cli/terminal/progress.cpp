#include "cli/terminal/progress.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <ostream>

#include "report/events.h"

namespace orbita::cli {

std::string progress_text(const Progress& progress, std::uint64_t waiting_before, std::size_t memory_limit) {
  constexpr std::size_t megabyte = 1024 * 1024;
  const auto rate =
      static_cast<std::uint64_t>(static_cast<double>(progress.explored) / std::max(progress.seconds, 0.001));
  const char* trend = progress.waiting > waiting_before   ? " (growing)"
                      : progress.waiting < waiting_before ? " (shrinking)"
                                                          : "";
  std::string text = std::to_string(progress.stored) + " states, " + std::to_string(progress.waiting) + " waiting" +
                     trend + ", " + std::to_string(rate) + "/s, " + std::to_string(progress.memory / megabyte);
  if (memory_limit != std::numeric_limits<std::size_t>::max()) text += " of " + std::to_string(memory_limit / megabyte);
  text += " MB";
  if (progress.orbit_mean >= 1)
    text += fmt::format(", each stands for {:.{}g}", progress.orbit_mean, progress.orbit_mean < 1000 ? 3 : 2);
  return text + ", " + std::to_string(static_cast<std::uint64_t>(progress.seconds)) + " s";
}

ProgressLine::ProgressLine(std::ostream& out, const std::string& kind, bool is_terminal, std::size_t memory_limit)
    : out_(out), memory_limit_(memory_limit) {
  if (kind == "plain") kind_ = Kind::plain;
  if (kind == "json") kind_ = Kind::json;
  const char* const ci = std::getenv("CI");  // set by the services that run continuous integration
  if (kind == "auto" && ci != nullptr && *ci != '\0') kind_ = Kind::plain;
  if (kind == "auto" && is_terminal) kind_ = Kind::live;
}

void ProgressLine::show(const Progress& progress) {
  if (kind_ == Kind::none) return;
  if (!waiting_) waiting_ = progress.waiting;  // so that the first line has a trend too
  if (progress.seconds < last_) last_ = 0;     // the next exploration
  if (progress.seconds - last_ < (kind_ == Kind::live ? 0.2 : 5.0)) return;
  last_ = progress.seconds;
  write(progress);
}

void ProgressLine::write(const Progress& progress) {
  if (kind_ == Kind::json) {
    out_ << progress_event(progress).dump() << std::endl;
    return;
  }
  shown_ = true;
  const std::string text = progress_text(progress, waiting_.value_or(progress.waiting), memory_limit_);
  // A line that is too long for the terminal is cut by it: wrapped it could not be overwritten.
  if (kind_ == Kind::live) out_ << "\r\033[K\033[?7l" << text << "\033[?7h" << std::flush;
  else out_ << text << std::endl;
  waiting_ = progress.waiting;
}

void ProgressLine::snapshot(const Progress& progress) {
  clear();
  if (kind_ == Kind::json) out_ << progress_event(progress).dump() << std::endl;
  else out_ << progress_text(progress, waiting_.value_or(progress.waiting), memory_limit_) << std::endl;
}

void ProgressLine::clear() {
  if (kind_ == Kind::live && shown_) out_ << "\r\033[K" << std::flush;
  shown_ = false;
}

}  // namespace orbita::cli
