#include "engine/certificate/certificate_writer.h"
#include "engine/verify/exploration.h"
#include "parser/work_limits.h"

namespace orbita {

void Exploration::certify(std::size_t query, QueryResult& result) {
  const CertificateSource source{*context_.options.certify_against, *graph_, *explorer_, *coverage_, *bounds_};
  result.certificate_note = certificate_obstacle(source);
  if (!result.certificate_note.empty()) return;
  try {
    const Stop stop = tell([&] {
      const Certificate certificate = write_certificate(source);
      const std::lock_guard lock(context_.showing_states);
      context_.options.certified(query, certificate, result);
    });
    if (!stop.empty()) result.certificate_note = stop.text();
  } catch (const CertificateError& error) {
    result.certificate_problem = error.what();
  }
}

}  // namespace orbita
