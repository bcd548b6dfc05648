// Links to bundled bots in the process of a test.
#pragma once

#include <string>
#include <vector>

#include "arena/table/referee/bot_link.h"
#include "arena/table/referee/in_process_link.h"
#include "couillon/v1/league.pb.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::testing_support {

// How a bundled bot decides: "greedy", "pimc:samples=4". Aborts if there is no
// such bot.
arena::DecideFunction BundledBot(const std::string& name);

// Links to these bots, in their order. The rules outlive the links.
arena::BotLinks BundledLinks(const std::vector<std::string>& bots,
                             const std::vector<const CompiledRules*>& rules);

// The names of the bots of a league.
std::vector<std::string> BotNamesOf(const v1::LeagueConfig& config);

}  // namespace couillon::testing_support
