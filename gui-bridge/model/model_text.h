// The text of an open model: changes with undo and redo, and the bytes to save.
//
// The text is UTF-8 with line feeds, whatever the file was; saved it is again what the file was, where that can be told
// (UTF-8 with or without a byte order mark, line ends of one kind), and the very same bytes when nothing has changed.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "gui-bridge/model/xml_text.h"
#include "gui-bridge/protocol/rpc.h"

namespace orbita::bridge {

class ModelText {
 public:
  // Throws RpcError(model_error) for bytes that are no text. `name` decides the format, as for read_model_text.
  ModelText(const std::string& name, std::string bytes);

  const std::string& text() const { return text_; }
  bool is_xml() const { return xml_; }
  std::string format() const { return format_; }  // "xml", "xta", "ta"

  // All operations (docs/gui-bridge.md, model/edit) or none; the xpath of what each has made, or "". Throws RpcError.
  std::vector<std::string> edit(const std::vector<Params>& operations);

  bool can_undo() const { return done_ > 0; }
  bool can_redo() const { return done_ < history_.size(); }
  void undo();  // throw RpcError(impossible) when there is nothing
  void redo();

  // The text of an element, or of the file for "".
  std::string source(const std::string& xpath) const;
  std::string bytes() const;

 private:
  struct Change {
    std::size_t offset = 0;
    std::string before, after;
  };
  void remember(const std::string& before);

  std::string format_;
  bool xml_ = false;
  std::string original_;  // bytes
  std::string opened_;    // their text
  std::string text_;
  std::vector<Change> history_;
  std::size_t done_ = 0;  // changes of history_ that are in the text
};

}  // namespace orbita::bridge
