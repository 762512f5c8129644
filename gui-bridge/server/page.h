// The files of the web page, if it was there when the program was built.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace orbita::bridge {

struct PageFile {
  std::string_view name;  // "index.html"
  std::string_view bytes;
};

// Made by CMake from gui-bridge/web/dist/ (cmake/embed_page.cmake); empty without it.
std::span<const PageFile> page_files();

// "text/html; charset=utf-8" …
std::string_view content_type(std::string_view name);

// What is shown instead of a page that is not there.
std::string missing_page();

}  // namespace orbita::bridge
