// How long a deal can be under any ruleset.
#pragma once

namespace couillon {

inline constexpr int kMaxTricks = 16;
inline constexpr int kMaxCalls = 40;  // decisions of a deal but for play

}  // namespace couillon
