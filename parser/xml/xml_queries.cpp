// The <queries> element.
#include <string>
#include <vector>

#include "parser/xml/xml_model_reader.h"

namespace orbita {
namespace {

struct Outcome {
  std::string_view word;
  Expectation meaning;
};

constexpr Outcome outcomes[] = {{"success", Expectation::satisfied},
                                {"failure", Expectation::not_satisfied},
                                {"maybe_true", Expectation::maybe_satisfied},
                                {"maybe_false", Expectation::maybe_not_satisfied},
                                {"error", Expectation::error}};

// `none` for a word that is no outcome.
Expectation expectation(std::string_view word) {
  for (const Outcome& outcome : outcomes) {
    if (outcome.word == word) return outcome.meaning;
  }
  return Expectation::none;
}

// Later options win, so document-wide ones come first.
void read_option(const XmlNode& node, Arena& arena, std::vector<QueryOption>& options) {
  const std::string_view* key = node.attribute("key");
  const std::string_view* value = node.attribute("value");
  if (!key || key->empty()) return;
  options.push_back({arena.copy(*key), value ? arena.copy(*value) : std::string_view{}});
}

}  // namespace

void XmlModelReader::read_queries(const XmlNode& queries, const XmlPlace& place) {
  check_attributes(queries, XmlElement::queries, place);
  std::vector<QueryOption> defaults;
  for (const XmlNode* child = queries.first_child; child; child = child->next)
    if (child->kind == XmlNode::Kind::element && child->name == "option")
      read_option(*child, document_.arena, defaults);
  for_children(queries, XmlElement::queries, place, [&](const XmlNode& child, std::size_t number) {
    if (child.name != "query") return;
    XmlPlace here = place.inside("query", number);
    here.words = "query " + std::to_string(number);
    read_query(child, static_cast<std::uint32_t>(number), here, defaults);
  });
}

void XmlModelReader::read_query(const XmlNode& node, std::uint32_t index, const XmlPlace& place,
                                const std::vector<QueryOption>& defaults) {
  check_attributes(node, XmlElement::query, place);
  std::vector<QueryOption> options = defaults;
  const XmlNode* formula = nullptr;
  const XmlNode* comment = nullptr;
  const XmlNode* expect = nullptr;
  for_children(node, XmlElement::query, place, [&](const XmlNode& child, std::size_t number) {
    if (child.name == "option") return read_option(child, document_.arena, options);
    if (child.name == "result") return;
    if (number > 1) return report_second(child, place, number);
    if (child.name == "formula") formula = &child;
    if (child.name == "comment") comment = &child;
    if (child.name == "expect") expect = &child;
  });
  if (!formula) return;
  const std::uint32_t block = text_block(*formula, place.inside("formula"));
  Query* query = parse([&] { return parse_query(grammar_, block); }, errors_.queries);
  if (!query) return;  // a placeholder
  query->index = index;
  query->options = document_.arena.copy(options);
  if (comment) query->comment = document_.arena.copy(std::string_view(plain_text(*comment)));
  if (expect) read_expected(*expect, place, *query);
  document_.queries.push_back(query);
}

// A slip must not look like a query of which nothing is expected.
void XmlModelReader::read_expected(const XmlNode& expect, const XmlPlace& place, Query& query) {
  const std::string_view* word = expect.attribute("outcome");
  if (!word || word->empty()) return;
  const Expectation expected = expectation(*word);
  if (expected != Expectation::none) {
    query.expected = expected;
    return;
  }
  std::vector<std::string_view> known;
  for (const Outcome& outcome : outcomes) known.push_back(outcome.word);
  diagnostics_.warning("unknown-attribute", tag(expect, place.inside("expect")),
                       "outcome '" + std::string(word->substr(0, 60)) + "' of element 'expect' is unknown and ignored",
                       spelling_hint(*word, known));
}

}  // namespace orbita
