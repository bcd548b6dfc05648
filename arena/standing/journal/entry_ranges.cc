// Bounds for each field of each kind of entry.

#include "arena/standing/journal/entry_ranges.h"

#include <cstdint>
#include <initializer_list>

#include "absl/strings/str_cat.h"
#include "arena/league/setup/limits.h"
#include "arena/league/setup/setup.h"
#include "arena/table/schedule/league_schedule.h"
#include "arena/table/schedule/stored_config.h"
#include "couillon/v1/arena.pb.h"
#include "couillon/v1/league.pb.h"

namespace couillon::arena {
namespace {

// No league has more units.
constexpr std::uint64_t kMaxUnits = std::uint64_t{1} << 52;
constexpr std::uint64_t kMaxCostNs = std::uint64_t{1} << 60;

// A number of an entry, and its range.
struct Ranged {
  const char* field;
  std::uint64_t found;
  std::uint64_t least;
  std::uint64_t most;
};

absl::Status CheckAll(std::initializer_list<Ranged> numbers) {
  for (const Ranged& number : numbers) {
    if (number.found >= number.least && number.found <= number.most) continue;
    return absl::InvalidArgumentError(
        absl::StrCat(number.field, " is ", number.found, "; expected ",
                     number.least, " to ", number.most));
  }
  return absl::OkStatus();
}

absl::Status CheckCreated(const v1::ArenaCreated& created) {
  const v1::LeagueConfig& settings = created.settings();
  absl::Status status = CheckStoredSettings(settings);
  if (status.ok())
    status =
        CheckLimits(settings.limits(),
                    {LimitUse::kAnswer, LimitUse::kLeague, LimitUse::kProcess});
  if (status.ok()) {
    status = CheckAll({{"round_items", created.round_items(), 1, kMaxDeals},
                       {"rounds", created.rounds(), 0, kMaxArenaRounds},
                       {"top", created.top(), 0, kMaxArenaRounds}});
  }
  if (!status.ok()) return status;
  const bool individual = created.format() == v1::ROUND_FORMAT_INDIVIDUAL;
  const bool fits =
      individual ? IsIndividual(settings)
                 : settings.format() == v1::LEAGUE_FORMAT_UNSPECIFIED ||
                       settings.format() == v1::LEAGUE_FORMAT_ROUND_ROBIN;
  if (fits && settings.bots().empty() && settings.pairings().empty() &&
      settings.tables().empty() && !settings.has_sprt() &&
      !settings.same_deals()) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(
      "settings: found bots, pairings, a test, common deals or another format; "
      "expected those of an arena, which bots join later");
}

absl::Status CheckSubmitted(const v1::BotSubmitted& submitted) {
  absl::Status status = CheckStoredBot(submitted.bot());
  return status.ok() ? CheckOwnLimits(submitted.bot()) : status;
}

absl::Status CheckRound(const v1::RoundPlanned& round) {
  absl::Status status = CheckAll(
      {{"items", round.items(), 1, kMaxDeals},
       {"the number of pairings",
        static_cast<std::uint64_t>(round.pairings_size()), 0, kMaxPairings},
       {"the number of tables", static_cast<std::uint64_t>(round.tables_size()),
        0, kMaxPairings}});
  for (const std::uint64_t cost : round.costs_ns()) {
    if (!status.ok()) return status;
    status = CheckAll({{"costs_ns", cost, 0, kMaxCostNs}});
  }
  return status;
}

}  // namespace

absl::Status CheckEntry(const v1::JournalEntry& entry) {
  switch (entry.what_case()) {
    case v1::JournalEntry::kCreated:
      return CheckCreated(entry.created());
    case v1::JournalEntry::kSubmitted:
      return CheckSubmitted(entry.submitted());
    case v1::JournalEntry::kExtended:
      return CheckAll(
          {{"items", entry.extended().items(), 0, kMaxDeals},
           {"rounds", entry.extended().rounds(), 0, kMaxArenaRounds}});
    case v1::JournalEntry::kDisqualified:
      return CheckAll({{"units", entry.disqualified().units(), 1, kMaxUnits}});
    case v1::JournalEntry::kRound:
      return CheckRound(entry.round());
    default:
      return absl::OkStatus();
  }
}

}  // namespace couillon::arena
