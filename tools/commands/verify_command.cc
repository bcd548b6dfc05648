#include <iostream>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/league/verify.h"
#include "arena/schedule/bot_protection.h"
#include "arena/store/league_store.h"
#include "tools/commands/command.h"
#include "tools/options/command_line.h"
#include "tools/options/league_options.h"

namespace couillon::tools {
namespace {

int Verify(const std::string& directory, bool allow_cheating) {
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
  command.AddOption("directory", *directory, "Directory of the league")
      .Required();
  auto allow_cheating = std::make_shared<bool>(false);
  AddCheatingOption(command, *allow_cheating);
  command.OnChosen([directory, allow_cheating] {
    return Verify(*directory, *allow_cheating);
  });
}

}  // namespace couillon::tools
