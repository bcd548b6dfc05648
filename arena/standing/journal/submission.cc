// The bot's directory is copied into the arena and checked against its identity
// before the journal names it.

#include "arena/standing/journal/submission.h"

#include <cstddef>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "arena/numbers/text/printable.h"
#include "arena/players/roster/bot_copy.h"
#include "arena/players/roster/bot_folder.h"
#include "arena/players/roster/bot_identity.h"
#include "arena/players/roster/whole_folder.h"
#include "arena/standing/journal/arena_state.h"
#include "arena/standing/journal/arena_status.h"
#include "arena/standing/journal/journal.h"
#include "arena/standing/journal/name_owner.h"
#include "arena/standing/planner/season.h"
#include "arena/table/schedule/stored_config.h"
#include "couillon/v1/arena.pb.h"
#include "couillon/v1/league.pb.h"
#include "engine/cards/status_macros.h"
#include "google/protobuf/util/message_differencer.h"

namespace couillon::arena {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kDigits = 16;        // of a digest, in a folder's name
constexpr std::size_t kMaxReason = 2'000;  // bytes

// OK if the copy of the bot's directory in `folder` is that bot.
absl::Status CheckCopy(const v1::BotEntry& bot, const std::string& folder) {
  v1::BotEntry copy = bot;
  copy.set_directory(folder);
  ASSIGN_OR_RETURN(const v1::BotIdentity identity, ComputeIdentity(copy));
  return CompareIdentity(bot, identity);
}

absl::Status FillCopy(const v1::BotEntry& bot, const std::string& folder) {
  absl::Status status = CopyBotFolder(bot.directory(), folder);
  if (!status.ok()) return status;
  status = CheckCopy(bot, folder);
  if (status.ok()) return status;
  return absl::FailedPreconditionError(absl::StrFormat(
      "%s, while it was copied", std::string(status.message())));
}

// Returns true if an absolute path begins with the directory.
bool IsBeneath(const std::string& directory, const fs::path& path) {
  std::error_code error;
  const fs::path beneath =
      path.lexically_relative(fs::canonical(directory, error));
  return !error && !beneath.empty() && *beneath.begin() != "..";
}

// A digest of what its command names outside of its directory is no part of the
// copy, and the file may be one that its author cannot read.
absl::Status CheckNamedFiles(const v1::BotEntry& bot) {
  std::vector<std::string> names;
  // The identity has the absolute path of a program.
  if (!bot.command().empty()) names.push_back(bot.command(0));
  for (const v1::BotFile& file : bot.identity().files()) {
    names.push_back(file.path());
  }
  for (const std::string& name : names) {
    const fs::path path = name;
    if (path.is_absolute() && IsBeneath(bot.directory(), path)) {
      return absl::InvalidArgumentError(absl::StrFormat(
          "bot %s: its command names %s, which a copy of its directory would "
          "not have; expected a file of the directory by its relative path, or "
          "the name of a program that PATH finds",
          PrintableLine(bot.name()), PrintableLine(name)));
    }
    const bool is_outside =
        path.is_absolute() || *path.lexically_normal().begin() == "..";
    if (!is_outside || IsReadByAll(name) || IsOnPath(name)) continue;
    return absl::InvalidArgumentError(absl::StrFormat(
        "bot %s: its command names %s, which is outside of its directory %s; "
        "expected a file of the directory, or one that all users may read, by "
        "its absolute path",
        PrintableLine(bot.name()), PrintableLine(name),
        PrintableLine(bot.directory())));
  }
  return absl::OkStatus();
}

// Makes the folder `to` a copy of the bot's directory, unless it is one. Only a
// copy that is the bot gets that name.
absl::Status MakeCopy(const v1::BotEntry& bot, const fs::path& to) {
  absl::Status status;
  bool is_new = false;
  std::error_code error;
  fs::create_directories(to.parent_path(), error);
  if (!error) {
    error = MakeWholeFolder(to, [&](const fs::path& folder) {
      is_new = true;
      status = FillCopy(bot, folder.string());
      return status.ok() ? std::error_code()
                         : std::make_error_code(std::errc::io_error);
    });
  }
  if (!status.ok()) return status;
  if (error) {
    return absl::PermissionDeniedError(
        absl::StrFormat("%s cannot be copied to %s: %s", bot.directory(),
                        to.string(), error.message()));
  }
  if (!is_new) status = CheckCopy(bot, to.string());
  if (status.ok()) return status;
  return absl::DataLossError(absl::StrFormat(
      "%s: this copy in the arena is damaged: %s; remove this folder and "
      "submit the bot again, which copies it anew",
      to.string(), std::string(status.message())));
}

// Gives the bot, with its identity, a directory in the arena.
absl::Status CopyIntoArena(const std::string& directory, v1::BotEntry& bot) {
  const std::string relative =
      (fs::path("bots") / bot.identity().digest().substr(0, kDigits)).string();
  absl::Status status = MakeCopy(bot, fs::path(directory) / relative);
  if (status.ok()) bot.set_directory(relative);
  return status;
}

// With other limits it is another entrant: its results may differ.
bool SameLimits(const v1::BotEntry& a, const v1::BotEntry& b) {
  return google::protobuf::util::MessageDifferencer::Equals(a.own_limits(),
                                                            b.own_limits());
}

}  // namespace

