// The SDK with which a bot is made, for its description.
#pragma once

#include <string>

namespace couillon::bots {

// Returns "couillon-cpp VERSION", with the version of this project.
std::string SdkName();

}  // namespace couillon::bots
