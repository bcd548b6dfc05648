// Small leagues of bots inside the referee, played by one process or as a plan
// in shards, for tests of arena/league/shards/.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "arena/league/shards/play_shards.h"
#include "arena/table/referee/bot_link.h"
#include "arena/table/referee/in_process_link.h"
#include "couillon/v1/league.pb.h"
#include "couillon/v1/plan.pb.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::testing_support {

// The bots of a league by name, besides the bundled ones: makes the decision
// function of one link.
using OwnBots = std::map<std::string, std::function<arena::DecideFunction()>>;

// Deals of a round robin of these bots; other fields are the caller's to set.
v1::LeagueConfig LeagueOf(const std::vector<std::string>& bots,
                          const std::vector<std::string>& rulesets);

// A plan of a league, in shards of so many units.
v1::LeaguePlan PlanOf(const v1::LeagueConfig& config, std::int64_t shard_units);

// The links of a worker to the bots of a league.
arena::BotLinks MakeLinks(const v1::LeagueConfig& config,
                          const std::vector<CompiledRules>& rules,
                          const OwnBots& own);

// Writes the plan to `folder` if it is not there, and plays shards of it.
arena::ShardsPlayed PlayShardsOf(const std::string& folder,
                                 const v1::LeaguePlan& plan,
                                 const std::vector<std::int64_t>& shards,
                                 int workers, const OwnBots& own = {},
                                 bool again = false);

// All numbers of shards.
std::vector<std::int64_t> AllShards(const v1::LeaguePlan& plan);
// The results of all shards.
std::vector<std::string> ResultPaths(const std::string& folder,
                                     const v1::LeaguePlan& plan);

// Plays the league by one process into a store.
void PlayAsOne(const v1::LeagueConfig& config, int workers,
               const std::string& directory, const OwnBots& own = {});

// The report of a store as JSON, text and CSV, one after the other.
std::string AllForms(const std::string& directory);

}  // namespace couillon::testing_support
