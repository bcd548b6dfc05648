// Pairings that forfeits alone decide. A bot that did not play was not beaten:
// its forfeits are results by rule and count as such, but they are no evidence
// of strength. Ratings treat such a pairing as if it had not been played.
#pragma once

#include <optional>

namespace couillon::arena {

struct PairingSums;
struct RunningSums;

// Returns true if tables were forfeited, and every deal (or match) that is free
// of forfeits is drawn with equal game points, or there is none.
bool AreForfeitsAlone(const PairingSums& sums);

// Returns the sums that ratings use: a pairing is empty under a ruleset where
// forfeits alone decide it, and then over all rulesets too. Null if there is no
// such pairing.
std::optional<RunningSums> SumsOfRatings(const RunningSums& sums);

}  // namespace couillon::arena
