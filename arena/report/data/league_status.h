// How much of a league is played, and what its bots have used.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/league/store/usage_rows.h"
#include "arena/numbers/format/json.h"

namespace couillon::v1 {
class LeagueConfig;
}  // namespace couillon::v1

namespace couillon::arena {

class LeagueStore;

// A bot that has been started or connected to.
struct UsedBot {
  std::string name;
  bool remote = false;  // its CPU time is unknown
  StoredUsage row;
};

// Returns the bots of a league that have been started, in its order.
std::vector<UsedBot> UsedBots(const v1::LeagueConfig& config,
                              const std::vector<StoredUsage>& usage);

// Returns that percentile of the time per decision, in milliseconds; null if no
// decision was answered.
std::optional<double> LatencyMs(const UsedBot& bot, int percent);

struct LeagueStatus {
  std::int64_t units_done = 0;
  std::int64_t units = 0;
  std::vector<UsedBot> used;
};

// The errors are those of LeagueStore.
absl::StatusOr<LeagueStatus> ReadStatus(LeagueStore& store);

}  // namespace couillon::arena
