#include "arena/process/sandbox_trial.h"

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "arena/process/bot_process.h"
#include "arena/process/bot_program.h"
#include "arena/process/sandbox.h"
#include "arena/process/socket_folder.h"
#include "arena/text/printable.h"

namespace couillon::arena {

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

}  // namespace couillon::arena
