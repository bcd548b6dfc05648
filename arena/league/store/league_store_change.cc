// The parts of the store that change a league: more deals, more bots, another
// program for a bot.
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "arena/league/store/audit_file.h"
#include "arena/league/store/deal_span.h"
#include "arena/league/store/league_store.h"
#include "arena/league/store/running_rows.h"
#include "arena/league/store/running_sums.h"
#include "arena/league/store/sqlite.h"
#include "arena/league/store/stored_unit.h"
#include "arena/league/store/unit_rows.h"
#include "arena/league/store/usage_rows.h"
#include "arena/table/bot_index.h"
#include "arena/table/schedule/league_schedule.h"
#include "arena/table/schedule/schedule.h"
#include "arena/table/team_bots.h"
#include "arena/table/unit/unit_result.h"
#include "arena/table/verdict.h"
#include "couillon/v1/league.pb.h"
#include "engine/cards/check.h"
#include "engine/cards/status_macros.h"

namespace couillon::arena {
namespace {

// Where the units of one schedule are in another with the same blocks, as far
// as the same bots meet in both.
class Renumbering {
 public:
  // Requires: neither is an individual tournament; no pairing is only in
  // `before`, and those of both have the same order.
  Renumbering(const Schedule& before, const Schedule& after)
      : before_(static_cast<std::int64_t>(before.rounds()[0].size())),
        after_(static_cast<std::int64_t>(after.rounds()[0].size())) {
    std::map<Teams, std::int64_t> numbers;
    for (const Pairing& pairing : after.rounds()[0]) {
      numbers.emplace(TeamsOf(pairing),
                      static_cast<std::int64_t>(numbers.size()));
    }
    for (const Pairing& pairing : before.rounds()[0]) {
      pairings_.push_back(numbers.at(TeamsOf(pairing)));
    }
  }

  // Never less than `unit`, and ascending.
  [[nodiscard]] std::int64_t Of(std::int64_t unit) const {
    return unit / before_ * after_ +
           pairings_[static_cast<std::size_t>(unit % before_)];
  }

 private:
  using Teams = std::tuple<TeamBots, TeamBots, TeamBots>;
  static Teams TeamsOf(const Pairing& pairing) {
    return {pairing.first, pairing.second, pairing.third};
  }
  std::int64_t before_;  // numbers of pairings
  std::int64_t after_;
  std::vector<std::int64_t> pairings_;  // by number before
};

std::map<std::int64_t, std::vector<Fault>> ByUnit(std::vector<Fault> faults) {
  std::map<std::int64_t, std::vector<Fault>> by_unit;
  for (Fault& fault : faults) by_unit[fault.unit].push_back(std::move(fault));
  return by_unit;
}

}  // namespace

absl::Status LeagueStore::CheckCanChange() const {
  if (!IsIndividual(config_) && !config_.has_sprt()) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrFormat(
      "%s: is %s, which is planned as a whole; play another league", directory_,
      config_.has_sprt() ? "a sequential test" : "an individual tournament"));
}

absl::Status LeagueStore::Extend(std::uint64_t items) {
  RETURN_IF_ERROR(CheckCanChange());
  if (items <= config_.items()) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "%s: every pairing plays %d; expected more than that, found %d",
        directory_, config_.items(), items));
  }
  v1::LeagueConfig config = config_;
  config.set_items(items);
  const auto full_blocks =
      static_cast<std::int64_t>(config_.items() / config_.block_items());
  return Change(config, [&] {
    return DropUnits(database_, full_blocks * UnitsOfABlock(config_));
  });
}

absl::Status LeagueStore::AddBots(const v1::LeagueConfig& config) {
  absl::Status status = CheckCanChange();
  if (!status.ok()) return status;
  COUILLON_CHECK(config.bots_size() > config_.bots_size());
  status = Change(config, [&] { return Renumber(config); });
  return status.ok() ? RemoveAudit(directory_) : status;
}

absl::Status LeagueStore::ReplaceBot(BotIndex bot,
                                     const v1::LeagueConfig& config) {
  absl::Status status = CheckCanChange();
  if (!status.ok()) return status;
  COUILLON_CHECK(config.bots_size() == config_.bots_size());
  status = Change(config, [&] { return DropUnitsOf(bot); });
  return status.ok() ? RemoveAudit(directory_) : status;
}

absl::Status LeagueStore::Change(const v1::LeagueConfig& config,
                                 const std::function<absl::Status()>& change) {
  absl::StatusOr<Transaction> transaction = Transaction::Begin(database_);
  absl::Status status = transaction.status();
  if (status.ok()) status = change();
  if (status.ok() && HasRunningSums(config)) {
    status = WriteRunningSums(database_, EmptySums(config));
  }
  const v1::LeagueConfig before = config_;
  if (status.ok()) status = ReplaceConfig(config);
  if (status.ok()) status = transaction->Commit();
  if (!status.ok()) {
    config_ = before;
    ranges_.emplace(before);
  }
  sums_.reset();
  return status;
}

absl::Status LeagueStore::Renumber(const v1::LeagueConfig& config) {
  const Renumbering numbers(ScheduleOf(config_), ScheduleOf(config));
  ASSIGN_OR_RETURN(const std::vector<UnitRun> runs, StoredRuns());
  ASSIGN_OR_RETURN(std::vector<Fault> faults, Faults());
  auto by_unit = ByUnit(std::move(faults));
  ASSIGN_OR_RETURN(UnitWriter writer, UnitWriter::Prepare(database_));
  // From the last one, so that no unit takes a number that is still in use.
  for (auto run = runs.rbegin(); run != runs.rend(); ++run) {
    for (std::int64_t number = run->end; number-- > run->first;) {
      RETURN_IF_ERROR(
          MoveUnit(number, numbers.Of(number), by_unit[number], writer));
    }
  }
  return absl::OkStatus();
}

absl::Status LeagueStore::MoveUnit(std::int64_t from, std::int64_t to,
                                   std::vector<Fault> faults,
                                   UnitWriter& writer) {
  if (from == to) return absl::OkStatus();
  UnitResult result;
  std::optional<DealSpan> records;
  absl::Status status =
      ForEachUnit(from, from + 1, [&](const StoredUnit& unit) {
        result.outcome = unit.outcome;
        records = unit.records;
      });
  if (!status.ok()) return status;
  result.unit.number = to;
  result.faults = std::move(faults);
  for (Fault& fault : result.faults) fault.unit = to;
  status = DropUnit(database_, from);
  return status.ok() ? writer.Write(result, records) : status;
}

absl::Status LeagueStore::DropUnitsOf(BotIndex bot) {
  const Schedule schedule = ScheduleOf(config_);
  ASSIGN_OR_RETURN(const std::vector<UnitRun> runs, StoredRuns());
  for (const UnitRun& run : runs) {
    for (std::int64_t number = run.first; number < run.end; ++number) {
      if (!schedule.unit(number).Has(bot)) continue;
      RETURN_IF_ERROR(DropUnit(database_, number));
    }
  }
  return DropUsageRows(database_, bot);
}

}  // namespace couillon::arena
