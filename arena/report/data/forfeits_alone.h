// Pairings that forfeits alone decide. A bot that did not play was not beaten:
// its forfeits are results by rule and count as such, but they are no evidence
// of strength. Ratings of such a pairing use its deals that are free of
// forfeits, which are all even; without any, it is as if it had not been
// played.
#pragma once

#include <optional>

namespace couillon::arena {

struct PairingSums;
struct RunningSums;

// Returns true if tables were forfeited, and every deal (or match) that is free
// of forfeits is drawn with equal game points, or there is none.
bool AreForfeitsAlone(const PairingSums& sums);

// Returns the sums that ratings use: under a ruleset where forfeits alone
// decide a pairing, it has its deals without forfeits only, with two seatings;
// with more it is empty. Over all rulesets it is empty then. Null if there is
// no such pairing.
std::optional<RunningSums> SumsOfRatings(const RunningSums& sums);

}  // namespace couillon::arena
