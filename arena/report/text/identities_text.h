// Who the bots of a league are, and which of them changed while it was played
// (couillon.v1.BotIdentity).
#pragma once

#include <string>

#include "arena/report/data/league_report.h"

namespace couillon::v1 {
class LeagueConfig;
}  // namespace couillon::v1

namespace couillon::arena {

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
std::string EntrantsText(const ArenaSummary& arena);

}  // namespace couillon::arena
