// The drop-in for verifyta: its lines, files and exit codes, as scripts rely on them.
#include <catch2/catch.hpp>
#include <regex>

#include "cli/verifyta/verifyta_command.h"
#include "tests/cli/program.h"
#include "tests/places.h"

using namespace orbita::test;

namespace {

// Two processes and a channel: small enough to know every line.
const char* const handshake = R"(<?xml version="1.0" encoding="utf-8"?>
<nta>
<declaration>chan c; int i = 0; clock x;</declaration>
<template><name>P</name><location id="a"><name>A</name></location><location id="b"><name>B</name></location>
<init ref="a"/>
<transition><source ref="a"/><target ref="b"/><label kind="guard">x &gt;= 2</label><label kind="synchronisation">c!</label>
<label kind="assignment">i = 7</label></transition></template>
<template><name>Q</name><location id="c"><name>idle</name></location><location id="d"><name>busy</name></location>
<init ref="c"/>
<transition><source ref="c"/><target ref="d"/><label kind="synchronisation">c?</label></transition></template>
<system>system P, Q;</system>
<queries>
<query><formula>E&lt;&gt; P.B</formula><comment/></query>
<query><formula></formula><comment>a heading</comment></query>
<query><formula>A[] i == 0</formula><comment/></query>
<query><formula>A[] i &lt;= 7</formula><comment/></query>
</queries>
</nta>
)";

Run verifyta(std::vector<std::string> arguments, const std::string& environment = "") {
  arguments.insert(arguments.begin(), "verifyta");
  return run_orbita(arguments, environment);
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

}  // namespace

TEST_CASE("verifyta 5: every line of a run without options") {
  TemporaryFolder folder;
  const std::string model = folder.write("m.xml", handshake);
  const Run run = verifyta({model});
  CHECK(run.code == 0);  // regardless of the verdicts
  CHECK(run.err.empty());
  CHECK(run.out ==
        "Options for the verification:\n"
        "  Generating no trace\n"
        "  Search order is breadth first\n"
        "  Using conservative space optimisation\n"
        "  Seed is 1\n"
        "  State space representation uses minimal constraint systems with future testing\n"
        "  Using HashMap + Compress integers for discrete state storage\n"
        "\nVerifying formula 1 at /nta/queries/query[1]/formula\n"
        " -- Formula is satisfied.\n"
        "\nVerifying formula 2 at /nta/queries/query[3]/formula\n"
        " -- Formula is NOT satisfied.\n"
        "\nVerifying formula 3 at /nta/queries/query[4]/formula\n"
        " -- Formula is satisfied.\n");
}

TEST_CASE("verifyta 4: the option block and the place of a query in a file") {
  TemporaryFolder folder;
  const std::string model = folder.write("m.xml", handshake);
  const std::string queries = folder.write("m.q", "// first\n\nE<> Q.busy\n");
  const Run four = verifyta({model, queries, "--compat", "4", "-S2", "-T", "-r", "5", "-o1", "-C"});
  CHECK(four.code == 0);
  CHECK(four.out ==
        "Options for the verification:\n"
        "  Generating no trace\n"
        "  Search order is depth first\n"
        "  Using aggressive space optimisation\n"
        "  Using reuse optimisation\n"
        "  Seed is 5\n"
        "  State space representation uses difference bound matrices\n"
        "\nVerifying formula 1 at line 3\n"
        " -- Formula is satisfied.\n");
  CHECK(verifyta({"-q", model, queries, "--compat=3"}).out ==
        "\nVerifying property 1 at line 3\n -- Property is satisfied.\n");
  const Run five = verifyta({"-q", model, queries});
  CHECK(five.out == "\nVerifying formula 1 at " + queries + ":3\n -- Formula is satisfied.\n");
  CHECK(verifyta({"-q", model, queries}, "ORBITA_COMPAT=4").out ==
        "\nVerifying formula 1 at line 3\n -- Formula is satisfied.\n");
}

TEST_CASE("verifyta: five lines of statistics follow the verdict") {
  TemporaryFolder folder;
  const Run run = verifyta({"-squ", "--query-index", "1", folder.write("m.xml", handshake)});
  CHECK(run.code == 0);
  CHECK(std::regex_match(run.out, std::regex("\nVerifying formula 2 at /nta/queries/query\\[3\\]/formula\n"
                                             " -- Formula is NOT satisfied\\.\n"
                                             " -- States stored : [0-9]+ states\n"
                                             " -- States explored : [0-9]+ states\n"
                                             " -- CPU user time used : [0-9]+ ms\n"
                                             " -- Virtual memory used : [1-9][0-9]* KiB\n"
                                             " -- Resident memory used : [1-9][0-9]* KiB\n")));
}

