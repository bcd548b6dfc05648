// An entry is found by its description, admitted as a new version, or refused
// with a reason.

#include "arena/standing/journal/dial_in.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_format.h"
#include "arena/league/run/bot_pairings.h"
#include "arena/numbers/text/printable.h"
#include "arena/players/roster/bot_identity.h"
#include "arena/players/roster/bot_texts.h"
#include "arena/standing/journal/arena_state.h"
#include "arena/standing/journal/journal.h"
#include "arena/standing/journal/name_owner.h"
#include "arena/standing/journal/open_round.h"
#include "arena/table/bot_index.h"
#include "arena/table/referee/bot_description.h"
#include "couillon/v1/arena.pb.h"
#include "couillon/v1/league.pb.h"
#include "engine/cards/status_macros.h"

namespace couillon::arena {
namespace {

// Bytes of a reason: it is a part of a status too, which travels in a header.
constexpr std::size_t kMaxDialInReason = 1'000;

absl::Status Refused(const absl::Status& status) {
  return absl::InvalidArgumentError(status.message());
}

// The entry of the bot, if the arena's settings and the form of its texts admit
// it.
absl::StatusOr<v1::BotEntry> EntryOf(const v1::LeagueConfig& settings,
                                     const DialInRequest& request) {
  if (request.name.empty()) {
    return absl::InvalidArgumentError(
        "the submission has no name; expected the bot's name in the arena");
  }
  v1::BotEntry entry;
  entry.set_name(request.name);
  absl::Status status = CheckBotTexts("the submission", entry);
  if (!status.ok()) return Refused(status);
  const absl::StatusOr<BotDescription> described =
      ReadDescription(request.description);
  if (!described.ok()) return Refused(described.status());
  if (settings.seat_isolation()) {
    return absl::FailedPreconditionError(absl::StrFormat(
        "bot %s dials in, so nothing keeps its seats from sharing what they "
        "hold; the arena was made without --allow remote, and takes no such "
        "bot",
        request.name));
  }
  entry.mutable_dial_in()->set_author(request.author);
  *entry.mutable_dial_in()->mutable_description() = request.description;
  v1::LeagueConfig alone = settings;
  *alone.add_bots() = entry;
  status = CheckPairings(alone, BotIndex(0), described->rulesets);
  if (!status.ok()) return Refused(status);
  ASSIGN_OR_RETURN(v1::BotIdentity identity, ComputeIdentity(entry));
  *entry.mutable_identity() = std::move(identity);
  AddDescription(entry, *described, *entry.mutable_identity());
  return entry;
}

bool SameDescription(const Entrant& entrant, const v1::BotEntry& entry) {
  return entrant.DialsIn() && IsSameBot(entrant.bot, entry);
}

// The author of the first version of a bot; empty if the organizer submitted
// it.
std::string OwnerOf(const ArenaState& state, const std::string& name) {
  for (const Entrant& entrant : state.entrants) {
    if (entrant.bot.name() == name) return entrant.bot.dial_in().author();
  }
  return "";
}

std::size_t CountBots(const ArenaState& state, const std::string& author) {
  std::set<std::string> names;
  for (const Entrant& entrant : state.entrants) {
    if (entrant.status == EntrantStatus::kPlays &&
        OwnerOf(state, entrant.bot.name()) == author) {
      names.insert(entrant.bot.name());
    }
  }
  return names.size();
}

// An old version may come back only for what was planned for it.
absl::Status CheckMayComeBack(const ArenaState& state,
                              const std::string& directory, int entrant) {
  const Entrant& of = state.entrants[static_cast<std::size_t>(entrant)];
  if (of.status == EntrantStatus::kPlays) return absl::OkStatus();
  ASSIGN_OR_RETURN(const bool left, HasUnitsLeft(state, directory, entrant));
  if (left) return absl::OkStatus();
  if (of.status == EntrantStatus::kDisqualified) {
    return absl::FailedPreconditionError(absl::StrFormat(
        "%s was disqualified, since it forfeited too many units of work; "
        "expected a repaired version with another description",
        of.Label()));
  }
  const std::string newest =
      state.entrants[static_cast<std::size_t>(*state.Newest(of.bot.name()))]
          .Label();
  return absl::FailedPreconditionError(
      of.status == EntrantStatus::kRetired
          ? absl::StrFormat("bot %s has retired", of.bot.name())
          : absl::StrFormat("%s has been replaced by %s; expected a "
                            "description that no version had before",
                            of.Label(), newest));
}

// An author cannot hold up round after round with new versions.
absl::Status CheckDisqualified(const ArenaState& state,
                               const std::string& author) {
  const auto found =
      std::ranges::count_if(state.entrants, [&author](const Entrant& entrant) {
        return entrant.status == EntrantStatus::kDisqualified &&
               entrant.bot.dial_in().author() == author;
      });
  if (found < kMaxDialInDisqualified) return absl::OkStatus();
  return absl::ResourceExhaustedError(absl::StrFormat(
      "%d bots of author %s were disqualified; expected fewer than that", found,
      author));
}

absl::Status CheckNewVersion(const ArenaState& state,
                             const DialInRequest& request) {
  RETURN_IF_ERROR(CheckDisqualified(state, request.author));
  const std::optional<int> newest = state.Newest(request.name);
  if (!newest) {
    const std::size_t bots = CountBots(state, request.author);
    if (bots < request.most_bots) return absl::OkStatus();
    return absl::ResourceExhaustedError(absl::StrFormat(
        "author %s has %d bots in the arena; expected at most %d: a new one "
        "needs another to retire",
        request.author, bots, request.most_bots));
  }
  const Entrant& before = state.entrants[static_cast<std::size_t>(*newest)];
  if (before.status == EntrantStatus::kRetired) {
    return absl::FailedPreconditionError(
        absl::StrFormat("bot %s has retired", request.name));
  }
  if (before.version < kMaxDialInVersions) return absl::OkStatus();
  return absl::ResourceExhaustedError(
      absl::StrFormat("bot %s has %d versions; expected at most %d",
                      request.name, before.version, kMaxDialInVersions));
}

std::optional<int> VersionWith(const ArenaState& state,
                               const v1::BotEntry& entry) {
  for (std::size_t i = state.entrants.size(); i-- > 0;) {
    if (state.entrants[i].bot.name() == entry.name() &&
        SameDescription(state.entrants[i], entry)) {
      return static_cast<int>(i);
    }
  }
  return std::nullopt;
}

// The version that the request is, and its entry for the journal.
struct Found {
  DialInEntrant entrant;
  v1::BotEntry entry;
  std::uint32_t version = 1;  // if it is new
};

absl::StatusOr<Found> Find(const ArenaState& state,
                           const std::string& directory,
                           const DialInRequest& request) {
  ASSIGN_OR_RETURN(v1::BotEntry entry, EntryOf(state.settings, request));
  Found found{.entrant = {.description = request.description},
              .entry = std::move(entry)};
  const std::optional<int> newest = state.Newest(request.name);
  RETURN_IF_ERROR(CheckNameOwner(state, found.entry));
  if (const std::optional<int> known = VersionWith(state, found.entry)) {
    RETURN_IF_ERROR(CheckMayComeBack(state, directory, *known));
    found.entrant.entrant = *known;
    found.entrant.label =
        state.entrants[static_cast<std::size_t>(*known)].Label();
    return found;
  }
  RETURN_IF_ERROR(CheckNewVersion(state, request));
  if (newest) {
    found.version =
        state.entrants[static_cast<std::size_t>(*newest)].version + 1;
  }
  found.entrant.entrant = static_cast<int>(state.entrants.size());
  found.entrant.label =
      Entrant{.bot = found.entry, .version = found.version}.Label();
  found.entrant.is_new = true;
  return found;
}

// The reason if the same bot was refused before, or if the author had too many
// refusals.
absl::Status CheckNotRefused(const ArenaState& state,
                             const DialInRequest& request,
                             const v1::BotEntry& entry) {
  std::size_t refusals = 0;
  for (const Refusal& refusal : state.refusals) {
    if (refusal.author != request.author) continue;
    ++refusals;
    if (refusal.name == request.name &&
        refusal.digest == entry.identity().digest()) {
      return absl::FailedPreconditionError(absl::StrFormat(
          "%s; after a repair, connect with another version", refusal.reason));
    }
  }
  if (refusals < kMaxDialInRefusals) return absl::OkStatus();
  return absl::ResourceExhaustedError(absl::StrFormat(
      "%d bots of author %s were refused; expected fewer than that", refusals,
      request.author));
}

}  // namespace

absl::StatusOr<DialInEntrant> SubmitDialIn(const std::string& directory,
                                           const DialInRequest& request) {
  DialInEntrant admitted;
  RETURN_IF_ERROR(UpdateState(
      directory,
      [&](const ArenaState& state) -> absl::StatusOr<JournalEntries> {
        ASSIGN_OR_RETURN(const Found found, Find(state, directory, request));
        admitted = found.entrant;
        if (!admitted.is_new) return JournalEntries();
        v1::JournalEntry line;
        *line.mutable_submitted()->mutable_bot() = found.entry;
        line.mutable_submitted()->set_version(found.version);
        AddSkeletons(state, *line.mutable_submitted());
        return JournalEntries{line};
      }));
  return admitted;
}

absl::StatusOr<DialInEntrant> FindDialIn(const std::string& directory,
                                         const DialInRequest& request) {
  ASSIGN_OR_RETURN(const ArenaState state, ReadState(directory));
  ASSIGN_OR_RETURN(Found found, Find(state, directory, request));
  if (found.entrant.is_new) {
    RETURN_IF_ERROR(CheckNotRefused(state, request, found.entry));
  }
  return std::move(found.entrant);
}

absl::Status RefuseDialIn(const std::string& directory,
                          const DialInRequest& request,
                          const std::string& reason) {
  return UpdateState(
      directory,
      [&](const ArenaState& state) -> absl::StatusOr<JournalEntries> {
        ASSIGN_OR_RETURN(const v1::BotEntry entry,
                         EntryOf(state.settings, request));
        v1::JournalEntry line;
        v1::SubmissionRefused& refused = *line.mutable_refused();
        refused.set_name(request.name);
        std::string line_of_reason = reason;
        absl::RemoveExtraAsciiWhitespace(&line_of_reason);
        refused.set_reason(PrintableLine(line_of_reason, kMaxDialInReason));
        refused.set_author(request.author);
        refused.set_digest(entry.identity().digest());
        return JournalEntries{line};
      });
}

}  // namespace couillon::arena
