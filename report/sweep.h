// The same queries for many values of the model's constants and of options.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "engine/verify.h"
#include "report/standing.h"
#include "session/load.h"

namespace orbita {

// Gives an option of the exploration, by its name without dashes, a value; throws std::invalid_argument with what was
// expected. The names belong to the program that calls.
using SetOption = std::function<void(VerifyOptions&, const std::string& name, const std::string& value)>;

// "N=2..20", "K=1,5", "M=1,4..6,10..30/5" (every fifth): a constant, or an option of the exploration without its
// dashes ("symmetry=off,auto"), and the values it takes in turn.
struct SweptName {
  std::string name;
  std::vector<std::string> values;
  bool is_option = false;
};
// Both throw std::invalid_argument with what was expected.
SweptName parse_swept(const std::string& text);
SweptName parse_varied(const std::string& text,
                       const SetOption& set_option);  // every value is one that the option takes

// One query at one point.
struct SweepRow {
  std::vector<std::string> values;  // one for each of SweepResult::swept
  std::size_t query = 0;            // from 1
  std::string formula;
  std::string verdict;  // also "skipped" when a smaller point reached a limit: `reason` says so
  std::string reason;
  std::uint64_t stored = 0, explored = 0;
  double seconds = 0;
  std::size_t bytes = 0;
};

struct SweepOptions {
  ModelArguments model;           // `set` holds the constants to be swept,
  std::vector<std::string> vary;  // and this the options
  SetOption set_option;           // where `vary` is not empty
  VerifyOptions verify;
  bool keep_going = false;  // after a limit, too
};

struct SweepResult {
  std::vector<SweptName> swept;  // options, then constants
  std::vector<SweepRow> rows;
  Standing standing = Standing::as_expected;  // the worst of all points
};

// The last constant varies fastest, options most slowly. After a point that reached a limit the later values of the
// last constant are skipped. `done` sees every row as soon as it is there. Errors of the model are
// thrown as ModelError with the diagnostics of the point.
SweepResult run_sweep(const SweepOptions& options, const std::function<void(const SweepResult&, const SweepRow&)>& done,
                      Diagnostics& diagnostics);

}  // namespace orbita
