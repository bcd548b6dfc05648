// couillon faults: the faults of the bots of a league, by cause or each, with
// the decisions at which they occurred.
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <memory>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_replace.h"
#include "arena/league/faults/fault_groups.h"
#include "arena/league/faults/fault_list.h"
#include "arena/league/store/league_store.h"
#include "arena/numbers/format/json.h"
#include "arena/numbers/format/schema.h"
#include "arena/numbers/text/printable.h"
#include "arena/numbers/text/shell_word.h"
#include "arena/table/bot_index.h"
#include "arena/table/verdict.h"
#include "couillon/v1/league.pb.h"
#include "engine/cards/seat.h"
#include "engine/cards/status_macros.h"
#include "tools/commands/shared/command.h"
#include "tools/options/command_line.h"

namespace couillon::tools {
namespace {

struct FaultsOptions {
  std::string directory;
  std::string format = "text";
  arena::FaultsRequest request;
};

// A list of faults and what it is printed with.
struct Printed {
  const FaultsOptions& options;
  const v1::LeagueConfig& config;
  const arena::FaultList& list;

  [[nodiscard]] const arena::Fault& FaultOf(
      const arena::FaultEntry& entry) const {
    return list.faults[entry.fault];
  }
  [[nodiscard]] const v1::BotEntry& BotOf(
      const arena::FaultEntry& entry) const {
    return config.bots(arena::ToInt(FaultOf(entry).bot));
  }
};

// `text` with every line but the first indented.
std::string Indented(const std::string& text) {
  return absl::StrReplaceAll(text, {{"\n", "\n    "}});
}

// The command that asks the bot of the entry `number` again; without --save,
// with the command before it that saves the decision. Empty if there is none.
std::string AskAgainCommand(const Printed& printed,
                            const arena::FaultEntry& entry,
                            std::size_t number) {
  const arena::FaultsRequest& request = printed.options.request;
  const std::string words =
      arena::AskAgainWords(printed.config, printed.BotOf(entry));
  if (entry.decision.empty() || words.empty()) return "";
  const bool saved = !request.folder.empty();
  const std::string folder = saved ? request.folder : "questions";
  std::string command;
  if (!saved) {
    command = absl::StrFormat(
        "%s faults %s%s%s --save %s && ", ProgramName(),
        arena::ShellWord(printed.options.directory),
        request.bot.empty() ? "" : " --bot " + arena::ShellWord(request.bot),
        request.each ? " --all" : "", folder);
  }
  return command + absl::StrFormat("%s bot ask %s%s", ProgramName(),
                                   arena::ShellWord(arena::DecisionFile(
                                       folder, number, printed.FaultOf(entry))),
                                   words);
}

void PrintFault(const Printed& printed, const arena::FaultEntry& entry,
                std::size_t number) {
  const arena::Fault& fault = printed.FaultOf(entry);
  std::cout << absl::StrFormat("  what:  %s\n", Indented(fault.detail));
  if (!fault.last_stderr.empty()) {
    std::cout << "  its last stderr output:"
              << arena::QuotedLines(fault.last_stderr) << "\n";
  }
  if (!entry.decision.empty()) std::cout << "  asked:\n" << entry.decision;
  const std::string command = AskAgainCommand(printed, entry, number);
  if (!command.empty()) std::cout << "  to ask again: " << command << "\n";
  std::cout << "\n";
}

std::string Times(std::int64_t count) {
  return count == 1 ? "once" : absl::StrFormat("%d times", count);
}

void PrintGroup(const Printed& printed, const arena::FaultEntry& entry) {
  const arena::FaultGroup& group = *entry.group;
  const std::string place =
      group.cause.place.empty() ? "" : " at " + group.cause.place;
  std::cout << absl::StrFormat(
      "%s: %s %s, %s with a forfeit: %s%s\n", printed.BotOf(entry).name(),
      std::string(arena::VerdictName(group.verdict)), Times(group.count),
      group.forfeits == 0 ? "never" : Times(group.forfeits), group.cause.what,
      place);
  const auto print = [&](const char* label, std::size_t fault) {
    std::cout << absl::StrFormat(
        "  %s %s\n", label,
        arena::WhereText(printed.config, printed.list.faults[fault]));
  };
  print("first:  ", group.first);
  if (group.count > 1) print("last:   ", group.last);
  if (group.example != group.first) print("example:", group.example);
}

void PrintText(const Printed& printed) {
  std::size_t number = 0;
  for (const arena::FaultEntry& entry : printed.list.entries) {
    std::cout << ++number << ". ";
    if (entry.group) {
      PrintGroup(printed, entry);
    } else {
      const arena::Fault& fault = printed.FaultOf(entry);
      std::cout << absl::StrFormat(
          "%s: %s, which %s\n  where: %s\n", printed.BotOf(entry).name(),
          std::string(arena::VerdictName(fault.verdict)),
          fault.forfeits ? "costs a forfeit" : "costs nothing",
          arena::WhereText(printed.config, fault));
    }
    PrintFault(printed, entry, number);
  }
}

// The end of the text: how many faults there are.
std::string CountText(const Printed& printed) {
  const arena::FaultList& list = printed.list;
  const bool each = printed.options.request.each;
  std::string text = absl::StrFormat("%d faults", list.faults.size());
  if (!each) {
    text += absl::StrFormat(" of %d cause%s", list.found,
                            list.found == 1 ? "" : "s");
  }
  if (list.found > list.entries.size()) {
    text += absl::StrFormat(", the first %d shown", list.entries.size());
  }
  if (!each && list.faults.size() > list.found) text += "; --all lists each";
  return text + "\n";
}

arena::Json PlaceJson(const v1::LeagueConfig& config,
                      const arena::Fault& fault) {
  arena::Json place = {{"ruleset", config.rulesets(fault.ruleset).spec()},
                       {"unit", fault.unit},
                       {"teams", arena::TeamNames(config, fault)},
                       {"item", fault.item},
                       {"seating", fault.seating},
                       {"seat", nullptr}};
  if (fault.seat != kNoSeat) place["seat"] = static_cast<int>(fault.seat);
  return place;
}

arena::Json FaultJson(const Printed& printed, const arena::FaultEntry& entry) {
  const arena::Fault& fault = printed.FaultOf(entry);
  arena::Json json = PlaceJson(printed.config, fault);
  const arena::FaultCause cause = arena::CauseOf(fault);
  json.update({{"bot", printed.BotOf(entry).name()},
               {"verdict", arena::VerdictName(fault.verdict)},
               {"forfeits", fault.forfeits},
               {"detail", fault.detail},
               {"place", nullptr},
               {"last_stderr", fault.last_stderr},
               {"decision", nullptr},
               {"decision_file", nullptr}});
  if (!cause.place.empty()) json["place"] = cause.place;
  if (!entry.decision.empty()) json["decision"] = entry.decision;
  if (!entry.file.empty()) json["decision_file"] = entry.file;
  return json;
}

arena::Json GroupJson(const Printed& printed, const arena::FaultEntry& entry) {
  const arena::FaultGroup& group = *entry.group;
  const auto place = [&printed](std::size_t fault) {
    return PlaceJson(printed.config, printed.list.faults[fault]);
  };
  arena::Json json = {{"bot", printed.BotOf(entry).name()},
                      {"verdict", arena::VerdictName(group.verdict)},
                      {"cause", group.cause.what},
                      {"place", nullptr},
                      {"count", group.count},
                      {"forfeits", group.forfeits},
                      {"first", place(group.first)},
                      {"last", place(group.last)},
                      {"example", FaultJson(printed, entry)}};
  if (!group.cause.place.empty()) json["place"] = group.cause.place;
  return json;
}

void PrintJson(const Printed& printed) {
  arena::Json entries = arena::Json::array();
  for (const arena::FaultEntry& entry : printed.list.entries) {
    entries.push_back(entry.group ? GroupJson(printed, entry)
                                  : FaultJson(printed, entry));
  }
  arena::Json json = arena::NewDocument(arena::kFaultsSchema);
  json["faults"] = std::move(entries);
  std::cout << json.dump(2, ' ', false, arena::Json::error_handler_t::replace)
            << "\n";
}

absl::Status ShowFaults(const FaultsOptions& options) {
  ASSIGN_OR_RETURN(std::unique_ptr<arena::LeagueStore> store,
                   arena::LeagueStore::OpenToRead(options.directory));
  ASSIGN_OR_RETURN(const arena::FaultList list,
                   arena::ListFaults(*store, options.request));
  const Printed printed{
      .options = options, .config = store->config(), .list = list};
  if (options.format == "json") {
    PrintJson(printed);
    return absl::OkStatus();
  }
  PrintText(printed);
  std::cout << CountText(printed);
  return absl::OkStatus();
}

}  // namespace

void AddFaultsCommand(CommandLine app) {
  CommandLine command = app.AddSubcommand(
      "faults",
      "Show the faults of the bots of a league by cause, with a decision each");
  command.SetGroup("Read results");
  command.SetExamples("couillon faults results",
                      "couillon faults results --bot mine --save questions");
  auto options = std::make_shared<FaultsOptions>();
  command.AddOption("directory", options->directory, "Directory of the league")
      .Required();
  command.AddOption("--bot", options->request.bot,
                    "Show the faults of this bot only");
  command.AddOption("--format", options->format, "text or json")
      .OneOf({"text", "json"});
  command.AddOption("--save", options->request.folder,
                    "Folder in which to save the decisions, for `bot ask`");
  command.AddFlag("--all", options->request.each,
                  "List each fault, not one example per cause");
  command
      .AddOption("--most", options->request.most,
                 "Number of causes, or with --all of faults, to show at most")
      .ShowDefault();
  command.OnChosen([options] { return ExitWith(ShowFaults(*options)); });
}

}  // namespace couillon::tools
