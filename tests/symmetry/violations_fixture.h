// Small models for the tests of symmetry/detect/detect.h.
#pragma once

#include <catch2/catch.hpp>
#include <memory>
#include <string>
#include <vector>

#include "parser/parser.h"
#include "symmetry/detect/detect.h"

namespace orbita::test {

inline std::unique_ptr<Model> load(const std::string& text) {
  Diagnostics diagnostics;
  CheckOptions options;
  options.allow_refused = true;
  try {
    return check(read_model_text("m.xta", text, diagnostics), diagnostics, options);
  } catch (const ModelError& error) {
    for (const Diagnostic& problem : error.diagnostics()) UNSCOPED_INFO(problem.message);
    FAIL("the model does not load:\n" << text);
    throw;
  }
}

// "V1 S 7:30 message", in source order.
inline std::vector<std::string> lines(const Model& model, const std::vector<SymmetryViolation>& violations) {
  const IdSets ids(model);
  std::vector<std::string> result;
  for (const SymmetryViolation& v : violations) {
    const Position at = model.sources().locate(v.where);
    result.push_back(v.rule + " " + ids[v.set].name + " " + std::to_string(at.line) + ":" + std::to_string(at.column) +
                     " " + v.message);
  }
  return result;
}

inline std::vector<std::string> violations_of(const std::string& text) {
  const auto model = load(text);
  return lines(*model, detect(*model).violations());
}

// A model with the usual variables on lines 1 to 3, `declarations` from line 4 on, and one
// process per element of S. The edge has the given labels (without `trans a -> a { … }`).
inline std::string with_edge(const std::string& declarations, const std::string& labels,
                             const std::string& locals = "") {
  return "typedef scalar[3] S; typedef scalar[2] T; S win; S arg; S k; T t; bool f[S]; bool done; int x[S]; "
         "int y[S];\n"
         "int n; int h; int best; int v; S q[3]; int m[S][S]; int mt[S][T]; struct { int a; int b; } r[S]; "
         "clock c[S]; clock z;\n"
         "broadcast chan go; chan d[S]; const int N = 3; int w; bool b; int pos[S]; int cnt[3]; int[0,3] "
         "small; int[-2,2] mixed[S];\n" +
         declarations + "\nprocess P(const S id) { " + locals + " state a; init a; trans a -> a { " + labels +
         " }; }\n" + "process Sender() { state a; init a; trans a -> a { sync go!; }; }\nsystem P, Sender;\n";
}

// Violations of the loops of `void run() { body }`, used in an update: V9 left out.
inline std::vector<std::string> of_loop(const std::string& body, const std::string& functions = "") {
  std::vector<std::string> result;
  for (const std::string& line : violations_of(with_edge(functions + "void run() { " + body + " }", "assign run();"))) {
    if (line.rfind("V9", 0) != 0) result.push_back(line);
  }
  return result;
}

using Lines = std::vector<std::string>;

}  // namespace orbita::test
