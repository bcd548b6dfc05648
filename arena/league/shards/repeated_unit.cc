// Each further play of the unit is compared with the first.

#include "arena/league/shards/repeated_unit.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/league/run/unit_play.h"
#include "arena/numbers/text/printable.h"
#include "arena/table/schedule/league_schedule.h"
#include "arena/table/schedule/schedule.h"
#include "arena/table/unit/unit_result.h"
#include "couillon/v1/league.pb.h"
#include "couillon/v1/plan.pb.h"

namespace couillon::arena {
namespace {

constexpr int kPlays = 5;

// Plays the unit once; null if `stop` came before its end.
std::optional<UnitResult> PlayOnce(
    const v1::LeagueConfig& config, const std::vector<CompiledRules>& rules,
    const Unit& unit, const std::function<BotLinks(int)>& make_links,
    const std::atomic<bool>& stop) {
  std::atomic<bool> given = false;
  std::optional<UnitResult> played;
  PlayUnits(config, rules,
            {.workers = 1,
             .make_links = make_links,
             .next = [&]() -> std::optional<Unit> {
               if (given.exchange(true)) return std::nullopt;
               return unit;
             },
             .disqualified = nullptr,
             .take =
                 [&played](std::vector<UnitResult> finished) {
                   if (!finished.empty()) played = std::move(finished.front());
                   return true;
                 }},
            stop);
  return played;
}

}  // namespace

UnitRepeats RepeatUnit(const v1::LeaguePlan& plan,
                       const std::vector<CompiledRules>& rules,
                       std::int64_t unit,
                       const std::function<BotLinks(int worker)>& make_links,
                       const std::atomic<bool>& stop) {
  v1::LeagueConfig config = plan.config();
  config.set_record_deals(true);
  const Unit of = MakeSchedule(config).unit(unit);
  const DecisionFinder finder(config, rules);
  UnitRepeats repeats{.unit = unit};
  std::optional<UnitResult> first;
  for (int play = 0; play < kPlays && !stop.load(); ++play) {
    std::optional<UnitResult> played =
        PlayOnce(config, rules, of, make_links, stop);
    if (!played) break;
    ++repeats.plays;
    if (!first) {
      first = std::move(played);
      continue;
    }
    const std::optional<DifferentDecision> decision =
        finder.FirstOf(of, first->records, played->records);
    if (!decision) continue;
    if (!repeats.first) repeats.first = decision;
    repeats.bots.insert(decision->bot);
  }
  return repeats;
}

std::string DescribeRepeats(const v1::LeaguePlan& plan,
                            const UnitRepeats& repeats) {
  const std::string text = absl::StrFormat(
      "unit %d played again %d times with deal records: ", repeats.unit,
      repeats.plays);
  if (!repeats.first) {
    return absl::StrCat(
        text, "the same decisions each time, so they do not say which bot");
  }
  std::string names;
  for (const BotIndex bot : repeats.bots) {
    absl::StrAppend(&names, names.empty() ? "" : ", ",
                    PrintableLine(plan.config().bots(ToInt(bot)).name()));
  }
  return absl::StrCat(text, "they differ first in ",
                      DescribeDecision(plan.config(), *repeats.first),
                      repeats.bots.size() == 1
                          ? "; the bot that is not deterministic: "
                          : "; the bots that are not deterministic: ",
                      names);
}

}  // namespace couillon::arena
