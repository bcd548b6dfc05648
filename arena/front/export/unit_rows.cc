// Pairs, units and faults.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "arena/front/export/league_rows.h"
#include "arena/front/export/row_writer.h"
#include "arena/league/store/league_store.h"
#include "arena/league/store/stored_unit.h"
#include "arena/table/bot_index.h"
#include "arena/table/schedule/league_schedule.h"
#include "arena/table/schedule/schedule.h"
#include "arena/table/team.h"
#include "arena/table/team_bots.h"
#include "arena/table/unit/sequential_match.h"
#include "arena/table/unit/unit_result.h"
#include "arena/table/verdict.h"
#include "couillon/v1/league.pb.h"
#include "engine/cards/seat.h"
#include "engine/cards/status_macros.h"

namespace couillon::arena {
namespace {

int CountSeatings(const v1::LeagueConfig& config, int ruleset) {
  return config.rulesets(ruleset).ruleset().table().sides() == 2 ? 2 : 6;
}

// The most bots that a team has under any ruleset.
int MostPartners(const v1::LeagueConfig& config) {
  int most = 1;
  if (!IsIndividual(config)) return most;
  for (const auto& ruleset : config.rulesets()) {
    const auto& table = ruleset.ruleset().table();
    most = std::max(most, static_cast<int>(table.players() / table.sides()));
  }
  return most;
}

ColumnList PairColumns(const v1::LeagueConfig& config) {
  return Texts({"ruleset"}) + Counts({"deal", "item", "round"}) +
         BotColumns(config) +
         (IsThreeWay(config)
              ? Numbers({"game_points_1", "game_points_2", "game_points_3"})
              : Numbers({"pair_score", "game_points"})) +
         Flags({"forfeited"});
}

// The mean over the six seatings of what each team gained.
void AppendThreeWay(const UnitOutcome& outcome, std::size_t i,
                    std::vector<Cell>& cells) {
  for (const Team team : kAllTeams) {
    double sum = 0;
    for (const std::int32_t points : outcome.three_way_points[i][team]) {
      sum += points;
    }
    cells.emplace_back(sum / 6);
  }
}

class PairRows {
 public:
  PairRows(const v1::LeagueConfig& config, const RowTarget& target)
      : config_(config),
        target_(target),
        schedule_(MakeSchedule(config)),
        writer_(*target.out, target.format, PairColumns(config)) {
    if (config.has_sprt()) test_.emplace(config);
  }

  void Add(const StoredUnit& stored) {
    // As the report: only what the test used.
    if (test_ && (test_->ended() || stored.number != test_->units())) return;
    if (test_) test_->Add(stored.number, stored.outcome);
    const Unit unit = schedule_.unit(stored.number);
    if (!target_.Wants(unit.ruleset)) return;
    const std::size_t items = IsThreeWay(config_)
                                  ? stored.outcome.three_way_points.size()
                                  : stored.outcome.scores.size();
    for (std::size_t i = 0; i < items; ++i) AddItem(unit, stored.outcome, i);
  }

 private:
  void AddItem(const Unit& unit, const UnitOutcome& outcome, std::size_t i) {
    const std::uint64_t item = unit.first_item + i;
    std::vector<Cell> cells = {config_.rulesets(unit.ruleset).spec(),
                               DealNumber(config_, schedule_, unit, item),
                               static_cast<std::int64_t>(item),
                               std::int64_t{unit.round}};
    AppendBots(config_, unit, cells);
    if (IsThreeWay(config_)) {
      AppendThreeWay(outcome, i, cells);
    } else {
      const int seatings = CountSeatings(config_, unit.ruleset);
      cells.emplace_back(outcome.scores[i].HalfPoints(seatings) /
                         (2.0 * seatings));
      const bool matches = ArePlayingMatches(config_);
      cells.push_back(!matches && i < outcome.points.size()
                          ? Cell(outcome.points[i] / (2.0 * seatings))
                          : Cell());
    }
    cells.emplace_back(HasForfeit(outcome.forfeited_items, i));
    writer_.Write(cells);
  }

