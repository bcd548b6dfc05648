// couillon faults: what the bots of a league did wrong, decision by decision.
#include <absl/status/status.h>
#include <absl/status/statusor.h>
#include <couillon/v1/bot_service.pb.h>
#include <couillon/v1/league.pb.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_replace.h"
#include "arena/check/question_file.h"
#include "arena/roster/bot_directory.h"
#include "arena/roster/remote_arguments.h"
#include "arena/store/league_store.h"
#include "arena/table/question_text.h"
#include "arena/table/verdict.h"
#include "arena/text/printable.h"
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

// A fault with what can be told of it.
struct ToldFault {
  const arena::Fault* fault;
  std::string bot;
  std::string ruleset;
  std::string decision;  // as text; empty if there is none
  v1::PlayRequest request;
  std::string file;     // where the request was saved
  std::string command;  // that asks it again
};

absl::StatusOr<ToldFault> Tell(const v1::LeagueConfig& config,
                               const arena::Fault& fault) {
  ToldFault told{.fault = &fault,
                 .bot = config.bots(fault.bot).name(),
                 .ruleset = config.rulesets(fault.ruleset).spec()};
  if (fault.question.empty()) return told;
  v1::Decision decision;
  if (!decision.ParseFromString(fault.question)) {
    return absl::DataLossError("the decision of a fault cannot be read");
  }
  told.request = arena::QuestionRequest(
      config.rulesets(fault.ruleset).ruleset(), decision);
  const absl::StatusOr<arena::ReadQuestion> question =
      arena::QuestionAt(told.request, 0);
  if (!question.ok()) return question.status();
  told.decision = arena::QuestionText(question->rules, question->seen);
  return told;
}

std::string WhereText(const v1::LeagueConfig& config, const ToldFault& told) {
  const arena::Fault& fault = *told.fault;
  const std::string text = absl::StrFormat(
      "%s, %s %d", told.ruleset,
      config.mode() == v1::LEAGUE_MODE_MATCHES ? "match" : "deal", fault.item);
  if (fault.seat == kNoSeat) return text + " or one soon after";
  return text + absl::StrFormat(", seating %d, seat %d", fault.seating,
                                static_cast<int>(fault.seat));
}

// `text` with every line but the first indented.
std::string Indented(const std::string& text) {
  return absl::StrReplaceAll(text, {{"\n", "\n    "}});
}

void PrintText(const v1::LeagueConfig& config,
               const std::vector<ToldFault>& faults) {
  for (std::size_t i = 0; i < faults.size(); ++i) {
    const ToldFault& told = faults[i];
    const arena::Fault& fault = *told.fault;
    std::cout << absl::StrFormat(
        "%d. %s: %s, which %s\n  where: %s\n  what:  %s\n", i + 1, told.bot,
        std::string(arena::VerdictName(fault.verdict)),
        fault.forfeits ? "costs a forfeit" : "costs nothing",
        WhereText(config, told), Indented(fault.detail));
    if (!fault.last_stderr.empty()) {
      std::cout << "  its last stderr output:"
                << arena::QuotedLines(fault.last_stderr) << "\n";
    }
    if (!told.decision.empty()) {
      std::cout << "  asked:\n" << told.decision;
    }
    if (!told.command.empty()) {
      std::cout << "  to ask again: " << told.command << "\n";
    }
    std::cout << "\n";
  }
}

void PrintJson(const std::vector<ToldFault>& faults) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const ToldFault& told : faults) {
    const arena::Fault& fault = *told.fault;
    nlohmann::ordered_json entry = {
        {"bot", told.bot},
        {"verdict", arena::VerdictName(fault.verdict)},
        {"forfeits", fault.forfeits},
        {"ruleset", told.ruleset},
        {"unit", fault.unit},
        {"item", fault.item},
        {"seating", fault.seating},
        {"seat", nullptr},
        {"detail", fault.detail},
        {"last_stderr", fault.last_stderr},
        {"decision", nullptr},
        {"question_file", nullptr}};
    if (fault.seat != kNoSeat) entry["seat"] = static_cast<int>(fault.seat);
    if (!told.decision.empty()) entry["decision"] = told.decision;
    if (!told.file.empty()) entry["question_file"] = told.file;
    list.push_back(std::move(entry));
  }
  std::cout << list.dump(2, ' ', false,
                         nlohmann::json::error_handler_t::replace)
            << "\n";
}

