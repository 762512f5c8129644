#include "session/expected.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <stdexcept>

#include "parser/expectation.h"
#include "session/quantity.h"

namespace orbita {

namespace {

std::string_view trim(std::string_view text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front())) != 0) text.remove_prefix(1);
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back())) != 0) text.remove_suffix(1);
  return text;
}

Expectation verdict_of(std::string_view word) {
  std::string name(word);
  for (char& c : name) c = c == '_' || c == ' ' ? '-' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  if (name == "satisfied" || name == "holds" || name == "true") return Expectation::satisfied;
  if (name == "not-satisfied" || name == "violated" || name == "false") return Expectation::not_satisfied;
  if (name == "maybe-satisfied") return Expectation::maybe_satisfied;
  if (name == "maybe-not-satisfied") return Expectation::maybe_not_satisfied;
  if (name == "error") return Expectation::error;
  return Expectation::none;
}

// "satisfied, 10s": the verdict's word and the rest.
std::pair<std::string_view, std::string_view> split_budget(std::string_view text) {
  const std::size_t comma = text.find(',');
  if (comma == std::string_view::npos) return {trim(text), {}};
  return {trim(text.substr(0, comma)), trim(text.substr(comma + 1))};
}

// --------------------------------------------------------------- XML

const XmlNode* query_element(const Document& document, std::uint32_t index) {
  if (document.xml == nullptr) return nullptr;
  const XmlNode* queries = document.xml->root->child("queries");
  std::uint32_t number = 0;
  for (const XmlNode* n = queries != nullptr ? queries->first_child : nullptr; n != nullptr; n = n->next) {
    if (n->kind == XmlNode::Kind::element && n->name == "query" && ++number == index) return n;
  }
  return nullptr;
}

std::string text_of(const XmlNode& element) {
  std::string text;
  for (const XmlNode* n = element.first_child; n != nullptr; n = n->next) {
    if (n->kind == XmlNode::Kind::text || n->kind == XmlNode::Kind::cdata) text += n->text;
  }
  return text;
}

void read_resource(const XmlNode& resource, ExpectedVerdict& expected) {
  const auto value = [&](const char* name) {
    const std::string_view* found = resource.attribute(name);
    return found == nullptr ? std::string() : std::string(*found);
  };
  try {
    if (value("type") == "time") expected.seconds = parse_duration(value("value") + value("unit"));
    if (value("type") == "memory") expected.memory = parse_size(value("value") + value("unit"));
    if (value("type") == "states") read_budget(value("value") + " states", expected);
  } catch (const std::invalid_argument&) {
    // Units that only UPPAAL knows: nothing we can compare.
  }
}

// A line "expect: satisfied, 10s", with or without slashes before it.
void read_comment(const XmlNode& comment, ExpectedVerdict& expected) {
  const std::string text = text_of(comment);
  std::string_view rest = text;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size() - 1);
    std::string_view line = trim(rest.substr(0, end + 1));
    rest.remove_prefix(end + 1);
    if (line.starts_with("//")) line = trim(line.substr(2));
    if (!line.starts_with("expect:")) continue;
    const auto [word, budget] = split_budget(line.substr(7));
    expected.verdict = verdict_of(word);
    if (expected.verdict == Expectation::none) {
      throw std::invalid_argument("no verdict to expect: '" + std::string(word) + "'");
    }
    read_budget(budget, expected);
  }
}

void read_result(const XmlNode& result, ExpectedVerdict& expected) {
  const std::string_view* outcome = result.attribute("outcome");
  if (outcome == nullptr || (*outcome != "success" && *outcome != "failure")) return;
  expected.verdict = *outcome == "success" ? Expectation::satisfied : Expectation::not_satisfied;
  expected.from_result = true;
}

ExpectedVerdict from_xml(const Document& document, const Query& query) {
  ExpectedVerdict expected;
  expected.file = document.path;
  expected.element = query_element(document, query.index);
  expected.verdict = query.expected;
  if (expected.element == nullptr) return expected;
  if (const XmlNode* expect = expected.element->child("expect")) {
    for (const XmlNode* n = expect->first_child; n != nullptr; n = n->next) {
      if (n->kind == XmlNode::Kind::element && n->name == "resource") read_resource(*n, expected);
    }
  }
  if (expected.verdict != Expectation::none) return expected;
  if (const XmlNode* comment = expected.element->child("comment")) read_comment(*comment, expected);
  if (expected.verdict != Expectation::none) return expected;
  for (const XmlNode* n = expected.element->first_child; n != nullptr; n = n->next) {
    if (n->kind == XmlNode::Kind::element && n->name == "result") read_result(*n, expected);
  }
  return expected;
}

