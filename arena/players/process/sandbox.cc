// The arguments of bwrap: namespaces first, then mounts in order.

#include "arena/players/process/sandbox.h"

#include "absl/status/statusor.h"
#include "arena/players/system/socket_folder.h"

namespace couillon::arena {
namespace {

using Arguments = std::vector<std::string>;

void Append(Arguments& arguments, const Arguments& more) {
  arguments.insert(arguments.end(), more.begin(), more.end());
}

// No capabilities, and no nested user namespace, in which a process would get
// capabilities again. bwrap itself is the first process of a namespace that the
// supervisor made.
Arguments Namespaces() {
  return {"--unshare-user", "--disable-userns",
          "--unshare-net",  "--unshare-ipc",
          "--unshare-uts",  "--unshare-cgroup",
          "--hostname",     "bot",
          "--cap-drop",     "ALL",
          "--new-session",  "--die-with-parent"};
}

Arguments ListMounts(const ViewedPath& viewed) {
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
Arguments SandboxCommand(const std::vector<ViewedPath>& view,
                         const std::string& own_folder) {
  Arguments arguments = {"bwrap"};
  const absl::StatusOr<std::string> found = FindProgram("bwrap", "");
  if (found.ok()) arguments[0] = *found;
  Append(arguments, Namespaces());
  // Mounted before the view: shown paths may lie in these folders.
  Append(arguments,
         {"--bind", own_folder + "/tmp", "/tmp", "--bind", own_folder + "/tmp",
          "/var/tmp", "--bind", own_folder + "/run", "/run"});
  for (const ViewedPath& viewed : view) Append(arguments, ListMounts(viewed));
  // The numbers and the limit of terminals are common to the machine.
  Append(arguments, {"--dev", "/dev", "--tmpfs", "/dev/pts", "--remount-ro",
                     "/dev/pts", "--bind", own_folder + "/shm", "/dev/shm",
                     "--remount-ro", "/dev", "--bind", own_folder, own_folder,
                     "--dir", "/proc", "--remount-ro", "/"});
  // Last: bwrap reads the list of mounts at each step, and this has many.
  Append(arguments, {"--bind", ProcFolderBeside(own_folder), "/proc", "--"});
  return arguments;
}

}  // namespace

std::vector<std::string> Sandboxed(const Sandbox& sandbox,
                                   const BotProgram& program,
                                   const std::string& own_folder) {
  Arguments arguments =
      SandboxCommand(ListViewedPaths(program, sandbox.paths), own_folder);
  Append(arguments, program.command);
  return arguments;
}

}  // namespace couillon::arena
