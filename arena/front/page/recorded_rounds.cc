// Rounds are renumbered into one league of all entrants.

#include "arena/front/page/recorded_rounds.h"

#include <algorithm>
#include <iterator>
#include <memory>

#include "absl/strings/str_format.h"
#include "arena/front/replay/deals_json.h"
#include "arena/league/store/stored_unit.h"
#include "arena/standing/journal/arena_state.h"
#include "arena/standing/journal/journal.h"
#include "arena/standing/journal/open_round.h"
#include "arena/standing/journal/round_results.h"
#include "arena/standing/planner/season.h"
#include "arena/table/schedule/league_rules.h"
#include "arena/table/schedule/league_schedule.h"
#include "arena/table/team_bots.h"
#include "engine/cards/status_macros.h"

namespace couillon::arena {
namespace {

// Units that are read from the store in one go.
constexpr std::int64_t kUnitsAtOnce = 32;

// The arena as a league of all its entrants.
v1::LeagueConfig WholeConfig(const ArenaState& state) {
  v1::LeagueConfig config = state.settings;
  for (const Entrant& entrant : state.entrants) {
    config.add_bots()->set_name(entrant.Label());
  }
  return config;
}

std::vector<BotIndex> AllBots(int count) {
  std::vector<BotIndex> bots;
  bots.reserve(static_cast<std::size_t>(count));
  for (int bot = 0; bot < count; ++bot) bots.push_back(BotIndex(bot));
  return bots;
}

absl::Status NoDeals(const std::string& directory) {
  return absl::FailedPreconditionError(absl::StrFormat(
      "%s: stores no deals; play it with --record deals", directory));
}

}  // namespace

absl::StatusOr<RecordedRounds> RecordedRounds::Open(
    const std::string& directory) {
  absl::StatusOr<ArenaState> state;
  std::unique_ptr<LeagueStore> league;
  if (IsArena(directory)) {
    state = ReadState(directory);
    if (!state.ok()) return state.status();
  } else {
    ASSIGN_OR_RETURN(std::unique_ptr<LeagueStore> store,
                     LeagueStore::OpenToRead(directory));
    league = std::move(store);
  }
  RecordedRounds all(league ? league->config() : WholeConfig(*state));
  if (!all.config_.record_deals()) return NoDeals(directory);
  ASSIGN_OR_RETURN(std::vector<CompiledRules> rules,
                   CompileLeague(all.config_));
  all.rules_ = std::move(rules);
  RETURN_IF_ERROR(league
                      ? all.AddRound(*league, AllBots(all.config_.bots_size()))
                      : all.AddArena(*state, directory));
  return all;
}

absl::Status RecordedRounds::AddArena(const ArenaState& state,
                                      const std::string& directory) {
  for (int number = 1; number <= static_cast<int>(state.rounds.size());
       ++number) {
    ASSIGN_OR_RETURN(const std::unique_ptr<LeagueStore> store,
                     OpenRoundToRead(state, number, directory));
    if (store == nullptr) {  // not begun; numbers stay when it is
      units_ += CountPlannedUnits(RoundConfig(state, number, directory));
      continue;
    }
    std::vector<BotIndex> bots;
    const RoundPlan& plan = state.rounds[static_cast<std::size_t>(number) - 1];
    for (const int entrant : ListEntrants(plan))
      bots.push_back(BotIndex(entrant));
    RETURN_IF_ERROR(AddRound(*store, std::move(bots)));
  }
  return absl::OkStatus();
}

absl::Status RecordedRounds::AddRound(LeagueStore& store,
                                      std::vector<BotIndex> bots) {
  ASSIGN_OR_RETURN(const PlayedUnits played, store.Played());
  ASSIGN_OR_RETURN(std::vector<UnitRun> runs, store.StoredRuns());
  rounds_.push_back({.directory = store.directory(),
                     .first_unit = units_,
                     .stored = std::move(runs),
                     .bots = std::move(bots)});
  units_ += CountPlannedUnits(store.config());
  deals_ += played.deals;
  return absl::OkStatus();
}

Json RecordedRounds::Head() const { return DealsHead(config_, rules_); }

void RecordedRounds::ToWhole(const Round& round, Unit& unit) {
  const auto map = [&round](TeamBots& team) {
    TeamBots mapped;
    for (const BotIndex bot : team) {
      mapped.push_back(round.bots[Index(bot)]);
    }
    team = mapped;
  };
  map(unit.teams.first);
  map(unit.teams.second);
  map(unit.teams.third);
  unit.number += round.first_unit;
}

void RecordedRounds::ToWhole(const Round& round, ReplayedUnit& unit) {
  ToWhole(round, unit.unit);
  for (ReplayedItem& item : unit.items) {
    for (ReplayedTable& table : item.tables) {
      for (BotIndex& bot : table.bots) bot = round.bots[Index(bot)];
    }
  }
}

absl::Status RecordedRounds::ForEach(
    const std::function<absl::StatusOr<bool>(const ReplayedUnit&)>& use) const {
  for (const Round& round : rounds_) {
    ASSIGN_OR_RETURN(const std::unique_ptr<LeagueStore> store,
                     LeagueStore::OpenToRead(round.directory));
    ASSIGN_OR_RETURN(const LeagueRecords records, LeagueRecords::Open(*store));
    absl::StatusOr<bool> goes_on = true;
    const auto use_stored = [&](const StoredUnit& stored) {
      if (!goes_on.ok() || !*goes_on) return;
      absl::StatusOr<ReplayedUnit> unit = records.Replay(stored);
      if (!unit.ok()) {
        goes_on = unit.status();
        return;
      }
      ToWhole(round, *unit);
      goes_on = use(*unit);
    };
    for (const UnitRun& run : round.stored) {
      for (std::int64_t first = run.first; first < run.end;
           first += kUnitsAtOnce) {
        RETURN_IF_ERROR(store->ForEachUnit(
            first, std::min(run.end, first + kUnitsAtOnce), use_stored));
        if (!goes_on.ok()) return goes_on.status();
        if (!*goes_on) return absl::OkStatus();
      }
    }
  }
  return absl::OkStatus();
}

absl::Status RecordedRounds::ForEachHead(
    const std::function<bool(const Unit&)>& use) const {
  for (const Round& round : rounds_) {
    ASSIGN_OR_RETURN(const std::unique_ptr<LeagueStore> store,
                     LeagueStore::OpenToRead(round.directory));
    const Schedule schedule = MakeSchedule(store->config());
    for (const UnitRun& run : round.stored) {
      for (std::int64_t number = run.first; number < run.end; ++number) {
        Unit unit = schedule.unit(number);
        ToWhole(round, unit);
        if (!use(unit)) return absl::OkStatus();
      }
    }
  }
  return absl::OkStatus();
}

absl::StatusOr<ReplayedUnit> RecordedRounds::Read(std::int64_t number) const {
  const auto next = std::find_if(
      rounds_.begin(), rounds_.end(),
      [number](const Round& each) { return each.first_unit > number; });
  if (number < 0 || next == rounds_.begin()) {
    return absl::NotFoundError(
        absl::StrFormat("unit %d has not been played yet", number));
  }
  const Round& round = *std::prev(next);
  ASSIGN_OR_RETURN(const std::unique_ptr<LeagueStore> store,
                   LeagueStore::OpenToRead(round.directory));
  ASSIGN_OR_RETURN(const LeagueRecords records, LeagueRecords::Open(*store));
  absl::StatusOr<ReplayedUnit> unit = records.Replay(number - round.first_unit);
  if (unit.ok()) ToWhole(round, *unit);
  return unit;
}

bool HasRecordedDeals(const std::string& directory) {
  if (IsArena(directory)) {
    const absl::StatusOr<ArenaState> state = ReadState(directory);
    return state.ok() && state->settings.record_deals();
  }
  const absl::StatusOr<std::unique_ptr<LeagueStore>> store =
      LeagueStore::OpenToRead(directory);
  return store.ok() && (*store)->config().record_deals();
}

}  // namespace couillon::arena
