#include "arena/league/setup/changed_bots.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/league/store/league_store.h"
#include "arena/players/roster/bot_identity.h"
#include "engine/cards/status_macros.h"

namespace couillon::arena {

absl::Status SetIdentities(const BotTrials& trials, v1::LeagueConfig& config) {
  for (int bot = 0; bot < config.bots_size(); ++bot) {
    const auto& trial = trials[static_cast<std::size_t>(bot)];
    if (!trial.ok()) continue;
    v1::BotEntry& entry = *config.mutable_bots(bot);
    ASSIGN_OR_RETURN(v1::BotIdentity identity, ComputeIdentity(entry));
    AddDescription(entry, *trial, identity);
    *entry.mutable_identity() = std::move(identity);
  }
  return absl::OkStatus();
}

absl::Status CheckUnchanged(const v1::LeagueConfig& stored,
                            const v1::LeagueConfig& today) {
  const int bots = std::min(stored.bots_size(), today.bots_size());
  for (int bot = 0; bot < bots; ++bot) {
    if (!stored.bots(bot).has_identity()) continue;
    RETURN_IF_ERROR(
        CompareIdentity(stored.bots(bot), today.bots(bot).identity()));
  }
  return absl::OkStatus();
}

absl::Status AcceptChanges(const v1::LeagueConfig& today, LeagueStore& store) {
  ASSIGN_OR_RETURN(const std::vector<UnitRun> runs, store.StoredRuns());
  const std::int64_t units = CountUnits(runs);
  v1::LeagueConfig config = store.config();
  for (int bot = 0; bot < config.bots_size(); ++bot) {
    v1::BotEntry& entry = *config.mutable_bots(bot);
    if (!entry.has_identity()) continue;  // of a league without identities
    const v1::BotIdentity& now = today.bots(bot).identity();
    if (CompareIdentity(entry, now).ok()) continue;
    v1::BotChange& change = *entry.add_changes();
    *change.mutable_before() = entry.identity();
    change.set_units(units);
    *entry.mutable_identity() = now;
  }
  return store.ReplaceConfig(config);
}

}  // namespace couillon::arena
