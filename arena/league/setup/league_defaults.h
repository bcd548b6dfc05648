// What a league plays, and where its results go, if the user does not say.
#pragma once

#include <string>
#include <vector>

#include "arena/league/setup/setup.h"
#include "couillon/v1/league.pb.h"

namespace couillon::arena {

// The rulesets of leagues that name none.
struct DefaultRulesets {
  std::string two_sided;
  std::string three_sided;  // of three-way leagues
};

// Sets the rulesets of `request` if it has none. Sets its deals if it has
// neither deals nor matches nor a sequential test: 10,000, or in an individual
// tournament 1,000 per round. Bundled bots that do not search play that in a
// second, bots in Python in a minute; the interval of two bots is then about
// 0.02 game points per deal wide on each side. Requires: the format is set.
void SetDefaults(const DefaultRulesets& rulesets, LeagueRequest& request);

// Returns the first of the folders STEM-1, STEM-2 and so on below `parent` that
// does not exist. STEM joins the names of two bots, or is "league"; what a path
// or a shell gives a meaning is replaced. Does not make the folder.
std::string FreshDirectory(const std::string& parent,
                           const std::vector<v1::BotEntry>& bots);

}  // namespace couillon::arena
