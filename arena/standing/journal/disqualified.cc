// Forfeits are counted round by round; entries of the journal must agree with
// them.

#include "arena/standing/journal/disqualified.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <memory>
#include <optional>

#include "absl/strings/str_format.h"
#include "arena/league/store/league_store.h"
#include "arena/standing/journal/open_round.h"
#include "arena/standing/planner/plan_round.h"
#include "arena/table/referee/budget_ledger.h"
#include "couillon/v1/arena.pb.h"
#include "couillon/v1/league.pb.h"
#include "engine/cards/status_macros.h"

namespace couillon::arena {
namespace {

// Units that count, by entrant.
using Forfeits = std::map<int, std::int64_t>;

// Counts the forfeits of one round; null if it is not on the disk. Units that a
// bot that dials in forfeited because it was away do not count.
absl::StatusOr<std::optional<Forfeits>> CountForfeits(
    const ArenaState& state, int number, const std::string& directory) {
  std::optional<Forfeits> known =
      state.finished->Find(number, &FinishedRounds::Findings::forfeits);
  if (known) return known;
  absl::StatusOr<std::unique_ptr<LeagueStore>> store =
      LeagueStore::OpenToRead(RoundDirectory(directory, number));
  if (absl::IsNotFound(store.status())) return std::nullopt;
  if (!store.ok()) return store.status();
  ASSIGN_OR_RETURN(const std::vector<std::int64_t> all,
                   (*store)->ForfeitedUnits());
  ASSIGN_OR_RETURN(const std::vector<std::int64_t> present,
                   (*store)->ForfeitedWhilePresent(kAwayDetail));
  const std::vector<int> met =
      ListEntrants(state.rounds[static_cast<std::size_t>(number) - 1]);
  Forfeits forfeits;
  for (std::size_t bot = 0; bot < std::min(met.size(), all.size()); ++bot) {
    const Entrant& entrant = state.entrants[static_cast<std::size_t>(met[bot])];
    const std::int64_t units = (entrant.DialsIn() ? present : all)[bot];
    if (units > 0) forfeits[met[bot]] = units;
  }
  state.finished->Keep(number, &FinishedRounds::Findings::forfeits, forfeits);
  return forfeits;
}

// Adds a round: keeps the most that each entrant forfeited in one. Returns
// false if the round is not on the disk.
absl::StatusOr<bool> AddRoundForfeits(const ArenaState& state, int number,
                                      const std::string& directory,
                                      Forfeits& forfeited) {
  ASSIGN_OR_RETURN(const std::optional<Forfeits> of_round,
                   CountForfeits(state, number, directory));
  const std::optional<Forfeits>& found = of_round;
  if (!found) return false;
  for (const auto& [entrant, units] : *found) {
    std::int64_t& most = forfeited[entrant];
    most = std::max(most, units);
  }
  return true;
}

std::int64_t FoundIn(const Forfeits& forfeits, int entrant) {
  const auto found = forfeits.find(entrant);
  return found == forfeits.end() ? 0 : found->second;
}

// OK if what those have forfeited disqualifies them whose entries follow that
// many rounds.
absl::Status CheckEntries(const ArenaState& state, std::size_t rounds,
                          const Forfeits& forfeited,
                          const std::string& directory) {
  const std::int64_t after = state.settings.limits().disqualify_after();
  for (std::size_t i = 0; i < state.entrants.size(); ++i) {
    const Entrant& entrant = state.entrants[i];
    if (entrant.status != EntrantStatus::kDisqualified ||
        entrant.rounds_before != rounds) {
      continue;
    }
    const std::int64_t most = FoundIn(forfeited, static_cast<int>(i));
    const auto said = static_cast<std::int64_t>(entrant.forfeited_units);
    if (after > 0 && said >= after && most >= said) continue;
    return absl::DataLossError(absl::StrFormat(
        "%s: %s is disqualified for %d forfeited units; found %d in one of the "
        "%d rounds before, expected as many, and at least %d (0: nobody is "
        "disqualified)",
        JournalPath(directory), entrant.Label(), said, most, rounds, after));
  }
  return absl::OkStatus();
}

// OK if nobody was to play in the round who was disqualified by then.
absl::Status CheckPlaying(const ArenaState& state, std::size_t round,
                          const Forfeits& forfeited,
                          const std::string& directory) {
  const std::int64_t after = state.settings.limits().disqualify_after();
  for (const int number : state.terms[round].playing) {
    const std::int64_t units = FoundIn(forfeited, number);
    if (after == 0 || units < after) continue;
    return absl::DataLossError(absl::StrFormat(
        "%s: round %d was planned with %s, which had forfeited %d units of one "
        "round; expected its disqualification before",
        JournalPath(directory), round + 1,
        state.entrants[static_cast<std::size_t>(number)].Label(), units));
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<JournalEntries> NewlyDisqualified(const ArenaState& state,
                                                 const std::string& directory) {
  JournalEntries entries;
  const std::int64_t after = state.settings.limits().disqualify_after();
  if (after == 0) return entries;
  Forfeits forfeited;  // the most in a round
  for (std::size_t i = 0; i < state.rounds.size(); ++i) {
    RETURN_IF_ERROR(
        (AddRoundForfeits(state, static_cast<int>(i) + 1, directory, forfeited))
            .status());
  }
  for (const auto& [number, units] : forfeited) {
    const Entrant& entrant = state.entrants[static_cast<std::size_t>(number)];
    if (units < after || !MayBeDisqualified(entrant)) continue;
    v1::BotDisqualified& line = *entries.emplace_back().mutable_disqualified();
    line.set_name(entrant.bot.name());
    line.set_version(entrant.version);
    line.set_units(static_cast<std::uint64_t>(units));
  }
  return entries;
}

ArenaState After(const ArenaState& state, const JournalEntries& entries) {
  ArenaState after = state;
  for (const v1::JournalEntry& entry : entries) {
    for (Entrant& entrant : after.entrants) {
      if (entrant.bot.name() == entry.disqualified().name() &&
          entrant.version == entry.disqualified().version()) {
        entrant.status = EntrantStatus::kDisqualified;
      }
    }
  }
  return after;
}

absl::Status CheckDisqualified(const ArenaState& state,
                               const std::string& directory) {
  Forfeits forfeited;        // the most in a round so far
  bool all_are_here = true;  // the rounds so far
  for (std::size_t i = 0; i <= state.rounds.size(); ++i) {
    absl::Status status = absl::OkStatus();
    if (all_are_here) status = CheckEntries(state, i, forfeited, directory);
    if (i == state.rounds.size() || !status.ok()) return status;
    if (NeedsResults(state.format)) {
      status = CheckPlaying(state, i, forfeited, directory);
    }
    if (!status.ok()) return status;
    ASSIGN_OR_RETURN(
        const bool added,
        AddRoundForfeits(state, static_cast<int>(i) + 1, directory, forfeited));
    all_are_here = all_are_here && added;
  }
  return absl::OkStatus();
}

}  // namespace couillon::arena
