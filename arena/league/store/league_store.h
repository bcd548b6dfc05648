// The results of a league in one directory: configuration, units and faults in
// SQLite, deal records in a second file. Units are stored atomically: a unit is
// in the store completely or not at all, even if the program is killed.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/league/store/deal_file.h"
#include "arena/league/store/deal_span.h"
#include "arena/league/store/directory_lock.h"
#include "arena/league/store/row_ranges.h"
#include "arena/league/store/running_sums.h"
#include "arena/league/store/session_rows.h"
#include "arena/league/store/sqlite.h"
#include "arena/league/store/stored_unit.h"
#include "arena/league/store/unit_run.h"
#include "arena/league/store/usage_rows.h"
#include "arena/table/referee/bot_link.h"
#include "arena/table/unit/unit_result.h"
#include "couillon/v1/league.pb.h"

namespace couillon::arena {

// The stored part of a league.
struct PlayedUnits {
  std::int64_t units = 0;
  std::int64_t deals = 0;  // of these units, over all seatings
};

class UnitWriter;

class LeagueStore {
 public:
  // Creates the directory and stores the configuration. AlreadyExists if it
  // already holds a league, FailedPrecondition if it holds an arena; the other
  // errors name the file.
  static absl::StatusOr<std::unique_ptr<LeagueStore>> Create(
      const std::string& directory, const v1::LeagueConfig& config);
  // Opens a league to play it. NotFound if there is none; FailedPrecondition if
  // another process is playing it or another version of the program made it.
  static absl::StatusOr<std::unique_ptr<LeagueStore>> OpenToPlay(
      const std::string& directory);
  // Opens a league for reading, also while another process plays it. DataLoss
  // if stored units are missing.
  static absl::StatusOr<std::unique_ptr<LeagueStore>> OpenToRead(
      const std::string& directory);
  // Returns true if a league is there that has stored a unit, without reading
  // the rest.
  static absl::StatusOr<bool> HasUnits(const std::string& directory);
  ~LeagueStore();
  LeagueStore(const LeagueStore&) = delete;
  LeagueStore& operator=(const LeagueStore&) = delete;

  [[nodiscard]] const v1::LeagueConfig& config() const { return config_; }
  [[nodiscard]] const std::string& directory() const { return directory_; }
  [[nodiscard]] std::string deals_path() const;
  // The number of stored units that were missing when the league was opened to
  // be played; they are played again.
  [[nodiscard]] std::int64_t missing_units() const { return missing_units_; }

  // Stores another configuration of the same league: what its results depend on
  // is the same except for the identities of bots.
  absl::Status ReplaceConfig(const v1::LeagueConfig& config);
  // Raises the number of deals or matches per pairing. The units of a last
  // block that was not full are dropped: they are played again, with more
  // items. InvalidArgument if it is that high already, or if the order of the
  // units depends on it, as in an individual tournament, or a sequential test
  // has it as its cap.
  absl::Status Extend(std::uint64_t items);
  // Takes the bots of `config`: those of the league, and more after them. What
  // is stored stays. InvalidArgument as in Extend(). Requires: nothing else
  // that results depend on differs.
  absl::Status AddBots(const v1::LeagueConfig& config);
  // Takes the bots of `config`, in which one of those of the league is another
  // program. Its units and its usage are dropped: they are played again.
  // InvalidArgument as in Extend(). Requires: as for AddBots().
  absl::Status ReplaceBot(BotIndex bot, const v1::LeagueConfig& config);
  // Stores units, replacing earlier ones with the same number. They are durable
  // on return.
  absl::Status Save(std::span<const UnitResult> results);
  // The same for units whose records are packed (PackDeals): one frame per
  // result, in their order, which has none itself. Requires: deals are
  // recorded.
  absl::Status SavePacked(std::span<const UnitResult> results,
                          std::span<const std::string> frames);
  // Adds to the usage of the bots, by index in the league.
  absl::Status AddUsage(std::span<const BotUsage> usage);

  // Stores how long workers have waited for each bot so far.
  absl::Status SetWaited(const WaitedTimes& waited);

  // Stores that a process plays the league; returns the number of the session.
  absl::StatusOr<std::int64_t> BeginSession(const PlaySession& session);
  // Stores its end. Requires: `number` of BeginSession().
  absl::Status EndSession(std::int64_t number, const PlaySession& session);

