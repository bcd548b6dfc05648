// Data of a page in fewer bytes, as a browser unpacks them.
#pragma once

#include <string>

namespace couillon::arena {

// Returns the gzip file of a text, in base64. It has no name and no time, so
// equal texts give equal bytes with one version of zlib.
std::string GzippedInBase64(const std::string& text);

}  // namespace couillon::arena
