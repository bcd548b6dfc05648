// One reader per form of a source, then the checks of all bots together.

#include "arena/players/roster/bot_sources.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <system_error>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/numbers/text/field_status.h"
#include "arena/numbers/text/printable.h"
#include "arena/numbers/text/shell_word.h"
#include "arena/players/process/bot_program.h"
#include "arena/players/roster/bot_directory.h"
#include "arena/players/roster/bot_texts.h"
#include "arena/players/roster/name_rule.h"
#include "arena/players/roster/remote_arguments.h"
#include "arena/players/roster/text_message.h"
#include "couillon/v1/league.pb.h"
#include "engine/cards/status_macros.h"

namespace couillon::arena {
namespace {

constexpr char kBuiltin[] = "builtin:";

namespace fs = std::filesystem;

// The bots of a list; directories in it are relative to the list.
absl::Status ReadBotFile(const std::string& path,
                         std::vector<v1::BotEntry>& bots) {
  v1::BotList list;
  absl::Status status = ReadTextMessage(path, list);
  if (!status.ok()) {
    return absl::Status(
        status.code(),
        absl::StrCat(status.message(),
                     "; it was read as a list of bots; expected NAME=COMMAND "
                     "for a program"));
  }
  const fs::path folder = fs::path(path).parent_path();
  for (v1::BotEntry& bot : *list.mutable_bots()) {
    if (bot.has_remote()) MakeAbsolute(folder.string(), *bot.mutable_remote());
    if (!bot.directory().empty()) {
      const fs::path directory = folder / bot.directory();
      status = ApplyManifest(directory.string(), bot);
      if (!status.ok()) return status;
    }
    status = CheckBotTexts(path, bot);
    if (!status.ok()) return status;
    bots.push_back(std::move(bot));
  }
  return absl::OkStatus();
}

// A bot directory, or a folder of them.
absl::Status ReadDirectory(const std::string& path,
                           std::vector<v1::BotEntry>& bots) {
  std::vector<std::string> directories = {path};
  if (!IsBotDirectory(path)) directories = BotDirectoriesIn(path);
  if (directories.empty()) {
    return absl::NotFoundError(absl::StrFormat(
        "--bots: %s holds no bot.txtpb, nor does a folder in it; expected a "
        "bot directory (couillon bot new makes one) or a folder of them",
        path));
  }
  for (const std::string& directory : directories) {
    v1::BotEntry bot;
    RETURN_IF_ERROR(ApplyManifest(directory, bot));
    bots.push_back(std::move(bot));
  }
  return absl::OkStatus();
}

// "example.org:7443", without a scheme.
bool IsHostAndPort(const std::string& text) {
  const std::size_t colon = text.rfind(':');
  return colon != std::string::npos && colon > 0 && colon + 1 < text.size() &&
         !absl::StrContains(text, '/') &&
         text.find_first_not_of("0123456789", colon + 1) == std::string::npos;
}

// Returns the length of the longest path with blanks that `text` begins with:
// a file whose words are not in quotes. 0 without one.
std::size_t UnquotedPath(const std::string& text) {
  const std::size_t quote = text.find_first_of("'\"\\");
  std::size_t longest = 0;
  for (std::size_t at = text.find(' '); at < std::min(quote, text.size());) {
    const std::size_t word = text.find_first_not_of(' ', at);
    if (word == std::string::npos || word >= quote) break;
    at = std::min(text.find(' ', word), text.size());
    std::error_code error;
    if (at <= quote && fs::is_regular_file(text.substr(0, at), error)) {
      longest = at;
    }
  }
  return longest;
}

// Returns true if `what` is a bundled bot by its bare name, and no program.
bool IsBundledOnly(const std::string& what, const BuiltinCheck& builtin_check) {
  return builtin_check(what.substr(0, what.find(':'))).ok() &&
         !FindProgram(what, /*directory=*/"").ok();
}

// Reads the text after "NAME=", or a bundled bot.
absl::Status ReadOne(const std::string& what, const BuiltinCheck& builtin_check,
                     v1::BotEntry& bot) {
  if (what.starts_with(kBuiltin)) {
    bot.set_builtin(what.substr(sizeof(kBuiltin) - 1));
    if (bot.name().empty()) bot.set_name(bot.builtin());
    return absl::OkStatus();
  }
  if (IsBotDirectory(what)) return ApplyManifest(what, bot);
  if (const std::size_t end = UnquotedPath(what); end > 0) {
    const std::string path = what.substr(0, end);
    return absl::InvalidArgumentError(absl::StrFormat(
        "--bots: bot %s: found %s, a file whose path has blanks; expected "
        "quotes around it, within those of the shell: %s",
        bot.name(), PrintableLine(path),
        ShellWord(
            absl::StrCat(bot.name(), "=\"", path, "\"", what.substr(end)))));
  }
  absl::StatusOr<std::vector<std::string>> words = SplitShellWords(what);
  if (!words.ok()) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "--bots: bot %s: %s", bot.name(), words.status().message()));
  }
  const std::vector<std::string> arguments = *std::move(words);
  if (arguments.size() == 1 && IsBundledOnly(what, builtin_check)) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "--bots: found %s=%s, but there is no program %s; did you mean the "
        "bundled bot, %s=builtin:%s?",
        bot.name(), what, what, bot.name(), what));
  }
  if (IsRemote(arguments)) {
    absl::Status status = ReadRemoteArguments(arguments, *bot.mutable_remote());
    if (status.ok()) MakeAbsolute("", *bot.mutable_remote());
    return status;
  }
  std::error_code error;
  if (arguments.size() == 1 && IsHostAndPort(what) &&
      !fs::exists(what, error)) {
    return absl::InvalidArgumentError(
        absl::StrFormat("--bots: found %s, which is not a program; expected "
                        "grpcs://%s (with TLS) "
                        "or grpc://%s (without) for a bot at an address",
                        what, what, what));
  }
  *bot.mutable_command() = {arguments.begin(), arguments.end()};
  return absl::OkStatus();
}

