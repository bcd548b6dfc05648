// Deals of their own for every pairing: a seed text for two teams and a
// ruleset, derived from the seed text of a league. No two pairings, and no two
// rulesets of a pairing, share a deal, so what a bot has seen in one of them
// says nothing about another. docs/dealing.md specifies it, with test vectors.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace couillon {

// Returns the seed text of the deals between two teams under the ruleset with
// id `ruleset` (with its switches): 64 hexadecimal digits. A team is the names
// of its bots in order of seat; a bot that holds all seats of its side is a
// team of one. The order of the two teams has no effect. The result reveals
// nothing about `seed`.
[[nodiscard]] std::string PairingSeed(std::string_view seed,
                                      std::string_view ruleset,
                                      std::span<const std::string> team,
                                      std::span<const std::string> opponents);

// The same for the deals of three bots at one table, each for itself: the seed
// text of a team of the three, in the order of the bytes of their names,
// against a team of nobody. The order of `names` has no effect. Requires: three
// names.
[[nodiscard]] std::string ThreeWaySeed(std::string_view seed,
                                       std::string_view ruleset,
                                       std::vector<std::string> names);

}  // namespace couillon
