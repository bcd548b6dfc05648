// The time that units of a league take on this machine, from playing a few.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "arena/table/referee/bot_link.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::v1 {
class LeagueConfig;
}  // namespace couillon::v1

namespace couillon::arena {

struct TrialPlay {
  std::function<BotLinks(int worker)> make_links;  // as in UnitPlay
  double seconds = 1;  // after which no further units are tried
};

// Seconds per unit on one worker, without starting the bots. Plays units from
// all over the schedule, twice as many each time, and throws them away. A
// measurement: it differs from machine to machine.
double SecondsPerUnit(const v1::LeagueConfig& config,
                      const std::vector<CompiledRules>& rules,
                      const TrialPlay& play);

}  // namespace couillon::arena
