// The identities of the bots of a league (couillon.v1.BotIdentity), their
// changes while it was played, and the system cards that they declare.
#pragma once

#include <string>

namespace couillon::v1 {
class BotEntry;
class LeagueConfig;
}  // namespace couillon::v1

namespace couillon::arena {

struct ArenaSummary;
struct FormatResult;

// Returns the first digits of a digest, as a line shows it.
std::string ShortDigest(const std::string& digest);

// Returns a line for each change of a bot, with the files that changed; empty
// if no bot did. The text is printable.
std::string ChangedBotsText(const v1::LeagueConfig& config);

// Returns a line for each bot whose identity is stored: digest, number of
// files, what the bot says of itself, and its SDK. The text is printable.
std::string IdentitiesText(const v1::LeagueConfig& config);

// Returns "; SDK NAME VERSION" for the end of a line, printable; empty for a
// bot that names no SDK.
std::string SdkText(const std::string& sdk);

// Returns a heading and a line per entrant. The text is printable.
std::string EntrantsText(const ArenaSummary& arena, const FormatResult& result);

// System cards are agreements between partners that bots declare in their
// manifests, published to all players.

// Returns a heading and the card of every bot that has one; empty if none has.
// The text is printable.
std::string SystemCardsText(const v1::LeagueConfig& config);

// Returns the lines of one bot, each after `indent`: "play: meaning".
std::string ConventionLines(const v1::BotEntry& bot, const std::string& indent);

}  // namespace couillon::arena
