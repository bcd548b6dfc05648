#include "arena/journal/submission.h"

#include <cstddef>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "arena/journal/arena_state.h"
#include "arena/journal/journal.h"
#include "arena/planner/season.h"
#include "arena/roster/bot_identity.h"
#include "arena/roster/whole_folder.h"
#include "arena/text/printable.h"
#include "couillon/v1/arena.pb.h"
#include "couillon/v1/league.pb.h"
#include "google/protobuf/util/message_differencer.h"

namespace couillon::arena {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kDigits = 16;         // of a digest, in a folder's name
constexpr std::size_t kMostReason = 2'000;  // bytes

// Copies the files of the bot's identity to `copy`.
std::error_code CopyFiles(const v1::BotEntry& bot, const fs::path& copy) {
  std::error_code error;
  for (const v1::BotFile& file : bot.identity().files()) {
    const fs::path from = fs::path(bot.directory()) / file.path();
    const fs::path relative = file.path();
    if (relative.is_absolute() || *relative.begin() == "..") continue;
    fs::create_directories((copy / relative).parent_path(), error);
    if (!error && fs::is_regular_file(from, error)) {
      fs::copy_file(from, copy / relative, error);
    } else if (!error) {
      fs::copy_symlink(from, copy / relative, error);
    }
    if (error) break;
  }
  return error;
}

// Why a copy is not the bot: it changed while it was copied, or an earlier copy
// is damaged.
absl::Status OfCopy(const v1::BotEntry& bot, const std::string& copy,
                    const absl::Status& difference) {
  const absl::StatusOr<v1::BotIdentity> now = IdentityOf(bot);
  if (!now.ok() || !CompareIdentity(bot, *now).ok()) return difference;
  return absl::DataLossError(absl::StrFormat(
      "%s: this copy in the arena is damaged: %s; remove this folder and "
      "submit the bot again, which copies it anew",
      copy, std::string(difference.message())));
}

// Gives the bot, with its identity, a directory in the arena.
absl::Status CopyIntoArena(const std::string& directory, v1::BotEntry& bot) {
  const std::string relative =
      (fs::path("bots") / bot.identity().digest().substr(0, kDigits)).string();
  const fs::path to = fs::path(directory) / relative;
  std::error_code error;
  fs::create_directories(to.parent_path(), error);
  if (!error) {
    error = MakeWholeFolder(
        to, [&bot](const fs::path& copy) { return CopyFiles(bot, copy); });
  }
  if (error) {
    return absl::PermissionDeniedError(
        absl::StrFormat("%s cannot be copied to %s: %s", bot.directory(),
                        to.string(), error.message()));
  }
  v1::BotEntry copy = bot;
  copy.set_directory(relative);
  const absl::StatusOr<v1::BotIdentity> identity =
      IdentityOf(LocatedBot(copy, directory));
  if (!identity.ok()) return identity.status();
  const absl::Status same = CompareIdentity(bot, *identity);
  if (!same.ok()) return OfCopy(bot, to.string(), same);
  bot = std::move(copy);
  return absl::OkStatus();
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
  absl::StatusOr<v1::BotIdentity> identity = IdentityOf(pinned);
  if (!identity.ok()) return identity.status();
  *pinned.mutable_identity() = *std::move(identity);
  if (pinned.directory().empty()) return pinned;
  absl::Status status = CopyIntoArena(directory, pinned);
  if (!status.ok()) return status;
  return pinned;
}

absl::StatusOr<Accepted> AcceptBot(const std::string& directory,
                                   const v1::BotEntry& pinned,
                                   const BotDescription& description) {
  v1::BotEntry entry = pinned;
  AddDescription(entry, description, *entry.mutable_identity());
  Accepted accepted;
  absl::Status status = UpdateState(
      directory,
      [&](const ArenaState& state) -> absl::StatusOr<JournalEntries> {
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
        return JournalEntries{line};
      });
  if (!status.ok()) return status;
  return accepted;
}

absl::Status RefuseBot(const std::string& directory, const std::string& name,
                       const std::string& reason) {
  v1::JournalEntry line;
  line.mutable_refused()->set_name(PrintableLine(name));
  line.mutable_refused()->set_reason(Printable(reason, kMostReason));
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
              "%s: %s already; expected more than that, found %d", directory,
              TargetText(state.format, state.target), items));
        }
        v1::JournalEntry line;
        line.mutable_extended()->set_items(items);
        line.mutable_extended()->set_rounds(static_cast<std::uint32_t>(rounds));
        return JournalEntries{line};
      });
}

}  // namespace couillon::arena
