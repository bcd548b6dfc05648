// The name with its version, which the build sets.

#include "bots/cpp/sdk_name.h"

namespace couillon::bots {

std::string SdkName() { return "couillon-cpp " COUILLON_SDK_VERSION; }

}  // namespace couillon::bots
