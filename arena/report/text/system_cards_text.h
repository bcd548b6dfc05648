// System cards: agreements between partners that bots declare in their
// manifests, published to all players.
#pragma once

#include <string>

namespace couillon::v1 {
class BotEntry;
class LeagueConfig;
}  // namespace couillon::v1

namespace couillon::arena {

// Returns a heading and the card of every bot that has one; empty if none has.
// The text is printable.
std::string SystemCardsText(const v1::LeagueConfig& config);

// Returns the lines of one bot, each after `indent`: "play: meaning".
std::string ConventionLines(const v1::BotEntry& bot, const std::string& indent);

}  // namespace couillon::arena
