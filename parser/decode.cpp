#include "parser/decode.h"

#include <iconv.h>
#include <libxml/encoding.h>

#include <array>
#include <cerrno>
#include <utility>

#include "parser/source.h"

namespace orbita {
namespace {

iconv_t open_converter(const std::string& encoding) {
  const iconv_t direct = iconv_open("UTF-8", encoding.c_str());
  if (direct != reinterpret_cast<iconv_t>(-1)) return direct;
  // libxml2 knows spellings that iconv does not ("ISO-LATIN-1").
  const char* known = xmlGetCharEncodingName(xmlParseCharEncoding(encoding.c_str()));
  return known ? iconv_open("UTF-8", known) : direct;
}

Decoded convert(std::string_view bytes, const std::string& encoding) {
  const iconv_t converter = open_converter(encoding);
  if (converter == reinterpret_cast<iconv_t>(-1)) return {"", "unsupported encoding '" + encoding + "'"};
  Decoded result;
  std::array<char, 16384> buffer;
  char* in = const_cast<char*>(bytes.data());  // iconv's old signature; it does not write there
  std::size_t left = bytes.size();
  bool flushing = false;
  while (true) {
    char* out = buffer.data();
    std::size_t room = buffer.size();
    const std::size_t status =
        flushing ? iconv(converter, nullptr, nullptr, &out, &room) : iconv(converter, &in, &left, &out, &room);
    const int reason = errno;
    result.text.append(buffer.data(), buffer.size() - room);
    if (status != static_cast<std::size_t>(-1)) {
      if (flushing) break;
      flushing = true;
    } else if (reason != E2BIG) {
      result.problem = "byte " + std::to_string(bytes.size() - left + 1) + " is not valid " + encoding;
      break;
    }
  }
  iconv_close(converter);
  return result;
}

bool begins_with(std::string_view bytes, std::string_view prefix) { return bytes.substr(0, prefix.size()) == prefix; }

struct Signature {
  std::string_view bytes;
  std::string_view encoding;
  bool is_mark;  // a byte order mark, not part of the text
};

using namespace std::string_view_literals;
constexpr std::array signatures = {
    Signature{"\xEF\xBB\xBF"sv, "UTF-8"sv, true},        Signature{"\x00\x00\xFE\xFF"sv, "UTF-32BE"sv, true},
    Signature{"\xFF\xFE\x00\x00"sv, "UTF-32LE"sv, true}, Signature{"\xFE\xFF"sv, "UTF-16BE"sv, true},
    Signature{"\xFF\xFE"sv, "UTF-16LE"sv, true},         Signature{"\x00\x00\x00<"sv, "UTF-32BE"sv, false},
    Signature{"<\x00\x00\x00"sv, "UTF-32LE"sv, false},   Signature{"\x00<"sv, "UTF-16BE"sv, false},
    Signature{"<\x00"sv, "UTF-16LE"sv, false},           Signature{"\x4C\x6F\xA7\x94"sv, "IBM037"sv, false}};

const Signature* signature_of(std::string_view bytes) {
  for (const Signature& s : signatures)
    if (begins_with(bytes, s.bytes)) return &s;
  return nullptr;
}

// The value of encoding="…" in an XML declaration made of ASCII bytes; "" if there is none.
std::string declared_encoding(std::string_view bytes) {
  if (!begins_with(bytes, "<?xml")) return "";
  const std::string_view declaration = bytes.substr(0, bytes.substr(0, 1000).find("?>"));
  const std::size_t word = declaration.find("encoding");
  const std::size_t open = word == std::string_view::npos ? word : declaration.find_first_of("\"'", word);
  if (open == std::string_view::npos) return "";
  const std::size_t close = declaration.find(declaration[open], open + 1);
  if (close == std::string_view::npos) return "";
  const std::string name(declaration.substr(open + 1, close - open - 1));
  for (const char c : name)
    if (!(('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') || ('0' <= c && c <= '9') || c == '.' || c == '_' ||
          c == '-'))
      return "";  // libxml2 reports it
  return name;
}

// UTF-8 needs no conversion; UTF-16 and UCS-4 cannot apply to a file whose declaration could be read byte by byte.
bool is_utf8_name(const std::string& name) {
  switch (xmlParseCharEncoding(name.c_str())) {
    case XML_CHAR_ENCODING_UTF8:
    case XML_CHAR_ENCODING_UTF16LE:
    case XML_CHAR_ENCODING_UTF16BE:
    case XML_CHAR_ENCODING_UCS4LE:
    case XML_CHAR_ENCODING_UCS4BE:
    case XML_CHAR_ENCODING_UCS2: return true;
    default: return name.empty();
  }
}

}  // namespace

bool is_utf8(std::string_view text) {
  std::size_t i = 0;
  while (i < text.size()) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (byte < 0x80) {
      ++i;
      continue;
    }
    const std::size_t length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2;
    if (byte < 0xC2 || byte > 0xF4 || i + length > text.size()) return false;
    for (std::size_t k = 1; k < length; ++k)
      if ((static_cast<unsigned char>(text[i + k]) & 0xC0) != 0x80) return false;
    const auto second = static_cast<unsigned char>(text[i + 1]);
    // Overlong forms, surrogates, beyond U+10FFFF.
    if ((byte == 0xE0 && second < 0xA0) || (byte == 0xED && second > 0x9F)) return false;
    if ((byte == 0xF0 && second < 0x90) || (byte == 0xF4 && second > 0x8F)) return false;
    i += length;
  }
  return true;
}

Decoded decode_xml(std::string bytes) {
  Decoded result;
  const Signature* signature = signature_of(bytes);
  const std::string encoding = signature ? std::string(signature->encoding) : declared_encoding(bytes);
  if (signature && signature->is_mark) bytes.erase(0, signature->bytes.size());
  const bool plain = signature ? encoding == "UTF-8" : is_utf8_name(encoding);
  if (plain) {
    result.text = std::move(bytes);
  } else {
    result = convert(bytes, encoding);
  }
  result.text = normalise_newlines(std::move(result.text));
  return result;
}

Decoded decode_plain(std::string bytes) {
  Decoded result;
  const Signature* signature = signature_of(bytes);
  if (signature && signature->is_mark) {
    const std::string encoding(signature->encoding);
    bytes.erase(0, signature->bytes.size());
    if (encoding != "UTF-8") result = convert(bytes, encoding);
    else result.text = std::move(bytes);
  } else {
    result.text = std::move(bytes);
  }
  if (result.problem.empty() && !is_utf8(result.text)) {
    result = convert(result.text, "ISO-8859-1");
    result.was_latin1 = true;
  }
  result.text = normalise_newlines(std::move(result.text));
  return result;
}

}  // namespace orbita
