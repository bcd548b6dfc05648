// couillon bot check: checks that a bot conforms to the protocol.
#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <iostream>
#include <memory>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/league/setup/trial_worker.h"
#include "arena/numbers/format/json.h"
#include "arena/numbers/format/schema.h"
#include "arena/numbers/text/printable.h"
#include "arena/players/check/checks.h"
#include "arena/players/check/conformance_run.h"
#include "arena/players/check/finding.h"
#include "arena/players/check/question_file.h"
#include "arena/players/roster/bot_copy.h"
#include "arena/players/roster/bot_sources.h"
#include "arena/players/roster/grpc_bot.h"
#include "arena/players/roster/name_rule.h"
#include "arena/players/rpc/grpc_config.h"
#include "arena/players/rpc/grpc_links.h"
#include "arena/report/json/league_json.h"
#include "arena/report/text/identities_text.h"
#include "arena/table/referee/bot_description.h"
#include "arena/table/schedule/league_rules.h"
#include "couillon/v1/bot_service.pb.h"
#include "couillon/v1/league.pb.h"
#include "engine/cards/status_macros.h"
#include "engine/rules/compiled_rules.h"
#include "proto/codec.h"
#include "proto/ruleset_catalog.h"
#include "proto/ruleset_codec.h"
#include "tools/commands/shared/command.h"
#include "tools/options/bot_arguments.h"
#include "tools/options/command_line.h"

