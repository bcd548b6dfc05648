// Usage and waiting times are added over the rounds.

#include "arena/standing/journal/arena_status.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/league/store/league_store.h"
#include "arena/league/store/running_sums.h"
#include "arena/league/store/usage_rows.h"
#include "arena/numbers/format/schema.h"
#include "arena/numbers/text/printable.h"
#include "arena/report/json/result_json.h"
#include "arena/report/text/identities_text.h"
#include "arena/report/text/result_text.h"
#include "arena/standing/journal/arena_result.h"
#include "arena/standing/journal/next_round.h"
#include "arena/standing/journal/round_results.h"
#include "arena/standing/planner/adaptive_planner.h"
#include "arena/standing/planner/plan_round.h"
#include "arena/table/schedule/league_schedule.h"
#include "arena/table/schedule/total_budget.h"
#include "couillon/v1/league.pb.h"
#include "engine/cards/status_macros.h"

namespace couillon::arena {
namespace {

// The usage of the entrants in all rounds.
absl::StatusOr<std::vector<UsedBot>> UsedEntrants(
    const ArenaState& state, const std::string& directory) {
  ASSIGN_OR_RETURN(std::vector<StoredUsage> usage,
                   UsageOfEntrants(state, directory));
  v1::LeagueConfig config = state.settings;
  for (const Entrant& entrant : state.entrants) {
    *config.add_bots() = entrant.bot;
    config.mutable_bots()->rbegin()->set_name(PrintableLine(entrant.Label()));
  }
  return UsedBots(config, usage);
}

// The time that workers have waited for each bot of a round.
absl::StatusOr<WaitedTimes> WaitedIn(const ArenaState& state, int number,
                                     const std::string& directory) {
  ASSIGN_OR_RETURN(std::unique_ptr<LeagueStore> store,
                   OpenRoundToRead(state, number, directory));
  if (store == nullptr) return WaitedTimes();
  return store->Waited();
}

absl::StatusOr<std::vector<RoundWait>> ListWaits(const ArenaState& state,
                                                 int number,
                                                 const std::string& directory) {
  ASSIGN_OR_RETURN(const auto left, UnitsLeft(state, number, directory));
  ASSIGN_OR_RETURN(const WaitedTimes waited,
                   WaitedIn(state, number, directory));
  const v1::LeagueConfig config = RoundConfig(state, number, directory);
  const std::vector<std::chrono::milliseconds> budgets =
      TotalBudgets(config, MakeSchedule(config));
  const std::vector<int> met =
      ListEntrants(state.rounds[static_cast<std::size_t>(number) - 1]);
  std::vector<RoundWait> waits;
  for (std::size_t bot = 0; bot < met.size(); ++bot) {
    const auto of = left.find(met[bot]);
    if (of == left.end()) continue;
    if (!config.bots(static_cast<int>(bot)).builtin().empty()) continue;
    waits.push_back(
        {.entrant = met[bot],
         .units_left = of->second,
         .waited_seconds = bot < waited.size()
                               ? static_cast<double>(waited[bot].count()) / 1e6
                               : 0,
         .budget_seconds = static_cast<double>(budgets[bot].count()) / 1e3});
  }
  std::ranges::stable_sort(waits, std::greater(), &RoundWait::waited_seconds);
  return waits;
}

absl::StatusOr<std::optional<UnplayedRound>> FindOpenRound(
    const ArenaState& state, const std::string& directory) {
  ASSIGN_OR_RETURN(const std::optional<int> unfinished,
                   UnfinishedRound(state, directory));
  const std::optional<int>& number = unfinished;
  if (!number) return std::nullopt;
  ASSIGN_OR_RETURN(RoundProgress progress,
                   ReadProgress(state, *number, directory));
  ASSIGN_OR_RETURN(std::vector<RoundWait> waits,
                   ListWaits(state, *number, directory));
  return UnplayedRound{.number = *number,
                       .progress = std::move(progress),
                       .waits = std::move(waits)};
}

absl::StatusOr<std::optional<FormatResult>> FindResult(
    const ArenaState& state, const std::string& directory,
    const std::optional<UnplayedRound>& open) {
  const bool has_rule =
      state.format == RoundFormat::kSwiss || IsKnockout(state.format);
  if (!has_rule || state.rounds.empty()) return std::nullopt;
  const std::int64_t finished =
      open ? open->number - 1 : static_cast<std::int64_t>(state.rounds.size());
  ASSIGN_OR_RETURN(FormatResult result, ReadResult(state, finished, directory));
  return result;
}

// "This Swiss is over (Winner: a v1); start another arena with arena init".
// Empty if it is not over.
absl::StatusOr<std::string> WhyOver(const ArenaState& state,
                                    const std::string& directory) {
  ASSIGN_OR_RETURN(const std::optional<UnplayedRound> open,
                   FindOpenRound(state, directory));
  ASSIGN_OR_RETURN(const std::optional<FormatResult> result,
                   FindResult(state, directory, open));
  const std::optional<FormatResult>& found = result;
  if (!found || !found->finished) return "";
  const std::string winner = WinnerText(*found);
  return absl::StrFormat(
      "this %s is over%s; start another arena with arena init%s",
      FormatName(state.format), winner.empty() ? "" : " (" + winner + ")",
      state.format == RoundFormat::kSwiss
          ? ", or give this one more rounds with arena extend --swiss-rounds"
          : "");
}

absl::StatusOr<std::optional<ItemsPlayed>> CountItemsPlayed(
    const ArenaState& state, const std::string& directory,
    const std::optional<UnplayedRound>& open) {
  if (state.format != RoundFormat::kAdaptive) return std::nullopt;
  const int next = static_cast<int>(state.rounds.size()) + 1;
  Season season = state.SeasonBefore(next);
  season.playing = state.Terms().playing;
  const AdaptiveItems items = CountAdaptiveItems(season);
  ItemsPlayed played{.played = items.planned,
                     .target = items.planned + items.left};
  if (!open) return played;
  const RoundPlan& plan =
      state.rounds[static_cast<std::size_t>(open->number) - 1];
  played.played -= plan.items * plan.pairings.size();
  ASSIGN_OR_RETURN(std::unique_ptr<LeagueStore> store,
                   OpenRoundToRead(state, open->number, directory));
  if (store == nullptr) return played;
  ASSIGN_OR_RETURN(const RunningSums sums, store->Sums());
  std::int64_t pairs = 0;
  for (const TableSums& table : sums.rulesets) {
    for (const PairingSums& pairing : table.pairings) {
      pairs += pairing.score.pairs;
    }
  }
  played.played += static_cast<std::uint64_t>(pairs) / sums.rulesets.size();
  return played;
}

std::string ShownLabel(const ArenaState& state, int entrant) {
  return PrintableLine(
      state.entrants[static_cast<std::size_t>(entrant)].Label());
}

Json NextRoundJson(const ArenaState& state, const ArenaStatus& status) {
  if (!status.next) return nullptr;
  Json pairings = Json::array();
  for (const PlannedPairing& pairing : status.next->pairings) {
    pairings.push_back({{"first", ShownLabel(state, pairing.first)},
                        {"second", ShownLabel(state, pairing.second)}});
  }
  return {{"number", state.rounds.size() + 1},
          {"items", status.next->items},
          {"pairings", std::move(pairings)}};
}

// Null: the organizer submitted it.
Json AuthorJson(const std::string& author) {
  if (author.empty()) return nullptr;
  return PrintableLine(author);
}

// Null if what is left follows from results.
Json LeftJson(const ArenaState& state) {
  if (NeedsResults(state.format)) return nullptr;
  const LeftToPlan left = state.Left();
  return {{"pairings", left.pairings}, {"items", left.items}};
}

Json WaitsJson(const ArenaState& state, const UnplayedRound& round) {
  Json waits = Json::array();
  for (const RoundWait& wait : round.waits) {
    const Entrant& of = state.entrants[static_cast<std::size_t>(wait.entrant)];
    Json budget = nullptr;
    if (wait.budget_seconds > 0) budget = wait.budget_seconds;
    waits.push_back({{"bot", PrintableLine(of.Label())},
                     {"units_left", wait.units_left},
                     {"waited_seconds", wait.waited_seconds},
                     {"budget_seconds", std::move(budget)},
                     {"plays_last", wait.PlaysLast()}});
  }
  return waits;
}

}  // namespace

double RoundWait::SecondsLeft() const {
  return std::max(0.0, kForfeitAfter * budget_seconds - waited_seconds);
}

std::string DescribeWaits(const ArenaState& state, const UnplayedRound& round) {
  std::string text;
  double left = 0;
  bool without_end = false;
  for (const RoundWait& wait : round.waits) {
    const Entrant& of = state.entrants[static_cast<std::size_t>(wait.entrant)];
    absl::StrAppend(&text,
                    absl::StrFormat("  %s: %d units left; waited for %.0f s",
                                    PrintableLine(of.Label()), wait.units_left,
                                    wait.waited_seconds));
    if (wait.budget_seconds == 0) {
      without_end = true;
      absl::StrAppend(&text, ", without limit\n");
      continue;
    }
    left += wait.SecondsLeft();
    absl::StrAppend(
        &text,
        absl::StrFormat(", budget %.0f s%s; forfeits the rest after %.0f "
                        "s\n",
                        wait.budget_seconds,
                        wait.PlaysLast() ? ", so it plays last" : "",
                        kForfeitAfter * wait.budget_seconds));
  }
  if (round.waits.empty()) return text;
  return text + (without_end ? "  The round may wait for bots without limit.\n"
                             : absl::StrFormat(
                                   "  The round waits for bots at most %.0f "
                                   "s more, over all workers.\n",
                                   left));
}

absl::StatusOr<ArenaStatus> ReadStatus(const ArenaState& state,
                                       const std::string& directory) {
  ASSIGN_OR_RETURN(std::vector<UsedBot> used, UsedEntrants(state, directory));
  ASSIGN_OR_RETURN(const std::optional<UnplayedRound> open,
                   FindOpenRound(state, directory));
  ASSIGN_OR_RETURN(const std::optional<FormatResult> result,
                   FindResult(state, directory, open));
  ASSIGN_OR_RETURN(const std::optional<ItemsPlayed> items,
                   CountItemsPlayed(state, directory, open));
  return ArenaStatus{
      .used = std::move(used), .open = open, .result = result, .items = items};
}

absl::StatusOr<std::string> WhyNoBotJoins(const ArenaState& state,
                                          const std::string& directory) {
  ASSIGN_OR_RETURN(std::string over, WhyOver(state, directory));
  if (!over.empty()) return over;
  if (!IsKnockout(state.format) || state.rounds.empty()) return "";
  return absl::StrFormat(
      "this %s has begun; start another arena with arena init",
      FormatName(state.format));
}

absl::Status CheckNotOver(const ArenaState& state,
                          const std::string& directory) {
  ASSIGN_OR_RETURN(const std::string over, WhyOver(state, directory));
  if (over.empty()) return absl::OkStatus();
  return absl::FailedPreconditionError(
      absl::StrFormat("%s: %s", directory, over));
}

absl::Status AddNextRound(const ArenaState& state, const std::string& directory,
                          ArenaStatus& status) {
  if (status.open || !NeedsResults(state.format)) return absl::OkStatus();
  ASSIGN_OR_RETURN(status.next, NextRound(state, directory));
  return absl::OkStatus();
}

std::string DescribeNextRound(const ArenaState& state,
                              const ArenaStatus& status) {
  if (!status.next) return "";
  constexpr std::size_t kMaxNamed = 10;
  const std::size_t pairings = status.next->pairings.size();
  std::string text = absl::StrFormat(
      "Next: round %d, %d pairing%s, %d %s each", state.rounds.size() + 1,
      pairings, pairings == 1 ? "" : "s", status.next->items,
      ItemsWord(state.settings));
  if (pairings > kMaxNamed) return text + "\n";
  const char* before = ": ";
  for (const PlannedPairing& pairing : status.next->pairings) {
    absl::StrAppend(&text, before, ShownLabel(state, pairing.first), " - ",
                    ShownLabel(state, pairing.second));
    before = ", ";
  }
  return text + "\n";
}

Json StatusJson(const ArenaState& state, const ArenaStatus& status) {
  Json entrants = Json::array();
  for (const Entrant& entrant : state.entrants) {
    entrants.push_back(
        {{"bot", PrintableLine(entrant.Label())},
         {"status", StatusName(entrant.status)},
         {"author", AuthorJson(entrant.bot.dial_in().author())},
         {"digest", ShortDigest(entrant.bot.identity().digest())},
         {"sdk", PrintableLine(entrant.bot.identity().sdk())}});
  }
  Json refused = Json::array();
  for (const Refusal& refusal : state.refusals) {
    refused.push_back({{"bot", PrintableLine(refusal.name)},
                       {"author", AuthorJson(refusal.author)},
                       {"reason", Printable(refusal.reason)}});
  }
  Json round = nullptr;
  if (status.open) {
    round = {{"number", status.open->number},
             {"units_done", status.open->progress.units_done},
             {"units", status.open->progress.units},
             {"waits", WaitsJson(state, *status.open)}};
  }
  Json json = NewDocument(kArenaStatusSchema);
  json["format"] = FormatName(state.format);
  json["items"] = state.target;
  json["left"] = LeftJson(state);
  json["played"] = nullptr;
  if (status.items) {
    json["played"] = {{"items", status.items->played},
                      {"of", status.items->target}};
  }
  json["rounds"] = state.rounds.size();
  json["next_round"] = NextRoundJson(state, status);
  json["open_round"] = std::move(round);
  json["result"] = status.result ? ResultJson(*status.result) : Json(nullptr);
  json["entrants"] = std::move(entrants);
  json["refused"] = std::move(refused);
  json["usage"] = UsageJson(status.used);
  return json;
}

}  // namespace couillon::arena
