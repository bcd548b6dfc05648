#include "arena/process/sandbox.h"

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/process/bot_program.h"
#include "arena/process/sandbox_view.h"

namespace couillon::arena {
namespace {

using Words = std::vector<std::string>;

void Append(Words& words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
}

// All namespaces, no capabilities, and no nested user namespace, in which a
// process would get capabilities again.
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

// The prefix of a command that runs in the sandbox.
Words SandboxCommand(const std::vector<ViewedPath>& view,
                     const std::string& own_folder) {
  Words words = {"bwrap"};
  const absl::StatusOr<std::string> found = FindProgram("bwrap", "");
  if (found.ok()) words[0] = *found;
  Append(words, Namespaces());
  // Mounted before the view: shown paths may lie in these folders.
  Append(words,
         {"--bind", own_folder + "/tmp", "/tmp", "--bind", own_folder + "/tmp",
          "/var/tmp", "--bind", own_folder + "/run", "/run"});
  for (const ViewedPath& viewed : view) Append(words, MountsOf(viewed));
  // Uid 0 may write to many files of /proc even without capabilities.
  Append(words, {"--proc", "/proc", "--remount-ro", "/proc"});
  Append(words, {"--dev", "/dev", "--bind", own_folder + "/shm", "/dev/shm",
                 "--remount-ro", "/dev", "--bind", own_folder, own_folder,
                 "--remount-ro", "/", "--"});
  return words;
}

}  // namespace

std::vector<std::string> Sandboxed(const Sandbox& sandbox,
                                   const BotProgram& program,
                                   const std::string& own_folder) {
  Words words = SandboxCommand(ViewOf(program, sandbox.paths), own_folder);
  Append(words, program.command);
  return words;
}

}  // namespace couillon::arena
