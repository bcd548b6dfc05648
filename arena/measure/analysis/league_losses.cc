// Rulesets share a limit of work; the deals of each are analysed as long as it
// lasts.

#include "arena/measure/analysis/league_losses.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "absl/status/status.h"
#include "arena/league/store/league_store.h"
#include "arena/measure/analysis/league_analysis.h"
#include "arena/measure/analysis/losses.h"
#include "arena/measure/analysis/losses_report.h"
#include "arena/table/schedule/league_rules.h"
#include "arena/table/schedule/league_schedule.h"
#include "arena/table/schedule/schedule.h"
#include "couillon/v1/league.pb.h"
#include "engine/cards/status_macros.h"

namespace couillon::arena {
namespace {

constexpr double kLevel = 0.95;

// Deals of four players, all seatings counted, that take about a millisecond
// each at most; see docs/report.md.
constexpr std::uint64_t kBudget = 2000;
constexpr std::uint64_t kMaxDeals = 100;
constexpr std::uint64_t kDealsOfAMatch = 16;  // about

// The cost of analysing a deal, in deals of four players.
std::uint64_t PriceOf(const CompiledRules& rules) {
  if (rules.sides == 3) return 64;
  return rules.players > 4 ? 32 : 1;
}

// Returns true if a row says nothing.
bool IsEmpty(const Json& row) {
  return row.at("decisions") == 0 && row.at("opponents").at("mean") == 0;
}

void Shorten(Json& of_bot) {
  Json rows = Json::array();
  for (Json& row : of_bot["all_cards_seen"]["rows"]) {
    if (!IsEmpty(row)) rows.push_back(std::move(row));
  }
  of_bot["all_cards_seen"]["rows"] = std::move(rows);
  for (Json& table : of_bot["worst"]) {
    table.erase("deal");
    table.erase("replay");
  }
}

// Adds the deals of a ruleset to the tally and the counts.
absl::Status AddRuleset(LeagueStore& store, int ruleset, std::uint64_t deals,
                        LossTally& tally, LeagueAnalysisCounts& all) {
  if (deals == 0) return absl::OkStatus();
  ASSIGN_OR_RETURN(
      const LeagueAnalysisCounts counts,
      AnalyseLeague(
          store, nullptr,
          {.ruleset = ruleset,
           .deals = deals,
           .analysis = {.sampler = {}, .most_tricks = kTricksOfPage}},
          [&tally](const AnalysedTable& table) { tally.Add(table); }));
  all.items += counts.items;
  all.tables += counts.tables;
  all.forfeited_items += counts.forfeited_items;
  return absl::OkStatus();
}

}  // namespace

std::vector<std::uint64_t> DealsOfPage(
    const v1::LeagueConfig& config, const std::vector<CompiledRules>& rules) {
  const Schedule schedule = MakeSchedule(config);
  std::uint64_t items =
      std::uint64_t{schedule.rounds().size()} * schedule.rounds()[0].size();
  if (ArePlayingMatches(config)) items *= kDealsOfAMatch;
  std::vector<std::uint64_t> deals;
  for (const CompiledRules& each : rules) {
    const std::uint64_t price = PriceOf(each) * items * rules.size();
    deals.push_back(std::min(kMaxDeals, kBudget / price));
  }
  return deals;
}

absl::StatusOr<Json> LossesForPage(LeagueStore& store,
                                   std::optional<std::uint64_t> deals) {
  const v1::LeagueConfig& config = store.config();
  if (!config.record_deals()) return Json(nullptr);
  ASSIGN_OR_RETURN(const std::vector<CompiledRules> rules,
                   CompileLeague(config));
  const std::vector<std::uint64_t> by_ruleset =
      deals ? std::vector<std::uint64_t>(rules.size(), *deals)
            : DealsOfPage(config, rules);
  LossTally tally;
  LeagueAnalysisCounts counts;
  for (std::size_t ruleset = 0; ruleset < rules.size(); ++ruleset) {
    RETURN_IF_ERROR(AddRuleset(store, static_cast<int>(ruleset),
                               by_ruleset[ruleset], tally, counts));
  }
  if (counts.items == 0) return Json(nullptr);
  Json json = LossesJson({.config = config,
                          .rules = rules,
                          .counts = counts,
                          .directory = "DIR",
                          .has_records = true,
                          .samples = 0,
                          .most_tricks = kTricksOfPage},
                         tally.Losses(kLevel));
  for (Json& of_bot : json["losses"]) Shorten(of_bot);
  return json;
}

}  // namespace couillon::arena