absl::StatusOr<v1::BotEntry> PinBot(const std::string& directory,
                                    const v1::BotEntry& bot) {
  v1::BotEntry pinned = bot;
  ASSIGN_OR_RETURN(v1::BotIdentity identity, ComputeIdentity(pinned));
  *pinned.mutable_identity() = std::move(identity);
  RETURN_IF_ERROR(CheckStoredBot(pinned));
  if (pinned.directory().empty()) return pinned;
  RETURN_IF_ERROR(CheckNamedFiles(pinned));
  RETURN_IF_ERROR(CopyIntoArena(directory, pinned));
  return pinned;
}

absl::StatusOr<Accepted> AcceptBot(const std::string& directory,
                                   const v1::BotEntry& pinned,
                                   const BotDescription& description) {
  v1::BotEntry entry = pinned;
  AddDescription(entry, description, *entry.mutable_identity());
  Accepted accepted;
  RETURN_IF_ERROR(UpdateState(
      directory,
      [&](const ArenaState& state) -> absl::StatusOr<JournalEntries> {
        RETURN_IF_ERROR(CheckNameOwner(state, entry));
        if (const std::optional<int> newest = state.Newest(entry.name())) {
          const Entrant& before =
              state.entrants[static_cast<std::size_t>(*newest)];
          accepted.known = before.status == EntrantStatus::kPlays &&
                           IsSameBot(before.bot, entry) &&
                           SameLimits(before.bot, entry);
          accepted.version = before.version + (accepted.known ? 0 : 1);
        }
        if (accepted.known) return JournalEntries();
        v1::JournalEntry line;
        *line.mutable_submitted()->mutable_bot() = entry;
        line.mutable_submitted()->set_version(accepted.version);
        AddSkeletons(state, *line.mutable_submitted());
        return JournalEntries{line};
      }));
  return accepted;
}

absl::Status RefuseBot(const std::string& directory, const std::string& name,
                       const std::string& reason) {
  v1::JournalEntry line;
  line.mutable_refused()->set_name(PrintableLine(name));
  line.mutable_refused()->set_reason(Printable(reason, kMaxReason));
  return UpdateState(directory, [&](const ArenaState& /*state*/) {
    return absl::StatusOr<JournalEntries>(JournalEntries{line});
  });
}

absl::Status RetireBot(const std::string& directory, const std::string& name) {
  return UpdateState(
      directory,
      [&](const ArenaState& state) -> absl::StatusOr<JournalEntries> {
        const std::optional<int> newest = state.Newest(name);
        if (newest &&
            state.entrants[static_cast<std::size_t>(*newest)].status ==
                EntrantStatus::kPlays) {
          v1::JournalEntry line;
          line.mutable_retired()->set_name(name);
          return JournalEntries{line};
        }
        std::vector<std::string> playing;
        for (const Entrant& entrant : state.entrants) {
          if (entrant.status != EntrantStatus::kPlays) continue;
          playing.push_back(entrant.bot.name());
        }
        return absl::NotFoundError(absl::StrFormat(
            "%s: no bot \"%s\" plays here; there %s", directory, name,
            playing.empty() ? "are none"
                            : "are " + absl::StrJoin(playing, ", ")));
      });
}

absl::Status ExtendArena(const std::string& directory, std::uint64_t items,
                         int rounds) {
  return UpdateState(
      directory,
      [&](const ArenaState& state) -> absl::StatusOr<JournalEntries> {
        if (items == 0 && rounds == 0) {
          return absl::InvalidArgumentError(
              "extend: found neither a number of deals or matches nor of "
              "rounds; expected one of them");
        }
        if (rounds > 0 && state.format != RoundFormat::kSwiss) {
          return absl::InvalidArgumentError(
              absl::StrFormat("%s: is a %s, found %d rounds; only a Swiss has "
                              "a number of rounds",
                              directory, FormatName(state.format), rounds));
        }
        if (rounds > 0 && rounds <= static_cast<int>(state.rounds.size())) {
          return absl::InvalidArgumentError(absl::StrFormat(
              "%s: has %d rounds already; expected more than that, found %d",
              directory, state.rounds.size(), rounds));
        }
        if (items > 0 && items <= state.target) {
          return absl::InvalidArgumentError(absl::StrFormat(
              "%s: %s; expected more than %d, found %d", directory,
              TargetText(state), state.target, items));
        }
        if (rounds == 0) {
          RETURN_IF_ERROR(CheckNotOver(state, directory));
        }
        v1::JournalEntry line;
        line.mutable_extended()->set_items(items);
        line.mutable_extended()->set_rounds(static_cast<std::uint32_t>(rounds));
        return JournalEntries{line};
      });
}

}  // namespace couillon::arena
