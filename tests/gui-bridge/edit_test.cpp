// Changes to a model's text: each changes what it says and nothing else, and undo is exact.
#include <catch2/catch.hpp>
#include <fstream>
#include <random>
#include <sstream>

#include "gui-bridge/model/model_text.h"
#include "gui-bridge/model/render.h"
#include "gui-bridge/model/template_svg.h"
#include "parser/parser.h"
#include "tests/gui-bridge/local_client.h"
#include "tests/model_files.h"
#include "tests/places.h"
#include "tests/sample.h"

using namespace orbita;
using namespace orbita::test;
using namespace orbita::bridge;

namespace {

std::string bytes_of(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

std::string fischer_bytes() { return bytes_of(test::source_dir() + "/models/fischer.xml"); }

std::vector<std::string> do_edit(ModelText& text, const json& operation) {
  return text.edit({Params(operation, "operation")});
}

// The part of `after` that differs from `before`.
std::string changed_part(const std::string& before, const std::string& after) { return difference(before, after).text; }

// Any operation on what the model has now.
json random_operation(const ModelText& text, std::mt19937& random) {
  const Json drawn = render(XmlText(text.text()), std::nullopt);
  const auto any = [&](const Json& list) -> const Json& { return list[random() % list.size()]; };
  const Json& templ = any(drawn["templates"]);
  const std::string xpath = templ["xpath"];
  const int x = static_cast<int>(random() % 500), y = static_cast<int>(random() % 500);
  const bool edges = !templ["edges"].empty();
  const Json& location = any(templ["locations"]);
  switch (random() % 12) {
    case 0: return {{"op", "move"}, {"xpath", location["xpath"]}, {"x", x}, {"y", y}};
    case 1:
      return {{"op", "add_location"}, {"template", xpath}, {"x", x}, {"y", y}, {"name", "l<&>" + std::to_string(x)}};
    case 2:
      return {{"op", "add_edge"},
              {"template", xpath},
              {"source", location["id"]},
              {"target", any(templ["locations"])["id"]},
              {"labels", {{{"kind", "guard"}, {"text", "x < 3 && y > 2"}, {"x", x}, {"y", y}}}},
              {"nails", {{{"x", x}, {"y", y}}}}};
    case 3:
      return {{"op", "label"},
              {"owner", location["xpath"]},
              {"kind", "invariant"},
              {"text", random() % 2 == 0 ? "" : "x <= 3\n&& y < 2"},
              {"x", x},
              {"y", y}};
    case 4:
      return {{"op", "flag"},
              {"xpath", location["xpath"]},
              {"flag", random() % 2 == 0 ? "urgent" : "initial"},
              {"value", true}};
    case 5: return {{"op", "name"}, {"xpath", location["xpath"]}, {"text", "n" + std::to_string(x)}};
    case 6:
      return {{"op", "text"},
              {"xpath", "/nta/declaration"},
              {"text", "// ü 😀 <" + std::to_string(x)},
              {"from", 0},
              {"to", 3}};
    case 7:
      return {{"op", "add_query"},
              {"formula", "A[] x < " + std::to_string(y)},
              {"comment", "two\nlines"},
              {"expect", "satisfied"}};
    case 8:
      if (edges) return {{"op", "delete"}, {"xpath", any(templ["edges"])["xpath"]}};
      [[fallthrough]];
    case 9:
      if (edges)
        return {{"op", "nails"},
                {"xpath", any(templ["edges"])["xpath"]},
                {"nails", {{{"x", x}, {"y", y}}, {{"x", y}, {"y", x}}}}};
      [[fallthrough]];
    case 10: return {{"op", "color"}, {"xpath", location["xpath"]}, {"color", "#00ff00"}};
    default: return {{"op", "delete"}, {"xpath", location["xpath"]}};
  }
}

}  // namespace

TEST_CASE("a moved label changes its two attributes only") {
  const std::string before = fischer_bytes();
  ModelText text("fischer.xml", before);
  do_edit(text, {{"op", "move"}, {"xpath", "/nta/template[1]/transition[1]/label[1]"}, {"x", 9}, {"y", 102}});
  CHECK(changed_part(before, text.bytes()) == "9");
  text.undo();
  CHECK(text.bytes() == before);
}

TEST_CASE("a changed guard keeps the rest of its text as it was written") {
  ModelText text(
      "m.xml",
      "<nta><template><name>P</name><location id=\"a\"/><init ref=\"a\"/><transition><source ref=\"a\"/>"
      "<target ref=\"a\"/><label kind=\"guard\">x > 1 &amp;&amp; y &#60; 3</label></transition></template></nta>");
  do_edit(
      text,
      {{"op", "label"}, {"owner", "/nta/template[1]/transition[1]"}, {"kind", "guard"}, {"text", "x > 1 && y < 4"}});
  CHECK(text.text().find(">x > 1 &amp;&amp; y &#60; 4</label>") != std::string::npos);
}

TEST_CASE("random edits keep the file well-formed, and undoing them all gives the same bytes") {
  for (const char* name : {"fischer.xml", "train-gate.xml", "csma-cd-a.xml", "german.xml"}) {
    std::string original = bytes_of(test::source_dir() + "/models/" + name);
    for (unsigned seed = 0; seed < 3; ++seed) {
      CAPTURE(name, seed);
      std::string before = original;
      if (seed % 3 == 1) before = "\xef\xbb\xbf" + before;
      if (seed % 3 == 2) {
        std::string returns;
        for (const char c : before) returns += c == '\n' ? std::string("\r\n") : std::string(1, c);
        before = returns;
      }
      ModelText text(name, before);
      std::mt19937 random(seed);
      std::vector<std::string> texts{text.text()};
      for (std::uint64_t i = 0; i < std::max<std::uint64_t>(5, sampled(20)); ++i) {
        const json operation = random_operation(text, random);
        CAPTURE(operation.dump());
        try {
          do_edit(text, operation);
          if (text.text() != texts.back()) texts.push_back(text.text());
        } catch (const RpcError& error) {
          CHECK(error.code() == ErrorCode::impossible);  // the initial location cannot go
        }
        CHECK_NOTHROW(XmlText(text.text()));
        CHECK((text.bytes().find('\r') != std::string::npos) == (seed % 3 == 2));
      }
      for (std::size_t i = texts.size() - 1; i-- > 0;) {
        text.undo();
        REQUIRE(text.text() == texts[i]);
      }
      CHECK(!text.can_undo());
      CHECK(text.bytes() == before);
      while (text.can_redo()) text.redo();
      CHECK(text.text() == texts.back());
    }
  }
}

TEST_CASE("a list of operations that fails changes nothing") {
  ModelText text("fischer.xml", fischer_bytes());
  const json first{{"op", "move"}, {"xpath", "/nta/template[1]/location[1]"}, {"x", 5}, {"y", 5}};
  const json second{{"op", "delete"}, {"xpath", "/nta/template[7]"}};
  CHECK_THROWS_AS(text.edit({Params(first), Params(second)}), RpcError);
  CHECK(text.bytes() == fischer_bytes());
  CHECK(!text.can_undo());
}

TEST_CASE("an added location and edge are read by the parser, with a new name and id") {
  ModelText text("fischer.xml", fischer_bytes());
  CHECK(do_edit(text,
                {{"op", "add_location"}, {"template", "/nta/template[1]"}, {"x", 1}, {"y", 2}, {"name", "done"}})[0] ==
        "/nta/template[1]/location[5]");
  const Json drawn = render(XmlText(text.text()), std::nullopt);
  const std::string id = drawn["templates"][0]["locations"][4]["id"];
  CHECK(do_edit(text, {{"op", "add_edge"}, {"template", "/nta/template[1]"}, {"source", "id3"}, {"target", id}})[0] ==
        "/nta/template[1]/transition[6]");
  Diagnostics diagnostics;
  const auto document = read_model_text("fischer.xml", text.bytes(), diagnostics);
  REQUIRE(document->templates[0]->locations.size() == 5);
  CHECK(document->templates[0]->locations[4].name == "done");
  CHECK(document->templates[0]->edges[5].target == 4);
  do_edit(text, {{"op", "delete"}, {"xpath", "/nta/template[1]/location[5]"}});  // and its edge
  CHECK(text.bytes() == fischer_bytes());
}

TEST_CASE("every model of ours renders, and its templates are pictures") {
  for (const auto& path : own_files({".xml"})) {
    CAPTURE(path.string());
    const ModelText text(path.string(), bytes_of(path));
    const Json drawn = render(XmlText(text.text()), std::nullopt);
    for (const Json& templ : drawn["templates"]) CHECK_NOTHROW(XmlText(template_svg(templ)));
  }
}

TEST_CASE("a colour of a file is given as it is, and what is no colour is not") {
  const auto colour = [](const std::string& value) {
    const std::string text = "<nta><template><name>P</name><location id=\"a\" x=\"0\" y=\"0\" color=\"" + value +
                             "\"/><init ref=\"a\"/></template><system>system P;</system></nta>";
    return render(XmlText(text), std::nullopt)["templates"][0]["locations"][0]["color"];
  };
  for (const char* fine : {"#ffaa00", "#FA0", "red"}) CHECK(colour(fine) == fine);
  for (const char* wrong : {"url(http://127.0.0.1/x)", "#ff;x", "var(--x)", "", "red blue"})
    CHECK(colour(wrong).is_null());
}

TEST_CASE("every XML model of the corpus renders", "[corpus]") {
  if (!has_corpus()) return;
  std::size_t models = 0, not_well_formed = 0;
  for (const auto& path : files_below(test::corpus_dir(), {".xml"})) {
    CAPTURE(path.string());
    const std::string bytes = bytes_of(path);
    if (bytes.find("<nta") == std::string::npos) continue;  // another tool's file
    Diagnostics diagnostics;
    bool readable = true;
    try {
      read_model_text(path.string(), bytes, diagnostics);
    } catch (const ModelError&) {
      readable = false;
    }
    ++models;
    try {
      const ModelText text(path.string(), bytes);
      const Json drawn = render(XmlText(text.text()), std::nullopt);
      for (const Json& templ : drawn["templates"]) CHECK_NOTHROW(XmlText(template_svg(templ)));
      CHECK(text.bytes() == bytes);
    } catch (const RpcError&) {
      ++not_well_formed;
      CHECK(!readable);  // what the parser reads, renders
    }
  }
  CHECK(models > 100);
  CHECK(not_well_formed < models / 10);
}
