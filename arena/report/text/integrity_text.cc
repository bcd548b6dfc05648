#include "arena/report/text/integrity_text.h"

#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "arena/table/schedule/bot_protection.h"
#include "arena/table/schedule/league_schedule.h"
#include "couillon/v1/league.pb.h"

namespace couillon::arena {
namespace {

// The names of the bots whose processes have that scope.
std::vector<std::string> BotsOf(const v1::LeagueConfig& config,
                                ProcessScope scope) {
  std::vector<std::string> names;
  for (int bot = 0; bot < config.bots_size(); ++bot) {
    if (ScopeOf(config, BotIndex(bot)) != scope) continue;
    names.push_back(config.bots(bot).name());
  }
  return names;
}

std::string SuitLine(const v1::LeagueConfig& config) {
  const std::vector<bool> relabelled = RelabelledBots(config);
  std::vector<std::string> names;
  for (int bot = 0; bot < config.bots_size(); ++bot) {
    if (relabelled[Index(BotIndex(bot))]) {
      names.push_back(config.bots(bot).name());
    }
  }
  if (names.empty()) return "";
  if (static_cast<int>(names.size()) == config.bots_size()) {
    names = {"all bots"};
  }
  return absl::StrCat("Suits: relabelled for ", absl::StrJoin(names, ", "),
                      ", wherever the rules treat them alike.\n");
}

}  // namespace

std::string IntegrityText(const v1::LeagueConfig& config) {
  std::string text =
      config.same_deals() ? "Deals: THE SAME for all pairings and rulesets "
                            "(--trust same-deals); a "
                            "bot that\nremembers deals gains.\n"
      : IsThreeWay(config)
          ? "Deals: of their own for each three bots and ruleset.\n"
          : "Deals: of their own for each pairing and ruleset.\n";
  if (!BotsOf(config, ProcessScope::kDivided).empty()) {
    text +=
        "Memory: no process is asked about a deal from two seats or in two "
        "seatings.\n";
  }
  if (!BotsOf(config, ProcessScope::kShared).empty()) {
    text +=
        "Memory: ONE PROCESS plays all seats of a bot in all seatings "
        "(--trust shared-process):\nit can use its partner's hand and what it "
        "saw "
        "in the other seating.\n";
  }
  const std::vector<std::string> remote = BotsOf(config, ProcessScope::kRemote);
  if (!remote.empty()) {
    absl::StrAppend(&text, "Memory: CANNOT BE DIVIDED, since remote: ",
                    absl::StrJoin(remote, ", "),
                    ". Its seats in both seatings\nmay share a memory.\n");
  }
  for (int bot = 0; bot < config.bots_size(); ++bot) {
    if (!SeesAllCards(config, BotIndex(bot))) continue;
    absl::StrAppend(&text, "Cards: ", config.bots(bot).name(), " ",
                    kSeesAllCards, " with other bots\n",
                    "(--allow cheating). It assumes best play of all, so it is "
                    "no strict upper bound.\n");
  }
  return text + SuitLine(config);
}

std::string UndividedText(const v1::LeagueConfig& config) {
  const std::vector<std::string> remote = BotsOf(config, ProcessScope::kRemote);
  if (remote.empty()) return "";
  return absl::StrCat(
      "Not divided: ", absl::StrJoin(remote, ", "),
      ". Nothing keeps a bot that is not started here from using its partner's "
      "hand.\n");
}

}  // namespace couillon::arena
