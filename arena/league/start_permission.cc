#include "arena/league/start_permission.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <system_error>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/text/printable.h"
#include "arena/text/shell_word.h"
#include "couillon/v1/league.pb.h"

namespace couillon::arena {
namespace {

constexpr char kIsolation[] = "--isolation";
constexpr char kReadable[] = "--bot-readable";
constexpr char kEnvironment[] = "--bot-env";
constexpr char kToken[] = "--bot-token";

// An option that a configuration needs, and what it permits.
struct Wish {
  std::string option;
  std::string value;
  std::string effect;
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
                                        PrintableLine(bot.name()))});
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
  }
  AddTokens(config, wishes);
  return wishes;
}

bool Permits(const StartPermission& permission, const Wish& wish) {
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

std::string OptionText(const Wish& wish) {
  return absl::StrCat(wish.option, " ", PrintableLine(ShellWord(wish.value)));
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
    const v1::LeagueConfig& config, const StartPermission& permission) {
  if (permission.asked_here) return config;
  v1::LeagueConfig permitted = config;
  if (permission.isolation == IsolationRequest::kSandbox) {
    permitted.set_isolation(v1::ISOLATION_BWRAP);
  }
  std::vector<Wish> missing = WishesOf(permitted);
  std::erase_if(missing,
                [&](const Wish& wish) { return Permits(permission, wish); });
  if (!missing.empty()) return Missing(config, missing);
  return permitted;
}

std::vector<std::string> PermissionOptions(const v1::LeagueConfig& config) {
  std::vector<std::string> words;
  for (const Wish& wish : WishesOf(config)) {
    words.push_back(wish.option);
    words.push_back(wish.value);
  }
  return words;
}

std::string PermissionText(const v1::LeagueConfig& config) {
  std::string text;
  for (const Wish& wish : WishesOf(config)) {
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
    add(kReadable, RealPath(path));
  }
  for (const std::string& variable : permission.environment) {
    add(kEnvironment, variable);
  }
  for (const std::string& token : permission.tokens) add(kToken, token);
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
