// Does a bot do better on deals that its processes have seen? Recorded tables
// are played again with processes that have not seen them.
#pragma once

#include <cstddef>

#include "absl/status/statusor.h"
#include "arena/league/audit/bot_items.h"
#include "arena/league/audit/cold_bot.h"
#include "arena/league/audit/league_records.h"
#include "arena/numbers/stats/law/splitmix.h"
#include "arena/table/bot_index.h"
#include "couillon/v1/audit.pb.h"

namespace couillon::arena {

struct SeenDealsPlan {
  BotIndex bot{};
  std::size_t deals = 0;  // or matches, drawn among the items of the bot
  double level = 0.95;    // confidence of the interval
};

// Plays the drawn deals again in every seating. The decisions of the bot come
// from a cold process for each seat and seating, which sees a deal once, from
// that seat. Other bots take their recorded actions while the play follows the
// record, then those of cold processes of their own. A bot that decides from
// the request alone, and draws from random_seed alone, repeats its record: the
// difference is exactly zero. One that draws from its own source has a mean of
// zero. If a bot fails, the test ends with the deals before, and says so. The
// errors are those of LeagueRecords.
absl::StatusOr<v1::SeenDealsTest> TestSeenDeals(LeagueRecords& records,
                                                const ColdBots& bots,
                                                const SeenDealsPlan& plan,
                                                const BotItems& items,
                                                stats::SplitMix64& random);

}  // namespace couillon::arena
