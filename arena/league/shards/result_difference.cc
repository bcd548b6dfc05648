// Two files are read side by side, unit by unit.

#include "arena/league/shards/result_difference.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/league/shards/first_decision.h"
#include "arena/league/shards/result_file.h"
#include "arena/league/store/deal_file.h"
#include "arena/league/store/unit_bytes.h"
#include "arena/numbers/text/printable.h"
#include "arena/table/schedule/league_rules.h"
#include "arena/table/schedule/league_schedule.h"
#include "arena/table/schedule/schedule.h"
#include "arena/table/team.h"
#include "arena/table/team_bots.h"
#include "arena/table/unit/unit_result.h"
#include "couillon/v1/league.pb.h"
#include "couillon/v1/plan.pb.h"
#include "engine/cards/status_macros.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::arena {
namespace {

class Comparison {
 public:
  Comparison(const v1::LeaguePlan& plan,
             const std::vector<CompiledRules>& rules)
      : config_(plan.config()),
        schedule_(MakeSchedule(config_)),
        finder_(config_, rules) {}

  void Add(std::int64_t number, const UnitBytes& one, const UnitBytes& other) {
    ++found_.units;
    if (one.result == other.result && one.records == other.records) return;
    const Unit unit = schedule_.unit(number);
    const std::optional<DifferentDecision> decision =
        FirstDecision(unit, one, other);
    if (++found_.different == 1) {
      found_.first_unit = number;
      found_.where = Where(unit, decision);
    }
    std::set<BotIndex> bots;
    for (int team = 0; team < unit.teams.size(); ++team) {
      const TeamBots& of_team = unit.teams[static_cast<Team>(team)];
      bots.insert(of_team.begin(), of_team.end());
    }
    if (found_.different == 1) {
      in_all_ = bots;
    } else {
      std::erase_if(in_all_, [&](BotIndex bot) { return !bots.contains(bot); });
    }
    if (decision) deciders_.insert(decision->bot);
  }

  ResultDifference Finish() {
    found_.from_decisions = !deciders_.empty();
    const std::set<BotIndex>& suspects =
        deciders_.empty() ? in_all_ : deciders_;
    found_.suspects.assign(suspects.begin(), suspects.end());
    return std::move(found_);
  }

 private:
  [[nodiscard]] std::string Where(
      const Unit& unit,
      const std::optional<DifferentDecision>& decision) const {
    std::string where = DescribeUnit(config_, unit);
    if (decision) {
      absl::StrAppend(&where, ": ", DescribeDecision(config_, *decision));
    }
    return where;
  }

  // Null if the league keeps no records, or if they do not say.
  [[nodiscard]] std::optional<DifferentDecision> FirstDecision(
      const Unit& unit, const UnitBytes& one, const UnitBytes& other) const {
    std::vector<DealOfUnit> first;
    std::vector<DealOfUnit> second;
    if (one.records.empty() || other.records.empty() ||
        !UnpackDeals(one.records, first).ok() ||
        !UnpackDeals(other.records, second).ok()) {
      return std::nullopt;
    }
    return finder_.FirstOf(unit, first, second);
  }

  const v1::LeagueConfig& config_;
  Schedule schedule_;
  DecisionFinder finder_;
  ResultDifference found_;
  std::set<BotIndex> in_all_;    // units that differ
  std::set<BotIndex> deciders_;  // of first decisions that differ
};

}  // namespace

absl::StatusOr<ResultDifference> CompareResults(const v1::LeaguePlan& plan,
                                                const std::string& one,
                                                const std::string& other) {
  ASSIGN_OR_RETURN(ResultReader first, ResultReader::Open(one));
  ASSIGN_OR_RETURN(ResultReader second, ResultReader::Open(other));
  if (first.header() != second.header()) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "%s and %s: hold different units; expected the same", one, other));
  }
  ASSIGN_OR_RETURN(const std::vector<CompiledRules> rules,
                   CompileLeague(plan.config()));
  Comparison comparison(plan, rules);
  while (const std::optional<std::int64_t> number = first.next()) {
    ASSIGN_OR_RETURN(const UnitBytes of_one, first.Read());
    ASSIGN_OR_RETURN(const UnitBytes of_other, second.Read());
    comparison.Add(*number, of_one, of_other);
  }
  return comparison.Finish();
}

std::string DescribeDifference(const v1::LeaguePlan& plan,
                               const ResultDifference& difference) {
  std::string bots;
  for (const BotIndex bot : difference.suspects) {
    absl::StrAppend(&bots, bots.empty() ? "" : ", ",
                    PrintableLine(plan.config().bots(ToInt(bot)).name()));
  }
  const char* who = difference.suspects.size() == 1
                        ? "the bot that is not deterministic"
                        : "at least one of these bots is not deterministic";
  std::string text =
      absl::StrFormat("%d of %d units differ, the first is %s",
                      difference.different, difference.units, difference.where);
  if (!bots.empty()) absl::StrAppend(&text, "; ", who, ": ", bots);
  return text;
}

}  // namespace couillon::arena
