// Descriptions of the bots against rulesets and formats of the league.

#include "arena/league/run/bot_pairings.h"

#include <algorithm>
#include <cstddef>

#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "arena/league/store/running_sums.h"
#include "arena/numbers/text/field_status.h"
#include "arena/table/schedule/league_schedule.h"
#include "couillon/v1/league.pb.h"
#include "engine/cards/status_macros.h"

namespace couillon::arena {

absl::Status CheckPairings(const v1::LeagueConfig& config, BotIndex bot,
                           const std::vector<std::string>& plays) {
  if (plays.empty()) return absl::OkStatus();
  std::vector<std::string> missing;
  for (const v1::LeagueRuleset& ruleset : config.rulesets()) {
    const std::string id = ruleset.spec().substr(0, ruleset.spec().find('+'));
    if (std::find(plays.begin(), plays.end(), id) == plays.end()) {
      missing.push_back(ruleset.spec());
    }
  }
  if (missing.empty()) return absl::OkStatus();
  const std::string& name = config.bots(ToInt(bot)).name();
  if (IsThreeWay(config) || config.bots_size() == 1) {
    return absl::FailedPreconditionError(absl::StrFormat(
        "bot %s: does not play the ruleset %s, so no table with it is possible "
        "there. It plays %s; leave out the bot or the ruleset",
        name, absl::StrJoin(missing, ", "), absl::StrJoin(plays, ", ")));
  }
  std::vector<std::string> pairings;
  for (int other = 0; other < config.bots_size(); ++other) {
    if (other == ToInt(bot)) continue;
    pairings.push_back(name + " - " + config.bots(other).name());
  }
  return absl::FailedPreconditionError(absl::StrFormat(
      "bot %s: does not play the ruleset %s, so these pairings are impossible "
      "there: %s. It plays %s; leave out the bot or the ruleset",
      name, absl::StrJoin(missing, ", "), absl::StrJoin(pairings, ", "),
      absl::StrJoin(plays, ", ")));
}

absl::Status CheckBotRulesets(const v1::LeagueConfig& config) {
  for (int bot = 0; bot < config.bots_size(); ++bot) {
    const auto& plays = config.bots(bot).rulesets();
    RETURN_IF_ERROR(
        CheckPairings(config, BotIndex(bot), {plays.begin(), plays.end()}));
  }
  return absl::OkStatus();
}

absl::Status CheckSameDeals(const v1::LeagueConfig& config) {
  constexpr std::size_t kMaxPairings = 128 * 127 / 2;
  if (!config.same_deals() || !HasRunningSums(config)) return absl::OkStatus();
  const std::size_t pairings = MakeSchedule(config).rounds()[0].size();
  if (pairings <= kMaxPairings) return absl::OkStatus();
  return FieldError(
      "same_deals",
      absl::StrFormat(
          ": found %d pairings, and a report needs sums of every two of "
          "them; expected at most %d, which are those of 128 bots, or deals of "
          "their own",
          pairings, kMaxPairings));
}

}  // namespace couillon::arena