// Returns true if `entry` is the bare name of a bundled bot, perhaps with
// options that are wrong: "pimc", "pimc:samples=64".
bool IsBareBuiltin(const std::string& entry,
                   const BuiltinCheck& builtin_check) {
  const std::size_t colon = entry.find(':');
  if (entry.find('=') < colon) return false;  // NAME=COMMAND
  return builtin_check(entry.substr(0, colon)).ok();
}

absl::Status ReadEntry(const std::string& entry,
                       const BuiltinCheck& builtin_check,
                       std::vector<v1::BotEntry>& bots) {
  std::error_code error;
  const bool bare = IsBareBuiltin(entry, builtin_check);
  if (bare && fs::exists(entry, error)) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "--bots: \"%s\" is both a bundled bot and a file or folder; expected "
        "builtin:%s or ./%s",
        entry, entry, entry));
  }
  if (fs::is_directory(entry, error)) return ReadDirectory(entry, bots);
  v1::BotEntry bot;
  std::string what = bare ? kBuiltin + entry : entry;
  const std::size_t equals = entry.find('=');
  if (!what.starts_with(kBuiltin)) {
    if (equals == std::string::npos) {
      if (fs::exists(entry, error)) return ReadBotFile(entry, bots);
      if (entry.find_first_of(",;") != std::string::npos) {
        return absl::NotFoundError(absl::StrFormat(
            "--bots: found \"%s\", which is no file; expected blanks between "
            "bots, such as builtin:random builtin:greedy",
            entry));
      }
      return absl::NotFoundError(absl::StrFormat(
          "--bots: \"%s\" is neither a bot directory, nor a file that can be "
          "read, nor NAME=COMMAND, nor NAME=ADDRESS, nor a bundled bot: %s",
          entry, std::string(builtin_check(entry).message())));
    }
    bot.set_name(entry.substr(0, equals));
    what = entry.substr(equals + 1);
  }
  absl::Status status = ReadOne(what, builtin_check, bot);
  if (status.ok()) status = CheckBotTexts("--bots", bot);
  if (status.ok()) bots.push_back(std::move(bot));
  return status;
}

absl::Status CheckBot(const v1::BotEntry& bot,
                      const BuiltinCheck& builtin_check) {
  if (bot.name().empty()) {
    return FieldError("bots", ": a bot has no name");
  }
  absl::Status status = CheckBotTexts("bots", bot);
  if (!status.ok()) return status;
  const int ways = (bot.builtin().empty() ? 0 : 1) +
                   (bot.command().empty() ? 0 : 1) + (bot.has_remote() ? 1 : 0);
  if (ways != 1) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "bot %s: has %d of command, builtin and remote; expected one of them",
        bot.name(), ways));
  }
  if (bot.has_remote()) return CheckRemote(bot.name(), bot.remote());
  if (bot.builtin().empty()) return absl::OkStatus();
  status = builtin_check(bot.builtin());
  if (status.ok()) return status;
  return absl::InvalidArgumentError(
      absl::StrFormat("bot %s: %s", bot.name(), std::string(status.message())));
}

