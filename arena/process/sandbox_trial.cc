#include "arena/process/sandbox_trial.h"

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_format.h"
#include "arena/process/bot_process.h"
#include "arena/process/bot_program.h"
#include "arena/process/sandbox.h"
#include "arena/process/sandbox_parts.h"
#include "arena/process/socket_folder.h"
#include "arena/text/printable.h"

namespace couillon::arena {

namespace {

// Names the part that does not work; `otherwise` if all seem to.
absl::Status Unavailable(const std::string& otherwise) {
  const std::string problem =
      SandboxProblem(SandboxPartsOf(FindSandboxFacts()));
  return absl::UnavailableError(problem.empty() ? otherwise : problem);
}

}  // namespace

absl::Status TrySandbox() {
  absl::StatusOr<SocketFolder> folder = SocketFolder::Make();
  if (!folder.ok()) return folder.status();
  const std::string path = folder->PathFor(0, 0);
  const Sandbox sandbox;
  const BotProgram trial{.command = {"/bin/true"}};
  absl::StatusOr<std::unique_ptr<BotProcess>> process = BotProcess::Spawn(
      trial, "unix:" + path, {.sandbox = &sandbox, .folder = FolderOf(path)});
  if (!process.ok())
    return Unavailable(std::string(process.status().message()));
  (*process)->WaitUntilEnded();
  const std::string how = (*process)->HowItEnded();
  (*process)->Kill();
  if (how == "exited with status 0") return absl::OkStatus();
  std::string text = (*process)->LastStderr();
  absl::StripAsciiWhitespace(&text);
  return Unavailable(
      absl::StrFormat("bwrap %s: %s; see \"When the sandbox is "
                      "blocked\" in docs/security.md",
                      how, PrintableLine(text)));
}

}  // namespace couillon::arena
