#include "parser/xml/xml_tree.h"

#include <absl/container/flat_hash_map.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>

#include <algorithm>
#include <exception>
#include <memory>
#include <mutex>
#include <new>
#include <string_view>
#include <utility>
#include <vector>

#include "parser/work_limits.h"
#include "parser/xml/xml_long_tag.h"

namespace orbita {
namespace {

constexpr std::string_view xml_blanks = " \t\n";

struct FreeContext {
  void operator()(xmlParserCtxt* context) const {
    if (context->myDoc) xmlFreeDoc(context->myDoc);
    xmlFreeParserCtxt(context);
  }
};

std::string_view view(const xmlChar* text) { return text ? reinterpret_cast<const char*>(text) : ""; }

std::string_view view(const xmlChar* text, int length) {
  return {reinterpret_cast<const char*>(text), static_cast<std::size_t>(length)};
}

// Receives libxml2's callbacks, in text order.
class TreeBuilder {
 public:
  TreeBuilder(XmlDocument& document, std::string_view text, const XmlLimits& limits)
      : document_(document), text_(text), limits_(limits), misc_(&document.before_root) {}

  std::optional<XmlProblem> run() {
    const std::unique_ptr<xmlParserCtxt, FreeContext> context(
        xmlCreateIOParserCtxt(nullptr, nullptr, feed, nullptr, this, XML_CHAR_ENCODING_NONE));
    if (!context) throw std::bad_alloc();
    context_ = context.get();
    // Huge lifts libxml2's own limits on sizes; ours are XmlLimits and ReadOptions. Without NOENT a '&' in an attribute
    // arrives as "&#38;"; there are no other entities to substitute, since declarations are refused.
    xmlCtxtUseOptions(context_, XML_PARSE_NONET | XML_PARSE_HUGE | XML_PARSE_IGNORE_ENC | XML_PARSE_NOENT);
    set_handlers(*context_->sax);
    context_->userData = this;
    {
      const LimitScope unlimited{WorkLimits{}};  // exceptions must not pass through libxml2
      xmlParseDocument(context_);
    }
    if (limit_) std::rethrow_exception(limit_);
    if (!problem_ && (!context_->wellFormed || !document_.root))
      problem_ = XmlProblem{XmlProblem::Kind::not_well_formed, "the text is not well-formed", text_.size()};
    return std::move(problem_);
  }

 private:
  struct Open {
    XmlNode* node;
    XmlNode** next_child;
  };

  static TreeBuilder& self(void* user) { return *static_cast<TreeBuilder*>(user); }

  // libxml2 asks for the text in chunks. After a problem it would read on, for some texts in quadratic time; it gets no
  // more.
  static int feed(void* user, char* buffer, int length) {
    TreeBuilder& builder = self(user);
    if (builder.problem_ || builder.limit_) return 0;
    try {
      const LimitScope scope(builder.work_limits_);
      check_limits();
    } catch (const LimitReached&) {
      builder.limit_ = std::current_exception();
      return 0;
    }
    const std::string_view part = builder.text_.substr(builder.fed_, static_cast<std::size_t>(length));
    std::copy(part.begin(), part.end(), buffer);
    builder.fed_ += part.size();
    return static_cast<int>(part.size());
  }

  static void on_libxml_error(void* user, const char*, ...) { self(user).on_error(); }

  static void set_handlers(xmlSAXHandler& sax) {
    // Version 1 of the SAX interface, in which libxml2 keeps the prefixes of names and the order of attributes.
    sax = xmlSAXHandler{};
    sax.initialized = 1;
    sax.error = on_libxml_error;
    sax.startDocument = [](void* user) { self(user).last_ = self(user).position(); };
    sax.internalSubset = [](void* user, const xmlChar*, const xmlChar*, const xmlChar*) {
      self(user).doctype_ = self(user).first_not_blank();
    };
    sax.externalSubset = [](void* user, const xmlChar*, const xmlChar*, const xmlChar*) {
      self(user).on_doctype_end();
    };
    sax.entityDecl = [](void* user, const xmlChar*, int, const xmlChar*, const xmlChar*, xmlChar*) {
      self(user).on_entity();
    };
    sax.unparsedEntityDecl = [](void* user, const xmlChar*, const xmlChar*, const xmlChar*, const xmlChar*) {
      self(user).on_entity();
    };
    sax.startElement = [](void* user, const xmlChar* name, const xmlChar** attributes) {
      self(user).on_start(view(name), attributes);
    };
    sax.endElement = [](void* user, const xmlChar*) { self(user).on_end(); };
    sax.characters = [](void* user, const xmlChar* text, int length) { self(user).on_text(text, length); };
    sax.ignorableWhitespace = sax.characters;
    sax.cdataBlock = [](void* user, const xmlChar* text, int length) { self(user).on_cdata(view(text, length)); };
    sax.comment = [](void* user, const xmlChar* text) { self(user).on_comment(view(text)); };
    sax.processingInstruction = [](void* user, const xmlChar* name, const xmlChar* text) {
      self(user).on_instruction(view(name), view(text));
    };
  }

