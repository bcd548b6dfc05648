// Matches as races to a number of won deals: the growth of an advantage per
// deal over a match, and the win probability of a side that is behind.
#pragma once

namespace couillon::stats {

// Longest race the functions below accept, in deals to win.
inline constexpr int kLongestRace = 1000;

// Returns the probability of winning `need` deals before the opponent wins
// `opponent_need`, with probability `p` per deal and no draws. 1 when
// need <= 0, else 0 when opponent_need <= 0. With p = 1/2 this is the fair
// baseline of comeback rates. Requires: 0 <= p <= 1. Needs above kLongestRace
// are clipped.
[[nodiscard]] double RaceWinProbability(double p, int need, int opponent_need);

// Returns the Elo per match to `deals` wins that corresponds to an Elo per
// deal; infinite when the probability of losing underflows.
[[nodiscard]] double MatchEloOf(double deal_elo, int deals);

}  // namespace couillon::stats
