// verifyta's command line: its whole option table, read the way it reads it.
//
// Options may stand anywhere and are processed in order, so a later one overrides an earlier one. Short
// options take attached or separate values (-t0, -t 0) and can be bundled (-squ); long ones take
// `--name value` and `--name=value`.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace orbita::cli {

// What becomes of an option.
enum class VerifytaUse : std::uint8_t {
  used,      // does here what it does there
  accepted,  // changes how verifyta stores states, never its verdicts: nothing to do
  ignored,   // for queries that are not symbolic, or for licences: a note says so
  refused    // would change verdicts in a way we do not have
};

enum class VerifytaValue : std::uint8_t {
  none,
  needed,
  word  // the next word, unless that is another option or the name of a model or a query file
};

struct VerifytaOption {
  char letter = 0;        // 0: long form only
  std::string_view name;  // "" : short form only
  VerifytaValue value = VerifytaValue::none;
  VerifytaUse use = VerifytaUse::used;
  std::string_view help;
};

const std::vector<VerifytaOption>& verifyta_options();

struct VerifytaArguments {
  enum class Trace : std::uint8_t { none, some, shortest, fastest };
  std::string model, queries;
  bool help = false, version = false;
  int compat = 5;         // major version whose output is printed; 3 speaks of properties, not formulas
  long query_index = -1;  // from 0; -1: all
  Trace trace = Trace::none;
  std::string prefix, xml_prefix;            // -f, -X
  bool symbolic = false, both_ways = false;  // -y, -Y
  int order = 0;
  int extrapolation = 0;
  int representation = 1;  // 2: bit-state hashing, 3: convex hull
  unsigned hash_bits = 27;
  int space = 1;
  bool reuse = false;
  bool summary = true, progress = true, statistics = false, warnings = true;
  std::uint64_t seed = 1;
  std::string save_document;
  double test_alpha = 0;
  // Ours.
  bool exit_verdict = false, strict = false;
  std::string timeout, memory;
  std::vector<std::string> set;
  std::vector<std::string> notes;  // one per ignored option, in order
};

// Throws std::invalid_argument for what cannot be understood or is refused, naming the option.
VerifytaArguments parse_verifyta(const std::vector<std::string>& words);

std::string verifyta_help();
// Contains the words "UPPAAL 5.0.0" (or 4.1.26): scripts look for the version there.
std::string verifyta_version(int compat);

}  // namespace orbita::cli