// One past the last byte of a node; for an element past its end tag.
std::size_t end_of(const XmlDocument& xml, const XmlNode& node) {
  if (node.kind != XmlNode::Kind::element) return node.end;
  const XmlNode* last = node.first_child;
  while (last != nullptr && last->next != nullptr) last = last->next;
  if (last == nullptr && xml.text[node.end - 2] == '/') return node.end;  // <a/>
  const std::size_t inside = last == nullptr ? node.end : end_of(xml, *last);
  return xml.text.find('>', inside) + 1;
}

std::string attribute_text(std::string_view name, std::string_view value) {
  std::string text = " " + std::string(name) + "=\"";
  for (const char c : value) {
    if (c == '&') text += "&amp;";
    else if (c == '<') text += "&lt;";
    else if (c == '"') text += "&quot;";
    else text += c;
  }
  return text + "\"";
}

// The start tag with another outcome; its other attributes stay.
std::string expect_tag(const XmlNode* old, bool satisfied, bool closed) {
  const std::string outcome = satisfied ? "success" : "failure", value = satisfied ? "true" : "false";
  std::string tag = "<expect";
  if (old != nullptr && old->attribute("outcome") != nullptr) {
    for (const XmlAttribute& a : old->attributes) {
      const bool is_value = a.name == "value" && (a.value == "true" || a.value == "false");
      tag += attribute_text(a.name, a.name == "outcome" ? outcome : is_value ? value : std::string(a.value));
    }
  } else {
    tag += attribute_text("outcome", outcome) + attribute_text("type", "symbolic") + attribute_text("value", value);
  }
  return tag + (closed ? "/>" : ">");
}

Edit xml_edit(const XmlDocument& xml, const ExpectedVerdict& expected, bool satisfied) {
  const XmlNode& query = *expected.element;
  if (const XmlNode* old = query.child("expect")) {
    const bool closed = xml.text[old->end - 2] == '/';
    return {expected.file, old->begin, old->end - old->begin, expect_tag(old, satisfied, closed)};
  }
  // After the last of formula, comment and option, with the whitespace before that one.
  const XmlNode* after = nullptr;
  const XmlNode* blanks = nullptr;
  const XmlNode* previous = nullptr;
  for (const XmlNode* n = query.first_child; n != nullptr; previous = n, n = n->next) {
    if (n->kind != XmlNode::Kind::element || n->name == "result") continue;
    after = n;
    blanks = previous != nullptr && previous->kind == XmlNode::Kind::text && trim(previous->text).empty() ? previous
                                                                                                          : nullptr;
  }
  std::string text = blanks == nullptr ? "" : xml.text.substr(blanks->begin, blanks->end - blanks->begin);
  return {expected.file, end_of(xml, *after), 0, text + expect_tag(nullptr, satisfied, true)};
}

// --------------------------------------------------------------- text

// The lines "// expect: FORMULA  VERDICT[, BUDGET]…" of a model.
struct CommentQuery {
  Span formula, word;
  std::string_view budget;
};

std::vector<CommentQuery> comment_queries(std::string_view text, std::uint32_t block) {
  std::vector<CommentQuery> found;
  const auto span = [&](std::string_view part) {
    const auto begin = static_cast<std::uint32_t>(part.data() - text.data());
    return Span{block, begin, begin + static_cast<std::uint32_t>(part.size())};
  };
  std::string_view rest = text;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size() - 1);
    std::string_view line = trim(rest.substr(0, end + 1));
    rest.remove_prefix(end + 1);
    if (!line.starts_with("//")) continue;
    line = trim(line.substr(2));
    if (!line.starts_with("expect:")) continue;
    line = trim(line.substr(7));
    const std::size_t gap = line.rfind("  ");
    const auto [word, budget] = split_budget(gap == std::string_view::npos ? std::string_view{} : line.substr(gap));
    if (verdict_of(word) == Expectation::none) {
      throw std::invalid_argument("expected '// expect: FORMULA  VERDICT', with two blanks before the verdict: '" +
                                  std::string(line) + "'");
    }
    found.push_back({span(trim(line.substr(0, gap))), span(word), budget});
  }
  return found;
}

std::uint32_t model_block(const Document& document) {
  for (std::uint32_t block = 0; block < document.sources.size(); ++block) {
    if (document.sources[block].file == document.path) return block;
  }
  return 0;
}

