// Leagues of in-process bots, played by the referee without a store.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "arena/referee/in_process_link.h"
#include "arena/store/league_store.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::arena {

// The ruleset and bots of the checks. The known result of CheckKnownBot holds
// only for basic-gerver, a bot that plays at random, and the strongest bundled
// bot.
struct SelfTestBots {
  const CompiledRules* rules = nullptr;
  DecideFunction random;
  DecideFunction reference;
};

// Returns the reference bot with a random legal action in one decision of ten,
// drawn from the decision's own seed.
[[nodiscard]] DecideFunction Spoilt(DecideFunction reference);

// A league on one ruleset.
struct PlayedLeague {
  const CompiledRules* rules = nullptr;
  std::vector<DecideFunction> bots;
  std::string seed;
  std::uint64_t deals = 0;
  std::uint32_t block = 0;  // deals per unit
  bool coupled = false;
};

// Plays the league. Returns its units in the order of the schedule.
[[nodiscard]] std::vector<StoredUnit> Play(const PlayedLeague& league);

}  // namespace couillon::arena
