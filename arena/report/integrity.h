// What a league does against bots that gain by what they remember, as every
// report declares it.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "arena/table/bot_index.h"

namespace couillon::v1 {
class LeagueConfig;
}  // namespace couillon::v1

namespace couillon::arena {

struct LeagueReport;

// Lines for people: whose deals are played, what each process is asked, and
// which suits bots see.
std::string IntegrityText(const v1::LeagueConfig& config);

// The same as an object: "deals" ("own" or "same"), and "bots", each with
// "cards" ("own" or kSeesAllCards), "processes" (ScopeName) and "suits" ("true"
// or "relabelled").
nlohmann::ordered_json IntegrityJson(const v1::LeagueConfig& config);

// The seed, or nullopt while it is secret: it was not typed, and deals that
// follow from it are still to be played. In an arena and its rounds it always
// is, since a round may follow.
std::optional<std::string> ShownSeed(const LeagueReport& report);

// The name of a bot in tables for people: one that sees all cards, or whose
// processes the referee cannot divide, is marked.
std::string ShownName(const v1::LeagueConfig& config, BotIndex bot);

// A line that names the bots whose processes the referee cannot divide, and
// says what they may gain; empty if there are none.
std::string UndividedText(const v1::LeagueConfig& config);

// What a process of a bot is asked, and its suits, as one field of a table:
// "divided", "remote relabelled"; kSeesAllCards for a bot that does.
std::string ProtectionField(const v1::LeagueConfig& config, BotIndex bot);

}  // namespace couillon::arena
