// One run of `orbita verify`: load, decide, report in the chosen format, write files, exit code.
#pragma once

#include <string>

#include "cli/cli.h"
#include "cli/load.h"
#include "engine/verify.h"

namespace orbita::cli {

struct VerifyArguments {
  ModelArguments model;
  VerifyOptions options;
  std::string format = "text";      // text, json, ndjson
  std::string progress = "auto";    // auto, plain, json, none
  std::string trace_file;           // trace_files.h
  std::string msc, gantt;           // trace_charts.h
  bool statistics = false;
};

int verify_model(VerifyArguments arguments, Streams& streams);

}  // namespace orbita::cli
