// Whether a certificate and a key belong together.
#pragma once

#include <string>

#include "absl/status/status.h"

namespace couillon::arena {

// InvalidArgument if `certificate`, of which the first counts, and
// `private_key`, both in PEM, cannot be read or do not belong together.
absl::Status CheckCertificateKey(const std::string& certificate,
                                 const std::string& private_key);

}  // namespace couillon::arena
