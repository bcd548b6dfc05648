#include "arena/front/page/faults_json.h"

#include <cstddef>
#include <string>

#include "arena/numbers/text/printable.h"
#include "arena/report/fault_groups.h"
#include "arena/table/bot_index.h"
#include "couillon/v1/league.pb.h"

namespace couillon::arena {
namespace {

constexpr std::size_t kMostGroups = 200;
constexpr std::size_t kMostBytes = 4000;  // of a text of a bot's

Json ExampleJson(const v1::LeagueConfig& config, const Fault& fault) {
  return {{"ruleset", config.rulesets(fault.ruleset).spec()},
          {"unit", fault.unit},
          {"item", fault.item},
          {"detail", PrintableLine(fault.detail, kMostBytes)},
          {"last_stderr", Printable(fault.last_stderr)}};
}

}  // namespace

Json FaultsJson(const v1::LeagueConfig& config,
                const std::vector<Fault>& faults) {
  Json json = Json::array();
  for (const FaultGroup& group : GroupFaults(faults)) {
    if (json.size() == kMostGroups) break;
    const std::string& place = group.cause.place;
    json.push_back({{"bot", config.bots(ToInt(group.bot)).name()},
                    {"verdict", VerdictName(group.verdict)},
                    {"cause", PrintableLine(group.cause.what, kMostBytes)},
                    {"place", place.empty() ? Json(nullptr) : Json(place)},
                    {"count", group.count},
                    {"forfeits", group.forfeits},
                    {"example", ExampleJson(config, faults[group.example])}});
  }
  return json;
}

}  // namespace couillon::arena
