// Upper bounds on the length of a deal, and of a match, under any ruleset.
#pragma once

namespace couillon {

inline constexpr int kMaxTricks = 16;
inline constexpr int kMaxCalls = 40;  // decisions of a deal except cards played
// A match that has not ended after this number of deals is a draw: each match
// has so many deal numbers (docs/dealing.md).
inline constexpr int kMaxDealsOfAMatch = 4096;

}  // namespace couillon
