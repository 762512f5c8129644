#include "parser/internal/xml_scan.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

namespace orbita {
namespace {

constexpr std::string_view xml_blanks = " \t\n";

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n'; }

// What cannot be part of a name; which of the rest can is libxml2's business.
constexpr auto ends_name = [] {
  std::array<bool, 256> table{};
  for (const char c : {' ', '\t', '\n', '/', '>', '=', '<', '"', '\'', '&', '\0'})
    table[static_cast<unsigned char>(c)] = true;
  return table;
}();

// Thrown inside this file only: the scan ends here.
struct Stop {
  XmlScan::Status status;
  std::size_t offset;
  DiagnosticCode code;
  std::string message;
};

[[noreturn]] void stop(std::size_t offset, std::string message) {
  throw Stop{XmlScan::Status::stopped, offset, "xml", std::move(message)};
}

[[noreturn]] void refuse(std::size_t offset, DiagnosticCode code, std::string message) {
  throw Stop{XmlScan::Status::refused, offset, code, std::move(message)};
}

void append_utf8(std::uint32_t code, std::string& out) {
  const auto byte = [&](std::uint32_t value) { out.push_back(static_cast<char>(value)); };
  if (code < 0x80) {
    byte(code);
  } else if (code < 0x800) {
    byte(0xC0 | code >> 6);
    byte(0x80 | (code & 0x3F));
  } else if (code < 0x10000) {
    byte(0xE0 | code >> 12);
    byte(0x80 | (code >> 6 & 0x3F));
    byte(0x80 | (code & 0x3F));
  } else {
    byte(0xF0 | code >> 18);
    byte(0x80 | (code >> 12 & 0x3F));
    byte(0x80 | (code >> 6 & 0x3F));
    byte(0x80 | (code & 0x3F));
  }
}

// "#38" or "#x26"; anything else, or a number that is no character, is 0.
std::uint32_t character_number(std::string_view reference) {
  const bool hexadecimal = reference.size() > 1 && reference[1] == 'x';
  const std::string_view digits = reference.substr(hexadecimal ? 2 : 1);
  std::uint32_t value = 0;
  for (const char c : digits) {
    std::uint32_t digit = 99;
    if ('0' <= c && c <= '9')
      digit = static_cast<std::uint32_t>(c - '0');
    else if (hexadecimal && 'a' <= c && c <= 'f')
      digit = static_cast<std::uint32_t>(c - 'a') + 10;
    else if (hexadecimal && 'A' <= c && c <= 'F')
      digit = static_cast<std::uint32_t>(c - 'A') + 10;
    if (digit == 99) return 0;
    value = value * (hexadecimal ? 16 : 10) + digit;
    if (value > 0x10FFFF) return 0;
  }
  return value;
}

class Scanner {
 public:
  Scanner(XmlDocument& document, const XmlLimits& limits)
      : document_(document), limits_(limits), text_(document.text) {}

  void run() {
    if (at("<?xml") && text_.size() > 5 && is_blank(text_[5]))
      pos_ = after("?>", 5, "the XML declaration is not closed");
    XmlNode** misc = &document_.before_root;
    while (pos_ < text_.size()) {
      if (is_blank(text_[pos_])) {
        pos_ = skip_blanks(pos_);
      } else if (at("<!--")) {
        misc = link(misc, comment());
      } else if (at("<?")) {
        misc = link(misc, instruction());
      } else if (at("<!DOCTYPE") && !document_.root && document_.doctype.empty()) {
        doctype();
      } else if (at("<") && !document_.root) {
        root_element();
        misc = &document_.after_root;
      } else {
        stop(pos_, document_.root ? "there is text behind the end of the document"
                                  : "a start tag is expected here");
      }
    }
    if (!document_.root) stop(pos_, "the document has no element");
  }

 private:
  struct Open {
    XmlNode* node;
    XmlNode** next_child;
  };

  bool at(std::string_view word) const { return text_.compare(pos_, word.size(), word) == 0; }

  std::size_t skip_blanks(std::size_t from) const {
    while (from < text_.size() && is_blank(text_[from])) ++from;
    return from;
  }

  // Where `closing` ends, searched from pos_ + opening on.
  std::size_t after(std::string_view closing, std::size_t opening, const char* otherwise) const {
    const std::size_t found = text_.find(closing, pos_ + opening);
    if (found == std::string_view::npos) stop(pos_, otherwise);
    return found + closing.size();
  }

  static XmlNode** link(XmlNode** place, XmlNode* node) {
    *place = node;
    return &node->next;
  }

