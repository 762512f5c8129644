// Pieces of SVG that charts are made of.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace orbita {

inline constexpr double chart_margin = 20, text_line = 16;

// Width of a text at the font size of charts, estimated.
double text_width(std::string_view text);
// The text, or as much of it as fits, with "…".
std::string shortened_label(const std::string& text, double width);
// Broken between words so that every line fits; a word that is too long has a line of its own.
std::vector<std::string> caption_lines(const std::string& text, double width);

// `more`: attributes, with a blank before each.
std::string text_at(double x, double y, const std::string& text, const char* anchor = "middle",
                    std::string_view more = "");
// The same on a white ground, so that lines behind it do not cross the letters.
std::string label_at(double x, double y, const std::string& text, const char* anchor = "middle");
// The caption of a chart from the top margin on.
std::string caption_at(const std::vector<std::string>& lines);
double caption_height(const std::vector<std::string>& lines);

// The same name has the same colour everywhere.
std::string colour_of_name(std::string_view name);

std::string svg_document(double width, double height, const std::string& title, const std::string& body);

}  // namespace orbita
