// A round's configuration follows from the state of the arena; its store says
// what is missing.

#include "arena/standing/journal/open_round.h"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <utility>

#include "absl/strings/str_format.h"
#include "arena/league/run/runner.h"
#include "arena/league/store/usage_rows.h"
#include "arena/standing/journal/journal.h"
#include "arena/standing/planner/plan_round.h"
#include "arena/standing/planner/season.h"
#include "arena/table/bot_index.h"
#include "arena/table/referee/budget_ledger.h"
#include "arena/table/schedule/league_schedule.h"
#include "arena/table/schedule/schedule.h"
#include "arena/table/team.h"
#include "couillon/v1/arena.pb.h"
#include "engine/cards/check.h"
#include "engine/cards/status_macros.h"
#include "google/protobuf/descriptor.h"
#include "google/protobuf/util/message_differencer.h"

namespace couillon::arena {
namespace {

namespace fs = std::filesystem;

// As MessageDifferencer has it, which takes a second for half a million.
bool HaveSamePairings(const v1::LeagueConfig& a, const v1::LeagueConfig& b) {
  COUILLON_CHECK(v1::LeaguePairing::descriptor()->field_count() == 3);
  return std::equal(
      a.pairings().begin(), a.pairings().end(), b.pairings().begin(),
      b.pairings().end(),
      [](const v1::LeaguePairing& one, const v1::LeaguePairing& other) {
        return one.first() == other.first() && one.second() == other.second() &&
               one.first_item() == other.first_item();
      });
}

// The units of a round that are not stored, as the entrants that meet in each;
// stops when `wanted` returns true, and returns whether it did.
absl::StatusOr<bool> FindMissingUnit(
    const ArenaState& state, int number, const std::string& directory,
    const std::function<bool(const std::vector<int>&)>& wanted) {
  if (state.finished->Contains(number)) return false;
  const Schedule schedule = MakeSchedule(RoundConfig(state, number, directory));
  std::vector<UnitRun> done;
  absl::StatusOr<std::unique_ptr<LeagueStore>> store =
      LeagueStore::OpenToRead(RoundDirectory(directory, number));
  if (store.ok()) {
    ASSIGN_OR_RETURN(std::vector<UnitRun> runs, (*store)->StoredRuns());
    done = std::move(runs);
    if (CountUnits(done) == schedule.units()) state.finished->Add(number);
  } else if (!absl::IsNotFound(store.status())) {
    return store.status();
  }
  done.push_back({.first = schedule.units(), .end = schedule.units()});
  const std::vector<int> entrants =
      ListEntrants(state.rounds[static_cast<std::size_t>(number) - 1]);
  std::int64_t next = 0;
  for (const UnitRun& run : done) {
    for (; next < run.first; ++next) {
      const Unit unit = schedule.unit(next);
      std::vector<int> players;
      for (const Team team : {Team::kFirst, Team::kSecond}) {
        for (const BotIndex bot : unit.teams[team]) {
          players.push_back(entrants[Index(bot)]);
        }
      }
      if (wanted(players)) return true;
    }
    next = run.end;
  }
  return false;
}

absl::StatusOr<std::optional<int>> RoundWithUnit(
    const ArenaState& state, const std::string& directory,
    const std::function<bool(const std::vector<int>&)>& wanted) {
  for (int number = 1; number <= static_cast<int>(state.rounds.size());
       ++number) {
    ASSIGN_OR_RETURN(const bool found,
                     FindMissingUnit(state, number, directory, wanted));
    if (found) return number;
  }
  return std::nullopt;
}

}  // namespace

std::string RoundDirectory(const std::string& directory, int number) {
  return (fs::path(directory) / "rounds" / absl::StrFormat("%04d", number))
      .string();
}

v1::LeagueConfig RoundConfig(const ArenaState& state, int number,
                             const std::string& directory) {
  const RoundPlan& plan = state.rounds[static_cast<std::size_t>(number) - 1];
  v1::LeagueConfig config = state.settings;
  if (state.format != RoundFormat::kIndividual) {
    config.set_format(v1::LEAGUE_FORMAT_PAIRINGS);
  }
  config.set_items(plan.items);
  std::map<int, std::uint32_t> index;  // in the league, by entrant
  for (const int entrant : ListEntrants(plan)) {
    index[entrant] = static_cast<std::uint32_t>(config.bots_size());
    const Entrant& of = state.entrants[static_cast<std::size_t>(entrant)];
    v1::BotEntry& bot = *config.add_bots();
    bot = LocatedBot(of.bot, directory);
    bot.set_name(of.Label());
  }
  for (const PlannedPairing& planned : plan.pairings) {
    v1::LeaguePairing& pairing = *config.add_pairings();
    pairing.set_first(index[planned.first]);
    pairing.set_second(index[planned.second]);
    pairing.set_first_item(planned.first_item);
  }
  for (const PlannedTable& planned : plan.tables) {
    v1::LeagueTable& table = *config.add_tables();
    for (const int entrant : planned.first) table.add_first(index[entrant]);
    for (const int entrant : planned.second) table.add_second(index[entrant]);
    table.set_first_item(planned.first_item);
  }
  return config;
}

std::vector<int> ListEntrants(const RoundPlan& plan) {
  std::set<int> met;
  ForEachPlayer(plan, [&met](int entrant) { met.insert(entrant); });
  return {met.begin(), met.end()};
}

absl::StatusOr<RoundProgress> ReadProgress(const ArenaState& state, int number,
                                           const std::string& directory) {
  RoundProgress progress{
      .units = CountPlannedUnits(RoundConfig(state, number, directory))};
  absl::StatusOr<std::unique_ptr<LeagueStore>> store =
      LeagueStore::OpenToRead(RoundDirectory(directory, number));
  if (absl::IsNotFound(store.status())) return progress;
  if (!store.ok()) return store.status();
  ASSIGN_OR_RETURN(const std::vector<UnitRun> runs, (*store)->StoredRuns());
  progress.units_done = CountUnits(runs);
  if (progress.units_done == progress.units) state.finished->Add(number);
  return progress;
}

absl::StatusOr<std::optional<int>> UnfinishedRound(
    const ArenaState& state, const std::string& directory) {
  for (int number = 1; number <= static_cast<int>(state.rounds.size());
       ++number) {
    if (state.finished->Contains(number)) continue;
    ASSIGN_OR_RETURN(const RoundProgress progress,
                     ReadProgress(state, number, directory));
    if (progress.units_done < progress.units) return number;
  }
  return std::nullopt;
}

absl::StatusOr<std::optional<int>> PlayableRound(const ArenaState& state,
                                                 const std::string& directory,
                                                 const std::set<int>& away) {
  return RoundWithUnit(
      state, directory, [&away](const std::vector<int>& players) {
        return std::none_of(
            players.begin(), players.end(),
            [&away](int entrant) { return away.count(entrant) > 0; });
      });
}

absl::StatusOr<std::map<int, std::int64_t>> UnitsLeft(
    const ArenaState& state, int number, const std::string& directory) {
  std::map<int, std::int64_t> left;
  RETURN_IF_ERROR((FindMissingUnit(state, number, directory,
                                   [&left](const std::vector<int>& players) {
                                     for (const int entrant : players)
                                       ++left[entrant];
                                     return false;
                                   }))
                      .status());
  return left;
}

absl::StatusOr<bool> HasUnitsLeft(const ArenaState& state,
                                  const std::string& directory, int entrant) {
  ASSIGN_OR_RETURN(const std::optional<int> round,
                   RoundWithUnit(state, directory,
                                 [entrant](const std::vector<int>& players) {
                                   return std::find(players.begin(),
                                                    players.end(),
                                                    entrant) != players.end();
                                 }));
  return round.has_value();
}

absl::StatusOr<std::unique_ptr<LeagueStore>> OpenRound(
    const ArenaState& state, int number, const std::string& directory) {
  const std::string place = RoundDirectory(directory, number);
  const v1::LeagueConfig config = RoundConfig(state, number, directory);
  absl::StatusOr<std::unique_ptr<LeagueStore>> store =
      LeagueStore::OpenToPlay(place);
  if (absl::IsNotFound(store.status())) {
    return LeagueStore::Create(place, config);
  }
  if (!store.ok() || SameRound((*store)->config(), config)) return store;
  return absl::DataLossError(absl::StrFormat(
      "%s: holds another league than round %d of the journal", place, number));
}

absl::Status ChargeAbsent(const ArenaState& state, const std::string& directory,
                          const std::set<int>& away,
                          std::chrono::microseconds waited) {
  if (!NeedsResults(state.format)) return absl::OkStatus();
  const absl::StatusOr<std::optional<int>> number =
      UnfinishedRound(state, directory);
  if (!number.ok() || !*number) return number.status();
  ASSIGN_OR_RETURN(const auto left, UnitsLeft(state, **number, directory));
  const std::vector<int> met =
      ListEntrants(state.rounds[static_cast<std::size_t>(**number) - 1]);
  ASSIGN_OR_RETURN(const std::unique_ptr<LeagueStore> store,
                   OpenRound(state, **number, directory));
  ASSIGN_OR_RETURN(WaitedTimes times, store->Waited());
  times.resize(met.size());
  for (std::size_t bot = 0; bot < met.size(); ++bot) {
    if (left.contains(met[bot]) && away.contains(met[bot])) {
      times[bot] += waited;
    }
  }
  return store->SetWaited(times);
}

absl::StatusOr<std::set<int>> SpentEntrants(const ArenaState& state,
                                            const std::string& directory) {
  std::set<int> spent;
  if (!NeedsResults(state.format)) return spent;
  ASSIGN_OR_RETURN(const std::optional<int> number,
                   UnfinishedRound(state, directory));
  if (!number) return spent;
  const absl::StatusOr<std::unique_ptr<LeagueStore>> store =
      LeagueStore::OpenToRead(RoundDirectory(directory, *number));
  if (absl::IsNotFound(store.status())) return spent;
  if (!store.ok()) return store.status();
  ASSIGN_OR_RETURN(const std::unique_ptr<BudgetLedger> ledger,
                   ReadLedger(**store));
  const std::vector<int> met =
      ListEntrants(state.rounds[static_cast<std::size_t>(*number) - 1]);
  for (std::size_t bot = 0; bot < met.size(); ++bot) {
    if (ledger->IsSpent(BotIndex(static_cast<int>(bot)))) {
      spent.insert(met[bot]);
    }
  }
  return spent;
}

std::uint64_t DefaultRoundItems(const v1::LeagueConfig& settings) {
  constexpr std::uint64_t kRoundsOfATarget = 8;
  const std::uint64_t block = settings.block_items();
  return std::max(block, settings.items() / kRoundsOfATarget / block * block);
}

absl::StatusOr<std::unique_ptr<DirectoryLock>> LockToPlay(
    const std::string& directory) {
  if (!IsArena(directory)) return ReadJournal(directory).status();
  return DirectoryLock::Take(
      directory,
      "another process is playing in this arena; bots can be submitted "
      "meanwhile, and play from its next round on");
}

bool SameRound(const v1::LeagueConfig& a, const v1::LeagueConfig& b) {
  google::protobuf::util::MessageDifferencer rest;
  const auto ignore = [&rest](const google::protobuf::Descriptor* message,
                              const char* field) {
    rest.IgnoreField(message->FindFieldByName(field));
  };
  ignore(v1::LeagueConfig::descriptor(), "pairings");
  // The bots' paths depend on where the arena lies.
  ignore(v1::BotEntry::descriptor(), "directory");
  ignore(v1::BotEntry::descriptor(), "changes");
  return HaveSamePairings(a, b) && rest.Compare(a, b);
}

}  // namespace couillon::arena
