#include "arena/journal/arena_state.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <system_error>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "arena/journal/journal.h"
#include "arena/planner/round_robin_planner.h"
#include "couillon/v1/arena.pb.h"
#include "couillon/v1/league.pb.h"

namespace couillon::arena {
namespace {

namespace fs = std::filesystem;

absl::Status Submit(const v1::BotSubmitted& submitted, ArenaState& state) {
  const std::optional<int> newest = state.Newest(submitted.bot().name());
  std::uint32_t version = 1;
  if (newest) {
    Entrant& before = state.entrants[static_cast<std::size_t>(*newest)];
    version = before.version + 1;
    if (before.status == EntrantStatus::kPlays) {
      before.status = EntrantStatus::kReplaced;
    }
  }
  if (submitted.version() != version) {
    return absl::DataLossError(
        absl::StrFormat("bot %s has version %d; expected %d",
                        submitted.bot().name(), submitted.version(), version));
  }
  state.entrants.push_back({.bot = submitted.bot(), .version = version});
  return absl::OkStatus();
}

absl::Status Retire(const std::string& name, ArenaState& state) {
  const std::optional<int> newest = state.Newest(name);
  if (!newest || state.entrants[static_cast<std::size_t>(*newest)].status !=
                     EntrantStatus::kPlays) {
    return absl::DataLossError(
        absl::StrFormat("bot %s retires and does not play", name));
  }
  state.entrants[static_cast<std::size_t>(*newest)].status =
      EntrantStatus::kRetired;
  return absl::OkStatus();
}

absl::Status AddRound(const v1::RoundPlanned& round, ArenaState& state) {
  RoundPlan plan{.items = round.items()};
  for (const v1::LeaguePairing& pairing : round.pairings()) {
    plan.pairings.push_back({.first = static_cast<int>(pairing.first()),
                             .second = static_cast<int>(pairing.second()),
                             .first_item = pairing.first_item()});
  }
  if (round.number() != state.rounds.size() + 1 ||
      PlanRoundRobin(state.Field()) != plan) {
    return absl::DataLossError(absl::StrFormat(
        "round %d is not the one that follows from the journal so far",
        round.number()));
  }
  for (const PlannedPairing& pairing : plan.pairings) {
    state.planned[{pairing.first, pairing.second}] =
        pairing.first_item + plan.items;
  }
  state.rounds.push_back(std::move(plan));
  return absl::OkStatus();
}

absl::Status Apply(const v1::JournalEntry& entry, ArenaState& state) {
  switch (entry.what_case()) {
    case v1::JournalEntry::kCreated:
      state.settings = entry.created().settings();
      state.target = state.settings.items();
      state.round_items = entry.created().round_items();
      return absl::OkStatus();
    case v1::JournalEntry::kSubmitted:
      return Submit(entry.submitted(), state);
    case v1::JournalEntry::kRefused:
      state.refusals.push_back(
          {.name = entry.refused().name(), .reason = entry.refused().reason()});
      return absl::OkStatus();
    case v1::JournalEntry::kRetired:
      return Retire(entry.retired().name(), state);
    case v1::JournalEntry::kExtended:
      state.target = std::max(state.target, entry.extended().items());
      return absl::OkStatus();
    case v1::JournalEntry::kRound:
      return AddRound(entry.round(), state);
    case v1::JournalEntry::WHAT_NOT_SET:
      break;
  }
  return absl::DataLossError("says nothing that this program knows");
}

}  // namespace

std::string StatusName(EntrantStatus status) {
  if (status == EntrantStatus::kReplaced) return "replaced";
  return status == EntrantStatus::kRetired ? "retired" : "plays";
}

std::string Entrant::Label() const {
  return absl::StrFormat("%s v%d", bot.name(), version);
}

v1::BotEntry LocatedBot(const v1::BotEntry& bot, const std::string& directory) {
  v1::BotEntry located = bot;
  if (bot.directory().empty()) return located;
  std::error_code error;
  located.set_directory(
      fs::weakly_canonical(
          fs::absolute(fs::path(directory) / bot.directory(), error), error)
          .string());
  return located;
}

std::optional<int> ArenaState::Newest(const std::string& name) const {
  for (std::size_t i = entrants.size(); i-- > 0;) {
    if (entrants[i].bot.name() == name) return static_cast<int>(i);
  }
  return std::nullopt;
}

RoundRobinField ArenaState::Field() const {
  RoundRobinField field{.played =
                            [this](int first, int second) {
                              const auto found = planned.find({first, second});
                              return found == planned.end() ? 0 : found->second;
                            },
                        .target = target,
                        .round_items = round_items};
  for (std::size_t i = 0; i < entrants.size(); ++i) {
    if (entrants[i].status == EntrantStatus::kPlays) {
      field.entrants.push_back(static_cast<int>(i));
    }
  }
  return field;
}

absl::StatusOr<ArenaState> StateOf(const JournalEntries& entries) {
  ArenaState state;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const absl::Status status = Apply(entries[i], state);
    if (status.ok()) continue;
    return absl::Status(status.code(),
                        absl::StrFormat("journal, entry %d: %s", i + 1,
                                        std::string(status.message())));
  }
  return state;
}

absl::StatusOr<ArenaState> ReadState(const std::string& directory) {
  const absl::StatusOr<JournalEntries> entries = ReadJournal(directory);
  if (!entries.ok()) return entries.status();
  absl::StatusOr<ArenaState> state = StateOf(*entries);
  if (state.ok()) return state;
  return absl::Status(state.status().code(),
                      absl::StrFormat("%s: %s", directory,
                                      std::string(state.status().message())));
}

}  // namespace couillon::arena
