// Units are dealt, replayed and counted again one by one; then the running sums
// are compared.

#include "arena/league/run/verify.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/league/store/deal_file.h"
#include "arena/league/store/deal_span.h"
#include "arena/league/store/league_store.h"
#include "arena/league/store/running_sums.h"
#include "arena/table/bot_index.h"
#include "arena/table/outcome.h"
#include "arena/table/quantity.h"
#include "arena/table/schedule/league_rules.h"
#include "arena/table/schedule/league_schedule.h"
#include "arena/table/schedule/schedule.h"
#include "arena/table/schedule/unit_deals.h"
#include "arena/table/seating.h"
#include "arena/table/table.h"
#include "arena/table/team.h"
#include "arena/table/team_bots.h"
#include "arena/table/unit/unit_result.h"
#include "arena/table/unit/unit_tally.h"
#include "couillon/v1/league.pb.h"
#include "engine/cards/action.h"
#include "engine/cards/status_macros.h"
#include "engine/deal/deal_source.h"
#include "engine/play/deal_kinds.h"
#include "engine/rules/compiled_rules.h"
#include "proto/ruleset_codec.h"

namespace couillon::arena {
namespace {

class Auditor {
 public:
  Auditor(LeagueStore& store, const std::vector<CompiledRules>& rules)
      : store_(store),
        config_(store.config()),
        rules_(rules),
        deals_(config_),
        unit_deals_(config_.seed()),
        schedule_(MakeSchedule(config_)) {}

  absl::Status CheckConfig() const {
    if (DealSource(config_.seed()).commitment() != config_.seed_commitment()) {
      return absl::DataLossError(absl::StrFormat(
          "the seed does not match the commitment %s made before play",
          config_.seed_commitment()));
    }
    for (std::size_t i = 0; i < rules_.size(); ++i) {
      const v1::LeagueRuleset& entry = config_.rulesets(static_cast<int>(i));
      const std::string hash = wire::RulesetHash(rules_[i].ruleset);
      if (hash == entry.hash()) continue;
      return absl::DataLossError(
          absl::StrFormat("ruleset %s: its hash is %s; recorded is %s",
                          entry.spec(), hash, entry.hash()));
    }
    return absl::OkStatus();
  }

  absl::Status CheckUnit(const StoredUnit& stored, Verified& verified) {
    if (stored.number < 0 || stored.number >= schedule_.units()) {
      return absl::DataLossError(
          absl::StrFormat("unit %d: the schedule has %d units", stored.number,
                          schedule_.units()));
    }
    unit_ = schedule_.unit(stored.number);
    unit_deals_ = deals_.Of(unit_);
    if (stored.outcome.scores.size() != unit_.items) {
      return Differs(absl::StrFormat("%d results; expected %d",
                                     stored.outcome.scores.size(),
                                     unit_.items));
    }
    if (!config_.record_deals()) return absl::OkStatus();
    std::vector<DealOfUnit> records;
    const absl::Status read = ReadDeals(
        store_.deals_path(), stored.records.value_or(DealSpan{}), records);
    const bool is_match = ArePlayingMatches(config_);
    UnitTally tally(unit_, rules(), is_match);
    kinds_ = tally.deal_kinds();
    for (std::uint32_t at = 0; at < tally.tables(); ++at) {
      const auto by = static_cast<std::uint32_t>(tally.seatings());
      const std::uint64_t item = unit_.first_item + at / by;
      const auto seating = static_cast<Seating>(at % by);
      if (at >= records.size()) {
        return Differs(
            item, seating,
            read.ok() ? "there is no record" : std::string(read.message()));
      }
      RETURN_IF_ERROR(CheckRecord(records[at], item, seating));
      tally.Count(at / by, seating, records[at].outcome);
      ++verified.records;
    }
    if (!read.ok()) return Differs(std::string(read.message()));
    return CheckSums(stored, tally);
  }

 private:
  [[nodiscard]] const CompiledRules& rules() const {
    return rules_[static_cast<std::size_t>(unit_.ruleset)];
  }

  [[nodiscard]] std::string Names(const TeamBots& team) const {
    std::string names;
    for (const BotIndex bot : team) {
      absl::StrAppend(&names, names.empty() ? "" : "+",
                      config_.bots(ToInt(bot)).name());
    }
    return names;
  }

  [[nodiscard]] absl::Status Differs(const std::string& how) const {
    std::string names;
    for (int team = 0; team < unit_.teams.size(); ++team) {
      absl::StrAppend(&names, names.empty() ? "" : " - ",
                      Names(unit_.teams[static_cast<Team>(team)]));
    }
    return absl::DataLossError(
        absl::StrFormat("unit %d (%s, %s): %s", unit_.number,
                        config_.rulesets(unit_.ruleset).spec(), names, how));
  }
  [[nodiscard]] absl::Status Differs(std::uint64_t item, Seating seating,
                                     const std::string& how) const {
    return Differs(absl::StrFormat("%s %d, seating %d: %s", ItemWord(config_),
                                   item, static_cast<int>(seating), how));
  }

