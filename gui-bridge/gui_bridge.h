// gui-bridge: models served to programs over JSON-RPC (docs/gui-bridge.md), and the web page that is one of them.
//
//   bridge::ServeOptions options;
//   options.settings.folder = "models";
//   options.ready = [](const std::string& url) { std::cout << url << std::endl; };
//   bridge::serve(options);  // until SIGINT or SIGTERM
//
// Rooms: protocol/ (messages), files/ (what may be named), model/ (text and drawing of a model), workspace/ (what a
// session has, and the methods), server/ (sessions and transports). Boost.Beast is in server/listener.cpp alone.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "gui-bridge/workspace/settings.h"

namespace orbita::bridge {

struct ServeOptions {
  Settings settings;
  std::optional<std::uint16_t> port;  // 0: any that is free; nullopt: the usual one, or any if that is taken
  std::string token;                  // empty: a random one
  // Called once, with the URL of the page.
  std::function<void(const std::string& url)> ready;
};

inline constexpr std::uint16_t usual_port = 7117;

// Serves WebSocket and HTTP on 127.0.0.1 until a signal comes. Throws std::invalid_argument when it cannot listen.
void serve(const ServeOptions& options);

// Serves one session on standard input and output, until its end or `shutdown`.
void serve_stdio(const Settings& settings);

// Whether the web page is part of this program.
bool has_page();

}  // namespace orbita::bridge
