#include "cli/events.h"

#include <ostream>

namespace orbita::cli {

void EventWriter::write(const Json& event) {
  const std::lock_guard<std::mutex> lock(writing_);
  out_ << event.dump(-1, ' ', false, Json::error_handler_t::replace) << std::endl;
}

void EventWriter::progress(const Progress& progress) {
  if (progress.seconds < last_) last_ = 0;  // the next exploration
  if (progress.seconds - last_ < 1) return;
  last_ = progress.seconds;
  write(progress_event(progress));
}

}  // namespace orbita::cli