  // libxml2's current position in the text.
  std::size_t position() const {
    const xmlParserInput* input = context_->input;
    return input ? input->consumed + static_cast<std::size_t>(input->cur - input->base) : text_.size();
  }

  std::size_t first_not_blank() const { return std::min(text_.find_first_not_of(xml_blanks, last_), text_.size()); }

  // ---- problems

  void stop(XmlProblem::Kind kind, std::string message, std::size_t offset) {
    if (problem_) return;
    problem_ = XmlProblem{kind, std::move(message), std::min(offset, text_.size())};
    xmlStopParser(context_);
  }

  void on_error() {
    if (problem_) return;
    const char* message = context_->lastError.message;
    problem_ =
        XmlProblem{XmlProblem::Kind::not_well_formed, with_line(message ? message : "unknown"), place_of_error()};
  }

  // One line. In "tag mismatch: system line 0 and sistem" libxml2 omits the line number in this version of its
  // interface.
  std::string with_line(std::string message) const {
    message.erase(std::min(message.find('\n'), message.size()));  // excerpts of the text follow
    const std::string unknown = " line 0 and ";
    const std::size_t at = message.find(unknown);
    if (at == std::string::npos || open_.empty()) return message;
    const auto begin = text_.begin() + open_.back().node->begin;
    const auto line = std::count(text_.begin(), begin, '\n') + 1;
    return message.replace(at, unknown.size(), " line " + std::to_string(line) + " and ");
  }

  // The unreadable piece begins where the last piece ended. Inside tags, comments and the DOCTYPE libxml2's position is
  // more precise, unless it is just the end of the text.
  std::size_t place_of_error() const {
    const std::size_t found = std::min(position(), text_.size());
    if (context_->inSubset != 0) return found;
    const std::size_t begin = open_.empty() ? first_not_blank() : last_;
    const std::string_view rest = text_.substr(begin);
    const bool exact = rest.starts_with("<") && !rest.starts_with("</") && !rest.starts_with("<![");
    return exact && found > begin + 1 && found < text_.size() ? found : begin;
  }

  void on_entity() {
    stop(XmlProblem::Kind::entity, "entity declarations are not accepted", text_.rfind("<!ENTITY", position()));
  }

  // ---- pieces

  void on_doctype_end() {
    last_ = position();
    document_.doctype = text_.substr(doctype_, last_ - doctype_);
  }

  XmlNode* make(XmlNode::Kind kind, std::size_t begin, std::size_t end) {
    XmlNode* node = document_.arena.make<XmlNode>();
    node->kind = kind;
    node->begin = static_cast<std::uint32_t>(begin);
    node->end = static_cast<std::uint32_t>(end);
    last_ = end;
    return node;
  }

  void append(XmlNode* node) {
    XmlNode**& place = open_.empty() ? misc_ : open_.back().next_child;
    *place = node;
    place = &node->next;
  }

  // libxml2's position is before the '>' or '/>'.
  void on_start(std::string_view name, const xmlChar** attributes) {
    finish_text();
    const std::size_t begin = first_not_blank();
    if (open_.size() >= limits_.depth)
      return stop(XmlProblem::Kind::limit, "elements are nested deeper than " + std::to_string(limits_.depth), begin);
    const std::size_t close = position();
    const std::size_t length = close < text_.size() && text_[close] == '/' ? 2 : 1;
    XmlNode* node = make(XmlNode::Kind::element, begin, std::min(close + length, text_.size()));
    node->name = text_.substr(begin + 1, name.size());
    node->attributes = read_attributes(attributes);
    if (open_.empty()) {
      document_.root = node;
      misc_ = &document_.after_root;
    } else {
      append(node);
    }
    open_.push_back({node, &node->first_child});
  }

  std::span<XmlAttribute> read_attributes(const xmlChar** attributes) {
    attributes_.clear();
    for (; attributes && attributes[0]; attributes += 2) {
      std::string_view& name = names_[attributes[0]];  // libxml2 has one copy of each name
      if (name.empty()) name = document_.arena.copy(view(attributes[0]));
      attributes_.push_back({name, document_.arena.copy(view(attributes[1]))});
    }
    return document_.arena.copy(attributes_);
  }

