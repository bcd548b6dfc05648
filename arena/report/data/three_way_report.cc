// Fits the additive model of stats::RateSolo to the deals (or matches) of three
// bots in all six seatings.
#include "arena/report/data/three_way_report.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <span>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "arena/league/store/league_store.h"
#include "arena/league/store/stored_unit.h"
#include "arena/numbers/stats/law/interval.h"
#include "arena/numbers/stats/league/additive.h"
#include "arena/table/schedule/league_schedule.h"
#include "arena/table/schedule/schedule.h"
#include "arena/table/table.h"
#include "arena/table/team.h"
#include "arena/table/unit/unit_result.h"
#include "couillon/v1/league.pb.h"
#include "engine/cards/seat.h"
#include "engine/cards/status_macros.h"
#include "engine/rules/compiled_rules.h"
#include "engine/rules/compiler.h"
#include "engine/rules/ruleset.h"
#include "proto/ruleset_codec.h"

namespace couillon::arena {
namespace {

constexpr double kSeatingsOfThree = 6;
// A bot of strength th among two of strength 0 has the result th, they have
// -th/2 each: its lead over them is 3/2 th.
constexpr double kLeadPerStrength = 1.5;
// The plain win of six seatings: one point in each of the two in which a bot
// holds a place.
constexpr double kPlainLead = 1.0 / 3;

using OptionalEstimate = std::optional<stats::ContrastEstimate>;

std::int32_t SumOf(const std::array<std::int32_t, 3>& points) {
  return points[0] + points[1] + points[2];
}

// Results of adjacent items, with one cluster per deal.
class DealClusters {
 public:
  void Add(std::int64_t deal, double result) {
    if (clusters_.empty() || deal != last_) clusters_.emplace_back();
    last_ = deal;
    ++clusters_.back().size;
    clusters_.back().total += result;
  }
  [[nodiscard]] std::span<const stats::Cluster> clusters() const {
    return clusters_;
  }