TEST_CASE("verifyta: a concrete trace goes to stderr, its notice to stdout") {
  TemporaryFolder folder;
  const std::string model = folder.write("m.xml", handshake);
  const std::string body =
      "\nState:\n( P.A Q.idle )\nx=0 i=0 #depth=0\n"
      "\nDelay: 2\n"
      "\nState:\n( P.A Q.idle )\nx=2 i=0 #depth=0\n"
      "\nTransitions:\n  P.A->P.B { x >= 2, c!, i = 7 }\n  Q.idle->Q.busy { 1, c?, 1 }\n"
      "\nState:\n( P.B Q.busy )\nx=2 i=7 #depth=1\n";
  const Run witness = verifyta({"-q", "-t0", "--query-index", "0", model});
  CHECK(witness.out ==
        "\nVerifying formula 1 at /nta/queries/query[1]/formula\n -- Formula is satisfied.\n"
        " -- Showing witness trace:\n");
  CHECK(witness.err == body);
  const Run counter = verifyta({"-q", "-t", "1", "--query-index", "1", model, "--compat=4"});
  CHECK(counter.out ==
        "\nVerifying formula 2 at /nta/queries/query[3]/formula\n -- Formula is NOT satisfied.\n"
        "Showing counter example.\n");
  CHECK(counter.err == body);
  CHECK(verifyta({"-q", "-t2", "--query-index", "0", model, "--compat=4"}).out.find("Showing example trace.\n") !=
        std::string::npos);
}

TEST_CASE("verifyta: symbolic traces") {
  TemporaryFolder folder;
  const std::string model = folder.write("m.xml", handshake);
  CHECK(verifyta({"-q", "-t0", "-y", "--query-index", "0", model}).err ==
        "\nState:\n( P.A Q.idle )\ni=0 \n"
        "\nTransitions:\n  P.A->P.B { x >= 2, c!, i = 7 }\n  Q.idle->Q.busy { 1, c?, 1 }\n"
        "\nState:\n( P.B Q.busy )\ni=7 x>=2\n");
}

TEST_CASE("verifyta: trace files are where the version puts them, and replay") {
  TemporaryFolder folder;
  const std::string model = folder.write("m.xml", handshake);
  const std::string prefix = folder.path("t");
  const Run five = verifyta({"-q", "-t1", "-f", prefix, model});
  CHECK(five.err.empty());
  CHECK(five.out.find(" -- Writing witness trace to " + prefix + "-1\n") != std::string::npos);
  CHECK(five.out.find("Writing counter example to " + prefix + "-2\n") != std::string::npos);
  CHECK(std::filesystem::exists(prefix + "-1"));
  CHECK_FALSE(std::filesystem::exists(prefix + "-3"));  // holds everywhere: no trace
  const Run four = verifyta({"-q", "-t1", "-f", prefix, model, "--compat=4"});
  CHECK(four.err == "Writing example trace to " + prefix + "-1.xtr\nWriting counter example to " + prefix + "-2.xtr\n");
  CHECK(read_text(prefix + "-1.xtr") ==
        "0 0 \n.\n.\n0 \n.\n"
        "1 1 \n.\n0 1 -4\n.\n.\n7 \n.\n0 0 ; 1 0 ; .\n.\n");
  for (const std::string name : {"-1.xtr", "-2.xtr"}) CHECK(run_orbita({"replay", model, prefix + name}).code == 0);
  const Run xml = verifyta({"-q", "-t1", "-X", prefix, "--query-index", "0", model});
  CHECK(xml.out.find("XMLTrace outputted to: " + prefix + "1.xml\n") != std::string::npos);
  const std::string text = read_text(prefix + "1.xml");
  CHECK(count(text, "<node ") == 2);
  CHECK(count(text, "<transition ") == 1);
  CHECK(text.find("<transition from=\"State1\" to=\"State2\" edges=\"P.Edge1 Q.Edge1 \"/>") != std::string::npos);
  CHECK(text.find("<guard>x &gt;= 2</guard><sync>c!</sync><update>i = 7</update>") != std::string::npos);
  CHECK(text.find("<clockbound clock1=\"sys.#t(0)\" clock2=\"sys.x\" bound=\"-2\" comp=\"&lt;=\"/>") !=
        std::string::npos);
}