  void on_end() {
    finish_text();
    last_ = position();
    open_.pop_back();
  }

  // A run of text arrives in parts: pieces of libxml2's input, or copies of pieces and resolved references. Text
  // without references is not copied.
  void on_text(const xmlChar* part, int length) {
    const xmlParserInput& input = *context_->input;
    const bool in_input = part >= input.base && part < input.end;
    const std::size_t end =
        in_input ? input.consumed + static_cast<std::size_t>(part - input.base) + static_cast<std::size_t>(length)
                 : position();
    if (!in_text_) {
      in_text_ = plain_ = true;
      text_begin_ = last_;
    }
    const std::string_view resolved = view(part, length);
    if (plain_ && end - last_ != resolved.size()) {
      plain_ = false;
      buffer_.assign(text_.substr(text_begin_, last_ - text_begin_));
    }
    if (!plain_) buffer_.append(resolved);
    last_ = end;
  }

  void finish_text() {
    if (!in_text_) return;
    in_text_ = false;
    XmlNode* node = make(XmlNode::Kind::text, text_begin_, last_);
    node->text =
        plain_ ? text_.substr(text_begin_, last_ - text_begin_) : document_.arena.copy(std::string_view(buffer_));
    append(node);
  }

  // Called after "<![CDATA[", text and "]]>".
  void on_cdata(std::string_view text) { add_delimited(XmlNode::Kind::cdata, text, 9, 3); }

  void on_comment(std::string_view text) {
    if (context_->inSubset == 0) add_delimited(XmlNode::Kind::comment, text, 4, 3);
  }

  void add_delimited(XmlNode::Kind kind, std::string_view text, std::size_t opening, std::size_t closing) {
    finish_text();
    const std::size_t end = position();
    const std::size_t inside = end - closing - text.size();
    XmlNode* node = make(kind, inside - opening, end);
    node->text = text_.substr(inside, text.size());
    append(node);
  }

  void on_instruction(std::string_view name, std::string_view text) {
    if (context_->inSubset != 0) return;
    finish_text();
    const std::size_t begin = open_.empty() ? first_not_blank() : last_;
    const std::size_t end = position();
    XmlNode* node = make(XmlNode::Kind::instruction, begin, end);
    node->name = text_.substr(begin + 2, name.size());
    node->text = text_.substr(end - 2 - text.size(), text.size());
    append(node);
  }

  XmlDocument& document_;
  std::string_view text_;
  const XmlLimits& limits_;
  xmlParserCtxt* context_ = nullptr;
  std::size_t fed_ = 0;  // bytes of the text passed to libxml2
  std::optional<XmlProblem> problem_;
  const WorkLimits work_limits_ = current_limits();
  std::exception_ptr limit_;  // LimitReached inside a callback: rethrown once libxml2 has returned
  XmlNode** misc_;            // where the next comment or instruction outside the root goes
  std::vector<Open> open_;    // elements not yet closed
  std::size_t last_ = 0;      // where the last piece ended
  std::size_t doctype_ = 0;   // where the DOCTYPE begins
  bool in_text_ = false;      // a run of text has begun, at text_begin_
  bool plain_ = true;         // the run has no references so far
  std::size_t text_begin_ = 0;
  std::string buffer_;  // the resolved text of a run with references
  std::vector<XmlAttribute> attributes_;
  absl::flat_hash_map<const xmlChar*, std::string_view> names_;
};

}  // namespace

std::optional<XmlProblem> read_tree(XmlDocument& document, const XmlLimits& limits) {
  static std::once_flag initialised;
  std::call_once(initialised, xmlInitParser);
  const std::string_view text = document.text;
  if (text.empty()) return XmlProblem{XmlProblem::Kind::not_well_formed, "Document is empty", 0};
  if (const std::size_t nul = text.find('\0'); nul != std::string_view::npos)
    return XmlProblem{XmlProblem::Kind::not_well_formed, "the text contains a NUL byte", nul};
  const std::optional<LongTag> long_tag = find_long_tag(text, limits.attributes);
  const std::size_t end = long_tag ? long_tag->tag : text.size();
  std::optional<XmlProblem> problem;
  if (end > 0) problem = TreeBuilder(document, text.substr(0, end), limits).run();
  // An error before the long tag takes precedence, except that the text ends there.
  if (!long_tag || (problem && problem->offset < end)) return problem;
  return XmlProblem{XmlProblem::Kind::limit,
                    "an element has more than " + std::to_string(limits.attributes) + " attributes",
                    long_tag->attribute};
}

}  // namespace orbita
