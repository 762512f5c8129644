// What the person who starts the server decides.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "engine/base/limits.h"
#include "report/sweep.h"

namespace orbita::bridge {

struct Settings {
  std::string folder = ".";         // files are below it
  std::optional<std::string> file;  // the model to open first, relative to the folder
  bool read_only = false;
  std::size_t message_bytes = std::size_t{16} << 20;
  std::size_t file_bytes = std::size_t{64} << 20;
  std::size_t memory_bytes = std::size_t{2} << 30;                      // for the explorations of one session
  std::size_t process_bytes = std::numeric_limits<std::size_t>::max();  // of the whole server, for every request
  double request_seconds = 30;
  double job_seconds = 3600;
  unsigned jobs = 2;                   // of one session at once; others wait
  std::size_t remembered_jobs = 1000;  // of one session, that are over
  std::size_t sessions = 64;
  double idle_seconds = 600;  // HTTP sessions
  SetOption set_option;       // the names of options of the exploration
};

}  // namespace orbita::bridge
