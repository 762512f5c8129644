// The operations of model/edit (docs/gui-bridge.md), each as edits of the text.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "gui-bridge/model/xml_text.h"
#include "gui-bridge/protocol/rpc.h"

namespace orbita::bridge {

struct Operation {
  std::vector<TextEdit> edits;
  // The xpath of what was made, in the tree after the edits; empty: nothing was made.
  std::function<std::string(const XmlText&)> created = {};
};

// Throws RpcError where the operation makes no sense for this model.
Operation make_operation(const XmlText& tree, const Params& operation);

// `text` of the operation in place of the whole text, or of the part from `from` to `to`.
std::string replaced_part(const std::string& whole, const Params& operation);

}  // namespace orbita::bridge
