#include "arena/process/sandbox.h"

#include "absl/status/statusor.h"

namespace couillon::arena {
namespace {

using Arguments = std::vector<std::string>;

void Append(Arguments& arguments, const Arguments& more) {
  arguments.insert(arguments.end(), more.begin(), more.end());
}

// All namespaces, no capabilities, and no nested user namespace, in which a
// process would get capabilities again.
Arguments Namespaces() {
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

Arguments MountsOf(const ViewedPath& viewed) {
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
  for (const ViewedPath& viewed : view) Append(arguments, MountsOf(viewed));
  // Uid 0 may write to many files of /proc even without capabilities.
  Append(arguments, {"--proc", "/proc", "--remount-ro", "/proc"});
  Append(arguments, {"--dev", "/dev", "--bind", own_folder + "/shm", "/dev/shm",
                     "--remount-ro", "/dev", "--bind", own_folder, own_folder,
                     "--remount-ro", "/", "--"});
  return arguments;
}

}  // namespace

std::vector<std::string> Sandboxed(const Sandbox& sandbox,
                                   const BotProgram& program,
                                   const std::string& own_folder) {
  Arguments arguments =
      SandboxCommand(ViewOf(program, sandbox.paths), own_folder);
  Append(arguments, program.command);
  return arguments;
}

}  // namespace couillon::arena
