// Leagues of bots inside the real referee, without a store.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "arena/referee/in_process_link.h"
#include "arena/store/league_store.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::arena {

// What the checks play with. The known answer of CheckKnownBot holds for these
// alone: basic-gerver, a bot that plays at random, and the strongest bundled
// one.
struct SelfTestBots {
  const CompiledRules* rules = nullptr;
  DecideFunction random;
  DecideFunction reference;
};

// The reference bot, but for a legal action drawn at random in one decision of
// ten, by the decision's own seed.
[[nodiscard]] DecideFunction Spoilt(DecideFunction reference);

// A league on one ruleset.
struct PlayedLeague {
  const CompiledRules* rules = nullptr;
  std::vector<DecideFunction> bots;
  std::string seed;
  std::uint64_t deals = 0;
  std::uint32_t block = 0;  // deals of a unit
  bool coupled = false;
};

// Returns its units in the order of the schedule.
[[nodiscard]] std::vector<StoredUnit> Play(const PlayedLeague& league);

}  // namespace couillon::arena
