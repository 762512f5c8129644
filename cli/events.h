// --format ndjson: events (report/events.h) on a stream, one per line, as they happen.
#pragma once

#include <iosfwd>
#include <mutex>

#include "report/events.h"

namespace orbita::cli {

class EventWriter {
 public:
  explicit EventWriter(std::ostream& out) : out_(out) {}

  void write(const Json& event);
  void progress(const Progress& progress);  // at most once a second

 private:
  std::ostream& out_;
  std::mutex writing_;  // explorations may run in several threads
  double last_ = 0;
};

}  // namespace orbita::cli