  // Replays one record; sets the parts of the outcome that it does not hold.
  absl::Status CheckRecord(DealOfUnit& record, std::uint64_t item,
                           Seating seating) {
    if (record.item != item || record.seating != seating) {
      return Differs(
          item, seating,
          absl::StrFormat("the record is of %d, seating %d", record.item,
                          static_cast<int>(record.seating)));
    }
    const bool is_match = ArePlayingMatches(config_);
    Table table({.rules = &rules(),
                 .deals = &unit_deals_,
                 .item = item,
                 .seating = seating,
                 .teams = unit_.teams.size(),
                 .is_match = is_match,
                 .kinds = kinds_});
    for (const std::string& deal : record.deals) {
      for (const char action : deal) {
        const Action taken(static_cast<unsigned char>(action));
        if (table.done() || !table.Apply(taken)) {
          return Differs(
              item, seating,
              absl::StrFormat("action %d is not legal", taken.number()));
        }
      }
    }
    const std::optional<Team> forfeited_by = record.outcome.forfeited_by;
    if (!forfeited_by && !table.done()) {
      return Differs(item, seating, "the record ends before the deal does");
    }
    const Outcome outcome =
        forfeited_by ? ForfeitOutcome(rules(), is_match, *forfeited_by,
                                      unit_.teams.size())
                     : table.outcome();
    const int lead = outcome.lead_halves[Quantity::kGamePoints];
    const int recorded = record.outcome.lead_halves[Quantity::kGamePoints];
    if (outcome.half_points != record.outcome.half_points || lead != recorded) {
      return Differs(item, seating,
                     absl::StrFormat("its replay gives %d half points and %d "
                                     "half game points; recorded are %d and %d",
                                     outcome.half_points, lead,
                                     record.outcome.half_points, recorded));
    }
    record.outcome = outcome;
    return absl::OkStatus();
  }

  [[nodiscard]] absl::Status CheckSums(const StoredUnit& stored,
                                       const UnitTally& tally) const {
    UnitOutcome outcome = tally.Outcomes();
    if (outcome.scores != stored.outcome.scores) {
      return Differs("the results differ");
    }
    // The records do not determine these two.
    outcome.counts.decisions = stored.outcome.counts.decisions;
    outcome.lost_by = stored.outcome.lost_by;
    if (outcome != stored.outcome) {
      return Differs("the deals do not add up to the stored sums");
    }
    return absl::OkStatus();
  }

  LeagueStore& store_;
  const v1::LeagueConfig& config_;
  const std::vector<CompiledRules>& rules_;
  UnitDeals deals_;
  DealSource unit_deals_;  // of unit_
  Schedule schedule_;
  Unit unit_;
  const DealKinds* kinds_ = nullptr;  // of the tally of unit_
};

// Recomputes the running sums and compares them with the stored ones.
absl::Status CheckRunningSums(LeagueStore& store) {
  const v1::LeagueConfig& config = store.config();
  if (!HasRunningSums(config)) return absl::OkStatus();
  ASSIGN_OR_RETURN(const RunningSums stored, store.StoredSums());
  SumsBuilder builder(config, EmptySums(config));
  absl::Status added;
  RETURN_IF_ERROR(
      store.ForEachUnit(0, stored.units, [&](const StoredUnit& unit) {
        if (added.ok()) added = builder.Add(unit);
      }));
  if (!added.ok()) return added;
  return CompareSums(config, stored, builder.Finish());
}

}  // namespace

absl::StatusOr<Verified> VerifyLeague(
    LeagueStore& store, const std::function<void(const Verified&)>& on_unit) {
  ASSIGN_OR_RETURN(std::vector<CompiledRules> rules,
                   CompileLeague(store.config()));
  Auditor auditor(store, rules);
  absl::Status status = auditor.CheckConfig();
  if (!status.ok()) return status;
  Verified verified;
  absl::Status read = store.ForEachUnit([&](const StoredUnit& stored) {
    if (!status.ok()) return;
    status = auditor.CheckUnit(stored, verified);
    if (!status.ok()) return;
    ++verified.units;
    if (on_unit) on_unit(verified);
  });
  if (!status.ok()) return status;
  if (!read.ok()) return read;
  status = CheckRunningSums(store);
  if (!status.ok()) return status;
  return verified;
}

}  // namespace couillon::arena
