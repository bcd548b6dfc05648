// couillon faults: the faults of the bots of a league, by cause or each, with
// the decisions at which they occurred.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <iostream>
#include <memory>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "arena/league/setup/trial_worker.h"
#include "arena/league/store/league_store.h"
#include "arena/numbers/format/json.h"
#include "arena/numbers/format/schema.h"
#include "arena/numbers/text/printable.h"
#include "arena/numbers/text/shell_word.h"
#include "arena/players/check/question_file.h"
#include "arena/players/roster/bot_directory.h"
#include "arena/players/roster/remote_arguments.h"
#include "arena/report/data/bot_names.h"
#include "arena/report/data/fault_groups.h"
#include "arena/table/bot_index.h"
#include "arena/table/question_text.h"
#include "arena/table/schedule/league_schedule.h"
#include "arena/table/schedule/schedule.h"
#include "arena/table/team_bots.h"
#include "arena/table/verdict.h"
#include "couillon/v1/bot_service.pb.h"
#include "couillon/v1/league.pb.h"
#include "engine/cards/seat.h"
#include "engine/cards/status_macros.h"
#include "proto/nearest_name.h"
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
  bool all = false;  // each fault, not one per cause
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

// What is printed under one number: a cause with an example, or with --all a
// fault.
struct Entry {
  const arena::FaultGroup* group = nullptr;  // null: a fault
  FaultDetails details;                      // of the example
};

struct Entries {
  std::vector<arena::Fault> faults;  // of the chosen bots
  std::vector<arena::FaultGroup> groups;
  std::vector<Entry> shown;
  std::size_t found = 0;  // groups, or faults
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
  ASSIGN_OR_RETURN(const arena::ReadQuestion question,
                   arena::QuestionAt(details.request, 0));
  details.decision = arena::QuestionText(question.rules, question.seen);
  return details;
}

// The names of the two teams, or of three bots, of the unit of a fault.
std::vector<std::vector<std::string>> TeamsOf(const v1::LeagueConfig& config,
                                              const arena::Fault& fault) {
  const arena::Unit unit = arena::ScheduleOf(config).unit(fault.unit);
  std::vector<std::vector<std::string>> teams;
  for (const arena::TeamBots* team : {&unit.teams.first, &unit.teams.second}) {
    std::vector<std::string>& names = teams.emplace_back();
    for (const arena::BotIndex bot : *team) {
      names.push_back(config.bots(arena::ToInt(bot)).name());
    }
  }
  return teams;
}

std::string WhereText(const v1::LeagueConfig& config,
                      const arena::Fault& fault) {
  std::vector<std::string> teams;
  for (const std::vector<std::string>& team : TeamsOf(config, fault)) {
    teams.push_back(absl::StrJoin(team, " and "));
  }
  const std::string text = absl::StrFormat(
      "%s, %s, %s %d", config.rulesets(fault.ruleset).spec(),
      absl::StrJoin(teams, " - "), arena::ItemWord(config), fault.item);
  if (fault.seat == kNoSeat) return text + " or one soon after";
  return text + absl::StrFormat(", seating %d, seat %d",
                                static_cast<int>(fault.seating),
                                static_cast<int>(fault.seat));
}

// `text` with every line but the first indented.
std::string Indented(const std::string& text) {
  return absl::StrReplaceAll(text, {{"\n", "\n    "}});
}

