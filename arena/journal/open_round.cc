#include "arena/journal/open_round.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <system_error>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "arena/journal/arena_state.h"
#include "arena/journal/journal.h"
#include "arena/planner/round_robin_planner.h"
#include "arena/schedule/league_schedule.h"
#include "arena/store/league_store.h"
#include "couillon/v1/arena.pb.h"
#include "couillon/v1/league.pb.h"
#include "google/protobuf/util/message_differencer.h"

namespace couillon::arena {
namespace {

namespace fs = std::filesystem;

// The bots' paths depend on where the arena lies.
v1::LeagueConfig WithoutPlaces(v1::LeagueConfig config) {
  for (v1::BotEntry& bot : *config.mutable_bots()) {
    bot.clear_directory();
    bot.clear_changes();
  }
  return config;
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
  config.set_format(v1::LEAGUE_FORMAT_PAIRINGS);
  config.set_items(plan.items);
  std::set<int> met;
  for (const PlannedPairing& pairing : plan.pairings) {
    met.insert(pairing.first);
    met.insert(pairing.second);
  }
  std::map<int, std::uint32_t> index;  // in the league, by entrant
  for (const int entrant : met) {
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
  return config;
}

absl::StatusOr<RoundProgress> ProgressOf(const ArenaState& state, int number,
                                         const std::string& directory) {
  RoundProgress progress{
      .units = ScheduleOf(RoundConfig(state, number, directory)).units()};
  absl::StatusOr<std::unique_ptr<LeagueStore>> store =
      LeagueStore::OpenToRead(RoundDirectory(directory, number));
  if (absl::IsNotFound(store.status())) return progress;
  if (!store.ok()) return store.status();
  const absl::StatusOr<std::vector<UnitRun>> runs = (*store)->StoredRuns();
  if (!runs.ok()) return runs.status();
  progress.units_done = CountUnits(*runs);
  return progress;
}

absl::StatusOr<std::optional<int>> UnfinishedRound(
    const ArenaState& state, const std::string& directory) {
  for (int number = 1; number <= static_cast<int>(state.rounds.size());
       ++number) {
    const absl::StatusOr<RoundProgress> progress =
        ProgressOf(state, number, directory);
    if (!progress.ok()) return progress.status();
    if (progress->units_done < progress->units) return number;
  }
  return std::nullopt;
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

absl::StatusOr<bool> PlanNextRound(const std::string& directory) {
  bool planned = false;
  const absl::Status status = UpdateJournal(
      directory,
      [&](const JournalEntries& entries) -> absl::StatusOr<JournalEntries> {
        const absl::StatusOr<ArenaState> state = StateOf(entries);
        if (!state.ok()) return state.status();
        const std::optional<RoundPlan> plan = PlanRoundRobin(state->Field());
        if (!plan) return JournalEntries();
        planned = true;
        v1::JournalEntry entry;
        v1::RoundPlanned& round = *entry.mutable_round();
        round.set_number(static_cast<std::uint32_t>(state->rounds.size()) + 1);
        round.set_items(plan->items);
        for (const PlannedPairing& of : plan->pairings) {
          v1::LeaguePairing& pairing = *round.add_pairings();
          pairing.set_first(static_cast<std::uint32_t>(of.first));
          pairing.set_second(static_cast<std::uint32_t>(of.second));
          pairing.set_first_item(of.first_item);
        }
        return JournalEntries{entry};
      });
  if (!status.ok()) return status;
  return planned;
}

absl::StatusOr<std::unique_ptr<RunLock>> RunLock::Take(
    const std::string& directory) {
  const std::string path = (fs::path(directory) / "lock").string();
  const int fd = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (fd < 0) {
    return absl::PermissionDeniedError(absl::StrFormat(
        "%s: %s", path, std::generic_category().message(errno)));
  }
  if (flock(fd, LOCK_EX | LOCK_NB) == 0) {
    return std::unique_ptr<RunLock>(new RunLock(fd));
  }
  close(fd);
  return absl::FailedPreconditionError(absl::StrFormat(
      "%s: another process is playing in this arena; bots can be submitted "
      "meanwhile, and play from its next round on",
      directory));
}

RunLock::~RunLock() { close(fd_); }

bool SameRound(const v1::LeagueConfig& a, const v1::LeagueConfig& b) {
  return google::protobuf::util::MessageDifferencer::Equals(WithoutPlaces(a),
                                                            WithoutPlaces(b));
}

}  // namespace couillon::arena
