// Matches as races: the first side to win so many deals. How a small edge per
// deal grows over a match, and what chance a side has that lies behind.
#pragma once

namespace couillon::stats {

// Longest race the functions below accept, in deals to win.
inline constexpr int kLongestRace = 1000;

// Returns the chance of winning `need` deals before the opponent wins
// `opponent_need`, at chance `p` a deal, no draws. 1 when need <= 0, else 0
// when opponent_need <= 0. With p = 1/2 this is the fair baseline of comeback
// rates. Requires: 0 <= p <= 1, both needs <= kLongestRace (clipped).
[[nodiscard]] double RaceWinProbability(double p, int need, int opponent_need);

// Returns the Elo per match to `deals` that an Elo per deal amounts to;
// infinite when the chance of losing is below the smallest number.
[[nodiscard]] double MatchEloOf(double deal_elo, int deals);

}  // namespace couillon::stats
