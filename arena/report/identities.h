// Who the bots of a league are, and which of them changed while it was played
// (couillon.v1.BotIdentity).
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace couillon::v1 {
class LeagueConfig;
}  // namespace couillon::v1

namespace couillon::arena {

// The first digits of a digest, as a line shows it.
std::string ShortDigest(const std::string& digest);

// Returns a line for each change of a bot, with the files that changed; empty
// if no bot did. The text is printable.
std::string ChangedBotsText(const v1::LeagueConfig& config);

// Returns a line for each bot whose identity is stored: digest, number of
// files, what the bot says of itself, and its SDK. The text is printable.
std::string IdentitiesText(const v1::LeagueConfig& config);

// Returns the same as a list, with the digests of all files.
nlohmann::ordered_json IdentitiesJson(const v1::LeagueConfig& config);

// Returns "; SDK NAME VERSION" for the end of a line, printable; empty for a
// bot that names no SDK.
std::string SdkText(const std::string& sdk);

// Sets "changed_bots" of `league` if a bot changed: for each its digest, its
// description, its SDK, its files and its changes. Bots that did not change are
// left out, so that the report of a league is the same bytes however its bots
// are reached.
void AddChangedBots(const v1::LeagueConfig& config,
                    nlohmann::ordered_json& league);

}  // namespace couillon::arena
