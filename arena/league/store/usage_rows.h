// The usage of bots in a league's database.
#pragma once

#include <chrono>
#include <span>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/league/store/sqlite.h"
#include "arena/table/bot_index.h"
#include "arena/table/referee/bot_link.h"

namespace couillon::arena {

// The usage of a bot, summed over all runs that ended cleanly. It differs from
// run to run and is not part of the results.
struct StoredUsage {
  BotIndex bot{};
  BotUsage usage;
};

// The SQL that makes the tables. A league of the same format may lack those of
// latencies and of waiting: they are made when they are first needed.
std::string UsageSchema();

// Adds to the usage of the bots, by index in the league.
absl::Status AddUsageRows(Database& database, std::span<const BotUsage> usage);

// The time that workers have waited for each bot of a league, by its index,
// also in runs that were killed. Not part of the results either.
using WaitedTimes = std::vector<std::chrono::microseconds>;

// Stores it in place of what was stored before.
absl::Status SetWaitedRows(Database& database, const WaitedTimes& waited);

// Bots that are missing at the end have not been waited for.
absl::StatusOr<WaitedTimes> ReadWaitedRows(Database& database);

// Deletes the usage of one bot.
absl::Status DropUsageRows(Database& database, BotIndex bot);

// The usage of each bot, in the order of the league. DataLoss names `path`, the
// file of the database, if a latency was never written like this.
absl::StatusOr<std::vector<StoredUsage>> ReadUsageRows(Database& database,
                                                       const std::string& path);

}  // namespace couillon::arena
