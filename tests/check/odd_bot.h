// The program of odd_bot.cc, a bot that fails one check at a time.
#pragma once

#include <string>

namespace couillon::tests {

inline const std::string kOddBot = COUILLON_ODD_BOT;

}  // namespace couillon::tests
