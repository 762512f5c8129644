#include "parser/internal/xml_wellformed.h"

#include <libxml/parser.h>
#include <libxml/parserInternals.h>

#include <algorithm>
#include <memory>
#include <mutex>

namespace orbita {
namespace {

struct FreeContext {
  void operator()(xmlParserCtxt* context) const {
    if (context->myDoc) xmlFreeDoc(context->myDoc);
    xmlFreeParserCtxt(context);
  }
};

struct Listener {
  xmlParserCtxt* context = nullptr;
  std::optional<XmlError> first;
};

void on_error(void* user, xmlErrorPtr error) {
  auto& listener = *static_cast<Listener*>(user);
  if (listener.first || !error || error->level < XML_ERR_ERROR) return;
  XmlError found;
  found.message = error->message ? error->message : "unknown";
  while (!found.message.empty() && (found.message.back() == '\n' || found.message.back() == ' '))
    found.message.pop_back();
  if (const xmlParserInput* input = listener.context->input)
    found.offset = input->consumed + static_cast<std::size_t>(input->cur - input->base);
  listener.first = std::move(found);
}

// Its presence, with no startElementNs, makes libxml2 read names without namespaces, as we do.
void on_start_element(void*, const xmlChar*, const xmlChar**) {}

}  // namespace

std::optional<XmlError> find_xml_error(std::string_view text) {
  static std::once_flag initialised;
  std::call_once(initialised, xmlInitParser);
  if (text.empty()) return XmlError{"Document is empty", 0};
  const std::unique_ptr<xmlParserCtxt, FreeContext> context(
      xmlCreateMemoryParserCtxt(text.data(), static_cast<int>(text.size())));
  if (!context) return XmlError{"Document is empty", 0};
  Listener listener{context.get(), std::nullopt};
  // Huge lifts libxml2's own limits on sizes; ours are in xml_scan.h and ReadOptions.
  xmlCtxtUseOptions(context.get(),
                    XML_PARSE_NONET | XML_PARSE_HUGE | XML_PARSE_IGNORE_ENC | XML_PARSE_NOCDATA);
  *context->sax = xmlSAXHandler{};
  context->sax->initialized = XML_SAX2_MAGIC;
  context->sax->serror = on_error;
  context->sax->startElement = on_start_element;
  context->userData = &listener;
  xmlParseDocument(context.get());
  if (!context->wellFormed && !listener.first)
    listener.first = XmlError{"the text is not well-formed", text.size()};
  if (listener.first) listener.first->offset = std::min(listener.first->offset, text.size());
  return listener.first;
}

}  // namespace orbita