absl::Status CheckNewName(const v1::BotEntry& bot) {
  if (!bot.builtin().empty() && bot.name() == bot.builtin()) {
    return absl::OkStatus();
  }
  // The author of a manifest must not name a version of another bot.
  return WithField("bots",
                   CheckName("bots: name", bot.directory().empty()
                                               ? WithoutVersionLabel(bot.name())
                                               : bot.name()));
}

// Bots with an author by the skeletons of their names.
class NamesOfAuthors {
 public:
  void Add(const v1::BotEntry& bot) {
    if (bot.author().empty()) return;
    for (const std::string& skeleton : NameSkeletons(bot.name())) {
      bots_.emplace(skeleton, &bot);
    }
  }
  // OK if no bot of another author has a name that looks like that of `bot`.
  [[nodiscard]] absl::Status Check(const v1::BotEntry& bot) const {
    if (bot.author().empty()) return absl::OkStatus();
    for (const std::string& skeleton : NameSkeletons(bot.name())) {
      const auto alike = bots_.equal_range(skeleton);
      for (auto other = alike.first; other != alike.second; ++other) {
        if (other->second->author() == bot.author()) continue;
        return FieldError(
            "bots",
            absl::StrFormat(
                ": the name %s, of author %s, looks like %s, of author %s; "
                "expected names that cannot be mistaken for each other: "
                "NAME=DIRECTORY gives one",
                bot.name(), bot.author(), other->second->name(),
                other->second->author()));
      }
    }
    return absl::OkStatus();
  }

 private:
  std::multimap<std::string, const v1::BotEntry*> bots_;
};

absl::StatusOr<std::vector<v1::BotEntry>> ReadEntries(
    const std::vector<std::string>& entries,
    const BuiltinCheck& builtin_check) {
  std::vector<v1::BotEntry> bots;
  for (const std::string& entry : entries) {
    RETURN_IF_ERROR(ReadEntry(entry, builtin_check, bots));
  }
  return bots;
}

}  // namespace

absl::Status CheckBots(const std::vector<v1::BotEntry>& bots,
                       const BuiltinCheck& builtin_check) {
  if (bots.size() > kMaxBots) {
    return FieldError("bots", absl::StrFormat(": found %d; expected at most %d",
                                              bots.size(), kMaxBots));
  }
  std::set<std::string> names;
  for (const v1::BotEntry& bot : bots) {
    RETURN_IF_ERROR(CheckBot(bot, builtin_check));
    if (names.insert(bot.name()).second) continue;
    return absl::InvalidArgumentError(absl::StrFormat(
        "bot %s is named twice; give the second another name with "
        "NAME=COMMAND or NAME=builtin:BOT",
        bot.name()));
  }
  if (bots.size() >= 2) return absl::OkStatus();
  return FieldError(
      "bots", absl::StrFormat(": found %d; expected at least 2", bots.size()));
}

absl::Status CheckNewNames(const std::vector<v1::BotEntry>& bots,
                           const std::vector<v1::BotEntry>& others) {
  NamesOfAuthors known;
  for (const v1::BotEntry& other : others) known.Add(other);
  for (const v1::BotEntry& bot : bots) {
    RETURN_IF_ERROR(CheckNewName(bot));
    RETURN_IF_ERROR(known.Check(bot));
    known.Add(bot);
  }
  return absl::OkStatus();
}

absl::StatusOr<std::vector<v1::BotEntry>> ReadTableBots(
    const std::vector<std::string>& entries,
    const BuiltinCheck& builtin_check) {
  ASSIGN_OR_RETURN(std::vector<v1::BotEntry> bots,
                   ReadEntries(entries, builtin_check));
  for (const v1::BotEntry& bot : bots) {
    RETURN_IF_ERROR(CheckBot(bot, builtin_check));
  }
  return bots;
}

absl::StatusOr<std::vector<v1::BotEntry>> ReadBots(
    const std::vector<std::string>& entries,
    const BuiltinCheck& builtin_check) {
  ASSIGN_OR_RETURN(std::vector<v1::BotEntry> bots,
                   ReadEntries(entries, builtin_check));
  RETURN_IF_ERROR(CheckBots(bots, builtin_check));
  RETURN_IF_ERROR(CheckNewNames(bots, {}));
  return bots;
}

}  // namespace couillon::arena
