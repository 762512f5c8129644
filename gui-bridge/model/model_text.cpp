#include "gui-bridge/model/model_text.h"

#include <algorithm>

#include "gui-bridge/model/operations.h"
#include "gui-bridge/model/utf16.h"
#include "parser/decode.h"
#include "parser/source.h"

namespace orbita::bridge {

namespace {

constexpr std::size_t most_changes = 10000;
constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

bool ends_in(const std::string& name, std::string_view end) {
  return name.size() >= end.size() && name.compare(name.size() - end.size(), end.size(), end) == 0;
}

// As read_model_text decides.
bool looks_like_xml(const std::string& name, const std::string& bytes) {
  if (ends_in(name, ".xta") || ends_in(name, ".ta")) return false;
  if (ends_in(name, ".xml")) return true;
  const std::size_t first = bytes.find_first_not_of(" \t\r\n\xef\xbb\xbf");
  return first != std::string::npos && bytes[first] == '<';
}

std::string with_carriage_returns(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '\n') result += '\r';
    result += c;
  }
  return result;
}

// An XML declaration that names another encoding would be wrong for UTF-8.
std::string as_utf8(const std::string& text) {
  const std::size_t end = text.find("?>");
  if (text.rfind("<?xml", 0) != 0 || end == std::string::npos) return text;
  return "<?xml version=\"1.0\" encoding=\"utf-8\"?>" + text.substr(end + 2);
}

std::string edited_plain(const std::string& text, const Params& operation) {
  if (operation.text("op") != "text" || !operation.text("xpath", "").empty())
    throw RpcError(ErrorCode::impossible, "in a text model only its whole text can be edited");
  return replaced_part(text, operation);
}

}  // namespace

ModelText::ModelText(const std::string& name, std::string bytes) : original_(std::move(bytes)) {
  xml_ = looks_like_xml(name, original_);
  format_ = xml_ ? "xml" : ends_in(name, ".ta") ? "ta" : "xta";
  Decoded decoded = xml_ ? decode_xml(original_) : decode_plain(original_);
  if (!decoded.problem.empty()) throw RpcError(ErrorCode::model_error, decoded.problem);
  text_ = opened_ = std::move(decoded.text);
}

std::vector<std::string> ModelText::edit(const std::vector<Params>& operations) {
  const std::string before = text_;
  std::string after = text_;
  std::vector<std::string> created;
  for (const Params& operation : operations) {
    created.emplace_back();
    if (!xml_) {
      after = edited_plain(after, operation);
      continue;
    }
    const XmlText tree(std::move(after));
    Operation made = make_operation(tree, operation);
    after = applied(tree.text(), std::move(made.edits));
    if (made.created) created.back() = made.created(XmlText(after));
  }
  if (xml_) XmlText whole(after);  // throws where an edit has broken it
  text_ = std::move(after);
  if (text_ != before) remember(before);
  return created;
}

void ModelText::remember(const std::string& before) {
  const TextEdit change = difference(before, text_);
  history_.resize(done_);
  if (history_.size() == most_changes) history_.erase(history_.begin());
  history_.push_back({change.offset, before.substr(change.offset, change.length), change.text});
  done_ = history_.size();
}

void ModelText::undo() {
  if (!can_undo()) throw RpcError(ErrorCode::impossible, "there is nothing to undo");
  const Change& change = history_[--done_];
  text_.replace(change.offset, change.after.size(), change.before);
}

void ModelText::redo() {
  if (!can_redo()) throw RpcError(ErrorCode::impossible, "there is nothing to redo");
  const Change& change = history_[done_++];
  text_.replace(change.offset, change.before.size(), change.after);
}

std::string ModelText::source(const std::string& xpath) const {
  if (xpath.empty()) return text_;
  if (!xml_) throw RpcError(ErrorCode::not_found, "a text model has no element " + xpath);
  const XmlText tree(text_);
  return content_of(tree.at(xpath));
}

std::string ModelText::bytes() const {
  if (text_ == opened_) return original_;
  const bool mark = original_.rfind(byte_order_mark, 0) == 0;
  const std::string body = mark ? original_.substr(byte_order_mark.size()) : original_;
  std::string result = text_;
  if (body == opened_) return (mark ? std::string(byte_order_mark) : "") + result;
  if (body == with_carriage_returns(opened_))
    return (mark ? std::string(byte_order_mark) : "") + with_carriage_returns(result);
  return xml_ ? as_utf8(result) : result;
}

}  // namespace orbita::bridge