TEST_CASE("verifyta: errors have the place first and exit code 1") {
  TemporaryFolder folder;
  const std::string model = folder.write("m.xml", handshake);
  const Run query = verifyta({model, folder.write("m.q", "E<> P.B\nE<> P.nowhere\n")});
  CHECK(query.code == 1);
  CHECK(query.out.empty());
  CHECK(query.err.find(folder.path("m.q") + "::2: [error] ") == 0);
  std::string wrong = handshake;
  wrong.replace(wrong.find("x &gt;= 2"), 9, "x &gt;= nothing");
  const std::string bad = folder.write("bad.xml", wrong);
  const Run type = verifyta({bad});
  CHECK(type.code == 1);
  CHECK(type.err.find(bad + ":/nta/template[1]/transition[1]/label[1]:1: [error] ") == 0);
  wrong.replace(wrong.find("x &gt;= nothing"), 15, "x &gt;= )");
  CHECK(verifyta({folder.write("bad.xml", wrong)}).err.find("[error] syntax error") != std::string::npos);
  const Run xml = verifyta({folder.write("cut.xml", "<nta><declaration>")});
  CHECK(xml.code == 1);
  CHECK(xml.err.find("parser error") != std::string::npos);
  CHECK(verifyta({folder.path("absent.xml")}).code == 1);
}

