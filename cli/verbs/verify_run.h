// One run of `orbita verify`: load, decide, report in the chosen format, write files, exit code.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/cli.h"
#include "cli/verbs/state_dump.h"
#include "engine/trace/trace_text.h"
#include "engine/verify.h"
#include "session/load.h"

namespace orbita::cli {

struct VerifyArguments {
  ModelArguments model;            // the first model, and what holds for all: -q, --set, --old-syntax
  std::vector<std::string> files;  // the names after the first
  VerifyOptions options;
  std::string format = "text";    // text, json, ndjson
  std::string progress = "auto";  // auto, plain, json, none
  std::string trace_file;         // trace_files.h
  std::optional<TraceShow> show;  // given: a trace is wanted
  std::string msc, gantt;         // trace_charts.h
  std::string junit;
  std::string dump_states;  // state_dump.h
  DumpContent dump_content = DumpContent::full;
  std::string certificate;  // certificate_files.h
  std::string chosen;       // the options of the exploration that were given, for the certificate's header
  bool certify = false;     // and let orbita-certify check it
  bool statistics = false;
  std::vector<std::string> all_sizes;  // --all-sizes: the set, if one is named
  bool every_size = false;             // --all-sizes was given
};

int verify_models(VerifyArguments arguments, Streams& streams);

}  // namespace orbita::cli
