#include "arena/report/league_status.h"

#include <utility>

#include "arena/league/store/league_store.h"
#include "arena/league/store/unit_run.h"
#include "arena/league/store/usage_rows.h"
#include "arena/numbers/format/schema.h"
#include "arena/report/identities.h"
#include "arena/table/schedule/league_schedule.h"
#include "couillon/v1/league.pb.h"

namespace couillon::arena {

absl::StatusOr<LeagueStatus> ReadStatus(LeagueStore& store) {
  const absl::StatusOr<std::vector<UnitRun>> runs = store.StoredRuns();
  if (!runs.ok()) return runs.status();
  const absl::StatusOr<std::vector<StoredUsage>> usage = store.Usage();
  if (!usage.ok()) return usage.status();
  return LeagueStatus{.units_done = CountUnits(*runs),
                      .units = UnitsOf(store.config()),
                      .used = UsedBots(store.config(), *usage)};
}

// The usage differs from run to run, so a report lacks it.
Json StatusJson(const LeagueStore& store, const LeagueStatus& status) {
  const v1::LeagueConfig& config = store.config();
  Json bots = Json::array();
  for (const v1::BotEntry& bot : config.bots()) bots.push_back(bot.name());
  Json json = NewDocument(kLeagueStatusSchema);
  json["units_done"] = status.units_done;
  json["units"] = status.units;
  json["mode"] = ItemsWord(config);
  json["items"] = config.items();
  json["bots"] = std::move(bots);
  json["identities"] = IdentitiesJson(config);
  json["usage"] = UsageJson(status.used);
  return json;
}

}  // namespace couillon::arena