ExpectedVerdict from_text(Loaded& loaded, const Query& query) {
  ExpectedVerdict expected;
  expected.verdict = query.expected;
  const TextBlock& block = loaded.document->sources[query.span.block];
  if (block.file == "query") {  // a formula of a comment
    const std::uint32_t model = model_block(*loaded.document);
    const std::string_view text = loaded.document->sources[model].text;
    for (const CommentQuery& one : comment_queries(text, model)) {
      if (text.substr(one.formula.begin, one.formula.end - one.formula.begin) != query.text) continue;
      expected.file = loaded.document->path;
      expected.word = one.word;
      expected.query = one.formula;
      expected.verdict = verdict_of(text.substr(one.word.begin, one.word.end - one.word.begin));
      read_budget(one.budget, expected);
    }
    return expected;
  }
  for (const WrittenExpectation& one : find_expectations(*loaded.document, query.span.block)) {
    if (one.query.begin > query.span.begin || one.query.end < query.span.end) continue;
    expected.file = block.file;
    expected.word = one.word;
    expected.query = one.query;
    read_budget(one.budget, expected);
  }
  return expected;
}

Edit text_edit(const Loaded& loaded, const ExpectedVerdict& expected, bool satisfied) {
  const std::string_view text = loaded.document->sources[expected.query.block].text;
  const std::string verdict = satisfied ? "satisfied" : "not-satisfied";
  if (expected.word.begin != expected.word.end) {
    const std::size_t length = expected.word.end - expected.word.begin;
    return {expected.file, expected.word.begin, length, length == 1 ? (satisfied ? "T" : "F") : verdict};
  }
  const std::size_t line_end = std::min(text.find('\n', expected.query.end), text.size());
  const bool free = trim(text.substr(expected.query.end, line_end - expected.query.end)).empty();
  if (free) return {expected.file, expected.query.end, 0, "  // expect: " + verdict};
  return {expected.file, expected.query.begin, 0, "// expect: " + verdict + "\n"};
}

}  // namespace

bool ExpectedVerdict::has_budget() const {
  const ExpectedVerdict free;
  return seconds != free.seconds || states != free.states || memory != free.memory;
}

Limits ExpectedVerdict::within(Limits limits) const {
  limits.seconds = std::min(limits.seconds, seconds);
  limits.states = std::min(limits.states, states);
  limits.memory = std::min(limits.memory, memory);
  return limits;
}

void read_budget(std::string_view text, ExpectedVerdict& expected) {
  while (!trim(text).empty()) {
    const std::size_t comma = text.find(',');
    const std::string one(trim(text.substr(0, comma)));
    text = comma == std::string_view::npos ? std::string_view{} : text.substr(comma + 1);
    try {
      std::uint64_t states = 0;
      const auto [end, problem] = std::from_chars(one.data(), one.data() + one.size(), states);
      if (problem == std::errc{} && trim(std::string_view(end, one.data() + one.size())) == "states") {
        expected.states = states;
      } else if (!one.empty() && (one.back() == 'B' || one.back() == 'M' || one.back() == 'G')) {
        expected.memory = parse_size(one);
      } else {
        std::string lower = one;  // UPPAAL writes 10S
        for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        expected.seconds = parse_duration(lower);
      }
    } catch (const std::invalid_argument&) {
      throw std::invalid_argument("no budget: '" + one + "'; expected such as 10s, 5000 states or 200MB");
    }
  }
}

void load_comment_queries(const std::string& path, Loaded& loaded) {
  if (loaded.model == nullptr || !loaded.queries.empty() || loaded.document->xml != nullptr) return;
  const std::uint32_t block = model_block(*loaded.document);
  if (loaded.document->sources[block].file != path) return;
  for (const CommentQuery& one : comment_queries(loaded.document->sources[block].text, block)) {
    const std::string formula(loaded.document->sources.text(one.formula));
    Query* query = read_formula(*loaded.document, formula, loaded.diagnostics);
    if (query->kind != QueryKind::unsupported) check_query(*loaded.model, *query, loaded.diagnostics);
    loaded.queries.push_back(query);
  }
}

std::vector<ExpectedVerdict> find_expected(Loaded& loaded) {
  std::vector<ExpectedVerdict> all;
  for (const Query* query : loaded.queries) {
    const bool xml = loaded.document->xml != nullptr &&
                     std::find(loaded.document->queries.begin(), loaded.document->queries.end(), query) !=
                         loaded.document->queries.end();
    all.push_back(xml ? from_xml(*loaded.document, *query) : from_text(loaded, *query));
  }
  return all;
}

Edit expect_edit(const Loaded& loaded, const ExpectedVerdict& expected, bool satisfied) {
  if (expected.element != nullptr) return xml_edit(*loaded.document->xml, expected, satisfied);
  return text_edit(loaded, expected, satisfied);
}

}  // namespace orbita