 private:
  std::vector<stats::Cluster> clusters_;
  std::int64_t last_ = 0;
};

// Three results of each item: every bot's mean over the six seatings, so that
// each bot holds every place equally often and the places cancel.
stats::SoloResults ResultsOf(std::span<const ThreeWayItem> items) {
  return [items](const std::function<void(const stats::SoloResult&)>& visit) {
    stats::SoloResult result{.opponents = std::vector<int>(2)};
    for (const ThreeWayItem& item : items) {
      for (std::size_t i = 0; i < item.bots.size(); ++i) {
        result.deal = item.deal;
        result.bot = item.bots[i];
        result.opponents[0] = item.bots[(i + 1) % 3];
        result.opponents[1] = item.bots[(i + 2) % 3];
        result.game_points = SumOf(item.points[i]) / kSeatingsOfThree;
        visit(result);
      }
    }
  };
}

std::vector<ThreeWayBot> CountItems(std::size_t bots,
                                    std::span<const ThreeWayItem> items) {
  std::vector<ThreeWayBot> counted(bots);
  std::vector<std::int64_t> points(bots);
  for (const ThreeWayItem& item : items) {
    for (std::size_t i = 0; i < item.bots.size(); ++i) {
      const auto bot = static_cast<std::size_t>(item.bots[i]);
      ++counted[bot].items;
      points[bot] += SumOf(item.points[i]);
    }
  }
  for (std::size_t i = 0; i < bots; ++i) {
    counted[i].bot = static_cast<BotIndex>(i);
    if (counted[i].items == 0) continue;
    counted[i].points =
        static_cast<double>(points[i]) /
        (kSeatingsOfThree * static_cast<double>(counted[i].items));
  }
  return counted;
}

// Sets the leads over the mean of the bots that have played, and sorts by them.
void AddLeads(const stats::AdditiveRatings& ratings, double level,
              std::vector<ThreeWayBot>& bots) {
  const auto played = std::ranges::count_if(
      bots, [](const auto& bot) { return bot.items > 0; });
  std::vector<double> mean(ratings.fit.parameters.size());
  for (const ThreeWayBot& bot : bots) {
    if (bot.items == 0) continue;
    mean[Index(bot.bot)] = -kLeadPerStrength / static_cast<double>(played);
  }
  for (ThreeWayBot& bot : bots) {
    if (bot.items == 0) continue;
    std::vector<double> weights = mean;
    weights[Index(bot.bot)] += kLeadPerStrength;
    bot.lead = stats::EstimateContrast(ratings.fit, weights, level);
  }
  std::ranges::stable_sort(bots, [](const auto& a, const auto& b) {
    if (!a.lead || !b.lead) return a.lead.has_value() && !b.lead.has_value();
    return a.lead->value > b.lead->value;
  });
}

bool Excludes0(const OptionalEstimate& estimate) {
  return estimate && (estimate->interval.lo > 0 || estimate->interval.hi < 0);
}

// What `first` has gained on `second` at the tables of both, clustered by deal.
stats::MeanEstimate AtSharedTables(std::span<const ThreeWayItem> items,
                                   BotIndex first, BotIndex second,
                                   double level) {
  DealClusters clusters;
  for (const ThreeWayItem& item : items) {
    std::int32_t points = 0;
    int here = 0;
    for (std::size_t i = 0; i < item.bots.size(); ++i) {
      const bool is_first = item.bots[i] == ToInt(first);
      if (!is_first && item.bots[i] != ToInt(second)) continue;
      ++here;
      points += (is_first ? 1 : -1) * SumOf(item.points[i]);
    }
    if (here == 2) clusters.Add(item.deal, points / kSeatingsOfThree);
  }
  return stats::EstimateClusteredMean(clusters.clusters(), level);
}

// The difference of two leads. `together` is the level at which it is
// significant among all differences.
ThreeWayDifference DifferenceOf(const stats::AdditiveRatings& ratings,
                                const ThreeWayBot& first,
                                const ThreeWayBot& second,
                                std::span<const ThreeWayItem> items,
                                double level, double together) {
  ThreeWayDifference difference{
      .first = first.bot,
      .second = second.bot,
      .at_shared_tables = AtSharedTables(items, first.bot, second.bot, level)};
  if (first.items == 0 || second.items == 0) return difference;
  std::vector<double> weights(ratings.fit.parameters.size());
  weights[Index(first.bot)] = kLeadPerStrength;
  weights[Index(second.bot)] = -kLeadPerStrength;
  difference.lead = stats::EstimateContrast(ratings.fit, weights, level);
  difference.significant =
      Excludes0(stats::EstimateContrast(ratings.fit, weights, together));
  return difference;
}

// By the better and the worse bot; `bots` are best first.
std::vector<ThreeWayDifference> DifferencesOf(
    const stats::AdditiveRatings& ratings, std::span<const ThreeWayBot> bots,
    std::span<const ThreeWayItem> items, double level) {
  const auto pairs = static_cast<double>(bots.size() * (bots.size() - 1)) / 2;
  const double together = 1 - (1 - level) / pairs;
  std::vector<ThreeWayDifference> differences;
  for (std::size_t i = 0; i < bots.size(); ++i) {
    for (std::size_t j = i + 1; j < bots.size(); ++j) {
      differences.push_back(
          DifferenceOf(ratings, bots[i], bots[j], items, level, together));
    }
  }
  return differences;
}

// Sets the ranks that the significant differences leave open.
void AddRanks(const std::vector<ThreeWayDifference>& differences,
              std::vector<ThreeWayBot>& bots) {
  stats::BetterThan better(bots.size(), std::vector<bool>(bots.size()));
  std::vector<bool> ranked(bots.size());
  for (const ThreeWayBot& bot : bots) {
    ranked[Index(bot.bot)] = bot.lead.has_value();
  }
  for (const ThreeWayDifference& difference : differences) {
    better[Index(difference.first)][Index(difference.second)] =
        difference.significant;
  }
  const stats::RankBands bands = stats::ComputeRankBands(better, ranked);
  for (ThreeWayBot& bot : bots) bot.rank = bands[Index(bot.bot)];
}

// The advantage of `place` over all three, clustered by deal.
stats::MeanEstimate PlaceOf(std::span<const ThreeWayItem> items,
                            std::size_t place, double level) {
  DealClusters clusters;
  for (const ThreeWayItem& item : items) {
    std::int32_t of_place = 0;
    std::int32_t of_all = 0;
    for (const std::array<std::int32_t, 3>& points : item.points) {
      of_place += points[place];
      of_all += SumOf(points);
    }
    clusters.Add(item.deal, (3 * of_place - of_all) / (3 * kSeatingsOfThree));
  }
  return stats::EstimateClusteredMean(clusters.clusters(), level);
}

// The points of a bot at `place`, per deal, over the mean of all three.
stats::MeanEstimate BotAtPlace(std::span<const ThreeWayItem> items,
                               BotIndex bot, std::size_t place, double level) {
  DealClusters clusters;
  for (const ThreeWayItem& item : items) {
    std::int32_t of_all = 0;
    for (const auto& points : item.points) of_all += SumOf(points);
    for (std::size_t i = 0; i < item.bots.size(); ++i) {
      if (item.bots[i] != ToInt(bot)) continue;
      // In two of the six seatings.
      clusters.Add(item.deal, (9 * item.points[i][place] - of_all) /
                                  (3 * kSeatingsOfThree));
    }
  }
  return stats::EstimateClusteredMean(clusters.clusters(), level);
}

// The results under one ruleset, unit by unit.
class RulesetResults {
 public:
  RulesetResults(CompiledRules rules, std::int64_t tables, bool same_deals)
      : rules_(std::move(rules)),
        tables_(tables),
        same_deals_(same_deals),
        meetings_(static_cast<std::size_t>(tables)) {}

