// Leagues of known strengths, with deals of their own for every pairing or with
// the same deals for all. Strengths and effects are in natural log units.
#pragma once

#include <vector>

#include "arena/numbers/stats/law/splitmix.h"
#include "arena/numbers/stats/league/league_rating.h"

namespace couillon::arena {

// Each bot has a strength and, for each deal, a normal effect with the standard
// deviation `deal_effect`: some deals suit a bot better than others. The effect
// of a bot on a deal is the same in all pairings that play this deal.
struct SimulatedLeague {
  std::vector<double> strength;  // by bot
  double deal_effect = 0;
  int deals = 0;            // per pairing
  bool same_deals = false;  // for all pairings
  // The number of deals, the first ones, that the last bot has played against
  // each of the others; 0 for all.
  int deals_of_last = 0;
  // The number of deals of the pairing of the first two bots; 0 for all. Only
  // with own deals.
  int deals_of_first_two = 0;
  // The probability that the second bot plays a deal exactly as the first one:
  // the same results against the others, and a split against each other.
  double copied = 0;
  // How much stronger the first bot is against the second than their strengths
  // say, the second against the third, and the third against the first.
  double circle = 0;
};

// Draws the results of a league in which every two bots meet. A deal is won or
// lost in each of its two seatings, independently given its effects.
// Requires: two bots, one deal.
[[nodiscard]] stats::LeagueSums DrawLeague(const SimulatedLeague& league,
                                           stats::SplitMix64& random);

// Returns the Elo, by bot relative to the first, that the ratings of the league
// approach as the number of deals grows. It does not depend on the deal mode.
[[nodiscard]] std::vector<double> LongRunElo(const SimulatedLeague& league);

}  // namespace couillon::arena
