// couillon faults: lists the faults of the bots of a league with the decisions
// at which they occurred.
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
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_replace.h"
#include "arena/check/question_file.h"
#include "arena/report/format/json.h"
#include "arena/roster/bot_directory.h"
#include "arena/roster/remote_arguments.h"
#include "arena/store/league_store.h"
#include "arena/table/bot_index.h"
#include "arena/table/question_text.h"
#include "arena/table/verdict.h"
#include "arena/text/printable.h"
#include "couillon/v1/bot_service.pb.h"
#include "couillon/v1/league.pb.h"
#include "engine/cards/seat.h"
#include "tools/commands/command.h"
#include "tools/options/command_line.h"

namespace couillon::tools {
namespace {

struct FaultsOptions {
  std::string directory;
  std::string bot;  // empty: all
  std::string format = "text";
  std::string save;
  std::size_t most = 100;
};

// A fault with everything that is printed about it.
struct FaultDetails {
  const arena::Fault* fault;
  std::string bot;
  std::string ruleset;
  std::string decision;  // as text; empty if there is none
  v1::PlayRequest request;
  std::string file;     // where the request was saved
  std::string command;  // which asks the bot again
};

absl::StatusOr<FaultDetails> DetailsOf(const v1::LeagueConfig& config,
                                       const arena::Fault& fault) {
  FaultDetails details{.fault = &fault,
                       .bot = config.bots(arena::ToInt(fault.bot)).name(),
                       .ruleset = config.rulesets(fault.ruleset).spec()};
  if (fault.question.empty()) return details;
  v1::Decision decision;
  if (!decision.ParseFromString(fault.question)) {
    return absl::DataLossError("the decision of a fault cannot be read");
  }
  details.request = arena::QuestionRequest(
      config.rulesets(fault.ruleset).ruleset(), decision);
  const absl::StatusOr<arena::ReadQuestion> question =
      arena::QuestionAt(details.request, 0);
  if (!question.ok()) return question.status();
  details.decision = arena::QuestionText(question->rules, question->seen);
  return details;
}

std::string WhereText(const v1::LeagueConfig& config,
                      const FaultDetails& details) {
  const arena::Fault& fault = *details.fault;
  const std::string text = absl::StrFormat(
      "%s, %s %d", details.ruleset,
      config.mode() == v1::LEAGUE_MODE_MATCHES ? "match" : "deal", fault.item);
  if (fault.seat == kNoSeat) return text + " or one soon after";
  return text + absl::StrFormat(", seating %d, seat %d",
                                static_cast<int>(fault.seating),
                                static_cast<int>(fault.seat));
}

// `text` with every line but the first indented.
std::string Indented(const std::string& text) {
  return absl::StrReplaceAll(text, {{"\n", "\n    "}});
}

void PrintText(const v1::LeagueConfig& config,
               const std::vector<FaultDetails>& faults) {
  for (std::size_t i = 0; i < faults.size(); ++i) {
    const FaultDetails& details = faults[i];
    const arena::Fault& fault = *details.fault;
    std::cout << absl::StrFormat(
        "%d. %s: %s, which %s\n  where: %s\n  what:  %s\n", i + 1, details.bot,
        std::string(arena::VerdictName(fault.verdict)),
        fault.forfeits ? "costs a forfeit" : "costs nothing",
        WhereText(config, details), Indented(fault.detail));
    if (!fault.last_stderr.empty()) {
      std::cout << "  its last stderr output:"
                << arena::QuotedLines(fault.last_stderr) << "\n";
    }
    if (!details.decision.empty()) {
      std::cout << "  asked:\n" << details.decision;
    }
    if (!details.command.empty()) {
      std::cout << "  to ask again: " << details.command << "\n";
    }
    std::cout << "\n";
  }
}

void PrintJson(const std::vector<FaultDetails>& faults) {
  arena::Json list = arena::Json::array();
  for (const FaultDetails& details : faults) {
    const arena::Fault& fault = *details.fault;
    arena::Json entry = {{"bot", details.bot},
                         {"verdict", arena::VerdictName(fault.verdict)},
                         {"forfeits", fault.forfeits},
                         {"ruleset", details.ruleset},
                         {"unit", fault.unit},
                         {"item", fault.item},
                         {"seating", fault.seating},
                         {"seat", nullptr},
                         {"detail", fault.detail},
                         {"last_stderr", fault.last_stderr},
                         {"decision", nullptr},
                         {"decision_file", nullptr}};
    if (fault.seat != kNoSeat) entry["seat"] = static_cast<int>(fault.seat);
    if (!details.decision.empty()) entry["decision"] = details.decision;
    if (!details.file.empty()) entry["decision_file"] = details.file;
    list.push_back(std::move(entry));
  }
  std::cout << list.dump(2, ' ', false, arena::Json::error_handler_t::replace)
            << "\n";
}

// `word` quoted so that a shell reads it as one word: users copy the command,
// and its text comes from the author of the bot.
std::string Quoted(const std::string& word) {
  const bool plain =
      !word.empty() && std::all_of(word.begin(), word.end(), [](char letter) {
        return absl::ascii_isalnum(static_cast<unsigned char>(letter)) ||
               absl::StrContains("_-+=:,./@%", letter);
      });
  if (plain) return word;
  return "'" + absl::StrReplaceAll(word, {{"'", "'\\''"}}) + "'";
}

// The arguments of `bot ask` that name the bot.
std::string AskArguments(const v1::BotEntry& bot) {
  if (bot.has_remote()) return arena::RemoteArguments(bot.remote());
  if (bot.command().empty()) return bot.name();
  std::string text = "--";
  for (const std::string& word : arena::CommandOf(bot))
    text += " " + Quoted(word);
  return arena::PrintableLine(text);
}

absl::Status Save(const FaultsOptions& options, const v1::LeagueConfig& config,
                  std::vector<FaultDetails>& faults) {
  std::error_code error;
  std::filesystem::create_directories(options.save, error);
  for (std::size_t i = 0; i < faults.size(); ++i) {
    FaultDetails& details = faults[i];
    if (details.decision.empty()) continue;
    details.file =
        (std::filesystem::path(options.save) /
         absl::StrFormat(
             "%03d-%s.txtpb", i + 1,
             std::string(arena::VerdictName(details.fault->verdict))))
            .string();
    const std::string about = absl::StrFormat(
        "%s: bot %s, %s\n%s\n%s\n%s", options.directory, details.bot,
        std::string(arena::VerdictName(details.fault->verdict)),
        WhereText(config, details), details.fault->detail, details.decision);
    absl::Status status =
        arena::WriteQuestionFile(details.file, details.request, about);
    if (!status.ok()) return status;
    const v1::BotEntry& bot = config.bots(arena::ToInt(details.fault->bot));
    if (!bot.command().empty() || bot.has_remote()) {
      details.command = absl::StrFormat("%s bot ask %s %s", ProgramName(),
                                        details.file, AskArguments(bot));
    }
  }
  return absl::OkStatus();
}

absl::Status ShowFaults(const FaultsOptions& options) {
  absl::StatusOr<std::unique_ptr<arena::LeagueStore>> store =
      arena::LeagueStore::OpenToRead(options.directory);
  if (!store.ok()) return store.status();
  const v1::LeagueConfig& config = (*store)->config();
  absl::StatusOr<std::vector<arena::Fault>> faults = (*store)->Faults();
  if (!faults.ok()) return faults.status();
  std::vector<FaultDetails> shown;
  std::size_t found = 0;
  for (const arena::Fault& fault : *faults) {
    if (!options.bot.empty() &&
        config.bots(arena::ToInt(fault.bot)).name() != options.bot) {
      continue;
    }
    if (++found > options.most) continue;
    absl::StatusOr<FaultDetails> one = DetailsOf(config, fault);
    if (!one.ok()) return one.status();
    shown.push_back(*std::move(one));
  }
  if (!options.save.empty()) {
    absl::Status status = Save(options, config, shown);
    if (!status.ok()) return status;
  }
  if (options.format == "json") {
    PrintJson(shown);
    return absl::OkStatus();
  }
  PrintText(config, shown);
  std::cout << absl::StrFormat("%d faults", found);
  if (found > shown.size()) {
    std::cout << absl::StrFormat(", the first %d shown", shown.size());
  }
  std::cout << "\n";
  return absl::OkStatus();
}

}  // namespace

void AddFaultsCommand(CommandLine app) {
  CommandLine command = app.AddSubcommand(
      "faults",
      "List the faults of the bots of a league, with their decisions");
  command.SetGroup("Read results");
  command.SetExamples("couillon faults results",
                      "couillon faults results --bot mine --save questions");
  auto options = std::make_shared<FaultsOptions>();
  command.AddOption("directory", options->directory, "Directory of the league")
      .Required();
  command.AddOption("--bot", options->bot, "Show the faults of this bot only");
  command.AddOption("--format", options->format, "text or json")
      .OneOf({"text", "json"});
  command.AddOption("--save", options->save,
                    "Folder in which to save the decisions, for `bot ask`");
  command.AddOption("--most", options->most, "Number of faults to show at most")
      .ShowDefault();
  command.OnChosen([options] { return ExitWith(ShowFaults(*options)); });
}

}  // namespace couillon::tools
