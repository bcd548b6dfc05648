// couillon audit: asks recorded decisions of a league again, in fresh
// processes.
#include <algorithm>
#include <cstdint>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "arena/league/audit/audit_league.h"
#include "arena/league/store/league_store.h"
#include "arena/numbers/format/document.h"
#include "arena/numbers/format/json.h"
#include "arena/numbers/text/shell_word.h"
#include "arena/report/json/audit_json.h"
#include "arena/report/text/audit_text.h"
#include "couillon/v1/audit.pb.h"
#include "engine/cards/status_macros.h"
#include "tools/commands/league/run_audit.h"
#include "tools/commands/shared/command.h"
#include "tools/options/command_line.h"
#include "tools/options/process_options.h"

namespace couillon::tools {
namespace {

struct AuditCommandOptions {
  std::string directory;
  std::uint64_t decisions = 200;
  std::uint64_t deals = 400;
  std::string format = "text";
  StoredBotOptions bots;
  bool strict = false;
  bool quiet = false;
};

bool IsSuspect(const v1::BotAudit& bot) {
  return bot.verdict() == v1::AUDIT_VERDICT_CHANGED ||
         bot.verdict() == v1::AUDIT_VERDICT_BETTER ||
         bot.verdict() == v1::AUDIT_VERDICT_FAILED;
}

absl::StatusOr<int> Audit(const AuditCommandOptions& options) {
  ASSIGN_OR_RETURN(std::unique_ptr<arena::LeagueStore> store,
                   arena::LeagueStore::OpenToRead(options.directory));
  const absl::StatusOr<v1::LeagueAudit> audit =
      RunAudit(*store, {.decisions = options.decisions,
                        .deals = options.deals,
                        .permission = ReadStoredBotOptions(options.bots),
                        .quiet = options.quiet});
  if (!audit.ok()) {
    return absl::Status(
        audit.status().code(),
        absl::StrCat(options.directory, ": ", audit.status().message()));
  }
  const std::string replay = absl::StrCat(ProgramName(), " replay ",
                                          arena::ShellWord(options.directory));
  if (options.format == "json") {
    std::cout << arena::AuditDetailsJson(*audit, replay)
                     .dump(2, ' ', false, arena::Json::error_handler_t::replace)
              << "\n";
  } else {
    std::cout << arena::DocumentText(
        arena::AuditDetails(*audit, store->config(), audit->units(), replay));
  }
  const bool suspect =
      std::any_of(audit->bots().begin(), audit->bots().end(), IsSuspect);
  return options.strict && suspect ? kExitBotFailed : kExitDone;
}

}  // namespace

void AddAuditCommand(CommandLine app) {
  CommandLine command = app.AddSubcommand(
      "audit", "Ask recorded decisions again, in processes that know nothing");
  command.SetGroup("Check");
  command.SetExamples("couillon audit spring",
                      "couillon audit spring --decisions 1000 --format json");
  auto options = std::make_shared<AuditCommandOptions>();
  command.AddOption("directory", options->directory, "Directory of the league")
      .Required();
  command
      .AddOption("--decisions", options->decisions,
                 "Decisions per bot to ask again, twice each")
      .Range(1, arena::kMaxAudited)
      .ShowDefault();
  command
      .AddOption("--deals", options->deals,
                 "Deals or matches per bot to play again with fresh processes "
                 "(0: no such test)")
      .Range(0, arena::kMaxAudited)
      .ShowDefault();
  command.AddOption("--format", options->format, "text or json")
      .OneOf({"text", "json"});
  AddStoredBotOptions(command, options->bots);
  command.AddFlag("--strict", options->strict,
                  "Exit code 3 if a bot failed, or answered by more than the "
                  "request");
  command.AddFlag("--quiet", options->quiet, "Print no progress");
  command.OnChosen([options] {
    const absl::StatusOr<int> code = Audit(*options);
    return code.ok() ? *code : ExitWith(code.status());
  });
}

}  // namespace couillon::tools
