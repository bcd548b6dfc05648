// Leagues of in-process bots, played by the referee without a store, and the
// checks on them (self_check.h).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "arena/league/store/running_sums.h"
#include "arena/league/store/stored_unit.h"
#include "arena/table/referee/in_process_link.h"
#include "arena/table/referee/referee.h"
#include "arena/table/schedule/schedule.h"
#include "arena/table/unit/unit_result.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::v1 {
class LeagueConfig;
}  // namespace couillon::v1

namespace couillon::arena {

// The ruleset and bots of the checks. The known result of KnownBotSeries holds
// only for basic-gerver, a bot that plays at random, and the strongest bundled
// bot.
struct SelfTestBots {
  const CompiledRules* rules = nullptr;
  DecideFunction random;
  DecideFunction reference;
};

// Where a bot's random numbers come from. Bots with the same stream and the
// same source have the same ones.
enum class RandomSource {
  kDecision,  // the random_seed of the decision: deal, seat, seating and ply
  kHand,      // the cards in hand: it always errs with the same hands
  kNone,      // none of these: it never errs alike, not even on the same deal
};

// How a bot errs.
struct RandomErrors {
  std::uint64_t per_mille = 100;  // of its decisions, 0 to 1000
  std::uint64_t stream = 0;
  RandomSource source = RandomSource::kDecision;
};

// Returns the reference bot with a random legal action in some decisions.
[[nodiscard]] DecideFunction WithErrors(DecideFunction reference,
                                        const RandomErrors& errors = {});

// A league on one ruleset.
struct PlayedLeague {
  const CompiledRules* rules = nullptr;
  std::vector<DecideFunction> bots;
  std::string seed;
  std::uint64_t deals = 0;
  std::uint32_t block = 0;  // deals per unit
  bool coupled = false;
  bool same_deals = true;  // for all pairings
};

// The configuration of the league, as far as its deals and sums depend on it.
[[nodiscard]] v1::LeagueConfig ConfigOf(const PlayedLeague& league);

// Plays the units of a schedule in this process. Returns their results in its
// order.
[[nodiscard]] std::vector<UnitResult> PlaySchedule(
    const RefereeConfig& config, const std::vector<DecideFunction>& bots,
    const Schedule& schedule);

// Plays the league. Returns its units in the order of the schedule.
[[nodiscard]] std::vector<StoredUnit> Play(const PlayedLeague& league);

// Returns the sums of some units of a league, in the order of the schedule.
[[nodiscard]] RunningSums SumsOf(const v1::LeagueConfig& config,
                                 const std::vector<StoredUnit>& units);

// Whether scores, estimates and game points of `b` are those of `a` with the
// bots swapped, to the last bit.
[[nodiscard]] bool NegatesAll(const PairingSums& a, const PairingSums& b);

}  // namespace couillon::arena
