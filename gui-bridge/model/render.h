// Render data of a model: everything a drawing and an editor of it need (docs/gui-bridge.md, model/render).
//
// Of an XML model it comes from the tree of the file, so that it is there also while labels have errors; of a text
// model from its syntax tree, with a layout made for it.
#pragma once

#include <optional>
#include <string>

#include "gui-bridge/model/xml_text.h"
#include "parser/document.h"
#include "report/json.h"

namespace orbita::bridge {

// Without version and format. `only`: the template of this name alone.
Json render(const XmlText& tree, const std::optional<std::string>& only);
Json render(const Document& document, const std::optional<std::string>& only);

}  // namespace orbita::bridge