TEST_CASE("verifyta: every option is used, ignored with a note, or refused by name") {
  TemporaryFolder folder;
  const std::string model = folder.write("m.xml", handshake);
  for (const std::vector<std::string>& options :
       std::vector<std::vector<std::string>>{{"-b"},
                                             {"-d"},
                                             {"-o", "2"},
                                             {"-o4", "-t1"},
                                             {"-n0"},
                                             {"-n1"},
                                             {"-n2"},
                                             {"-n3"},
                                             {"-n", "4"},
                                             {"-C"},
                                             {"--state-representation", "0"},
                                             {"-S0"},
                                             {"-S3"},
                                             {"-T"},
                                             {"--exploration", "0"},
                                             {"--discrete-representation", "1"},
                                             {"-W"},
                                             {"--seed=9"},
                                             {"--stdc-version"},
                                             {"--search-ord", "1"}}) {
    std::vector<std::string> arguments{"-q", model};
    arguments.insert(arguments.end(), options.begin(), options.end());
    const Run run = verifyta(arguments);
    CAPTURE(options, run.out, run.err);
    CHECK(run.code == 0);
    CHECK(count(run.out, " -- Formula is satisfied.\n") == 2);
    CHECK(count(run.out, " -- Formula is NOT satisfied.\n") == 1);
  }
  for (const std::vector<std::string>& options :
       std::vector<std::vector<std::string>>{{"-a", "0.05"},
                                             {"-E0.01"},
                                             {"--lease", "12"},
                                             {"-k", "KEY"},
                                             {"--split-whatever", "3"},
                                             {"--learning-method", "1"},
                                             {"--rdepth", "7"},
                                             {"--strategy-store", "dir"},
                                             {"--histogram-bar-count", "50"}}) {
    std::vector<std::string> arguments{"-q"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    arguments.push_back(model);
    const Run run = verifyta(arguments);
    CAPTURE(options, run.out, run.err);
    CHECK(run.code == 0);
    CHECK(run.err.find("verifyta: note: option -") == 0);
    CHECK(run.err.find(" has no effect here") != std::string::npos);
    CHECK(count(run.out, " -- Formula is satisfied.\n") == 2);
  }
  for (const std::vector<std::string>& options : std::vector<std::vector<std::string>>{{"-M"},
                                                                                       {"-t3"},
                                                                                       {"-t"},
                                                                                       {"-o9"},
                                                                                       {"--exploration", "1"},
                                                                                       {"--no-such-option"},
                                                                                       {"-@"},
                                                                                       {"--query-index", "17"},
                                                                                       {"-n", "x"}}) {
    std::vector<std::string> arguments{"-q", model};
    arguments.insert(arguments.end(), options.begin(), options.end());
    const Run run = verifyta(arguments);
    CAPTURE(options, run.out, run.err);
    CHECK(run.code == 1);
    CHECK_FALSE(run.err.empty());
    CHECK(run.out.find("satisfied") == std::string::npos);
  }
  CHECK(verifyta({"-M", model}).err.find("--modest") != std::string::npos);
  CHECK(verifyta({"--no-such-option", model}).err.find("--no-such-option") != std::string::npos);
  CHECK(verifyta({"--serach-order", "1", model}).err.find("search-order") != std::string::npos);
}

TEST_CASE("verifyta -h and -v print the text wrappers look for") {
  const Run help = verifyta({"-h"});
  CHECK(help.code == 0);
  CHECK(help.out.find("Usage: verifyta [OPTION]... MODEL QUERY") == 0);
  CHECK(help.out.find("-h [ --help ]") != std::string::npos);
  for (const std::string version : {"4", "5"}) {
    const Run run = verifyta({"-v", "--compat", version});
    CHECK(run.code == 0);
    CHECK(run.out.find(" UPPAAL " + version + ".") != std::string::npos);
  }
}

TEST_CASE("verifyta: an undecided query is never reported as satisfied") {
  TemporaryFolder folder;
  const std::string model = folder.write("m.xml", handshake);
  const Run statistical = verifyta({"-q", model, folder.write("s.q", "Pr[<=10](<> P.B)\n")});
  CHECK(statistical.code == 1);
  CHECK(statistical.out.find(" -- Formula skipped: ") != std::string::npos);
  CHECK(statistical.out.find("satisfied") == std::string::npos);
  const std::string both = folder.write("b.q", "Pr[<=10](<> P.B)\nE<> P.B\n");
  CHECK(verifyta({"-q", model, both}).code == 0);
  CHECK(verifyta({"-q", model, both, "--strict"}).code == 1);
  const Run limited =
      verifyta({"-q", model_path("fischer.xml"), "--set", "N=9", "--timeout", "0"}, "UPPAAL_DISABLE_SYMMETRY=1");
  CAPTURE(limited.out);
  CHECK(limited.code == 3);
  CHECK(count(limited.out, " -- Formula undecided: time limit, while reading the model.\n") > 0);
  // Approximations say so if the verdict is not certain.
  const std::string first = "\nVerifying formula 1 at /nta/queries/query[1]/formula\n -- Formula ";
  const std::string second = "\nVerifying formula 2 at /nta/queries/query[3]/formula\n -- Formula ";
  const std::string third = "\nVerifying formula 3 at /nta/queries/query[4]/formula\n -- Formula ";
  for (const std::vector<std::string>& under :
       std::vector<std::vector<std::string>>{{"-Z", "-H", "20"}, {"--state-representation", "2"}}) {
    std::vector<std::string> words{"-q", model};
    words.insert(words.end(), under.begin(), under.end());
    CHECK(verifyta(words).out ==
          first + "is satisfied.\n" + second + "is NOT satisfied.\n" + third + "MAY be satisfied.\n");
  }
  CHECK(verifyta({"-q", model, "-A"}).out ==
        first + "MAY be satisfied.\n" + second + "MAY NOT be satisfied.\n" + third + "is satisfied.\n");
  // A stopwatch makes zones an over-approximation.
  std::string stopwatch = handshake;
  stopwatch.replace(stopwatch.find("<name>B</name>"), 14, "<name>B</name><label kind=\"invariant\">x' == 0</label>");
  const Run may = verifyta({"-q", folder.write("w.xml", stopwatch)});
  CHECK(may.code == 0);
  CHECK(may.out == first + "MAY be satisfied.\n" + second + "MAY NOT be satisfied.\n" + third + "is satisfied.\n");
}

TEST_CASE("a verdict line has the words of a verdict only for that verdict") {
  using orbita::Verdict;
  const std::vector<Verdict> all{Verdict::satisfied, Verdict::not_satisfied, Verdict::unknown, Verdict::error,
                                 Verdict::skipped};
  for (const orbita::QueryKind kind :
       {orbita::QueryKind::reachable, orbita::QueryKind::sup, orbita::QueryKind::unsupported}) {
    for (const Verdict verdict : all) {
      for (const Verdict leaning : all) {
        for (const char* reason :
             {"", "time limit", "over-approximation: may be satisfied", "is satisfied", "NOT satisfied"}) {
          for (const int compat : {3, 4, 5}) {
            orbita::Query query;
            query.kind = kind;
            query.reason = "statistical query (Pr)";
            orbita::QueryResult result;
            result.query = &query;
            result.verdict = verdict;
            result.leaning = leaning;
            result.reason = reason;
            const std::string line = orbita::cli::verifyta_verdict(result, compat);
            CAPTURE(line, reason, static_cast<int>(verdict), static_cast<int>(leaning));
            const auto has = [&](const char* words) { return line.find(words) != std::string::npos; };
            CHECK(has(" is satisfied.") == (verdict == Verdict::satisfied));
            CHECK(has(" is NOT satisfied.") == (verdict == Verdict::not_satisfied));
            CHECK(has(" MAY be satisfied.") == (verdict == Verdict::unknown && leaning == Verdict::satisfied));
            CHECK(has(" MAY NOT be satisfied.") == (verdict == Verdict::unknown && leaning == Verdict::not_satisfied));
            const bool decided = verdict == Verdict::satisfied || verdict == Verdict::not_satisfied;
            const bool leans =
                verdict == Verdict::unknown && (leaning == Verdict::satisfied || leaning == Verdict::not_satisfied);
            const bool open = !decided && !leans;
            CHECK(has("satisfied") == !open);
            CHECK(line.find('\n') == std::string::npos);
          }
        }
      }
    }
  }
}

TEST_CASE("verifyta --exit-verdict and --test-alpha put verdicts into the exit code") {
  TemporaryFolder folder;
  const std::string model = folder.write("m.xml", handshake);
  CHECK(verifyta({"--exit-verdict", "--query-index", "0", model}).code == 0);
  CHECK(verifyta({"--exit-verdict", model}).code == 10);
  const std::string right = folder.write("r.q", "E<> P.B\n/* EXPECT:T */\nA[] i == 0\n/* EXPECT:F */\nA[] i == 1\n");
  const Run tested = verifyta({"-q", "--test-alpha", "0.05", model, right});
  CAPTURE(tested.out, tested.err);
  CHECK(tested.code == 0);
  CHECK(count(tested.out, "Verifying formula") == 2);
  const std::string wrong = folder.write("w.q", "E<> P.B\n/* EXPECT:F */\n");
  CHECK(verifyta({"-q", "--test-alpha", "0.05", model, wrong}).code == 1);
}

TEST_CASE("verifyta prints the values of sup and inf") {
  TemporaryFolder folder;
  const std::string model = folder.write("m.xml", handshake);
  const Run run =
      verifyta({"-q", model, folder.write("s.q", "sup: i\nsup: i, x\ninf{P.B}: x\nsup{P.A && Q.busy}: i\n")});
  CAPTURE(run.err);
  CHECK(run.out.find("formula 1 at " + folder.path("s.q") + ":1\n -- Formula is satisfied.\n -- Result: 7\n") !=
        std::string::npos);
  CHECK(run.out.find(" -- Result: i<=7, x<infinity\n") != std::string::npos);
  CHECK(run.out.find(" -- Result: 2\n") != std::string::npos);
  CHECK(run.out.find(" -- Result: none") != std::string::npos);
}

TEST_CASE("verifyta compiles only, saves the document, and is found under its own name") {
  TemporaryFolder folder;
  const std::string model = folder.write("m.xml", handshake);
  const Run compiled = verifyta({model}, "UPPAAL_COMPILE_ONLY=1");
  CHECK(compiled.code == 0);
  CHECK(compiled.out.find("layout\n") == 0);
  CHECK(compiled.out.find("2:clock:2:x\n3:var:-32768:32767:0:0:i\n4:location::A\n5:location::B\n6:location::idle\n") !=
        std::string::npos);
  CHECK(compiled.out.find("processes\n#index:initial:name\n0:4:P\n1:6:Q\n\n") != std::string::npos);
  for (const std::string section : {"\ninstructions\n", "\nlocations\n", "\nedges\n", "\nexpressions\n"}) {
    CHECK(compiled.out.find(section) != std::string::npos);
  }
  // An empty value clears the variable.
  CHECK(verifyta({model}, "UPPAAL_COMPILE_ONLY=").out.find("Verifying formula 1") != std::string::npos);
  CHECK(verifyta({"-q", "-x", folder.path("copy.xml"), model}).code == 0);
  CHECK(verifyta({"-q", folder.path("copy.xml")}).out == verifyta({"-q", model}).out);
  const std::string link = (std::filesystem::path(orbita_program()).parent_path() / "verifyta").string();
  const std::string command = "'" + link + "' -q '" + model + "' >'" + folder.path("out") + "' 2>&1";
  REQUIRE(std::system(command.c_str()) == 0);
  CHECK(read_text(folder.path("out")) == verifyta({"-q", model}).out);
}
