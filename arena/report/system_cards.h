// System cards: agreements between partners that bots declare in their
// manifests, published to all players.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "couillon/v1/league.pb.h"

namespace couillon::arena {

// A heading, and the card of every bot that has one; empty if none has. All of
// it is fit for a terminal.
std::string SystemCardsText(const v1::LeagueConfig& config);

// The lines of one bot, each behind `indent`: "what it does: what it means".
std::string ConventionLines(const v1::BotEntry& bot, const std::string& indent);

// The same as an array: objects with play and meaning.
nlohmann::ordered_json ConventionsJson(const v1::BotEntry& bot);

// Sets "system_cards" of `league`, if there is any.
void AddSystemCards(const v1::LeagueConfig& config,
                    nlohmann::ordered_json& league);

}  // namespace couillon::arena
