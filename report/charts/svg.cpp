#include "report/charts/svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <sstream>

#include "report/charts/edge_text.h"

namespace orbita {

namespace {

constexpr double letter_width = 7;

}  // namespace

double text_width(std::string_view text) {
  const auto letters = std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; });  // UTF-8
  return letter_width * static_cast<double>(letters);
}

std::string shortened_label(const std::string& text, double width) {
  if (text_width(text) <= width) return text;
  auto letters = static_cast<std::size_t>(std::max(0.0, width / letter_width - 1));
  std::size_t end = 0;
  for (; end < text.size() && letters > 0; --letters) {
    do ++end;
    while (end < text.size() && (text[end] & 0xC0) == 0x80);
  }
  return end == 0 ? "" : text.substr(0, end) + "…";
}

std::vector<std::string> caption_lines(const std::string& text, double width) {
  std::vector<std::string> lines;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (!lines.empty() && text_width(lines.back() + " " + word) <= width) lines.back() += " " + word;
    else lines.push_back(word);
  }
  return lines;
}

std::string text_at(double x, double y, const std::string& text, const char* anchor, std::string_view more) {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\"{}>{}</text>\n", x, y, anchor, more,
                     xml_escaped(text));
}

std::string label_at(double x, double y, const std::string& text, const char* anchor) {
  const double width = text_width(text) + 6;
  const double left = std::string_view(anchor) == "middle" ? x - width / 2 : x - 3;
  return fmt::format("<rect class=\"ground\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"14\" fill=\"white\"/>",
                     left, y - 11, width) +
         text_at(x, y, text, anchor);
}

std::string caption_at(const std::vector<std::string>& lines) {
  std::string out;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    out += text_at(chart_margin, chart_margin + 12 + text_line * static_cast<double>(i), lines[i], "start",
                   " class=\"caption\" fill=\"#333\"");
  }
  return out;
}

double caption_height(const std::vector<std::string>& lines) {
  return lines.empty() ? 0 : text_line * static_cast<double>(lines.size()) + 12;
}

std::string colour_of_name(std::string_view name) {
  std::uint32_t hash = 2166136261u;
  for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
  return fmt::format("hsl({}, 60%, 80%)", hash % 360);
}

std::string svg_document(double width, double height, const std::string& title, const std::string& body) {
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} {1:.0f}\" "
      "font-family=\"sans-serif\" font-size=\"12\">\n<title>{2}</title>\n"
      "<rect width=\"{0:.0f}\" height=\"{1:.0f}\" fill=\"white\"/>\n{3}</svg>\n",
      width, height, xml_escaped(title), body);
}

}  // namespace orbita
