#include "arena/report/json/status_json.h"

#include <chrono>
#include <optional>
#include <ratio>

#include "arena/league/store/league_store.h"
#include "arena/league/store/usage_rows.h"
#include "arena/numbers/format/schema.h"
#include "arena/report/data/bot_names.h"
#include "arena/report/json/league_json.h"
#include "arena/table/schedule/bot_protection.h"
#include "arena/table/schedule/league_schedule.h"
#include "couillon/v1/league.pb.h"

namespace couillon::arena {
namespace {

using Milliseconds = std::chrono::duration<double, std::milli>;

using Seconds = std::chrono::duration<double>;

Json JsonOf(const std::optional<double>& number) {
  return number ? Json(*number) : Json(nullptr);
}

}  // namespace

Json UsageJson(const std::vector<UsedBot>& bots) {
  Json rows = Json::array();
  for (const UsedBot& bot : bots) {
    rows.push_back(
        {{"bot", bot.name},
         {"remote", bot.remote},
         {"starts", bot.row.usage.starts},
         {"busy_seconds", Seconds(bot.row.usage.busy).count()},
         {"cpu_seconds", bot.remote ? Json(nullptr)
                                    : Json(Seconds(bot.row.usage.cpu).count())},
         {"decisions", bot.row.usage.latency.size()},
         {"latency_ms",
          {{"p50", JsonOf(LatencyMs(bot, 50))},
           {"p99", JsonOf(LatencyMs(bot, 99))}}}});
  }
  return rows;
}

// The usage differs from run to run, so a report lacks it.
Json StatusJson(const LeagueStore& store, const LeagueStatus& status) {
  const v1::LeagueConfig& config = store.config();
  Json json = NewDocument(kLeagueStatusSchema);
  json["units_done"] = status.units_done;
  json["units"] = status.units;
  json["mode"] = ItemsWord(config);
  json["items"] = config.items();
  json["bots"] = BotNames(config);
  json["identities"] = IdentitiesJson(config);
  json["usage"] = UsageJson(status.used);
  return json;
}

}  // namespace couillon::arena
