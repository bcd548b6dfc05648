// What a page holds packed.
#pragma once

#include <string>

namespace couillon::testing_support {

// The text of a gzip file in base64, of at most 4 MiB.
std::string Unpacked(const std::string& base64);

}  // namespace couillon::testing_support
