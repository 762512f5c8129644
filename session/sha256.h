// SHA-256 (FIPS 180-4): what ties a certificate to the model it is about.
#pragma once

#include <string>
#include <string_view>

namespace orbita {

std::string sha256(std::string_view bytes);  // 64 hexadecimal digits

}  // namespace orbita
