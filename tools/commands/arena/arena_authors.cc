#include "tools/commands/arena/arena_authors.h"

#include <cstdint>
#include <iostream>
#include <memory>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "arena/standing/journal/arena_state.h"
#include "arena/standing/journal/authors.h"
#include "tools/commands/shared/command.h"

namespace couillon::tools {
namespace {

struct AuthorOptions {
  std::string directory;
  std::string author;
  std::uint32_t most_bots = 10;
};

int Admit(const AuthorOptions& options) {
  const absl::StatusOr<std::string> token =
      arena::AdmitAuthor(options.directory, options.author, options.most_bots);
  if (!token.ok()) return ExitWith(token.status());
  std::cerr << absl::StrFormat(
      "%s may have %d bots; the token, which is shown this once:\n",
      options.author, options.most_bots);
  std::cout << *token << '\n';
  const absl::StatusOr<arena::ArenaState> state =
      arena::ReadState(options.directory);
  if (state.ok()) WarnIfClosedToRemote(*state, options.directory);
  return kExitDone;
}

int Dismiss(const AuthorOptions& options) {
  const absl::Status status =
      arena::DismissAuthor(options.directory, options.author);
  if (!status.ok()) return ExitWith(status);
  std::cout << options.author
            << ": the token is void; the bots play when their author is "
               "admitted again\n";
  return kExitDone;
}

void AddAuthor(CommandLine command, AuthorOptions& options) {
  command.AddOption("directory", options.directory, "Directory of the arena")
      .Required();
  command.AddOption("author", options.author, "Name of the author").Required();
}

}  // namespace

void WarnIfClosedToRemote(const arena::ArenaState& state,
                          const std::string& directory) {
  if (!state.settings.seat_isolation()) return;
  std::cerr << directory
            << ": was made without --allow remote, so it takes no bots that "
               "dial in\n";
}

void AddArenaAuthorCommands(CommandLine arena) {
  CommandLine admit = arena.AddSubcommand(
      "admit", "Make a token with which an author's bots may dial in");
  admit.SetExamples("couillon arena admit open alice",
                    "couillon arena admit open bob --bots 3 > bob.token");
  auto admitted = std::make_shared<AuthorOptions>();
  AddAuthor(admit, *admitted);
  admit
      .AddOption("--bots", admitted->most_bots,
                 "The most bots of the author that play at a time (default 10)")
      .Range(std::uint64_t{1}, std::uint64_t{arena::kMaxBotsOfAnAuthor});
  admit.OnChosen([admitted] { return Admit(*admitted); });

  CommandLine dismiss = arena.AddSubcommand(
      "dismiss", "Withdraw an author's token; bots and results stay");
  dismiss.SetExamples("couillon arena dismiss open alice",
                      "couillon arena dismiss open bob && couillon arena "
                      "status open");
  auto dismissed = std::make_shared<AuthorOptions>();
  AddAuthor(dismiss, *dismissed);
  dismiss.OnChosen([dismissed] { return Dismiss(*dismissed); });
}

}  // namespace couillon::tools
