// The part of the store that gives a league more deals.
#include <cstdint>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "arena/schedule/league_schedule.h"
#include "arena/store/league_store.h"
#include "arena/store/running_rows.h"
#include "arena/store/running_sums.h"
#include "arena/store/sqlite.h"
#include "arena/store/unit_rows.h"
#include "couillon/v1/league.pb.h"

namespace couillon::arena {

absl::Status LeagueStore::Extend(std::uint64_t items) {
  if (IsIndividual(config_) || config_.has_sprt()) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "%s: is %s, which is planned as a whole; play another league",
        directory_,
        config_.has_sprt() ? "a sequential test" : "an individual tournament"));
  }
  if (items <= config_.items()) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "%s: every pairing plays %d; expected more than that, found %d",
        directory_, config_.items(), items));
  }
  v1::LeagueConfig config = config_;
  config.set_items(items);
  const auto full_blocks =
      static_cast<std::int64_t>(config_.items() / config_.block_items());
  absl::StatusOr<Transaction> transaction = Transaction::Begin(database_);
  absl::Status status = transaction.status();
  if (status.ok()) {
    status = DropUnits(database_, full_blocks * UnitsOfABlock(config_));
  }
  if (status.ok() && HasRunningSums(config)) {
    status = WriteRunningSums(database_, EmptySums(config));
  }
  if (status.ok()) status = ReplaceConfig(config);
  if (status.ok()) status = transaction->Commit();
  sums_.reset();
  return status;
}

}  // namespace couillon::arena
