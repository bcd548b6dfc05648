#include <iostream>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/league/run/verify.h"
#include "arena/league/store/league_store.h"
#include "arena/players/roster/bot_identity.h"
#include "arena/standing/journal/journal.h"
#include "arena/table/schedule/bot_protection.h"
#include "tools/commands/shared/command.h"
#include "tools/options/command_line.h"
#include "tools/options/league_options.h"

namespace couillon::tools {
namespace {

int Verify(const std::string& directory, bool allow_cheating,
           bool accept_changed) {
  if (arena::IsArena(directory)) return VerifyArena(directory);
  absl::StatusOr<std::unique_ptr<arena::LeagueStore>> store =
      arena::LeagueStore::OpenToRead(directory);
  if (!store.ok()) return ExitWith(store.status());
  const absl::Status allowed =
      arena::CheckCheating((*store)->config(), allow_cheating);
  if (!allowed.ok()) return ExitWith(allowed);
  absl::StatusOr<arena::Verified> verified =
      arena::VerifyLeague(**store, nullptr);
  if (!verified.ok()) {
    return ExitWith(absl::Status(
        verified.status().code(),
        absl::StrCat(directory, ": ", verified.status().message())));
  }
  const absl::Status same = arena::CheckIdentities((*store)->config());
  if (absl::IsNotFound(same)) {
    std::cerr << same.message() << "; whether it has changed is not known\n";
  } else if (!same.ok() && !accept_changed) {
    return ExitWith(absl::Status(
        same.code(),
        absl::StrCat(directory, ": ", same.message(),
                     "; the results are as stored, but the bots of today need "
                     "not repeat them. With --allow changed that is no error "
                     "here")));
  }
  const bool recorded = (*store)->config().record_deals();
  std::cout << absl::StrFormat(
      "%s: seed, rulesets and %d units are as stored; %s\n", directory,
      verified->units,
      recorded
          ? absl::StrFormat("%d tables dealt and replayed", verified->records)
          : std::string("it keeps no deals to replay (--record deals)"));
  return kExitDone;
}

}  // namespace

void AddVerifyCommand(CommandLine app) {
  CommandLine command = app.AddSubcommand(
      "verify", "Check a stored league: deal, replay and count it again");
  command.SetGroup("Check");
  command.SetExamples("couillon verify results",
                      "couillon verify results && couillon report results");
  auto directory = std::make_shared<std::string>();
  command.AddOption("directory", *directory, "Directory of the league or arena")
      .Required();
  auto allow_cheating = std::make_shared<bool>(false);
  auto accept_changed = std::make_shared<bool>(false);
  AddAllowOption(command, {{"cheating", allow_cheating.get()},
                           {"changed", accept_changed.get()}});
  command.OnChosen([directory, allow_cheating, accept_changed] {
    return Verify(*directory, *allow_cheating, *accept_changed);
  });
}

}  // namespace couillon::tools
