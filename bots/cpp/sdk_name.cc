#include "bots/cpp/sdk_name.h"

#include <string>

namespace couillon::bots {

std::string SdkName() { return "couillon-cpp " COUILLON_SDK_VERSION; }

}  // namespace couillon::bots
