#include "gui-bridge/server/page.h"

#include <array>
#include <utility>

#include "gui-bridge/gui_bridge.h"

namespace orbita::bridge {

namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 10> types{{
    {".html", "text/html; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},
    {".svg", "image/svg+xml"},
    {".png", "image/png"},
    {".txt", "text/plain; charset=utf-8"},
    {".json", "application/json"},
    {".map", "application/json"},
    {".woff2", "font/woff2"},
    {".ico", "image/x-icon"},
}};

}  // namespace

bool has_page() { return !page_files().empty(); }

std::string_view content_type(std::string_view name) {
  for (const auto& [end, type] : types) {
    if (name.ends_with(end)) return type;
  }
  return "application/octet-stream";
}

std::string missing_page() {
  return "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Orbita</title></head><body>"
         "<h1>Orbita is running, without its page</h1>"
         "<p>This program was built where Node.js 18 or later was missing, so the web page is not in it. "
         "<code>./run serve</code> in the source tree installs Node.js and builds the page.</p>"
         "<p>The protocol is served all the same: <code>POST /rpc</code> and <code>/ws</code>, as "
         "<code>docs/gui-bridge.md</code> describes.</p></body></html>\n";
}

}  // namespace orbita::bridge