  void Add(const Unit& unit, const UnitOutcome& outcome) {
    counts_ += outcome.counts;
    Meeting& meeting = meetings_[static_cast<std::size_t>(unit.pairing)];
    meeting.forfeits += outcome.counts.forfeits;
    for (std::size_t at = 0; at < outcome.three_way_points.size(); ++at) {
      items_.push_back(
          ItemOf(unit, unit.first_item + at, outcome.three_way_points[at]));
      meeting_of_.push_back(static_cast<std::size_t>(unit.pairing));
      meeting.bots = items_.back().bots;
      has_forfeit_.push_back(HasForfeit(outcome.forfeited_items, at));
      if (has_forfeit_.back()) continue;
      meeting.is_decisive = meeting.is_decisive || IsDecisive(items_.back());
    }
  }

  // Writes all that has been added.
  void WriteTo(const v1::LeagueConfig& config, double level,
               ThreeWayTable& table) && {
    table.counts = counts_;
    for (std::size_t i = 0; i < items_.size(); ++i) {
      const Meeting& meeting = meetings_[meeting_of_[i]];
      items_[i].is_rated = meeting.is_decisive || !has_forfeit_[i];
    }
    RateThreeWay(config.bots_size(), std::move(items_),
                 !ArePlayingMatches(config), level, table);
    for (ThreeWayBot& bot : table.bots) {
      for (const Meeting& meeting : meetings_) {
        if (std::ranges::count(meeting.bots, ToInt(bot.bot)) == 0) continue;
        bot.forfeits += meeting.forfeits;
      }
    }
  }

 private:
  // What three bots have played.
  struct Meeting {
    std::array<int, 3> bots = {-1, -1, -1};
    std::int64_t forfeits = 0;  // tables
    bool is_decisive = false;   // a deal (or match) free of forfeits
  };

  // Whether the three bots have not the same points.
  static bool IsDecisive(const ThreeWayItem& item) {
    return SumOf(item.points[0]) != SumOf(item.points[1]) ||
           SumOf(item.points[0]) != SumOf(item.points[2]);
  }

  // Tables share their deals only if the league says so.
  [[nodiscard]] ThreeWayItem ItemOf(const Unit& unit, std::uint64_t number,
                                    const ThreeWayPoints& points) const {
    ThreeWayItem item;
    item.deal = static_cast<std::int64_t>(number) * tables_ +
                (same_deals_ ? 0 : unit.pairing);
    const Seat dealer = Table::FirstDealer(rules_, number);
    for (const Team team : kAllTeams) {
      const auto at = static_cast<std::size_t>(team);
      item.bots[at] = ToInt(unit.teams[team][0]);
      for (int place = 0; place < 3; ++place) {
        const Side side = rules_.SideOf(rules_.FromEldest(dealer, place));
        item.points[at][static_cast<std::size_t>(place)] = points[team][side];
      }
    }
    return item;
  }

