#include "arena/process/sandbox.h"

#include <unistd.h>

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
#include "arena/process/bot_process.h"
#include "arena/process/sandbox_view.h"
#include "arena/process/socket_folder.h"
#include "arena/text/printable.h"

namespace couillon::arena {
namespace {

namespace fs = std::filesystem;

using Words = std::vector<std::string>;

void Append(Words& words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
}

// Every namespace that there is, no capability in any of them, and no way to
// make another in which there would be some.
Words Namespaces() {
  return {"--unshare-user",
          "--disable-userns",
          "--unshare-pid",
          "--unshare-net",
          "--unshare-ipc",
          "--unshare-uts",
          "--unshare-cgroup",
          "--hostname",
          "bot",
          "--cap-drop",
          "ALL",
          "--new-session",
          "--die-with-parent"};
}

Words MountsOf(const ViewedPath& viewed) {
  switch (viewed.kind) {
    case ViewedPath::Kind::kShown:
      return {"--ro-bind", viewed.path, viewed.path};
    case ViewedPath::Kind::kHiddenFolder:
      return {"--tmpfs", viewed.path, "--remount-ro", viewed.path};
    case ViewedPath::Kind::kHiddenFile:
      return {"--ro-bind", "/dev/null", viewed.path};
    case ViewedPath::Kind::kLink:
      return {"--symlink", viewed.target, viewed.path};
  }
  return {};
}

// The command that runs what follows in the sandbox.
Words SandboxCommand(const std::vector<ViewedPath>& view,
                     const std::string& own_folder) {
  Words words = {"bwrap"};
  const absl::StatusOr<std::string> found = FindProgram("bwrap", "");
  if (found.ok()) words[0] = *found;
  Append(words, Namespaces());
  // What is shown may lie in these.
  Append(words,
         {"--bind", own_folder + "/tmp", "/tmp", "--bind", own_folder + "/tmp",
          "/var/tmp", "--bind", own_folder + "/run", "/run"});
  for (const ViewedPath& viewed : view) Append(words, MountsOf(viewed));
  // A process of uid 0 may write to many files of /proc without any right.
  Append(words, {"--proc", "/proc", "--remount-ro", "/proc"});
  Append(words, {"--dev", "/dev", "--bind", own_folder + "/shm", "/dev/shm",
                 "--remount-ro", "/dev", "--bind", own_folder, own_folder,
                 "--remount-ro", "/", "--"});
  return words;
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
    std::error_code error;  // PATH may name what this user cannot look into
    if (fs::is_directory(candidate, error)) {
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
  absl::StatusOr<SocketFolder> folder = SocketFolder::Make();
  if (!folder.ok()) return folder.status();
  const std::string path = folder->PathFor(0, 0);
  const Sandbox sandbox;
  const BotProgram trial{.command = {"/bin/true"}};
  absl::StatusOr<std::unique_ptr<BotProcess>> process = BotProcess::Spawn(
      trial, "unix:" + path, {.sandbox = &sandbox, .folder = FolderOf(path)});
  if (!process.ok()) return process.status();
  (*process)->WaitUntilEnded();
  const std::string how = (*process)->HowItEnded();
  (*process)->Kill();
  if (how == "exited with status 0") return absl::OkStatus();
  return absl::UnavailableError(
      absl::StrFormat("the sandbox is not available here: bwrap %s: %s", how,
                      Printable((*process)->LastStderr())));
}

std::vector<std::string> Sandboxed(const Sandbox& sandbox,
                                   const BotProgram& program,
                                   const std::string& own_folder) {
  Words words = SandboxCommand(ViewOf(program, sandbox.paths), own_folder);
  Append(words, program.command);
  return words;
}

}  // namespace couillon::arena
