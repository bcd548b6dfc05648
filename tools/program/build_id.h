// Tells one build of this program from all others.
#pragma once

#include <string>

namespace couillon::tools {

// The build ID of this program in hexadecimal: a hash of its content, which the
// linker wrote into it. Empty if it has none.
std::string BuildId();

}  // namespace couillon::tools
