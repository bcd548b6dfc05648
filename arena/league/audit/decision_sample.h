// The recorded decisions of a bot that an audit asks again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/league/audit/asked_decision.h"
#include "arena/league/audit/bot_items.h"
#include "arena/league/audit/league_records.h"
#include "arena/numbers/stats/law/splitmix.h"
#include "arena/table/bot_index.h"
#include "arena/table/seating.h"
#include "engine/cards/action.h"

namespace couillon::arena {

// The maximum number of rounds, and so of pairs of processes per bot.
inline constexpr int kMostRounds = 8;

// A recorded decision.
struct SampledDecision {
  std::size_t unit = 0;  // index in BotItems::units()
  std::uint64_t item = 0;
  Seating seating{};
  int deal_of_match = 0;
  int ply = 0;  // decisions before it in the deal
  AskedDecision asked;
  Action recorded;
};

// Decisions by round. No two of a round are of the same cards, so that a
// process that is asked one round sees one decision of a deal.
using DecisionSample = std::vector<std::vector<SampledDecision>>;

// Draws up to `count` decisions of `bot`, each with two legal actions or more,
// from tables that were not forfeited: first a deal or match among `items`,
// then a decision of it. A second round begins when the deals are used up;
// there are at most kMostRounds. The errors are those of LeagueRecords.
absl::StatusOr<DecisionSample> DrawDecisions(LeagueRecords& records,
                                             BotIndex bot,
                                             const BotItems& items,
                                             std::size_t count,
                                             stats::SplitMix64& random);

}  // namespace couillon::arena
