#include "arena/rpc/sandbox.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <system_error>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"
#include "arena/printable.h"
#include "arena/rpc/bot_process.h"

namespace couillon::arena {
namespace {

namespace fs = std::filesystem;

// Of the bot's own /tmp, /var/tmp, /run and /dev/shm, each.
constexpr char kOwnBytes[] = "268435456";

// Folders that hold what others left there: a bot has fresh ones.
const std::vector<std::string>& FreshFolders() {
  static const std::vector<std::string> kFolders = {"/tmp", "/var/tmp", "/run"};
  return kFolders;
}

// The part of a fresh folder that `path` lies in, "/tmp/x" of "/tmp/x/y/z":
// it is shown to the bot after all.
std::string ShownPart(const fs::path& path) {
  for (const std::string& folder : FreshFolders()) {
    const fs::path inner = path.lexically_relative(folder);
    if (inner.empty() || *inner.begin() == ".." || *inner.begin() == ".") {
      continue;
    }
    return (fs::path(folder) / *inner.begin()).string();
  }
  return {};
}

// What the program needs of the fresh folders: the working directory, ours and
// its own (an SDK may lie there), itself, and every word that names a file,
// links followed.
std::vector<std::string> ShownParts(const BotProgram& program) {
  std::vector<fs::path> paths;
  std::error_code error;
  const fs::path ours = fs::current_path(error);
  const fs::path here =
      program.directory.empty() ? ours : fs::path(program.directory);
  paths.push_back(ours);
  paths.push_back(here);
  std::vector<std::string> words = program.command;
  words.insert(words.end(), program.environment.begin(),
               program.environment.end());
  for (const std::string& word : words) {
    // "--model=/tmp/m/net.bin" names a file too.
    const std::string text = word.substr(word.find('=') + 1);
    for (const std::string& name : {word, text}) {
      const fs::path path = (here / name).lexically_normal();
      if (!fs::exists(path, error)) continue;
      paths.push_back(path);
      paths.push_back(fs::canonical(path, error));
    }
  }
  std::vector<std::string> parts;
  for (const fs::path& path : paths) {
    const std::string part = ShownPart(path);
    if (!part.empty() &&
        std::find(parts.begin(), parts.end(), part) == parts.end()) {
      parts.push_back(part);
    }
  }
  return parts;
}

std::vector<std::string> Walls() {
  std::vector<std::string> walls = {"bwrap",
                                    "--die-with-parent",
                                    "--unshare-pid",
                                    "--unshare-net",
                                    "--unshare-ipc",
                                    "--unshare-uts",
                                    "--ro-bind",
                                    "/",
                                    "/",
                                    "--proc",
                                    "/proc",
                                    "--dev",
                                    "/dev",
                                    "--size",
                                    kOwnBytes,
                                    "--tmpfs",
                                    "/dev/shm"};
  for (const std::string& folder : FreshFolders()) {
    if (!fs::is_directory(folder)) continue;
    walls.insert(walls.end(), {"--size", kOwnBytes, "--tmpfs", folder});
  }
  return walls;
}

}  // namespace

absl::StatusOr<std::string> FindProgram(const std::string& word,
                                        const std::string& directory) {
  std::vector<std::string> candidates;
  if (word.find('/') != std::string::npos) {
    candidates.push_back((fs::path(directory) / word).string());
  } else {
    const char* path = std::getenv("PATH");
    for (const std::string& folder : static_cast<std::vector<std::string>>(
             absl::StrSplit(path == nullptr ? "/usr/bin:/bin" : path, ':'))) {
      candidates.push_back((folder.empty() ? "." : folder) + "/" + word);
    }
  }
  int why = ENOENT;
  for (const std::string& candidate : candidates) {
    if (fs::is_directory(candidate)) {
      why = EISDIR;
    } else if (access(candidate.c_str(), X_OK) == 0) {
      return candidate;
    } else if (errno != ENOENT && errno != ENOTDIR) {
      why = errno;
    }
  }
  return absl::NotFoundError(
      absl::StrFormat("cannot run \"%s\"%s: %s", word,
                      directory.empty() ? "" : " in " + directory,
                      std::generic_category().message(why)));
}

absl::Status TrySandbox() {
  BotProgram trial{.command = Walls()};
  trial.command.insert(trial.command.end(), {"--", "/bin/true"});
  absl::StatusOr<std::unique_ptr<BotProcess>> process =
      BotProcess::Spawn(trial, "");
  if (!process.ok()) return process.status();
  (*process)->WaitUntilEnded();
  const std::string how = (*process)->HowItEnded();
  (*process)->Kill();
  if (how == "exited with status 0") return absl::OkStatus();
  return absl::UnavailableError(
      absl::StrFormat("bwrap does not work here: it %s: %s", how,
                      Printable((*process)->LastStderr())));
}

std::vector<std::string> Sandboxed(const Sandbox& sandbox,
                                   const BotProgram& program,
                                   const std::string& own_folder) {
  std::vector<std::string> whole = Walls();
  for (const std::string& part : ShownParts(program)) {
    whole.insert(whole.end(), {"--ro-bind", part, part});
  }
  for (const std::string& folder : sandbox.hidden) {
    whole.insert(whole.end(), {"--tmpfs", folder});
  }
  for (const std::string& file : sandbox.hidden_files) {
    whole.insert(whole.end(), {"--ro-bind", "/dev/null", file});
  }
  whole.insert(whole.end(), {"--bind", own_folder, own_folder, "--remount-ro",
                             "/dev", "--setenv", "TMPDIR", "/tmp", "--"});
  whole.insert(whole.end(), program.command.begin(), program.command.end());
  return whole;
}

}  // namespace couillon::arena