  CompiledRules rules_;
  std::int64_t tables_;  // of three bots
  bool same_deals_;      // at all tables
  PlayCounts counts_;
  std::vector<ThreeWayItem> items_;
  std::vector<std::size_t> meeting_of_;  // by item
  std::vector<bool> has_forfeit_;        // likewise
  std::vector<Meeting> meetings_;        // by the number of the table
};

absl::StatusOr<std::vector<RulesetResults>> EmptyResults(
    const v1::LeagueConfig& config, const Schedule& schedule) {
  std::vector<RulesetResults> results;
  for (const v1::LeagueRuleset& entry : config.rulesets()) {
    ASSIGN_OR_RETURN(Ruleset ruleset, wire::FromMessage(entry.ruleset()));
    ASSIGN_OR_RETURN(CompiledRules rules, CompileRules(ruleset));
    results.emplace_back(std::move(rules),
                         static_cast<std::int64_t>(schedule.rounds()[0].size()),
                         config.same_deals());
  }
  return results;
}

absl::Status CheckUnit(const Schedule& schedule, const StoredUnit& stored) {
  if (stored.number < 0 || stored.number >= schedule.units()) {
    return absl::DataLossError(absl::StrFormat(
        "unit %d: the schedule has %d units", stored.number, schedule.units()));
  }
  const std::uint32_t items = schedule.unit(stored.number).items;
  if (stored.outcome.three_way_points.size() == items) return absl::OkStatus();
  return absl::DataLossError(absl::StrFormat(
      "unit %d: found the points of %d items; expected %d", stored.number,
      stored.outcome.three_way_points.size(), items));
}

}  // namespace

void RateThreeWay(int bots, std::vector<ThreeWayItem> items, bool with_places,
                  double level, ThreeWayTable& table) {
  const std::vector<ThreeWayBot> all =
      CountItems(static_cast<std::size_t>(bots), items);
  std::erase_if(items, [](const auto& item) { return !item.is_rated; });
  // RateSolo needs the results of a deal to be adjacent.
  std::ranges::stable_sort(items, {}, &ThreeWayItem::deal);
  const stats::AdditiveRatings ratings = stats::RateSolo(
      {.bots = bots, .seats = 1}, ResultsOf(items), level, kPlainLead);
  table.items = ratings.fit.deals;
  table.bots = CountItems(ratings.bots.size(), items);
  AddLeads(ratings, level, table.bots);
  table.differences = DifferencesOf(ratings, table.bots, items, level);
  AddRanks(table.differences, table.bots);
  for (ThreeWayBot& bot : table.bots) {
    const ThreeWayBot& of_all = all[Index(bot.bot)];
    bot.no_result = bot.items == 0 && of_all.items > 0;
    bot.items = of_all.items;
    bot.points = of_all.points;
  }
  if (!with_places) return;
  for (std::size_t place = 0; place < 3; ++place) {
    table.places.push_back(PlaceOf(items, place, level));
    for (ThreeWayBot& bot : table.bots) {
      bot.places.push_back(BotAtPlace(items, bot.bot, place, level));
    }
  }
}

absl::StatusOr<ThreeWayStandings> ReadThreeWay(LeagueStore& store,
                                               double level) {
  const v1::LeagueConfig& config = store.config();
  const Schedule schedule = MakeSchedule(config);
  ASSIGN_OR_RETURN(std::vector<RulesetResults> results,
                   EmptyResults(config, schedule));
  ThreeWayStandings standings;
  absl::Status checked;
  RETURN_IF_ERROR(store.ForEachUnit([&](const StoredUnit& stored) {
    if (checked.ok()) checked = CheckUnit(schedule, stored);
    if (!checked.ok()) return;
    ++standings.units_done;
    const Unit unit = schedule.unit(stored.number);
    results[static_cast<std::size_t>(unit.ruleset)].Add(unit, stored.outcome);
  }));
  if (!checked.ok()) return checked;
  for (std::size_t i = 0; i < results.size(); ++i) {
    const v1::LeagueRuleset& entry = config.rulesets(static_cast<int>(i));
    ThreeWayTable table{
        .ruleset = entry.spec(),
        .hash = entry.hash(),
        .planned_items = static_cast<std::int64_t>(config.items())};
    std::move(results[i]).WriteTo(config, level, table);
    standings.tables.push_back(std::move(table));
  }
  return standings;
}

}  // namespace couillon::arena
