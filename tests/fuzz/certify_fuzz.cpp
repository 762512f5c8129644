// Feeds orbita-certify with flat models and certificates that a fuzzer makes up: it must always end with an outcome.
//
// An input is a flat model, a line "%%", and a certificate; its hash is put right, or nothing else would ever be read.
#define main orbita_certify_main
#include "certify/orbita-certify.cpp"
#undef main

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string input(reinterpret_cast<const char*>(data), size);
  const std::size_t cut = input.find("\n%%\n");
  if (cut == std::string::npos) return 0;
  const std::string flat = input.substr(0, cut + 1);
  std::string certificate = input.substr(cut + 4);
  const std::string name = "\"flat_sha256\":\"";
  const std::size_t hash = certificate.find(name);
  if (hash != std::string::npos && hash + name.size() + 64 <= certificate.size())
    certificate.replace(hash + name.size(), 64, sha256(flat));
  const Outcome outcome = check(flat, certificate);
  if (outcome.code < 0 || outcome.code > 3 || outcome.text.empty()) __builtin_trap();
  return 0;
}
