// How fast models are read, measured against libxml2's own DOM parse of the same text.
//
//   parse_bench [megabytes] [rounds]      default 20 and 5; prints the best round of each
//
// The bar is a quarter of libxml2's speed for reading and checking together.
#include <libxml/parser.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <string>
#include <utility>

#include "bench/generated_model.h"
#include "parser/parser.h"

namespace {

// Of processor time: both sides use one thread, and the machine may be busy.
template <class Work>
double seconds(Work&& work) {
  const std::clock_t begin = std::clock();
  work();
  return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
}

void dom(const std::string& text) {
  xmlDoc* document =
      xmlReadMemory(text.data(), static_cast<int>(text.size()), "model.xml", nullptr, XML_PARSE_NONET | XML_PARSE_HUGE);
  if (!document) std::exit(1);
  xmlFreeDoc(document);
}

struct Times {
  double dom = 1e9, read = 1e9, both = 1e9;
};

Times measure(const std::string& text, int rounds) {
  Times best;
  for (int round = 0; round < rounds; ++round) {
    best.dom = std::min(best.dom, seconds([&] { dom(text); }));
    orbita::Diagnostics diagnostics;
    std::shared_ptr<orbita::Document> document;
    const double reading = seconds([&] { document = orbita::read_model_text("model.xml", text, diagnostics); });
    best.read = std::min(best.read, reading);
    const double checking = seconds([&] { const auto model = orbita::check(std::move(document), diagnostics); });
    best.both = std::min(best.both, reading + checking);
  }
  return best;
}

}  // namespace

int main(int argc, char** argv) {
  const std::size_t megabytes = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 20;
  const int rounds = argc > 2 ? std::atoi(argv[2]) : 5;
  const std::string text = orbita::generated_model(megabytes << 20);
  const double size = static_cast<double>(text.size()) / 1e6;
  try {
    const Times best = measure(text, rounds);
    std::printf("model            %8.1f MB\n", size);
    std::printf("libxml2 DOM      %8.1f MB/s\n", size / best.dom);
    std::printf("read             %8.1f MB/s   %.2f of libxml2\n", size / best.read, best.dom / best.read);
    std::printf("read and check   %8.1f MB/s   %.2f of libxml2 (bar: 0.25)\n", size / best.both, best.dom / best.both);
    return best.dom / best.both >= 0.25 ? 0 : 1;
  } catch (const orbita::ModelError& error) {
    std::fprintf(stderr, "the generated model is refused: %s\n", error.what());
    return 2;
  }
}
