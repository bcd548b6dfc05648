// Upper bounds on the length of a deal under any ruleset.
#pragma once

namespace couillon {

inline constexpr int kMaxTricks = 16;
inline constexpr int kMaxCalls = 40;  // decisions of a deal except cards played

}  // namespace couillon