  const v1::LeagueConfig& config_;
  RowTarget target_;
  Schedule schedule_;
  RowWriter writer_;
  std::optional<SequentialMatch> test_;
};

std::int64_t Forfeited(const StoredUnit& stored, const Unit& unit) {
  std::int64_t count = 0;
  for (std::size_t i = 0; i < unit.items; ++i) {
    count += HasForfeit(stored.outcome.forfeited_items, i) ? 1 : 0;
  }
  return count;
}

}  // namespace

const std::string& NameOf(const v1::LeagueConfig& config, BotIndex bot) {
  return config.bots(ToInt(bot)).name();
}

ColumnList BotColumns(const v1::LeagueConfig& config) {
  if (IsThreeWay(config)) return Texts({"bot_1", "bot_2", "bot_3"});
  if (!IsIndividual(config)) return Texts({"bot_a", "bot_b"});
  std::vector<std::string> columns;
  for (const char* team : {"first", "second"}) {
    for (int i = 1; i <= MostPartners(config); ++i) {
      columns.push_back(absl::StrFormat("%s_%d", team, i));
    }
  }
  return Texts(columns);
}

void AppendBots(const v1::LeagueConfig& config, const Unit& unit,
                std::vector<Cell>& cells) {
  const auto most = static_cast<std::size_t>(MostPartners(config));
  for (int i = 0; i < unit.teams.size(); ++i) {
    const TeamBots& team = unit.teams[static_cast<Team>(i)];
    for (std::size_t j = 0; j < most; ++j) {
      cells.push_back(j < team.size() ? Cell(NameOf(config, team[j])) : Cell());
    }
  }
}

std::int64_t DealNumber(const v1::LeagueConfig& config,
                        const Schedule& schedule, const Unit& unit,
                        std::uint64_t item) {
  const auto number = static_cast<std::int64_t>(item);
  if (config.same_deals()) return number;
  const auto rounds = schedule.rounds().size();
  const auto items = static_cast<std::int64_t>(config.items() * rounds);
  const auto pairings =
      static_cast<std::int64_t>(schedule.rounds().front().size());
  const auto of_pairing =
      number - static_cast<std::int64_t>(unit.teams.first_item);
  return (unit.ruleset * pairings + unit.pairing) * items + of_pairing;
}

absl::Status WritePairs(LeagueStore& store, const RowTarget& target) {
  PairRows rows(store.config(), target);
  return store.ForEachUnit([&](const StoredUnit& stored) { rows.Add(stored); });
}

absl::Status WriteUnits(LeagueStore& store, const RowTarget& target) {
  const v1::LeagueConfig& config = store.config();
  const Schedule schedule = MakeSchedule(config);
  RowWriter writer(*target.out, target.format,
                   Counts({"unit"}) + Texts({"ruleset"}) +
                       Counts({"round", "block"}) + BotColumns(config) +
                       Counts({"first_item", "items", "deals", "decisions",
                               "forfeits", "forfeited_items", "faults"}) +
                       Texts({"lost_by"}));
  return store.ForEachUnit([&](const StoredUnit& stored) {
    const Unit unit = schedule.unit(stored.number);
    if (!target.Wants(unit.ruleset)) return;
    std::vector<Cell> cells = {unit.number,
                               config.rulesets(unit.ruleset).spec(),
                               std::int64_t{unit.round}, unit.block};
    AppendBots(config, unit, cells);
    const UnitOutcome& outcome = stored.outcome;
    for (const std::int64_t count :
         {static_cast<std::int64_t>(unit.first_item),
          static_cast<std::int64_t>(unit.items), outcome.counts.deals,
          outcome.counts.decisions, outcome.counts.forfeits,
          Forfeited(stored, unit), stored.faults}) {
      cells.emplace_back(count);
    }
    cells.push_back(outcome.lost_by ? Cell(NameOf(config, *outcome.lost_by))
                                    : Cell());
    writer.Write(cells);
  });
}

absl::Status WriteFaults(LeagueStore& store, const RowTarget& target) {
  const v1::LeagueConfig& config = store.config();
  ASSIGN_OR_RETURN(const std::vector<Fault> faults, store.Faults());
  RowWriter writer(*target.out, target.format,
                   Counts({"unit"}) + Texts({"ruleset"}) +
                       Counts({"item", "seating", "seat"}) +
                       Texts({"bot", "verdict"}) + Flags({"forfeits"}) +
                       Texts({"detail", "last_stderr"}));
  for (const Fault& fault : faults) {
    if (!target.Wants(fault.ruleset)) continue;
    const bool placed = fault.seat != kNoSeat;
    writer.Write(
        {fault.unit, config.rulesets(fault.ruleset).spec(),
         static_cast<std::int64_t>(fault.item),
         placed ? Cell(static_cast<std::int64_t>(fault.seating)) : Cell(),
         placed ? Cell(static_cast<std::int64_t>(fault.seat)) : Cell(),
         NameOf(config, fault.bot), std::string(VerdictName(fault.verdict)),
         fault.forfeits, fault.detail, fault.last_stderr});
  }
  return absl::OkStatus();
}

}  // namespace couillon::arena
