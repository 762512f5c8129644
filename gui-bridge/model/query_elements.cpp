#include "gui-bridge/model/query_elements.h"

#include <array>
#include <ctime>
#include <utility>

#include "parser/source.h"

namespace orbita::bridge {

namespace {

// Words of the protocol, and of the file.
constexpr std::array<std::pair<std::string_view, std::string_view>, 5> outcomes{{{"satisfied", "success"},
                                                                                 {"not-satisfied", "failure"},
                                                                                 {"maybe-satisfied", "maybe_true"},
                                                                                 {"maybe-not-satisfied", "maybe_false"},
                                                                                 {"error", "error"}}};

std::optional<std::string> outcome_in(const XmlNode* element) {
  const std::string_view* const found = element == nullptr ? nullptr : element->attribute("outcome");
  if (found == nullptr) return std::nullopt;
  for (const auto& [word, outcome] : outcomes) {
    if (outcome == *found) return std::string(word);
  }
  return std::nullopt;
}

std::string outcome_of(const Params& p, const char* member) {
  const std::string wanted = p.text(member);
  for (const auto& [word, outcome] : outcomes) {
    if (word == wanted) return std::string(outcome);
  }
  p.fail(member, "satisfied, not-satisfied, maybe-satisfied, maybe-not-satisfied or error");
}

std::string expect_text(const Params& p) {
  return "<expect" + attribute_text("outcome", outcome_of(p, "expect")) + " type=\"symbolic\"/>";
}

std::string result_text(const Params& p) {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  char stamp[40];
  std::strftime(stamp, sizeof stamp, "%Y-%m-%d %H:%M:%S +0000", &parts);
  return "<result" + attribute_text("outcome", outcome_of(p, "result")) + " type=\"quality\"" +
         attribute_text("timestamp", stamp) + "/>";
}

std::string one_text(const char* name, const std::string& text) {
  return "<" + std::string(name) + ">" + escaped(normalise_newlines(text)) + "</" + name + ">";
}

// The text of a child, which is made where it is missing.
TextEdit child_text(const XmlText& tree, const XmlNode& query, const char* name, const std::string& text) {
  if (const XmlNode* const there = query.child(name)) return tree.set_content(*there, normalise_newlines(text));
  TextEdit edit = tree.insert(query, name, "<>");
  edit.text.replace(edit.text.find("<>"), 2, one_text(name, text));
  return edit;
}

bool is_given(const Params& p, const char* member) { return p.json().contains(member); }

// A child that is replaced, made or, for null, removed.
void change_child(const XmlText& tree, const XmlNode& query, const Params& p, const char* name,
                  std::string (*text)(const Params&), std::vector<TextEdit>& edits) {
  if (!is_given(p, name)) return;
  const XmlNode* const there = query.child(name);
  if (!p.has(name)) {
    if (there != nullptr) edits.push_back(tree.remove(*there));
  } else if (there != nullptr) {
    edits.push_back(tree.set_attribute(*there, "outcome", outcome_of(p, name)));
  } else {
    edits.push_back(tree.insert(query, name, text(p)));
  }
}

}  // namespace

std::optional<std::string> expectation_in(const XmlNode& query) { return outcome_in(query.child("expect")); }
std::optional<std::string> result_in(const XmlNode& query) { return outcome_in(query.child("result")); }

Operation add_query(const XmlText& tree, const Params& p) {
  std::string text = "<query>\n\t<>";
  if (p.has("comment")) text += "\n\t<c>";
  if (p.has("expect")) text += "\n\t" + expect_text(p);
  text += "\n</query>";
  const XmlNode* const queries = tree.root().child("queries");
  const XmlNode* after = nullptr;
  if (p.has("after")) {
    after = &tree.at(p.text("after"));
    if (after->name != "query") p.fail("after", "the xpath of a query");
  }
  TextEdit edit;
  if (queries != nullptr) {
    edit = tree.insert(*queries, "query", text, after);
  } else {
    std::string whole = "<queries>\n\t";
    for (const char c : text) whole += c == '\n' ? std::string("\n\t") : std::string(1, c);
    edit = tree.insert(tree.root(), "queries", whole + "\n</queries>");
  }
  // Lines of texts must not be indented.
  if (p.has("comment")) edit.text.replace(edit.text.find("<c>"), 3, one_text("comment", p.text("comment")));
  edit.text.replace(edit.text.find("<>"), 2, one_text("formula", p.text("formula")));
  const std::string parent = tree.xpath(tree.root()) + "/queries";
  const std::size_t offset = edit.offset;
  return {{edit}, [parent, offset](const XmlText& now) {
            for (const XmlNode* query : children(now.at(parent), "query")) {
              if (query->begin >= offset) return now.xpath(*query);
            }
            return std::string();
          }};
}

Operation change_query(const XmlText& tree, const Params& p) {
  const XmlNode& query = tree.at(p.text("xpath"));
  if (query.name != "query") p.fail("xpath", "the xpath of a query");
  Operation operation;
  if (p.has("formula")) operation.edits.push_back(child_text(tree, query, "formula", p.text("formula")));
  if (p.has("comment")) operation.edits.push_back(child_text(tree, query, "comment", p.text("comment")));
  change_child(tree, query, p, "expect", expect_text, operation.edits);
  change_child(tree, query, p, "result", result_text, operation.edits);
  return operation;
}

}  // namespace orbita::bridge