// `word` as a shell takes it for one word: a command is shown to be copied, and
// the author of the bot wrote it.
std::string Quoted(const std::string& word) {
  const bool plain =
      !word.empty() && std::all_of(word.begin(), word.end(), [](char letter) {
        return absl::ascii_isalnum(static_cast<unsigned char>(letter)) ||
               absl::StrContains("_-+=:,./@%", letter);
      });
  if (plain) return word;
  return "'" + absl::StrReplaceAll(word, {{"'", "'\\''"}}) + "'";
}

// How the bot is named to `bot ask`.
std::string AskWords(const v1::BotEntry& bot) {
  if (bot.has_remote()) return arena::RemoteArguments(bot.remote());
  if (bot.command().empty()) return bot.name();
  std::string text = "--";
  for (const std::string& word : arena::CommandOf(bot))
    text += " " + Quoted(word);
  return arena::PrintableLine(text);
}

absl::Status Save(const FaultsOptions& options, const v1::LeagueConfig& config,
                  std::vector<ToldFault>& faults) {
  std::error_code error;
  std::filesystem::create_directories(options.save, error);
  for (std::size_t i = 0; i < faults.size(); ++i) {
    ToldFault& told = faults[i];
    if (told.decision.empty()) continue;
    told.file =
        (std::filesystem::path(options.save) /
         absl::StrFormat("%03d-%s.txtpb", i + 1,
                         std::string(arena::VerdictName(told.fault->verdict))))
            .string();
    const std::string about = absl::StrFormat(
        "%s: bot %s, %s\n%s\n%s\n%s", options.directory, told.bot,
        std::string(arena::VerdictName(told.fault->verdict)),
        WhereText(config, told), told.fault->detail, told.decision);
    absl::Status status =
        arena::WriteQuestionFile(told.file, told.request, about);
    if (!status.ok()) return status;
    const v1::BotEntry& bot = config.bots(told.fault->bot);
    if (!bot.command().empty() || bot.has_remote()) {
      told.command = absl::StrFormat("%s bot ask %s %s", ProgramName(),
                                     told.file, AskWords(bot));
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
  std::vector<ToldFault> told;
  std::size_t found = 0;
  for (const arena::Fault& fault : *faults) {
    if (!options.bot.empty() && config.bots(fault.bot).name() != options.bot) {
      continue;
    }
    if (++found > options.most) continue;
    absl::StatusOr<ToldFault> one = Tell(config, fault);
    if (!one.ok()) return one.status();
    told.push_back(*std::move(one));
  }
  if (!options.save.empty()) {
    absl::Status status = Save(options, config, told);
    if (!status.ok()) return status;
  }
  if (options.format == "json") {
    PrintJson(told);
    return absl::OkStatus();
  }
  PrintText(config, told);
  std::cout << absl::StrFormat("%d faults", found);
  if (found > told.size()) {
    std::cout << absl::StrFormat(", the first %d shown", told.size());
  }
  std::cout << "\n";
  return absl::OkStatus();
}

}  // namespace

void AddFaultsCommand(CommandLine app) {
  CommandLine command = app.AddSubcommand(
      "faults", "What the bots of a league did wrong, and at which decision");
  auto options = std::make_shared<FaultsOptions>();
  command.AddOption("directory", options->directory, "Of the league")
      .Required();
  command.AddOption("--bot", options->bot, "Only of this one");
  command.AddOption("--format", options->format, "text or json")
      .OneOf({"text", "json"});
  command.AddOption("--save", options->save,
                    "Folder for the decisions, to be asked again with "
                    "`bot ask`");
  command.AddOption("--most", options->most, "Faults shown at most")
      .ShowDefault();
  command.OnChosen([options] { return ExitWith(ShowFaults(*options)); });
}

}  // namespace couillon::tools
