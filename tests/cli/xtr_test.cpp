// UPPAAL's .xtr traces: those of the corpus are runs of their models, and ours can be read back.
#include <catch2/catch.hpp>
#include <random>

#include "engine/trace/trace_xtr.h"
#include "tests/cli/program.h"
#include "tests/model_files.h"
#include "tests/places.h"

using namespace orbita::test;
using orbita::parse_xtr;
using orbita::print_xtr;
using orbita::XtrTrace;

namespace {

struct CorpusTrace {
  std::string model, trace, formula;
};

// The corpus' index lists the query each file is a trace of.
const std::vector<CorpusTrace> corpus_traces{
    {"SCADA-T1A1.xml", "SCADA-T1A1.propriete1.xtr", "A[] not (Nozzle.Open and Motor.Move)"},
    {"SCADA-T1A1.xml", "SCADA-T1A1.propriete2.xtr", "A[] not (Motor.Move and Level.Filling)"},
    {"SCADA-T1A1.xml", "SCADA-T1A1.propriete3.xtr", "A[] not (Nozzle.Open and Bottle.Out)"},
    {"SCADA-T2A2.xml", "SCADA-T2A2.propriete2.xtr", "A[] not (Motor.Move and Level.Filling)"},
    {"SCADA-T2A2.xml", "SCADA-T2A2.propriete3.xtr", ""},
    {"cat-and-mouse.xml", "cat-and-mouse-1.xtr", "E<> Mouse.Cheese"},
    {"cat-and-mouse.xml", "cat-and-mouse-cheese.xtr", "E<> Mouse.Cheese"},
    {"pyuppaal-constructed_model.xml", "pyuppaal-constructed_model-2.xtr", "E<> count == 1"},
    {"pyuppaal-constructed_model.xml", "pyuppaal-constructed_model-3.xtr", "E<> rec.End1"},
    {"pyuppaal-constructed_model.xml", "pyuppaal-constructed_model-4.xtr", "E<> rec.t >= 10"},
    {"pyuppaal-constructed_model.xml", "pyuppaal-constructed_model-5.xtr", "A[] not deadlock"},
    {"pyuppaal-test1.xml", "pyuppaal-test1-1.xtr", "E<> mm.Pass"}};

std::string corpus(const std::string& name) { return orbita::test::corpus_dir() + "/features/" + name; }

}  // namespace

TEST_CASE("the .xtr files of the corpus are runs that decide their queries", "[corpus]") {
  if (!has_corpus()) return;
  for (const CorpusTrace& item : corpus_traces) {
    std::vector<std::string> arguments{"replay", corpus(item.model), corpus(item.trace)};
    if (!item.formula.empty()) arguments.insert(arguments.end(), {"-q", item.formula});
    const Run run = run_orbita(arguments);
    CAPTURE(item.trace, item.formula, run.out, run.err);
    CHECK(run.code == 0);
    CHECK(run.out.find(": valid (") != std::string::npos);
  }
}

TEST_CASE("an .xtr file of another model, or with one number changed, is not accepted", "[corpus]") {
  if (!has_corpus()) return;
  CHECK(run_orbita({"replay", corpus("pyuppaal-test1.xml"), corpus("cat-and-mouse-1.xtr")}).code == 2);
  TemporaryFolder folder;
  XtrTrace trace = parse_xtr(read_text(corpus("cat-and-mouse-1.xtr")));
  const auto code_of = [&](const XtrTrace& changed) {
    return run_orbita({"replay", corpus("cat-and-mouse.xml"), folder.write("changed.xtr", print_xtr(changed))}).code;
  };
  CHECK(code_of(trace) == 0);
  XtrTrace changed = trace;
  changed.steps[3].edges[0].edge += 1;
  CHECK(code_of(changed) == 2);
  changed = trace;
  changed.steps[2].state.locations[1] = 0;
  CHECK(code_of(changed) == 2);
  changed = trace;
  changed.steps.back().state.variables[1] += 1;
  CHECK(code_of(changed) == 2);
  changed = trace;
  changed.steps[1].state.zone.push_back({1, 0, 0});  // claims that no time has passed, which is wrong
  CHECK(code_of(changed) == 2);
}

TEST_CASE("parsing and printing an .xtr file gives the same trace", "[corpus]") {
  if (!has_corpus()) return;
  for (const CorpusTrace& item : corpus_traces) {
    CAPTURE(item.trace);
    const XtrTrace trace = parse_xtr(read_text(corpus(item.trace)));
    CHECK(parse_xtr(print_xtr(trace)) == trace);
  }
}

TEST_CASE("files of old versions have an edge per line, counted from 1") {
  const XtrTrace old = parse_xtr("0 0\n.\n.\n5\n.\n1 1\n.\n.\n6\n.\n0 1\n1 3 7\n.\n.\n");
  const XtrTrace current = parse_xtr("0 0 . . 5 . 1 1 . . 6 . 0 0 ; 1 2 7 ; . .");
  CHECK(old == current);
  CHECK(old.steps[0].edges[1].selects == std::vector<std::int32_t>{7});
}

TEST_CASE("damaged .xtr text is refused with its line and never crashes") {
  const std::string good =
      "0 0 \n.\n0 1 0\n.\n1 0 20\n.\n.\n0 0 10 10 \n.\n1 0 \n.\n0 1 -20\n.\n.\n1 0 10 10 \n.\n0 5 ; .\n.\n";
  CHECK(parse_xtr(good).steps.size() == 1);
  for (unsigned seed = 0; seed < 500; ++seed) {
    CAPTURE(seed);
    std::mt19937 random(seed);
    std::string text = good;
    for (int i = 0; i < 3; ++i) {
      const std::size_t at = random() % text.size();
      if (random() % 2 == 0) text.erase(at, 1 + random() % 4);
      else text[at] = " .;-0x\n9"[random() % 8];
    }
    try {
      parse_xtr(text);
    } catch (const std::invalid_argument& error) {
      CHECK(std::string(error.what()).find("xtr, line ") == 0);
    }
  }
}

TEST_CASE("traces of all models can be written as .xtr, and those files replay") {
  for (const std::string& model : all_models()) {
    TemporaryFolder folder;
    std::vector<std::string> arguments{"verify", model_path(model), "--trace",
                                       "some",   "--trace-file",    folder.path("t.xtr")};
    for (const std::string& word : small_settings(model)) arguments.push_back(word);
    const Run run = run_orbita(arguments);
    CAPTURE(model, run.err);
    REQUIRE(run.code == 0);
    for (const auto& file : std::filesystem::directory_iterator(folder.path(""))) {
      std::vector<std::string> again{"replay", model_path(model), file.path().string()};
      for (const std::string& word : small_settings(model)) again.push_back(word);
      const Run replayed = run_orbita(again);
      CAPTURE(file.path().string(), replayed.out, replayed.err);
      CHECK(replayed.code == 0);
    }
  }
}