  XmlNode* make(XmlNode::Kind kind, std::size_t end) {
    XmlNode* node = document_.arena.make<XmlNode>();
    node->kind = kind;
    node->begin = static_cast<std::uint32_t>(pos_);
    node->end = static_cast<std::uint32_t>(end);
    pos_ = end;
    return node;
  }

  XmlNode* comment() {
    const std::size_t begin = pos_;
    const std::size_t dashes = text_.find("--", pos_ + 4);
    if (dashes == std::string_view::npos) stop(text_.size(), "the comment is not closed");
    if (text_.compare(dashes, 3, "-->") != 0) stop(dashes, "'--' inside a comment");
    XmlNode* node = make(XmlNode::Kind::comment, dashes + 3);
    node->text = text_.substr(begin + 4, dashes - begin - 4);
    return node;
  }

  XmlNode* instruction() {
    const std::size_t begin = pos_;
    const std::size_t end = after("?>", 2, "the processing instruction is not closed");
    XmlNode* node = make(XmlNode::Kind::instruction, end);
    const std::string_view body = text_.substr(begin + 2, end - begin - 4);
    node->name = body.substr(0, body.find_first_of(xml_blanks));
    const std::size_t data = body.find_first_not_of(xml_blanks, node->name.size());
    if (data != std::string_view::npos) node->text = body.substr(data);
    return node;
  }

  // Up to the '>' that closes it; quotes, comments and instructions may contain anything.
  void doctype() {
    const std::size_t begin = pos_;
    bool inside = false;  // of [ … ]
    while (true) {
      if (pos_ >= text_.size()) stop(text_.size(), "the DOCTYPE is not closed");
      const char c = text_[pos_];
      if (inside && at("<!--")) {
        comment();
      } else if (inside && at("<?")) {
        instruction();
      } else if (inside && at("<!ENTITY")) {
        refuse(pos_, "xml-entity", "entity declarations are not accepted");
      } else if (c == '"' || c == '\'') {
        pos_ = after(std::string_view(&text_[pos_], 1), 1, "the quote is not closed");
      } else if (c == '>' && !inside) {
        break;
      } else {
        if (c == '[') inside = true;
        if (c == ']') inside = false;
        ++pos_;
      }
    }
    ++pos_;
    document_.doctype = text_.substr(begin, pos_ - begin);
  }

  void root_element() {
    start_tag(&document_.root);
    while (!open_.empty()) {
      if (pos_ >= text_.size())
        stop(pos_, "the document ends inside element '" + std::string(open_.back().node->name) + "'");
      if (text_[pos_] != '<') {
        character_data();
      } else if (at("</")) {
        end_tag();
      } else if (at("<!--")) {
        append(comment());
      } else if (at("<![CDATA[")) {
        append(cdata());
      } else if (at("<?")) {
        append(instruction());
      } else {
        start_tag(open_.back().next_child);
      }
    }
  }

  void append(XmlNode* node) { open_.back().next_child = link(open_.back().next_child, node); }

  void character_data() {
    const std::size_t begin = pos_;
    const std::size_t end = std::min(text_.find('<', pos_), text_.size());
    XmlNode* node = make(XmlNode::Kind::text, end);
    node->text = resolve(begin, end, false);
    append(node);
  }

  XmlNode* cdata() {
    const std::size_t begin = pos_;
    const std::size_t end = after("]]>", 9, "the CDATA section is not closed");
    XmlNode* node = make(XmlNode::Kind::cdata, end);
    node->text = text_.substr(begin + 9, end - begin - 12);
    return node;
  }

  void end_tag() {
    const std::size_t name = pos_ + 2;
    const std::string_view expected = open_.back().node->name;
    if (text_.compare(name, expected.size(), expected) != 0)
      stop(pos_, "this end tag does not match element '" + std::string(expected) + "'");
    const std::size_t close = skip_blanks(name + expected.size());
    if (close >= text_.size() || text_[close] != '>') stop(close, "'>' is expected at the end of the tag");
    pos_ = close + 1;
    open_.pop_back();
  }

