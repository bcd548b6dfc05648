// The rules of a league in the order in which they meet a bot, as lists of
// sentences.
#include "arena/report/text/policy_text.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "arena/report/text/identities_text.h"
#include "arena/report/text/sentences.h"
#include "arena/table/schedule/bot_limits.h"
#include "arena/table/schedule/bot_protection.h"
#include "arena/table/schedule/league_schedule.h"
#include "arena/table/schedule/total_budget.h"
#include "arena/table/schedule/unit_budget.h"
#include "couillon/v1/league.pb.h"

namespace couillon::arena {
namespace {

// The names of the bots whose processes have that scope.
std::vector<std::string> BotsOf(const v1::LeagueConfig& config,
                                ProcessScope scope) {
  std::vector<std::string> names;
  for (int bot = 0; bot < config.bots_size(); ++bot) {
    if (ScopeOf(config, BotIndex(bot)) != scope) continue;
    names.push_back(config.bots(bot).name());
  }
  return names;
}

std::string SuitLine(const v1::LeagueConfig& config) {
  const std::vector<bool> relabelled = RelabelledBots(config);
  std::vector<std::string> names;
  for (int bot = 0; bot < config.bots_size(); ++bot) {
    if (relabelled[Index(BotIndex(bot))]) {
      names.push_back(config.bots(bot).name());
    }
  }
  if (names.empty()) return "";
  if (static_cast<int>(names.size()) == config.bots_size()) {
    names = {"all bots"};
  }
  return absl::StrCat("Suits: relabelled for ", absl::StrJoin(names, ", "),
                      ", wherever the rules treat them alike.\n");
}

std::string SecondsText(std::uint32_t milliseconds) {
  return absl::StrFormat("%g s", milliseconds / 1000.0);
}

// Forfeits and restarts.
std::vector<Sentence> FaultSentences(const v1::LeagueConfig& config) {
  const v1::Limits& limits = config.limits();
  const char* item =
      ArePlayingMatches(config) ? "match" : "deal at its largest stake";
  return {
      {true, absl::StrFormat("A fault forfeits the %s, and the pair still "
                             "counts; %d faults in a\nunit of work forfeit "
                             "the unit.",
                             item, limits.max_faults())},
      {limits.disqualify_after() > 0,
       absl::StrFormat(" After %d such units the bot is disqualified.",
                       limits.disqualify_after())},
      {true, absl::StrFormat("\nA bot that fails is started again; a worker "
                             "tolerates %d failures of a bot that\nno "
                             "decision causes.\n",
                             limits.tolerated_failures())}};
}

std::vector<Sentence> TimeSentences(const v1::LeagueConfig& config) {
  const v1::Limits& limits = config.limits();
  const bool strict = AsksOneAtATime(config);
  return {{true, absl::StrFormat("Time: %s to start, %s for ",
                                 SecondsText(limits.start_ms()),
                                 SecondsText(limits.move_ms()))},
          {strict, "a decision; strict: a worker sends one decision at a time"},
          {!strict,
           "an answer; bulk: a bot has many open decisions at a\ntime, and the "
           "limit is on the time without an answer"},
          {limits.table_budget_ms() > 0,
           absl::StrFormat(";\na side has %s per table, plus %s per decision",
                           SecondsText(limits.table_budget_ms()),
                           SecondsText(limits.increment_ms()))},
          {true, absl::StrFormat(". Margin %d ms.\n", limits.margin_ms())}};
}

// Rounds minutes up, because the duration is an upper bound.
std::string Span(double seconds) {
  if (seconds < 120) return absl::StrFormat("%g s", seconds);
  const double minutes = std::ceil(seconds / 60);
  if (minutes < 60) return absl::StrFormat("%.0f min", minutes);
  return absl::StrFormat("%.0f h %.0f min", std::floor(minutes / 60),
                         std::fmod(minutes, 60));
}

// The upper bound on the duration of the league.
std::string BudgetLines(const v1::LeagueConfig& config) {
  const PlayBound bound = BoundOfPlay(config);
  if (bound.units_of_bot == 0) return "";
  if (bound.unit_seconds == 0) {
    return "Budget: none per unit of work, so the duration of the league has "
           "no limit.\n";
  }
  const bool increments =
      bound.from_clocks && config.limits().increment_ms() > 0;
  return absl::StrFormat(
      "Budget: a bot may think %s%s per unit of work%s.\n%d units, at most %d "
      "per bot; total thinking time is at most\n%s%s, divided by the number of "
      "workers.\n",
      Span(bound.unit_seconds), increments ? " and the increments" : "",
      bound.from_clocks ? ", the clocks of its tables" : "", bound.units,
      bound.units_of_bot,
      bound.without_end ? "without limit, because of bots with limits of "
                          "their own"
                        : Span(bound.seconds),
      increments ? " without increments" : "");
}

// How long workers wait for bots in the whole league, which ends it.
std::string TotalBudgetLines(const v1::LeagueConfig& config) {
  double most = 0;  // of one bot
  double all = 0;   // of all bots
  bool without_end = false;
  const std::vector<std::chrono::milliseconds> budgets =
      TotalBudgets(config, MakeSchedule(config));
  for (std::size_t bot = 0; bot < budgets.size(); ++bot) {
    const double seconds =
        static_cast<double>(budgets[bot].count()) * kForfeitAfter / 1000;
    const bool bundled = !config.bots(static_cast<int>(bot)).builtin().empty();
    if (!bundled && seconds == 0) without_end = true;
    most = std::max(most, seconds);
    all += seconds;
  }
  if (most == 0) {
    return without_end ? "Total: workers wait for a bot without limit.\n" : "";
  }
  return absl::StrFormat(
      "Total: workers wait for a bot at most %s, and from half of that on it "
      "plays\nlast; then it forfeits what is left. %s.\n",
      Span(most),
      without_end ? "Some bots have no limit"
                  : "For all bots that is at most " + Span(all));
}

// A limit on what a process uses, of all bots and of one bot.
struct ResourceLimit {
  const char* unit;
  std::uint32_t (v1::Limits::*of_all)() const;
  bool (v1::OwnLimits::*is_own)() const;
  std::uint32_t (v1::OwnLimits::*own)() const;
  bool of_sandbox = false;  // without one it has no effect
};

constexpr std::array kResourceLimits = {
    ResourceLimit{"MB of memory", &v1::Limits::memory_mb,
                  &v1::OwnLimits::has_memory_mb, &v1::OwnLimits::memory_mb},
    ResourceLimit{"processes", &v1::Limits::processes,
                  &v1::OwnLimits::has_processes, &v1::OwnLimits::processes},
    ResourceLimit{"s of CPU time per process", &v1::Limits::cpu_seconds,
                  &v1::OwnLimits::has_cpu_seconds, &v1::OwnLimits::cpu_seconds},
    ResourceLimit{"open files per process", &v1::Limits::open_files,
                  &v1::OwnLimits::has_open_files, &v1::OwnLimits::open_files},
    ResourceLimit{"MB per file", &v1::Limits::file_mb,
                  &v1::OwnLimits::has_file_mb, &v1::OwnLimits::file_mb},
    ResourceLimit{"MB to write", &v1::Limits::scratch_mb,
                  &v1::OwnLimits::has_scratch_mb, &v1::OwnLimits::scratch_mb,
                  true}};

std::string SpanOfMs(std::uint64_t milliseconds) {
  return Span(static_cast<double>(milliseconds) / 1000);
}

// The limits of one bot that are not those of the league.
std::string OwnLimitsText(const v1::OwnLimits& own) {
  std::vector<Sentence> limits = {
      {own.has_start_ms(), SecondsText(own.start_ms()) + " to start"},
      {own.has_move_ms(), SecondsText(own.move_ms()) + " for an answer"},
      {own.table_budget_ms() > 0,
       absl::StrFormat("%s per table plus %s per decision",
                       SecondsText(own.table_budget_ms()),
                       SecondsText(own.increment_ms()))},
      {own.has_table_budget_ms() && own.table_budget_ms() == 0, "no clock"},
      {own.unit_budget_ms() > 0,
       SpanOfMs(own.unit_budget_ms()) + " per unit of work"},
      {own.has_unit_budget_ms() && own.unit_budget_ms() == 0,
       "any time per unit of work"},
      {own.total_budget_ms() > 0,
       SpanOfMs(own.total_budget_ms()) + " in the whole league"},
      {own.has_total_budget_ms() && own.total_budget_ms() == 0,
       "any time in the whole league"}};
  for (const ResourceLimit& limit : kResourceLimits) {
    const std::uint32_t most = (own.*limit.own)();
    limits.push_back(
        {(own.*limit.is_own)(),
         absl::StrCat(most > 0 ? std::to_string(most) : "any number of", " ",
                      limit.unit)});
  }
  return JoinApplicable(limits, ", ");
}

std::string OwnLimitsLines(const v1::LeagueConfig& config) {
  std::string text;
  for (const v1::BotEntry& bot : config.bots()) {
    if (!bot.has_own_limits()) continue;
    absl::StrAppend(&text, "Own limits: ", bot.name(), ": ",
                    OwnLimitsText(bot.own_limits()), ".\n");
  }
  return text;
}

std::string ProcessLines(const v1::LeagueConfig& config) {
  const bool sandboxed = config.isolation() == v1::ISOLATION_BWRAP;
  std::vector<Sentence> limits;
  for (const ResourceLimit& limit : kResourceLimits) {
    const std::uint32_t most = (config.limits().*limit.of_all)();
    limits.push_back({most > 0 && (sandboxed || !limit.of_sandbox),
                      absl::StrFormat("%d %s", most, limit.unit)});
  }
  const std::string text = JoinApplicable(limits, ", ");
  return absl::StrFormat(
      "Processes: %s; a bot has %s.\n",
      sandboxed ? "in a sandbox (no network, no home directory, no privileges)"
                : "NO SANDBOX, with the rights of the user",
      text.empty() ? "no limits" : text);
}

// Remote bots, to which ProcessLines does not apply.
std::string RemoteLines(const v1::LeagueConfig& config) {
  std::string text;
  for (const v1::BotEntry& bot : config.bots()) {
    if (bot.has_dial_in()) {
      text += absl::StrFormat(
          "Dials in: %s, by %s; not started by the referee,\nso without "
          "process "
          "limits and sandbox, and its CPU time is unknown.\n",
          bot.name(), bot.dial_in().author());
    }
    if (!bot.has_remote()) continue;
    const bool token = !bot.remote().token_file().empty() ||
                       !bot.remote().token_variable().empty();
    text += absl::StrFormat(
        "Remote: %s at %s%s%s; not started by the referee,\nso without process "
        "limits and sandbox, and its CPU time is unknown.\n",
        bot.name(), bot.remote().address(), token ? ", with a token" : "",
        bot.allow_plaintext() ? ", without TLS" : "");
  }
  return text;
}

// Whether the referee starts a bot that is not bundled.
bool HasProcesses(const v1::LeagueConfig& config) {
  return std::any_of(
      config.bots().begin(), config.bots().end(), [](const v1::BotEntry& bot) {
        return bot.builtin().empty() && !bot.has_remote() && !bot.has_dial_in();
      });
}

// Returns true if the user chose the seed and a bot could guess it.
bool HasGuessableSeed(const v1::LeagueConfig& config) {
  const bool bundled =
      std::all_of(config.bots().begin(), config.bots().end(),
                  [](const auto& bot) { return !bot.builtin().empty(); });
  return !bundled && config.seed_origin() != v1::SEED_ORIGIN_RANDOM;
}

std::vector<Sentence> SeedSentences(const v1::LeagueConfig& config) {
  const bool guessable = HasGuessableSeed(config);
  const bool from_file = config.seed_origin() == v1::SEED_ORIGIN_FILE;
  return {{guessable && from_file,
           "Seed: from a file of the user; a bot that guesses the text from "
           "one random_seed\nknows all cards.\n"},
          {guessable && !from_file,
           "Seed: chosen by the user, so treat it as public. A bot that "
           "guesses the text\nfrom one random_seed knows all cards; omit "
           "--seed if bots of others play.\n"}};
}

}  // namespace

std::string IntegrityText(const v1::LeagueConfig& config) {
  std::string text =
      config.same_deals() ? "Deals: THE SAME for all pairings and rulesets "
                            "(--trust same-deals); a "
                            "bot that\nremembers deals gains.\n"
      : IsThreeWay(config)
          ? "Deals: of their own for each three bots and ruleset.\n"
          : "Deals: of their own for each pairing and ruleset.\n";
  if (!BotsOf(config, ProcessScope::kDivided).empty()) {
    text +=
        "Memory: no process is asked about a deal from two seats or in two "
        "seatings.\n";
  }
  if (!BotsOf(config, ProcessScope::kShared).empty()) {
    text +=
        "Memory: ONE PROCESS plays all seats of a bot in all seatings "
        "(--trust shared-process):\nit can use its partner's hand and what it "
        "saw "
        "in the other seating.\n";
  }
  const std::vector<std::string> remote = BotsOf(config, ProcessScope::kRemote);
  if (!remote.empty()) {
    absl::StrAppend(&text, "Memory: CANNOT BE DIVIDED, since remote: ",
                    absl::StrJoin(remote, ", "),
                    ". Its seats in both seatings\nmay share a memory.\n");
  }
  for (int bot = 0; bot < config.bots_size(); ++bot) {
    if (!SeesAllCards(config, BotIndex(bot))) continue;
    absl::StrAppend(&text, "Cards: ", config.bots(bot).name(), " ",
                    kSeesAllCards, " with other bots\n",
                    "(--allow cheating). It assumes best play of all, so it is "
                    "no strict upper bound.\n");
  }
  return text + SuitLine(config);
}

std::string UndividedText(const v1::LeagueConfig& config) {
  const std::vector<std::string> remote = BotsOf(config, ProcessScope::kRemote);
  if (remote.empty()) return "";
  return absl::StrCat(
      "Not divided: ", absl::StrJoin(remote, ", "),
      ". Nothing keeps a bot that is not started here from using its partner's "
      "hand.\n");
}

std::string DescribePolicy(const v1::LeagueConfig& config) {
  return JoinApplicable(FaultSentences(config), "") +
         JoinApplicable(TimeSentences(config), "") + BudgetLines(config) +
         TotalBudgetLines(config) + ProcessLines(config) +
         OwnLimitsLines(config) + RemoteLines(config) + IntegrityText(config) +
         JoinApplicable(SeedSentences(config), "") + ChangedBotsText(config) +
         SystemCardsText(config);
}

std::string PolicyGist(const v1::LeagueConfig& config) {
  const v1::Limits& limits = config.limits();
  const std::string clock =
      absl::StrCat(", ", SecondsText(limits.table_budget_ms()), " + ",
                   SecondsText(limits.increment_ms()), " per side and table");
  const bool processes = HasProcesses(config);
  const bool sandboxed = config.isolation() == v1::ISOLATION_BWRAP;
  return JoinApplicable(
      {{true, absl::StrCat("faults forfeit the ", ItemWord(config))},
       {true,
        absl::StrCat(SecondsText(limits.move_ms()),
                     AsksOneAtATime(config) ? " per decision" : " per answer",
                     limits.table_budget_ms() > 0 ? clock : "")},
       {processes && sandboxed, "sandbox"},
       {processes && !sandboxed, "NO SANDBOX"},
       {config.same_deals(), "SAME DEALS"},
       {config.shared_process(), "ONE PROCESS per bot"},
       {HasRemoteBot(config), "remote bots"},
       {std::any_of(config.bots().begin(), config.bots().end(),
                    [](const auto& bot) { return bot.has_own_limits(); }),
        "OWN LIMITS of some bots"},
       {HasGuessableSeed(config), "user's seed"}},
      "; ");
}

std::string DescribeFaults(const v1::LeagueConfig& config,
                           const std::vector<Fault>& faults) {
  struct Count {
    std::int64_t costly = 0;
    std::int64_t costless = 0;
  };
  std::map<std::pair<BotIndex, Verdict>, Count> counts;
  for (const Fault& fault : faults) {
    Count& count = counts[{fault.bot, fault.verdict}];
    ++(fault.forfeits ? count.costly : count.costless);
  }
  std::string text;
  for (const auto& [key, count] : counts) {
    const auto& [bot, verdict] = key;
    text += absl::StrFormat("  %s: %s: %d with a forfeit, %d without\n",
                            config.bots(ToInt(bot)).name(),
                            std::string(VerdictName(verdict)), count.costly,
                            count.costless);
  }
  return text.empty() ? text : "Faults so far\n" + text;
}

}  // namespace couillon::arena
