// The counts of each bot, and on request each changed decision.
#include "arena/report/json/audit_json.h"

#include <cstddef>
#include <utility>

#include "arena/numbers/format/figure_writers.h"
#include "arena/numbers/format/json_numbers.h"
#include "arena/numbers/format/schema.h"
#include "arena/report/figures/audit_figures.h"

namespace couillon::arena {
namespace {

Json TestJson(const v1::SeenDealsTest& test) {
  if (test.clusters() == 0) return nullptr;
  return {{"deals", test.deals()},
          {"clusters", test.clusters()},
          {"recorded_minus_cold", JsonNumber(test.mean())},
          {"interval", JsonInterval({.lo = test.lower(), .hi = test.upper()})},
          {"level", test.level()}};
}

Json BotJson(const v1::BotAudit& bot) {
  Json json = {{"bot", bot.bot()}};
  JsonFigures figures(json);
  ForEachFigure(bot, figures);
  json["seen_deals"] = TestJson(bot.seen_deals());
  json["failures"] = Json::array();
  for (const std::string& failure :
       {bot.failure(), bot.seen_deals().failure()}) {
    if (!failure.empty()) json["failures"].push_back(failure);
  }
  return json;
}

Json ChangedJson(const v1::ChangedDecision& decision,
                 const std::string& replay) {
  return {{"unit", decision.unit()},
          {"ruleset", decision.ruleset()},
          {"item", decision.item()},
          {"deal_of_match", decision.deal_of_match()},
          {"seating", decision.seating()},
          {"seat", decision.seat()},
          {"ply", decision.ply()},
          {"recorded", decision.recorded()},
          {"cold", decision.cold()},
          {"command", ReplayCommand(decision, replay)}};
}

}  // namespace

Json AuditJson(const v1::LeagueAudit& audit) {
  Json json = {{"units", audit.units()},
               {"decisions", audit.decisions()},
               {"deals", audit.deals()},
               {"sandboxed", audit.sandboxed()},
               {"bots", Json::array()}};
  for (const v1::BotAudit& bot : audit.bots()) {
    json["bots"].push_back(BotJson(bot));
  }
  return json;
}

Json AuditDetailsJson(const v1::LeagueAudit& audit, const std::string& replay) {
  Json json = NewDocument(kAuditSchema);
  json.update(AuditJson(audit));
  for (int bot = 0; bot < audit.bots_size(); ++bot) {
    Json list = Json::array();
    for (const auto& decision : audit.bots(bot).changed_decisions()) {
      list.push_back(ChangedJson(decision, replay));
    }
    json["bots"][static_cast<std::size_t>(bot)]["changed_decisions"] =
        std::move(list);
  }
  return json;
}

}  // namespace couillon::arena