  // Reads <name a="b"> or <name a="b"/> and hangs the node at `place`.
  void start_tag(XmlNode** place) {
    if (open_.size() >= limits_.depth)
      refuse(pos_, "xml-limit", "elements are nested deeper than " + std::to_string(limits_.depth));
    const std::size_t begin = pos_;
    std::size_t at = pos_ + 1;
    const std::string_view name = name_at(at);
    if (name.empty()) stop(begin, "a name is expected behind '<'");
    at += name.size();
    attributes_.clear();
    while (true) {
      const std::size_t next = skip_blanks(at);
      if (next >= text_.size()) stop(next, "the document ends inside a tag");
      if (text_[next] == '>' || text_.compare(next, 2, "/>") == 0) {
        at = next;
        break;
      }
      if (next == at) stop(at, "a blank is expected before an attribute");
      if (attributes_.size() >= limits_.attributes)
        refuse(next, "xml-limit",
               "an element has more than " + std::to_string(limits_.attributes) + " attributes");
      at = attribute(next);
    }
    const bool empty = text_[at] == '/';
    XmlNode* node = make(XmlNode::Kind::element, at + (empty ? 2 : 1));
    node->begin = static_cast<std::uint32_t>(begin);
    node->name = name;
    node->attributes = document_.arena.copy(attributes_);
    XmlNode** next_sibling = link(place, node);
    if (!open_.empty()) open_.back().next_child = next_sibling;
    if (!empty) open_.push_back({node, &node->first_child});
  }

  std::string_view name_at(std::size_t from) const {
    std::size_t end = from;
    while (end < text_.size() && !ends_name[static_cast<unsigned char>(text_[end])]) ++end;
    return text_.substr(from, end - from);
  }

  std::size_t attribute(std::size_t from) {
    const std::string_view name = name_at(from);
    if (name.empty()) stop(from, "the name of an attribute is expected");
    std::size_t at = skip_blanks(from + name.size());
    if (at >= text_.size() || text_[at] != '=') stop(at, "'=' is expected behind the name of an attribute");
    at = skip_blanks(at + 1);
    if (at >= text_.size() || (text_[at] != '"' && text_[at] != '\''))
      stop(at, "the value of an attribute is expected in quotes");
    const std::size_t close = text_.find(text_[at], at + 1);
    if (close == std::string_view::npos) stop(text_.size(), "the value of an attribute is not closed");
    const std::size_t angle = text_.substr(at, close - at).find('<');
    if (angle != std::string_view::npos) stop(at + angle, "'<' inside the value of an attribute");
    attributes_.push_back({name, resolve(at + 1, close, true)});
    return close + 1;
  }

  // The text of [begin, end) with references replaced; in attributes white space becomes blanks.
  std::string_view resolve(std::size_t begin, std::size_t end, bool attribute) {
    const std::string_view raw = text_.substr(begin, end - begin);
    std::size_t special = raw.find_first_of(attribute ? "&\t\n" : "&");
    if (special == std::string_view::npos) return raw;
    buffer_.clear();
    std::size_t copied = 0;
    for (; special != std::string_view::npos;
         special = raw.find_first_of(attribute ? "&\t\n" : "&", copied)) {
      buffer_.append(raw, copied, special - copied);
      if (raw[special] != '&') {
        buffer_.push_back(' ');
        copied = special + 1;
        continue;
      }
      const std::size_t semicolon = raw.find(';', special);
      const std::string_view reference =
          raw.substr(special + 1, semicolon == std::string_view::npos ? 0 : semicolon - special - 1);
      if (!append_reference(reference, buffer_)) stop(begin + special, unknown_reference(reference));
      copied = semicolon + 1;
    }
    buffer_.append(raw, copied);
    return document_.arena.copy(std::string_view(buffer_));
  }

  static std::string unknown_reference(std::string_view reference) {
    if (reference.empty() || reference.size() > 40) return "'&' begins no entity; write '&amp;'";
    return "entity '&" + std::string(reference) + ";' is not defined";
  }

  XmlDocument& document_;
  const XmlLimits& limits_;
  std::string_view text_;
  std::size_t pos_ = 0;
  std::vector<Open> open_;
  std::vector<XmlAttribute> attributes_;
  std::string buffer_;
};

}  // namespace

bool append_reference(std::string_view reference, std::string& out) {
  if (reference == "lt") return out.push_back('<'), true;
  if (reference == "gt") return out.push_back('>'), true;
  if (reference == "amp") return out.push_back('&'), true;
  if (reference == "quot") return out.push_back('"'), true;
  if (reference == "apos") return out.push_back('\''), true;
  if (reference.size() < 2 || reference[0] != '#') return false;
  const std::uint32_t code = character_number(reference);
  if (code == 0) return false;
  append_utf8(code, out);
  return true;
}

XmlScan scan_xml(XmlDocument& document, const XmlLimits& limits) {
  try {
    Scanner(document, limits).run();
    return {};
  } catch (Stop& reason) {
    return {reason.status, reason.offset, reason.code, std::move(reason.message)};
  }
}

}  // namespace orbita
