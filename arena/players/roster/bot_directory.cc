// Manifests are read and checked field by field; a build of an installed SDK
// happens in a copy of its tree.

#include "arena/players/roster/bot_directory.h"

#include <spawn.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <ios>
#include <sstream>
#include <system_error>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "arena/numbers/text/printable.h"
#include "arena/players/roster/bot_folder.h"
#include "arena/players/roster/bot_texts.h"
#include "arena/players/roster/remote_arguments.h"
#include "arena/players/roster/text_message.h"
#include "arena/players/roster/whole_folder.h"
#include "couillon/v1/bot_manifest.pb.h"
#include "couillon/v1/league.pb.h"
#include "engine/cards/status_macros.h"
#include "engine/cards/text_hash.h"
#include "proto/ruleset_catalog.h"

extern char** environ;  // NOLINT: the name that POSIX gives it

namespace couillon::arena {
namespace {

namespace fs = std::filesystem;

constexpr int kHashDigits = 16;

bool IsInstalled(const fs::path& tree) {
  std::error_code error;
  return fs::exists(tree / "bots", error) && !fs::exists(tree / "arena", error);
}

// The files in `tree`, relative to it, in one order everywhere.
std::vector<fs::path> ListFiles(const fs::path& tree) {
  std::vector<fs::path> files;
  std::error_code error;
  for (const auto& entry : fs::recursive_directory_iterator(tree, error)) {
    if (!entry.is_regular_file(error)) continue;
    files.push_back(entry.path().lexically_relative(tree));
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string ComputeHash(const fs::path& tree,
                        const std::vector<fs::path>& files) {
  std::string hashes;
  for (const fs::path& file : files) {
    std::ifstream const in(tree / file, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    hashes += file.string() + '\n' + TextHash(text.str());
  }
  return TextHash(hashes).substr(0, kHashDigits);
}

absl::StatusOr<fs::path> CacheFolder() {
  const char* cache = std::getenv("XDG_CACHE_HOME");
  if (cache != nullptr && fs::path(cache).is_absolute()) {
    return fs::path(cache) / "couillon";
  }
  const char* home = std::getenv("HOME");
  if (home != nullptr && fs::path(home).is_absolute()) {
    return fs::path(home) / ".cache" / "couillon";
  }
  return absl::FailedPreconditionError(
      "bot build: neither XDG_CACHE_HOME nor HOME is an absolute path; "
      "expected a place to build the SDK in");
}

absl::Status CannotWrite(const fs::path& path, const std::error_code& error) {
  return absl::PermissionDeniedError(
      absl::StrFormat("bot build: the SDK cannot be copied to %s: %s",
                      path.string(), error.message()));
}

absl::Status CopyTree(const fs::path& tree, const std::vector<fs::path>& files,
                      const fs::path& to) {
  const std::error_code error = MakeWholeFolder(to, [&](const fs::path& copy) {
    std::error_code failure;
    for (const fs::path& file : files) {
      fs::create_directories((copy / file).parent_path(), failure);
      if (!failure) fs::copy_file(tree / file, copy / file, failure);
      if (failure) break;
    }
    return failure;
  });
  return error ? CannotWrite(to, error) : absl::OkStatus();
}

namespace fs = std::filesystem;

constexpr char kManifestName[] = "bot.txtpb";
constexpr std::int64_t kMaxManifestBytes = std::int64_t{1} << 20;

std::string ManifestPath(const std::string& directory) {
  return (fs::path(directory) / kManifestName).string();
}

absl::Status WrongFile(const std::string& path, const std::string& what) {
  return absl::InvalidArgumentError(
      absl::StrFormat("%s: %s", PrintableLine(path), what));
}

// Returns true if `name` can be part of the name of an environment variable.
bool IsOptionName(const std::string& name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
    return absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '_';
  });
}

absl::Status CheckProgram(const std::string& path, const std::string& field,
                          const std::string& program) {
  if (!absl::StrContains(program, '=')) return absl::OkStatus();
  return WrongFile(
      path,
      absl::StrFormat("%s starts with \"%s\"; expected a program whose name "
                      "has no \"=\"",
                      field, PrintableLine(program)));
}

// Checks that the bot is launched by a command or reached at an address, and
// that this part is well-formed.
absl::Status CheckLaunch(const std::string& path,
                         const v1::BotManifest& manifest) {
  if (manifest.command().empty() != manifest.has_remote()) {
    return WrongFile(
        path, manifest.has_remote()
                  ? "command and remote are set; expected one of them"
                  : "command is empty; expected a program and arguments");
  }
  if (!manifest.has_remote()) {
    absl::Status status = CheckProgram(path, "command", manifest.command(0));
    if (!status.ok() || manifest.runner().empty()) return status;
    return CheckProgram(path, "runner", manifest.runner(0));
  }
  if (!manifest.runner().empty()) {
    return WrongFile(path,
                     "runner and remote are set; expected a command to run");
  }
  const v1::RemoteBot& remote = manifest.remote();
  const absl::Status status = CheckRemote(manifest.name(), remote);
  if (!status.ok()) return WrongFile(path, std::string(status.message()));
  if (remote.token_file().empty() && remote.token_variable().empty()) {
    return absl::OkStatus();
  }
  // The bot could have any file sent to any address.
  return WrongFile(path,
                   "remote names a token; expected it in the list of bots or "
                   "on the command line, where its owner sets it");
}

absl::Status Check(const std::string& path, const v1::BotManifest& manifest) {
  RETURN_IF_ERROR(CheckBotTexts(path, manifest));
  if (manifest.name().empty()) {
    return WrongFile(path, "name is not set; expected the bot's name");
  }
  RETURN_IF_ERROR(CheckLaunch(path, manifest));
  for (const v1::BotOption& option : manifest.options()) {
    if (IsOptionName(option.name())) continue;
    return WrongFile(
        path,
        absl::StrFormat("options.name is \"%s\"; expected letters, digits "
                        "and underscores",
                        option.name()));
  }
  for (const std::string& id : manifest.rulesets()) {
    if (!absl::StrContains(id, '+')) continue;
    return WrongFile(
        path, absl::StrFormat("rulesets has \"%s\"; expected an id without "
                              "switches, such as %s",
                              id, absl::StrJoin(wire::RulesetIds(), ", ")));
  }
  return absl::OkStatus();
}

// Runs `command` to its end with the input and output of this process.
absl::Status RunHere(const std::vector<std::string>& command) {
  std::vector<std::string> arguments = command;
  std::vector<char*> pointers;
  pointers.reserve(arguments.size() + 1);
  for (std::string& argument : arguments) pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  pid_t pid = 0;
  const int error = posix_spawnp(&pid, pointers[0], nullptr, nullptr,
                                 pointers.data(), environ);
  if (error != 0) {
    return absl::FailedPreconditionError(
        std::generic_category().message(error));
  }
  int status = 0;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  if (status == 0) return absl::OkStatus();
  // NOLINTBEGIN(misc-include-cleaner): <sys/wait.h> has them
  return absl::FailedPreconditionError(
      WIFEXITED(status)
          ? absl::StrFormat("it exited with status %d", WEXITSTATUS(status))
          : absl::StrFormat("it was killed by signal %d", WTERMSIG(status)));
  // NOLINTEND(misc-include-cleaner)
}

// env(1) changes the directory, sets the options and executes the program.
std::vector<std::string> InDirectory(const std::string& directory) {
  if (directory.empty()) return {"env"};
  return {"env", "-C", directory};
}

}  // namespace

absl::StatusOr<std::string> TreeForBuilding(const std::string& tree) {
  if (!IsInstalled(tree)) return tree;
  ASSIGN_OR_RETURN(const fs::path cache, CacheFolder());
  const std::vector<fs::path> files = ListFiles(tree);
  const fs::path copy = cache / ("sdk-" + ComputeHash(tree, files));
  std::error_code error;
  fs::create_directories(cache, error);
  if (error) return CannotWrite(cache, error);
  RETURN_IF_ERROR(CopyTree(tree, files, copy));
  return copy.string();
}

bool IsBotDirectory(const std::string& path) {
  std::error_code error;
  return fs::is_regular_file(ManifestPath(path), error);
}

std::vector<std::string> BotDirectoriesIn(const std::string& path) {
  std::vector<std::string> found;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(path, error)) {
    if (IsBotDirectory(entry.path().string())) {
      found.push_back(entry.path().string());
    }
  }
  std::sort(found.begin(), found.end());
  return found;
}

absl::StatusOr<v1::BotManifest> ReadManifest(const std::string& directory) {
  v1::BotManifest manifest;
  const std::string path = ManifestPath(directory);
  ASSIGN_OR_RETURN(const std::string text,
                   ReadBotFile(directory, kManifestName, kMaxManifestBytes));
  RETURN_IF_ERROR(ParseTextMessage(path, text, manifest));
  RETURN_IF_ERROR(Check(path, manifest));
  return manifest;
}

absl::Status ApplyManifest(const std::string& directory, v1::BotEntry& entry) {
  ASSIGN_OR_RETURN(v1::BotManifest manifest, ReadManifest(directory));
  ASSIGN_OR_RETURN(const BotFolder folder, BotFolder::Open(directory));
  entry.set_directory(folder.path());
  if (entry.name().empty()) entry.set_name(manifest.name());
  if (entry.command().empty()) {
    *entry.mutable_command() = manifest.runner();
    entry.mutable_command()->MergeFrom(manifest.command());
  }
  if (manifest.has_remote()) {
    v1::RemoteBot remote = manifest.remote();
    MakeAbsolute(entry.directory(), remote);
    remote.MergeFrom(entry.remote());
    *entry.mutable_remote() = remote;
  }
  if (entry.version().empty()) entry.set_version(manifest.version());
  if (entry.author().empty()) entry.set_author(manifest.author());
  if (entry.rulesets().empty()) {
    *entry.mutable_rulesets() = manifest.rulesets();
  }
  if (entry.max_batch() == 0) {
    entry.set_max_batch(manifest.max_batch());
  }
  if (entry.conventions().empty()) {
    *entry.mutable_conventions() = manifest.conventions();
  }
  auto options = manifest.options();
  for (const v1::BotOption& wish : entry.options()) {
    const auto found = std::find_if(
        options.begin(), options.end(),
        [&](const auto& option) { return option.name() == wish.name(); });
    if (found == options.end()) {
      return absl::InvalidArgumentError(absl::StrFormat(
          "bot %s: options.name is \"%s\"; expected one that %s has",
          entry.name(), wish.name(), ManifestPath(directory)));
    }
    found->set_value(wish.value());
  }
  *entry.mutable_options() = options;
  return absl::OkStatus();
}

absl::Status BuildBot(const std::string& directory, const std::string& source) {
  ASSIGN_OR_RETURN(v1::BotManifest manifest, ReadManifest(directory));
  if (manifest.build().empty()) return absl::OkStatus();
  ASSIGN_OR_RETURN(const std::string tree, TreeForBuilding(source));
  std::error_code error;
  std::vector<std::string> command = InDirectory(directory);
  command.push_back("COUILLON_SOURCE=" + fs::absolute(tree, error).string());
  command.insert(command.end(), manifest.build().begin(),
                 manifest.build().end());
  absl::Status status = RunHere(command);
  if (status.ok()) return status;
  return absl::FailedPreconditionError(absl::StrFormat(
      "bot %s: building it in %s with \"%s\": %s", manifest.name(), directory,
      PrintableLine(absl::StrJoin(manifest.build(), " ")),
      std::string(status.message())));
}

BotProgram ProgramOf(const v1::BotEntry& entry) {
  BotProgram program{
      .command = {entry.command().begin(), entry.command().end()},
      .directory = entry.directory()};
  for (const v1::BotOption& option : entry.options()) {
    program.environment.push_back(
        absl::StrFormat("COUILLON_OPTION_%s=%s",
                        absl::AsciiStrToUpper(option.name()), option.value()));
  }
  return program;
}

std::vector<std::string> CommandOf(const v1::BotEntry& entry) {
  const BotProgram program = ProgramOf(entry);
  std::vector<std::string> command;
  if (!program.directory.empty() || !program.environment.empty()) {
    command = InDirectory(program.directory);
  }
  command.insert(command.end(), program.environment.begin(),
                 program.environment.end());
  command.insert(command.end(), program.command.begin(), program.command.end());
  return command;
}

}  // namespace couillon::arena
