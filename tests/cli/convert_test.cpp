// orbita convert as seen by a user.
#include <catch2/catch.hpp>

#include "tests/cli/program.h"

using namespace orbita::test;

namespace {

// A model with a live sequence chart C and this system section.
std::string with_chart(const std::string& system) {
  return "<nta>\n<template><name>P</name><location id=\"a\"><name>A</name></location><init ref=\"a\"/></template>\n"
         "<lsc><name>C</name></lsc>\n<system>" +
         system +
         "</system>\n"
         "<queries><query><formula>E&lt;&gt; P.A</formula><comment>can it?</comment>"
         "<expect outcome=\"success\" type=\"symbolic\" value=\"\"/></query></queries></nta>\n";
}

}  // namespace

TEST_CASE("queries go into a file beside the text, and verify finds them there") {
  const TemporaryFolder folder;
  const std::string model = folder.write("m.xml", with_chart("system P;"));
  const Run run = run_orbita({"convert", model, folder.path("out.xta")});
  CHECK(run.code == 0);
  CHECK(read_text(folder.path("out.q")) == "/*\ncan it?\n*/\nE<> P.A\n/* EXPECT:T */\n");
  CHECK(run.err.find("out.q: the queries of the model\n") != std::string::npos);
  const Run verified = run_orbita({"verify", folder.path("out.xta")});
  CHECK(verified.code == 0);
  CHECK(verified.out.find("E<> P.A") != std::string::npos);
}

TEST_CASE("an existing query file is left alone") {
  const TemporaryFolder folder;
  const std::string model = folder.write("m.xml", with_chart("system P;"));
  folder.write("out.q", "mine\n");
  const Run run = run_orbita({"convert", model, folder.path("out.xta")});
  CHECK(run.code == 0);
  CHECK(read_text(folder.path("out.q")) == "mine\n");
  CHECK(run.err.find("out.q: exists; the queries of the model are not written\n") != std::string::npos);
}

TEST_CASE("a live sequence chart cannot be written as XTA, which is reported at its position") {
  const TemporaryFolder folder;
  const std::string unused = folder.write("m.xml", with_chart("system P;"));
  const Run left_out = run_orbita({"convert", unused, folder.path("out.xta")});
  CHECK(left_out.code == 0);
  CHECK(
      left_out.err.find("m.xml:3:12: warning: the live sequence chart 'C' cannot be written as XTA and is left out") !=
      std::string::npos);

  const std::string used = folder.write("used.xml", with_chart("D = C(); system P, D;"));
  const Run refused = run_orbita({"convert", used, folder.path("refused.xta")});
  CHECK(refused.code == 2);
  CHECK(refused.err.find("used.xml:3:12: error: the live sequence chart 'C' cannot be written as XTA") !=
        std::string::npos);
  CHECK(refused.err.find("hint: convert to XML, which keeps it") != std::string::npos);
  CHECK_FALSE(std::filesystem::exists(folder.path("refused.xta")));

  CHECK(run_orbita({"convert", used, folder.path("kept.xml")}).code == 0);
  CHECK(read_text(folder.path("kept.xml")).find("<lsc><name>C</name></lsc>") != std::string::npos);
}

TEST_CASE("converting text to XML includes the query file next to it, and back") {
  const TemporaryFolder folder;
  const std::string model = folder.write("m.xml", with_chart("system P;"));
  REQUIRE(run_orbita({"convert", model, folder.path("text.xta")}).code == 0);
  const Run back = run_orbita({"convert", folder.path("text.xta"), folder.path("back.xml")});
  CAPTURE(back.err);
  CHECK(back.code == 0);
  CHECK(back.err.find("text.q: the queries of the model\n") != std::string::npos);
  const std::string xml = read_text(folder.path("back.xml"));
  CHECK(xml.find("<formula>E&lt;&gt; P.A</formula>") != std::string::npos);
  CHECK(xml.find("<comment>can it?</comment>") != std::string::npos);
  CHECK(xml.find("<expect outcome=\"success\"") != std::string::npos);
  CHECK(run_orbita({"verify", folder.path("back.xml")}).out.find("satisfied     E<> P.A") == 0);

  folder.write("text.q", "E<> (\n");
  const Run refused = run_orbita({"convert", folder.path("text.xta"), folder.path("none.xml")});
  CHECK(refused.code == 2);  // a query must not be lost silently
  CHECK_FALSE(std::filesystem::exists(folder.path("none.xml")));
}

TEST_CASE("comments in declarations survive in both directions") {
  const TemporaryFolder folder;
  const std::string model =
      folder.write("m.xml",
                   "<nta>\n<declaration>// how many\nconst int N = 3;  /* three */\n\n/* the door */\nint door;\n// "
                   "the end</declaration>\n"
                   "<template><name>P</name><declaration>clock x; // local\n</declaration><location "
                   "id=\"a\"><name>A</name></location>"
                   "<init ref=\"a\"/></template>\n<system>// who takes part\nsystem P; // all\n</system></nta>\n");
  REQUIRE(run_orbita({"convert", model, folder.path("m.xta")}).code == 0);
  const std::string xta = read_text(folder.path("m.xta"));
  CHECK(xta.find("// how many\nconst int N = 3;  /* three */\n\n/* the door */\nint door;\n// the end\n") == 0);
  CHECK(xta.find("{\nclock x; // local\n") != std::string::npos);
  CHECK(xta.find("// who takes part\nsystem P; // all\n") != std::string::npos);
  REQUIRE(run_orbita({"convert", folder.path("m.xta"), folder.path("back.xml")}).code == 0);
  const std::string xml = read_text(folder.path("back.xml"));
  for (const char* comment :
       {"// how many", "/* three */", "/* the door */", "// the end", "// local", "// who takes part", "// all"}) {
    CAPTURE(comment);
    CHECK(xml.find(comment) != std::string::npos);
  }
  REQUIRE(run_orbita({"convert", folder.path("m.xta"), folder.path("again.xta")}).code == 0);
  CHECK(read_text(folder.path("again.xta")) == xta);
}