  // The number of stored units.
  absl::StatusOr<PlayedUnits> Played();
  // The numbers of the stored units, as maximal runs, ascending.
  absl::StatusOr<std::vector<UnitRun>> StoredRuns();
  // Calls `use` with every unit in ascending order of number. DataLoss if the
  // checksum of a unit does not match.
  absl::Status ForEachUnit(const std::function<void(const StoredUnit&)>& use);
  // The same for units with first <= number < end.
  absl::Status ForEachUnit(std::int64_t first, std::int64_t end,
                           const std::function<void(const StoredUnit&)>& use);
  // The faults in order of unit and then of occurrence. DataLoss as above.
  absl::StatusOr<std::vector<Fault>> Faults();
  // The usage of each bot, in the order of the league.
  absl::StatusOr<std::vector<StoredUsage>> Usage();
  // The time that workers have waited for each bot, in all runs.
  absl::StatusOr<WaitedTimes> Waited();
  // The units that a bot forfeited since it was over its budget for the whole
  // league (Verdict::kOverBudget).
  absl::StatusOr<std::set<std::int64_t>> UnitsOverBudget();
  // By bot, in the order of the league: the units that it forfeited as a whole.
  absl::StatusOr<std::vector<std::int64_t>> ForfeitedUnits();
  // The same without the units of a bot that was away: its faults in them are
  // that it left, did not start, or have a detail that begins with `excused`.
  absl::StatusOr<std::vector<std::int64_t>> ForfeitedWhilePresent(
      const std::string& excused);
  // When and where it was played, in order.
  absl::StatusOr<std::vector<PlaySession>> Sessions();

  // The sums of the units stored at one moment. Sums() adds the units that are
  // not yet in the running sums to those; SumsOfAllUnits(), for verification,
  // adds up all units. Requires: HasRunningSums(config()).
  absl::StatusOr<RunningSums> Sums();
  absl::StatusOr<RunningSums> SumsOfAllUnits();
  // Sums() of one pairing after the other, without those of two pairings:
  // returns the number of units in them. Two threads may call `use` at a time,
  // of different pairings. Requires: as above.
  absl::StatusOr<std::int64_t> ForEachPairing(const UsePairingSums& use);
  // The running sums only: whole blocks from the start of the schedule.
  absl::StatusOr<RunningSums> StoredSums();

 private:
  LeagueStore(std::string directory, Database database,
              std::unique_ptr<DirectoryLock> lock)
      : directory_(std::move(directory)),
        database_(std::move(database)),
        lock_(std::move(lock)) {}
  static absl::StatusOr<std::unique_ptr<LeagueStore>> Open(
      const std::string& directory, bool to_play);
  static absl::Status WriteNew(const std::string& directory,
                               const v1::LeagueConfig& config);
  // By bot: the units that it forfeited as a whole and that meet `condition`,
  // SQL that begins with AND or is empty.
  absl::StatusOr<std::vector<std::int64_t>> CountByLoser(
      const std::string& condition);
  absl::Status ForEachRow(
      const std::string& sql,
      const std::function<absl::Status(const Statement&)>& use);
  absl::Status ForEachRow(
      Statement& rows,
      const std::function<absl::Status(const Statement&)>& use);
  absl::Status ReadConfig();
  absl::Status LookForMissing(bool to_play);
  absl::Status CheckUnits();
  absl::Status OpenDeals();
  [[nodiscard]] std::string database_path() const;
  absl::StatusOr<RunningSums> SumsOfNow();
  absl::Status ForEachStoredPairing(std::int64_t units,
                                    const UsePairingSums& use);
  absl::StatusOr<bool> HasUnitsFrom(std::int64_t first);
  absl::Status NameFile(absl::Status status) const;
  absl::Status AddUnits(std::int64_t first, std::int64_t end,
                        RunningSums& sums);
  absl::Status SaveRows(std::span<const UnitResult> results,
                        std::span<const std::optional<DealSpan>> spans);
  absl::Status KeepSums(std::span<const UnitResult> results);
  absl::StatusOr<bool> HasAllOf(std::int64_t first, std::int64_t end);
  // OK if a part of the league can change while the rest stays.
  [[nodiscard]] absl::Status CheckCanChange() const;
  // Runs `change` on the rows, and stores the configuration with it.
  absl::Status Change(const v1::LeagueConfig& config,
                      const std::function<absl::Status()>& change);
  absl::Status Renumber(const v1::LeagueConfig& config);
  absl::Status MoveUnit(std::int64_t from, std::int64_t to,
                        std::vector<Fault> faults, UnitWriter& writer);
  absl::Status DropUnitsOf(BotIndex bot);

  std::string directory_;
  Database database_;
  std::unique_ptr<DirectoryLock> lock_;  // null for readers
  v1::LeagueConfig config_;
  std::optional<RowRanges> ranges_;  // of config_
  std::int64_t missing_units_ = 0;
  std::optional<DealFile> deal_file_;
  std::optional<RunningSums> sums_;  // as stored; null until needed
};

}  // namespace couillon::arena