void PrintFault(const FaultDetails& details) {
  const arena::Fault& fault = *details.fault;
  std::cout << absl::StrFormat("  what:  %s\n", Indented(fault.detail));
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

std::string Times(std::int64_t count) {
  return count == 1 ? "once" : absl::StrFormat("%d times", count);
}

void PrintGroup(const v1::LeagueConfig& config, const Entries& entries,
                const Entry& entry) {
  const arena::FaultGroup& group = *entry.group;
  const std::string place =
      group.cause.place.empty() ? "" : " at " + group.cause.place;
  std::cout << absl::StrFormat(
      "%s: %s %s, %s with a forfeit: %s%s\n", entry.details.bot,
      std::string(arena::VerdictName(group.verdict)), Times(group.count),
      group.forfeits == 0 ? "never" : Times(group.forfeits), group.cause.what,
      place);
  const auto print = [&](const char* label, std::size_t fault) {
    std::cout << absl::StrFormat("  %s %s\n", label,
                                 WhereText(config, entries.faults[fault]));
  };
  print("first:  ", group.first);
  if (group.count > 1) print("last:   ", group.last);
  if (group.example != group.first) print("example:", group.example);
}

void PrintText(const v1::LeagueConfig& config, const Entries& entries) {
  for (std::size_t i = 0; i < entries.shown.size(); ++i) {
    const Entry& entry = entries.shown[i];
    std::cout << i + 1 << ". ";
    if (entry.group != nullptr) {
      PrintGroup(config, entries, entry);
    } else {
      const arena::Fault& fault = *entry.details.fault;
      std::cout << absl::StrFormat(
          "%s: %s, which %s\n  where: %s\n", entry.details.bot,
          std::string(arena::VerdictName(fault.verdict)),
          fault.forfeits ? "costs a forfeit" : "costs nothing",
          WhereText(config, fault));
    }
    PrintFault(entry.details);
  }
}

// The end of the text: how many faults there are.
std::string CountText(const FaultsOptions& options, const Entries& entries) {
  std::string text = absl::StrFormat("%d faults", entries.faults.size());
  if (!options.all) {
    text += absl::StrFormat(" of %d cause%s", entries.found,
                            entries.found == 1 ? "" : "s");
  }
  if (entries.found > entries.shown.size()) {
    text += absl::StrFormat(", the first %d shown", entries.shown.size());
  }
  if (!options.all && entries.faults.size() > entries.found) {
    text += "; --all lists each";
  }
  return text + "\n";
}

arena::Json PlaceJson(const v1::LeagueConfig& config,
                      const arena::Fault& fault) {
  arena::Json place = {{"ruleset", config.rulesets(fault.ruleset).spec()},
                       {"unit", fault.unit},
                       {"teams", TeamsOf(config, fault)},
                       {"item", fault.item},
                       {"seating", fault.seating},
                       {"seat", nullptr}};
  if (fault.seat != kNoSeat) place["seat"] = static_cast<int>(fault.seat);
  return place;
}

arena::Json FaultJson(const v1::LeagueConfig& config,
                      const FaultDetails& details) {
  const arena::Fault& fault = *details.fault;
  arena::Json entry = PlaceJson(config, fault);
  const arena::FaultCause cause = arena::CauseOf(fault);
  entry.update({{"bot", details.bot},
                {"verdict", arena::VerdictName(fault.verdict)},
                {"forfeits", fault.forfeits},
                {"detail", fault.detail},
                {"place", nullptr},
                {"last_stderr", fault.last_stderr},
                {"decision", nullptr},
                {"decision_file", nullptr}});
  if (!cause.place.empty()) entry["place"] = cause.place;
  if (!details.decision.empty()) entry["decision"] = details.decision;
  if (!details.file.empty()) entry["decision_file"] = details.file;
  return entry;
}

arena::Json GroupJson(const v1::LeagueConfig& config, const Entries& entries,
                      const Entry& entry) {
  const arena::FaultGroup& group = *entry.group;
  arena::Json json = {{"bot", entry.details.bot},
                      {"verdict", arena::VerdictName(group.verdict)},
                      {"cause", group.cause.what},
                      {"place", nullptr},
                      {"count", group.count},
                      {"forfeits", group.forfeits},
                      {"first", PlaceJson(config, entries.faults[group.first])},
                      {"last", PlaceJson(config, entries.faults[group.last])},
                      {"example", FaultJson(config, entry.details)}};
  if (!group.cause.place.empty()) json["place"] = group.cause.place;
  return json;
}

void PrintJson(const v1::LeagueConfig& config, const Entries& entries) {
  arena::Json list = arena::Json::array();
  for (const Entry& entry : entries.shown) {
    list.push_back(entry.group == nullptr ? FaultJson(config, entry.details)
                                          : GroupJson(config, entries, entry));
  }
  arena::Json json = arena::NewDocument(arena::kFaultsSchema);
  json["faults"] = std::move(list);
  std::cout << json.dump(2, ' ', false, arena::Json::error_handler_t::replace)
            << "\n";
}

// The arguments of `bot ask` that name the bot.
std::string AskArguments(const v1::BotEntry& bot) {
  if (bot.has_remote()) return arena::RemoteArguments(bot.remote());
  if (bot.command().empty()) return bot.name();
  std::string text = "--";
  for (const std::string& word : arena::CommandOf(bot)) {
    text += " " + arena::ShellWord(word);
  }
  return arena::PrintableLine(text);
}

// The options of `bot ask` with which the bot runs as in the league.
std::string AskOptions(const v1::LeagueConfig& config,
                       const v1::BotEntry& bot) {
  std::string text;
  const std::uint32_t move_ms = bot.own_limits().has_move_ms()
                                    ? bot.own_limits().move_ms()
                                    : config.limits().move_ms();
  if (move_ms != arena::DefaultLimits().move_ms()) {
    text += absl::StrFormat(" --limit move:%g", move_ms / 1000.0);
  }
  if (bot.has_remote()) return text;
  for (const std::string& variable : config.bot_environment()) {
    text += " --allow " + arena::ShellWord("env:" + variable);
  }
  for (const std::string& path : config.readable_paths()) {
    text += " --allow " + arena::ShellWord("read:" + path);
  }
  return text;
}

// The file in which --save stores the decision of the entry `number`, from 1.
std::string FileOf(const std::string& folder, std::size_t number,
                   const arena::Fault& fault) {
  return (std::filesystem::path(folder) /
          absl::StrFormat("%03d-%s.txtpb", number,
                          std::string(arena::VerdictName(fault.verdict))))
      .string();
}

// Sets the command that asks the bot again; without --save, with the command
// before it that saves the decision.
void SetCommand(const FaultsOptions& options, const v1::LeagueConfig& config,
                std::size_t number, FaultDetails& details) {
  const v1::BotEntry& bot = config.bots(arena::ToInt(details.fault->bot));
  if (details.decision.empty()) return;
  if (bot.command().empty() && !bot.has_remote()) return;
  const bool saved = !options.save.empty();
  const std::string folder = saved ? options.save : "questions";
  if (!saved) {
    details.command = absl::StrFormat(
        "%s faults %s%s%s --save %s && ", ProgramName(),
        arena::ShellWord(options.directory),
        options.bot.empty() ? "" : " --bot " + arena::ShellWord(options.bot),
        options.all ? " --all" : "", folder);
  }
  details.command +=
      absl::StrFormat("%s bot ask %s%s %s", ProgramName(),
                      arena::ShellWord(FileOf(folder, number, *details.fault)),
                      AskOptions(config, bot), AskArguments(bot));
}

absl::Status Save(const FaultsOptions& options, const v1::LeagueConfig& config,
                  std::size_t number, FaultDetails& details) {
  if (details.decision.empty()) return absl::OkStatus();
  std::error_code error;
  std::filesystem::create_directories(options.save, error);
  details.file = FileOf(options.save, number, *details.fault);
  const std::string about = absl::StrFormat(
      "%s: bot %s, %s\n%s\n%s\n%s", options.directory, details.bot,
      std::string(arena::VerdictName(details.fault->verdict)),
      WhereText(config, *details.fault), details.fault->detail,
      details.decision);
  return arena::WriteQuestionFile(details.file, details.request, about);
}

// Adds an entry for `fault`, or for a group of which it is the example.
absl::Status AddEntry(const FaultsOptions& options,
                      const v1::LeagueConfig& config, const arena::Fault& fault,
                      const arena::FaultGroup* group, Entries& entries) {
  if (++entries.found > options.most) return absl::OkStatus();
  ASSIGN_OR_RETURN(FaultDetails details, DetailsOf(config, fault));
  const std::size_t number = entries.shown.size() + 1;
  SetCommand(options, config, number, details);
  if (!options.save.empty()) {
    RETURN_IF_ERROR(Save(options, config, number, details));
  }
  entries.shown.push_back({.group = group, .details = std::move(details)});
  return absl::OkStatus();
}

absl::Status CheckBotName(const v1::LeagueConfig& config,
                          const std::string& name) {
  const std::vector<std::string> names = arena::BotNames(config);
  if (name.empty() || std::ranges::find(names, name) != names.end()) {
    return absl::OkStatus();
  }
  return absl::NotFoundError(
      absl::StrFormat("--bot is \"%s\"; expected one of the league: %s%s",
                      arena::PrintableLine(name), absl::StrJoin(names, ", "),
                      DidYouMean(name, names)));
}

absl::Status ShowFaults(const FaultsOptions& options) {
  ASSIGN_OR_RETURN(std::unique_ptr<arena::LeagueStore> store,
                   arena::LeagueStore::OpenToRead(options.directory));
  const v1::LeagueConfig& config = store->config();
  absl::Status status = CheckBotName(config, options.bot);
  if (!status.ok()) return status;
  ASSIGN_OR_RETURN(std::vector<arena::Fault> faults, store->Faults());
  Entries entries{.faults = std::move(faults)};
  std::erase_if(entries.faults, [&](const arena::Fault& fault) {
    return !options.bot.empty() &&
           config.bots(arena::ToInt(fault.bot)).name() != options.bot;
  });
  if (options.all) {
    for (const arena::Fault& fault : entries.faults) {
      status.Update(AddEntry(options, config, fault, nullptr, entries));
    }
  } else {
    entries.groups = arena::GroupFaults(entries.faults);
    for (const arena::FaultGroup& group : entries.groups) {
      status.Update(AddEntry(options, config, entries.faults[group.example],
                             &group, entries));
    }
  }
  if (!status.ok()) return status;
  if (options.format == "json") {
    PrintJson(config, entries);
    return absl::OkStatus();
  }
  PrintText(config, entries);
  std::cout << CountText(options, entries);
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
  command.AddOption("--bot", options->bot, "Show the faults of this bot only");
  command.AddOption("--format", options->format, "text or json")
      .OneOf({"text", "json"});
  command.AddOption("--save", options->save,
                    "Folder in which to save the decisions, for `bot ask`");
  command.AddFlag("--all", options->all,
                  "List each fault, not one example per cause");
  command
      .AddOption("--most", options->most,
                 "Number of causes, or with --all of faults, to show at most")
      .ShowDefault();
  command.OnChosen([options] { return ExitWith(ShowFaults(*options)); });
}

}  // namespace couillon::tools