namespace couillon::tools {
namespace {

using arena::CheckFinding;
using arena::Grade;

struct CheckOptions {
  BotArguments bot;
  std::vector<std::string> rulesets;
  std::size_t decisions = 100;
  std::string format = "text";
  std::string save;
};

// Returns the rulesets to try: the requested ones, or the built-in ones that
// the bot says it plays.
std::vector<std::string> Specs(const CheckOptions& options,
                               const v1::BotEntry& entry,
                               const arena::BotDescription& description) {
  if (!options.rulesets.empty()) return options.rulesets;
  const std::vector<std::string> known = wire::RulesetIds();
  std::vector<std::string> plays(entry.rulesets().begin(),
                                 entry.rulesets().end());
  if (plays.empty()) plays = description.rulesets;
  std::erase_if(plays, [&](const std::string& id) {
    return std::find(known.begin(), known.end(), id) == known.end();
  });
  return plays.empty() ? known : plays;
}

int CountGrade(const std::vector<CheckFinding>& findings, Grade grade) {
  return static_cast<int>(
      std::count_if(findings.begin(), findings.end(),
                    [grade](const auto& f) { return f.grade == grade; }));
}

void PrintText(const v1::BotEntry& bot,
               const std::vector<CheckFinding>& findings) {
  std::cout << "Bot " << arena::PrintableLine(bot.name()) << "\n";
  if (!bot.conventions().empty()) {
    std::cout << "System card: what its play signals\n"
              << arena::ConventionLines(bot, "  ");
  }
  std::cout << "\n";
  for (const CheckFinding& finding : findings) {
    std::cout << absl::StrFormat("%-8s%-16s%s\n",
                                 std::string(GradeName(finding.grade)),
                                 finding.check, finding.seen);
    if (finding.grade != Grade::kWarn && finding.grade != Grade::kFail) {
      continue;
    }
    std::cout << absl::StrFormat("%24sexpected: %s\n", "", finding.expected);
    std::cout << absl::StrFormat("%24sto fix:   %s\n", "", finding.fix);
  }
  std::cout << absl::StrFormat(
      "\n%s: %d passed, %d warnings, %d failed, %d skipped\n",
      CountGrade(findings, Grade::kFail) > 0 ? "FAIL" : "PASS",
      CountGrade(findings, Grade::kPass), CountGrade(findings, Grade::kWarn),
      CountGrade(findings, Grade::kFail),
      CountGrade(findings, Grade::kSkipped));
}

void PrintJson(const v1::BotEntry& bot,
               const std::vector<CheckFinding>& findings) {
  arena::Json checks = arena::Json::array();
  for (const CheckFinding& finding : findings) {
    checks.push_back(
        {{"check", finding.check},
         {"result", GradeName(finding.grade)},
         {"seen", finding.seen},
         {"expected", finding.expected},
         {"fix", finding.fix},
         {"place", finding.place.empty() ? arena::Json(nullptr)
                                         : arena::Json(finding.place)}});
  }
  arena::Json verdict = arena::NewDocument(arena::kBotCheckSchema);
  verdict["bot"] = bot.name();
  verdict["conventions"] = arena::ConventionsJson(bot);
  verdict["verdict"] = CountGrade(findings, Grade::kFail) > 0 ? "fail" : "pass";
  verdict["checks"] = std::move(checks);
  // The texts of a bot's description may not be valid UTF-8.
  std::cout << verdict.dump(2, ' ', false,
                            arena::Json::error_handler_t::replace)
            << "\n";
}

// Writes the decision of each finding that has one, and says if none has.
absl::Status Save(const std::string& folder,
                  const std::vector<const CompiledRules*>& rules,
                  const std::vector<CheckFinding>& findings) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  bool saved = false;
  for (const CheckFinding& finding : findings) {
    if (!finding.question) continue;
    const CompiledRules& compiled =
        *rules[static_cast<std::size_t>(finding.question->ruleset)];
    v1::Decision decision;
    wire::WriteDecision(compiled, finding.question->seen, decision);
    const std::string path =
        (std::filesystem::path(folder) / (finding.check + ".txtpb")).string();
    RETURN_IF_ERROR(arena::WriteQuestionFile(
        path,
        arena::QuestionRequest(wire::ToMessage(compiled.ruleset), decision),
        absl::StrFormat("Check %s: %s", finding.check, finding.seen)));
    std::cerr << "Saved " << path << "\n";
    saved = true;
  }
  if (!saved && CountGrade(findings, Grade::kFail) > 0) {
    std::cerr << "Nothing saved: no failed check has a decision of its own\n";
  }
  return absl::OkStatus();
}

// A new bot in a compiled language does not start before it is built.
void AddBuildHint(const v1::BotEntry& bot,
                  std::vector<CheckFinding>& findings) {
  CheckFinding& start = findings.front();
  const std::string hint = BuildHint(ProgramName(), bot);
  if (start.grade != Grade::kFail || hint.empty()) return;
  start.fix = absl::StrCat(hint, ". Otherwise: ", start.fix);
}

// Says why an arena would refuse a bot that passes all checks. A bot that has
// its name already, in an arena, may keep it.
void WarnOfRefusals(const v1::BotEntry& entry) {
  if (entry.directory().empty()) return;  // the user names it
  const absl::Status name = arena::CheckName("name", entry.name());
  if (!name.ok()) {
    std::cerr << "Warning: no new league or arena takes the name: "
              << name.message() << "\n";
  }
  const absl::Status folder = arena::CheckBotFolder(entry.directory());
  if (!folder.ok()) {
    std::cerr << "Warning: no arena takes a copy of the directory: "
              << folder.message() << "\n";
  }
}

absl::StatusOr<int> Check(const CheckOptions& options) {
  ASSIGN_OR_RETURN(v1::BotEntry entry, ReadBotArguments(options.bot));
  WarnOfRefusals(entry);
  ASSIGN_OR_RETURN(const arena::GrpcBot reached, arena::ToGrpcBot(entry));
  ASSIGN_OR_RETURN(const arena::TrialWorker worker,
                   MakeTrialWorker(options.bot, entry));
  arena::CheckSettings settings{
      .worker = worker.config, .bot = reached, .decisions = options.decisions};
  arena::BotDescription description;
  // Errors are ignored: the check finds them again and reports them.
  arena::TryBot(settings.worker, settings.bot, description).IgnoreError();
  settings.specs = Specs(options, entry, description);
  std::vector<CompiledRules> rules;
  for (const std::string& spec : settings.specs) {
    ASSIGN_OR_RETURN(CompiledRules compiled, wire::FindRules(spec));
    rules.push_back(std::move(compiled));
  }
  settings.worker.rules = arena::PointersTo(rules);
  std::vector<CheckFinding> findings = arena::CheckBot(settings);
  AddBuildHint(entry, findings);
  if (options.format == "json") {
    PrintJson(entry, findings);
  } else {
    PrintText(entry, findings);
  }
  if (!options.save.empty()) {
    RETURN_IF_ERROR(Save(options.save, settings.worker.rules, findings));
  }
  return CountGrade(findings, Grade::kFail) > 0 ? kExitBotFailed : kExitDone;
}

}  // namespace

void AddBotCheckCommand(CommandLine bot) {
  CommandLine command = bot.AddSubcommand(
      "check", "Check that a bot keeps the contract, and say what to fix");
  command.SetExamples("couillon bot check mine",
                      "couillon bot check --ruleset fr -- "
                      "couillon-bot --name greedy");
  auto options = std::make_shared<CheckOptions>();
  AddBotArguments(command, options->bot);
  command
      .AddOption("--ruleset", options->rulesets,
                 "Rulesets to try (default: those that the bot plays)")
      .ValueName(kRulesetValue)
      .Repeatable()
      .Delimiter(',');
  command
      .AddOption("--decisions", options->decisions,
                 "Decisions per ruleset and pass")
      .Range(10, 100000)
      .ShowDefault();
  command.AddOption("--format", options->format, "text or json")
      .OneOf({"text", "json"});
  command.AddOption(
      "--save", options->save,
      "Folder in which to save the decisions at which a check failed");
  command.OnChosen([options] {
    const absl::StatusOr<int> code = Check(*options);
    return code.ok() ? *code : ExitWith(code.status());
  });
}

}  // namespace couillon::tools
