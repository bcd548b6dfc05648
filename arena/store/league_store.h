// The results of a league in one directory: configuration, units and faults in
// SQLite, deal records beside it. A unit is in the store as a whole or not at
// all, whenever the program is killed.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/referee/bot_link.h"
#include "arena/store/deal_file.h"
#include "arena/store/running_sums.h"
#include "arena/store/sqlite.h"
#include "arena/store/stored_unit.h"
#include "arena/table/bot_index.h"
#include "arena/unit/unit_result.h"
#include "couillon/v1/league.pb.h"

namespace couillon::arena {

// Units first to end - 1.
struct UnitRun {
  std::int64_t first = 0;
  std::int64_t end = 0;
  [[nodiscard]] std::int64_t size() const { return end - first; }
  friend bool operator==(const UnitRun&, const UnitRun&) = default;
};
// How many units there are in all of `runs`.
std::int64_t CountUnits(std::span<const UnitRun> runs);

// What a bot has used in all runs that ended cleanly. It differs from
// run to run and is no part of the results.
struct StoredUsage {
  BotIndex bot{};
  BotUsage usage;
};

class LeagueStore {
 public:
  // Makes the directory and stores the configuration. AlreadyExists if a
  // league is there already; the other errors name the file.
  static absl::StatusOr<std::unique_ptr<LeagueStore>> Create(
      const std::string& directory, const v1::LeagueConfig& config);
  // Opens a league. NotFound if there is none; FailedPrecondition if another
  // process is playing it or another version of the program made it.
  static absl::StatusOr<std::unique_ptr<LeagueStore>> OpenToPlay(
      const std::string& directory);
  // The same for reading, also while another process plays it. DataLoss if
  // units that were stored are gone.
  static absl::StatusOr<std::unique_ptr<LeagueStore>> OpenToRead(
      const std::string& directory);
  ~LeagueStore();
  LeagueStore(const LeagueStore&) = delete;
  LeagueStore& operator=(const LeagueStore&) = delete;

  [[nodiscard]] const v1::LeagueConfig& config() const { return config_; }
  [[nodiscard]] std::string deals_path() const;
  // Units that had been stored and were gone when the league was opened to be
  // played: they are played again.
  [[nodiscard]] std::int64_t missing_units() const { return missing_units_; }

  // Stores units, in place of earlier ones of the same number; they are
  // durable when it returns.
  absl::Status Save(std::span<const UnitResult> results);
  // Adds to what the bots have used, by index in the league.
  absl::Status AddUsage(std::span<const BotUsage> usage);

  // The numbers of the units stored, as runs without a gap, ascending.
  absl::StatusOr<std::vector<UnitRun>> StoredRuns();
  // Calls `use` with every unit in ascending order of number. DataLoss if a
  // unit is not what was stored.
  absl::Status ForEachUnit(const std::function<void(const StoredUnit&)>& use);
  // The same for those from `first` on and before `end`.
  absl::Status ForEachUnit(std::int64_t first, std::int64_t end,
                           const std::function<void(const StoredUnit&)>& use);
  // The faults in order of unit and then of occurrence. DataLoss as above.
  absl::StatusOr<std::vector<Fault>> Faults();
  // What each bot has used, in the order of the league.
  absl::StatusOr<std::vector<StoredUsage>> Usage();

  // The sums of the units that were stored up to some moment, from the running
  // sums and the few units beyond them; or, to check those, from all units.
  // Requires: HasRunningSums(config()).
  absl::StatusOr<RunningSums> Sums();
  absl::StatusOr<RunningSums> SumsOfAllUnits();
  // The running sums alone: of the first units of the schedule, whole blocks.
  absl::StatusOr<RunningSums> StoredSums();

 private:
  LeagueStore(std::string directory, Database database, int lock_fd)
      : directory_(std::move(directory)),
        database_(std::move(database)),
        lock_fd_(lock_fd) {}
  static absl::StatusOr<std::unique_ptr<LeagueStore>> Open(
      const std::string& directory, bool to_play);
  static absl::Status WriteNew(const std::string& directory,
                               const v1::LeagueConfig& config);
  absl::Status ForEachRow(
      const std::string& sql,
      const std::function<absl::Status(const Statement&)>& use);
  absl::Status ReadConfig();
  absl::Status LookForMissing(bool to_play);
  absl::Status CheckUnits();
  absl::Status OpenDeals();
  absl::Status AddUnits(std::int64_t first, std::int64_t end,
                        RunningSums& sums);
  absl::Status KeepSums(std::span<const UnitResult> results);
  absl::StatusOr<bool> HasAllOf(std::int64_t first, std::int64_t end);

  std::string directory_;
  Database database_;
  int lock_fd_;  // -1 for readers
  v1::LeagueConfig config_;
  std::int64_t missing_units_ = 0;
  std::optional<DealFile> deal_file_;
  std::optional<RunningSums> sums_;  // as stored; null until they are needed
};

}  // namespace couillon::arena
