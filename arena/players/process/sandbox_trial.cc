// Runs /bin/true in the sandbox and reads how it ended.

#include "arena/players/process/sandbox_trial.h"

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/numbers/text/printable.h"
#include "arena/players/process/bot_process.h"
#include "arena/players/process/bot_program.h"
#include "arena/players/process/sandbox.h"
#include "arena/players/process/sandbox_parts.h"
#include "arena/players/system/socket_folder.h"
#include "engine/cards/status_macros.h"

namespace couillon::arena {

namespace {

// Names the part that does not work; `otherwise` if all seem to.
absl::Status Unavailable(const std::string& otherwise) {
  const SandboxFacts facts = FindSandboxFacts();
  std::string problem = SandboxProblem(ListSandboxParts(facts));
  if (problem.empty()) {
    problem = absl::StrCat(
        otherwise,
        facts.has_filter
            ? "; a system call filter is in force, as in a container: start "
              "the container with --security-opt seccomp=unconfined"
            : "; see \"When the sandbox is blocked\" in docs/security.md");
  }
  return absl::UnavailableError(problem);
}

}  // namespace

absl::Status TrySandbox() {
  ASSIGN_OR_RETURN(SocketFolder folder, SocketFolder::Make());
  const std::string path = folder.PathFor(0, 0);
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
  const std::string line = PrintableLine(text);
  if (absl::StrContains(line, "nknown option")) {
    return absl::UnavailableError(absl::StrFormat(
        "bubblewrap: the bwrap on PATH is too old (%s); install bubblewrap 0.8 "
        "or newer",
        line));
  }
  return Unavailable(absl::StrFormat("bwrap %s: %s", how, line));
}

}  // namespace couillon::arena
