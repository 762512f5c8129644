// A template as a picture.
#pragma once

#include <string>

#include "report/json.h"

namespace orbita::bridge {

// `templ` is one of the templates of render() (render.h).
std::string template_svg(const Json& templ);

}  // namespace orbita::bridge
