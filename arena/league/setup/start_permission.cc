#include "arena/league/setup/start_permission.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <system_error>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/league/store/folder_content.h"
#include "arena/numbers/text/printable.h"
#include "arena/numbers/text/shell_word.h"
#include "arena/players/process/bot_program.h"
#include "arena/players/process/sandbox_view.h"
#include "arena/players/roster/bot_directory.h"
#include "arena/players/roster/bot_identity.h"
#include "couillon/v1/league.pb.h"

namespace couillon::arena {
namespace {

constexpr char kIsolation[] = "--isolation";
constexpr char kAllow[] = "--allow";
// What stands before the value of --allow.
constexpr char kReadable[] = "read:";
constexpr char kEnvironment[] = "env:";
constexpr char kToken[] = "token:";

// An option that a configuration needs, and what it permits.
struct Wish {
  std::string option;  // or the kind of --allow
  std::string value;
  std::string effect;
  bool of_bot = false;  // asked for by what a bot names, not by a setting
};

bool StartsPrograms(const v1::LeagueConfig& config) {
  return std::ranges::any_of(config.bots(), [](const v1::BotEntry& bot) {
    return bot.command_size() > 0;
  });
}

std::string RealPath(const std::string& path) {
  std::error_code error;
  const auto real = std::filesystem::weakly_canonical(path, error);
  return error ? path : real.string();
}

void AddTokens(const v1::LeagueConfig& config, std::vector<Wish>& wishes) {
  for (const v1::BotEntry& bot : config.bots()) {
    const v1::RemoteBot& remote = bot.remote();
    for (const std::string& token :
         {remote.token_file(), remote.token_variable()}) {
      if (token.empty()) continue;
      wishes.push_back({kToken, token,
                        absl::StrFormat("it is sent to %s (bot %s)",
                                        PrintableLine(remote.address()),
                                        PrintableLine(bot.name())),
                        /*of_bot=*/true});
    }
  }
}

// Whether a folder below `directory` is a repository, of which no file counts
// for the identity of a bot.
bool HoldsRepository(const std::string& directory) {
  std::error_code error;
  for (std::filesystem::recursive_directory_iterator at(directory, error), end;
       !error && at != end; at.increment(error)) {
    if (at->path().filename() == ".git") return true;
  }
  return static_cast<bool>(error);
}

// Whether the bot has a directory that holds just the files whose digests are
// stored with it: nobody can store those of files that they do not know.
bool HasStoredFiles(const v1::BotEntry& bot) {
  if (bot.directory().empty() || bot.identity().files().empty()) return false;
  const absl::StatusOr<v1::BotIdentity> found = ComputeIdentity(bot);
  return found.ok() && CompareIdentity(bot, *found).ok() &&
         !HoldsRepository(bot.directory());
}

// The files and folders that the sandbox shows because the bots name them.
void AddNamedPaths(const v1::LeagueConfig& config, std::vector<Wish>& wishes) {
  for (const v1::BotEntry& bot : config.bots()) {
    if (bot.command().empty() || HasStoredFiles(bot)) continue;
    BotProgram program = ProgramOf(bot);
    const absl::StatusOr<std::string> found =
        FindProgram(program.command.front(), program.directory);
    if (found.ok()) program.command.front() = *found;
    for (const std::string& path : NamedPaths(program)) {
      if (path == "/dev/null") continue;  // in every sandbox
      const bool is_known = std::ranges::any_of(wishes, [&](const Wish& wish) {
        return wish.of_bot && IsBelow(path, wish.value);
      });
      if (is_known) continue;
      wishes.push_back(
          {kReadable, path,
           absl::StrFormat("bot %s can read it", PrintableLine(bot.name())),
           /*of_bot=*/true});
    }
  }
}

// All that a configuration asks for beyond the sandbox.
std::vector<Wish> WishesOf(const v1::LeagueConfig& config) {
  std::vector<Wish> wishes;
  if (StartsPrograms(config) && config.isolation() != v1::ISOLATION_BWRAP) {
    wishes.push_back({kIsolation, "none",
                      "its programs run without a sandbox, with all your "
                      "rights (--isolation bwrap: in a sandbox)"});
  } else if (StartsPrograms(config)) {
    for (const std::string& path : config.readable_paths()) {
      wishes.push_back({kReadable, path, "its programs can read it"});
    }
    for (const std::string& variable : config.bot_environment()) {
      wishes.push_back({kEnvironment, variable, "its programs get it"});
    }
    AddNamedPaths(config, wishes);
  }
  AddTokens(config, wishes);
  return wishes;
}

// Whether bots may see `path`, real, since it lies in one of `folders`. Those
// that hold home directories or the files of others permit nothing.
bool IsInOneOf(const std::vector<std::string>& folders,
               const std::string& path) {
  return std::ranges::any_of(folders, [&path](const std::string& folder) {
    const std::string real = RealPath(folder);
    return !folder.empty() && !IsSharedFolder(real) && IsBelow(path, real);
  });
}

bool Permits(const StartPermission& permission, const Wish& wish) {
  if (wish.of_bot && permission.named_here) return true;
  if (wish.of_bot && wish.option == kReadable &&
      (IsInOneOf(permission.own_folders, wish.value) ||
       IsInOneOf(permission.readable_paths, wish.value))) {
    return true;
  }
  const auto has = [&wish](const std::vector<std::string>& given) {
    return std::ranges::find(given, wish.value) != given.end();
  };
  if (wish.option == kIsolation) {
    return permission.isolation == IsolationRequest::kLimits;
  }
  if (wish.option == kEnvironment) return has(permission.environment);
  const std::vector<std::string>& paths =
      wish.option == kReadable ? permission.readable_paths : permission.tokens;
  return has(paths) ||
         std::ranges::any_of(paths, [&wish](const std::string& path) {
           return RealPath(path) == RealPath(wish.value);
         });
}

// What the configuration in `directory` asks for and `permission` lacks.
std::vector<Wish> ListMissing(const v1::LeagueConfig& config,
                              StartPermission permission,
                              const std::string& directory) {
  permission.own_folders.push_back(directory);
  permission.own_folders.push_back(ArenaOfRound(directory));
  permission.own_folders.push_back(OwnInstallation());
  std::vector<Wish> missing = WishesOf(config);
  std::erase_if(missing,
                [&](const Wish& wish) { return Permits(permission, wish); });
  return missing;
}

std::string OptionText(const Wish& wish) {
  if (wish.option == kIsolation) {
    return absl::StrCat(kIsolation, " ", PrintableLine(ShellWord(wish.value)));
  }
  return absl::StrCat(kAllow, " ",
                      PrintableLine(ShellWord(wish.option + wish.value)));
}

absl::Status Missing(const v1::LeagueConfig& config,
                     const std::vector<Wish>& missing) {
  std::string text =
      "what is stored asks for more than a stored file can permit; expected "
      "these options on this command line, if you trust it:";
  for (const Wish& wish : missing) {
    absl::StrAppend(&text, "\n  ", OptionText(wish), ": ", wish.effect);
  }
  const std::string programs = ProgramsText(config);
  if (!programs.empty()) {
    absl::StrAppend(&text, "\nIts programs, none of which was started:\n",
                    programs);
  }
  while (text.ends_with('\n')) text.pop_back();
  return absl::FailedPreconditionError(text);
}

}  // namespace

StartPermission AskedHere() {
  StartPermission permission;
  permission.asked_here = true;
  return permission;
}

absl::StatusOr<v1::LeagueConfig> PermittedConfig(
    const v1::LeagueConfig& config, const StartPermission& permission,
    const std::string& directory) {
  if (permission.asked_here) return config;
  v1::LeagueConfig permitted = config;
  if (permission.isolation == IsolationRequest::kSandbox) {
    permitted.set_isolation(v1::ISOLATION_BWRAP);
  }
  const std::vector<Wish> missing =
      ListMissing(permitted, permission, directory);
  if (!missing.empty()) return Missing(config, missing);
  return permitted;
}

std::string PermissionText(const v1::LeagueConfig& config,
                           const std::string& directory,
                           const StartPermission& given) {
  std::string text;
  v1::LeagueConfig permitted = config;
  if (given.isolation == IsolationRequest::kSandbox && !given.asked_here) {
    permitted.set_isolation(v1::ISOLATION_BWRAP);
    absl::StrAppend(&text, " ", kIsolation, " bwrap");
  }
  for (const Wish& wish :
       ListMissing(permitted, {.own_folders = given.own_folders}, directory)) {
    absl::StrAppend(&text, " ", OptionText(wish));
  }
  return text;
}

std::vector<std::string> OptionsOf(const StartPermission& permission) {
  std::vector<std::string> words;
  const auto add = [&words](const char* option, const std::string& value) {
    words.emplace_back(option);
    words.push_back(value);
  };
  if (permission.isolation != IsolationRequest::kAuto) {
    add(kIsolation,
        permission.isolation == IsolationRequest::kLimits ? "none" : "bwrap");
  }
  for (const std::string& path : permission.readable_paths) {
    add(kAllow, kReadable + RealPath(path));
  }
  for (const std::string& variable : permission.environment) {
    add(kAllow, kEnvironment + variable);
  }
  for (const std::string& token : permission.tokens)
    add(kAllow, kToken + token);
  return words;
}

std::string ProgramsText(const v1::LeagueConfig& config) {
  std::string text;
  for (const v1::BotEntry& bot : config.bots()) {
    if (bot.command_size() == 0) continue;
    absl::StrAppend(&text, "  ", PrintableLine(bot.name()), ":");
    for (const std::string& word : bot.command()) {
      absl::StrAppend(&text, " ", PrintableLine(ShellWord(word)));
    }
    if (!bot.directory().empty()) {
      absl::StrAppend(&text, " (in ", PrintableLine(ShellWord(bot.directory())),
                      ")");
    }
    absl::StrAppend(&text, "\n");
  }
  return text;
}

}  // namespace couillon::arena
