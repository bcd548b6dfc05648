// An entry is a cause with its example, or a fault. Its decision is a file of
// its own, so that a bot can be asked again without the league.
#include "arena/league/faults/fault_list.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <system_error>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "arena/league/setup/trial_worker.h"
#include "arena/numbers/text/printable.h"
#include "arena/numbers/text/shell_word.h"
#include "arena/players/check/question_file.h"
#include "arena/players/roster/bot_directory.h"
#include "arena/players/roster/remote_arguments.h"
#include "arena/table/bot_index.h"
#include "arena/table/question_text.h"
#include "arena/table/schedule/league_schedule.h"
#include "arena/table/schedule/schedule.h"
#include "arena/table/team_bots.h"
#include "couillon/v1/bot_service.pb.h"
#include "engine/cards/seat.h"
#include "engine/cards/status_macros.h"
#include "proto/nearest_name.h"

namespace couillon::arena {
namespace {

absl::Status CheckBotName(const v1::LeagueConfig& config,
                          const std::string& name) {
  std::vector<std::string> names;
  for (const v1::BotEntry& bot : config.bots()) names.push_back(bot.name());
  if (name.empty() || std::ranges::find(names, name) != names.end()) {
    return absl::OkStatus();
  }
  return absl::NotFoundError(absl::StrFormat(
      "--bot is \"%s\"; expected one of the league: %s%s", PrintableLine(name),
      absl::StrJoin(names, ", "), DidYouMean(name, names)));
}

// Sets the decision of the entry `number`, and saves it if the request says so.
absl::Status AddDecision(const LeagueStore& store, const FaultsRequest& request,
                         const Fault& fault, std::size_t number,
                         FaultEntry& entry) {
  if (fault.question.empty()) return absl::OkStatus();
  v1::Decision decision;
  if (!decision.ParseFromString(fault.question)) {
    return absl::DataLossError("the decision of a fault cannot be read");
  }
  const v1::LeagueConfig& config = store.config();
  const v1::PlayRequest asked = QuestionRequest(
      config.rulesets(fault.ruleset).ruleset(), std::move(decision));
  ASSIGN_OR_RETURN(const ReadQuestion question, QuestionAt(asked, 0));
  entry.decision = QuestionText(question.rules, question.seen);
  if (request.folder.empty()) return absl::OkStatus();
  std::error_code error;
  std::filesystem::create_directories(request.folder, error);
  entry.file = DecisionFile(request.folder, number, fault);
  return WriteQuestionFile(
      entry.file, asked,
      absl::StrFormat("%s: bot %s, %s\n%s\n%s\n%s", store.directory(),
                      config.bots(ToInt(fault.bot)).name(),
                      std::string(VerdictName(fault.verdict)),
                      WhereText(config, fault), fault.detail, entry.decision));
}

std::string AskOptions(const v1::LeagueConfig& config,
                       const v1::BotEntry& bot) {
  std::string text;
  const std::uint32_t move_ms = bot.own_limits().has_move_ms()
                                    ? bot.own_limits().move_ms()
                                    : config.limits().move_ms();
  if (move_ms != DefaultLimits().move_ms()) {
    text += absl::StrFormat(" --limit move:%g", move_ms / 1000.0);
  }
  if (bot.has_remote()) return text;
  for (const std::string& variable : config.bot_environment()) {
    text += " --allow " + ShellWord("env:" + variable);
  }
  for (const std::string& path : config.readable_paths()) {
    text += " --allow " + ShellWord("read:" + path);
  }
  return text;
}

}  // namespace

absl::StatusOr<FaultList> ListFaults(LeagueStore& store,
                                     const FaultsRequest& request) {
  const v1::LeagueConfig& config = store.config();
  RETURN_IF_ERROR(CheckBotName(config, request.bot));
  FaultList list;
  ASSIGN_OR_RETURN(list.faults, store.Faults());
  std::erase_if(list.faults, [&](const Fault& fault) {
    return !request.bot.empty() &&
           config.bots(ToInt(fault.bot)).name() != request.bot;
  });
  if (request.each) {
    for (std::size_t i = 0; i < list.faults.size(); ++i) {
      list.entries.push_back({.fault = i});
    }
  } else {
    for (const FaultGroup& group : GroupFaults(list.faults)) {
      list.entries.push_back({.group = group, .fault = group.example});
    }
  }
  list.found = list.entries.size();
  list.entries.resize(std::min(list.found, request.most));
  for (std::size_t i = 0; i < list.entries.size(); ++i) {
    FaultEntry& entry = list.entries[i];
    RETURN_IF_ERROR(
        AddDecision(store, request, list.faults[entry.fault], i + 1, entry));
  }
  return list;
}

std::string DecisionFile(const std::string& folder, std::size_t number,
                         const Fault& fault) {
  return (std::filesystem::path(folder) /
          absl::StrFormat("%03d-%s.txtpb", number,
                          std::string(VerdictName(fault.verdict))))
      .string();
}

std::string AskAgainWords(const v1::LeagueConfig& config,
                          const v1::BotEntry& bot) {
  if (bot.has_remote()) {
    return absl::StrCat(AskOptions(config, bot), " ",
                        RemoteArguments(bot.remote()));
  }
  if (bot.command().empty()) return "";
  std::string text = "--";
  for (const std::string& word : CommandOf(bot)) text += " " + ShellWord(word);
  return absl::StrCat(AskOptions(config, bot), " ", PrintableLine(text));
}

std::vector<std::vector<std::string>> TeamNames(const v1::LeagueConfig& config,
                                                const Fault& fault) {
  const Unit unit = MakeSchedule(config).unit(fault.unit);
  std::vector<std::vector<std::string>> teams;
  for (const TeamBots* team : {&unit.teams.first, &unit.teams.second}) {
    std::vector<std::string>& names = teams.emplace_back();
    for (const BotIndex bot : *team) {
      names.push_back(config.bots(ToInt(bot)).name());
    }
  }
  return teams;
}

std::string WhereText(const v1::LeagueConfig& config, const Fault& fault) {
  std::vector<std::string> teams;
  for (const std::vector<std::string>& team : TeamNames(config, fault)) {
    teams.push_back(absl::StrJoin(team, " and "));
  }
  const std::string text = absl::StrFormat(
      "%s, %s, %s %d", config.rulesets(fault.ruleset).spec(),
      absl::StrJoin(teams, " - "), ItemWord(config), fault.item);
  if (fault.seat == kNoSeat) return text + " or one soon after";
  return text + absl::StrFormat(", seating %d, seat %d",
                                static_cast<int>(fault.seating),
                                static_cast<int>(fault.seat));
}

}  // namespace couillon::arena
