#include "arena/report/data/solo_rating.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <numeric>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/numbers/format/csv_table.h"
#include "arena/numbers/stats/league/league_size.h"
#include "arena/numbers/stats/league/rank_league.h"
#include "engine/cards/status_macros.h"

namespace couillon::arena {
namespace {

// Squares of these, times as many rows as there may be, are exact enough.
constexpr double kMaxGamePoints = 1e9;

// Every set of players with equal results is a contest of the rating by ranks.
constexpr std::size_t kMaxContests = std::size_t{1} << 24;

enum Column : std::size_t { kDeal, kTable, kSeat, kBot, kPoints, kRole };

const std::vector<std::string>& ColumnNames() {
  static const std::vector<std::string> kNames = {
      "deal", "table", "seat", "bot", "game_points", "role"};
  return kNames;
}

// Numbers names from 0 in the order of their first appearance.
class Numbering {
 public:
  explicit Numbering(std::vector<std::string>& names) : names_(names) {}

  int NumberOf(const std::string& name) {
    const auto [at, is_new] =
        numbers_.try_emplace(name, static_cast<int>(names_.size()));
    if (is_new) names_.push_back(name);
    return at->second;
  }

 private:
  std::vector<std::string>& names_;
  std::map<std::string, int> numbers_;
};

// Returns the effects of bots, seats or roles relative to their mean; their
// parameters start at `first`.
std::vector<SoloEffect> EffectsOf(const stats::DesignFit& fit,
                                  std::size_t first,
                                  const std::vector<std::string>& names,
                                  double level) {
  std::vector<SoloEffect> effects;
  for (std::size_t i = 0; i < names.size(); ++i) {
    std::vector<double> weights(fit.parameters.size());
    for (std::size_t j = 0; j < names.size(); ++j) {
      weights[first + j] = -1 / static_cast<double>(names.size());
    }
    weights[first + i] += 1;
    effects.push_back({names[i], stats::EstimateContrast(fit, weights, level)});
  }
  return effects;
}

// The bots by the additive effects, best first, with their ratings from ranks.
void AddBots(const SoloLeague& league, const stats::AdditiveRatings& points,
             const stats::RankLeague& ranks, SoloRating& rating) {
  std::vector<std::size_t> order(league.bots.size());
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(),
                   [&points](std::size_t a, std::size_t b) {
                     const auto& first = points.bots[a];
                     const auto& second = points.bots[b];
                     if (!first) return false;
                     return !second || first->value > second->value;
                   });
  const stats::RankBands bands = stats::ComputeRankBands(points, rating.level);
  for (const std::size_t bot : order) {
    rating.bots.push_back({league.bots[bot], points.bots[bot]});
    rating.bands.push_back(bands[bot]);
    rating.ranks.push_back(ranks.bots[bot]);
  }
  rating.rank_islands = static_cast<int>(ranks.islands.size());
}

// Reads a file of tables row by row.
class SoloReader {
 public:
  explicit SoloReader(const CsvTable& table)
      : table_(table),
        deals_(deal_names_),
        bots_(league_.bots),
        seats_(league_.seats),
        roles_(league_.roles) {}

  absl::Status AddRow(std::size_t row) {
    for (const Column column : {kDeal, kTable, kSeat, kBot}) {
      if (!table_.At(row, column).empty()) continue;
      return table_.Problem(row, absl::StrCat("no ", ColumnNames()[column]),
                            "a name");
    }
    stats::SoloResult result;
    const std::string& points = table_.At(row, kPoints);
    if (!absl::SimpleAtod(points, &result.game_points) ||
        !(std::abs(result.game_points) <= kMaxGamePoints)) {
      return table_.Problem(row,
                            absl::StrCat("the game_points \"", points, "\""),
                            absl::StrFormat("a number from %.0f to %.0f",
                                            -kMaxGamePoints, kMaxGamePoints));
    }
    result.deal = deals_.NumberOf(table_.At(row, kDeal));
    result.bot = bots_.NumberOf(table_.At(row, kBot));
    result.seat = seats_.NumberOf(table_.At(row, kSeat));
    result.role = roles_.NumberOf(table_.At(row, kRole));
    const std::size_t estimated =
        league_.bots.size() + league_.seats.size() + league_.roles.size();
    if (estimated > stats::kMaxRatedBots) {
      return table_.Problem(
          row,
          absl::StrFormat("%d bots, seats and roles up to here", estimated),
          absl::StrFormat("at most %d", stats::kMaxRatedBots));
    }
    return Seat(row, std::move(result));
  }

  // Returns the league; an error if a table has a single player.
  absl::StatusOr<SoloLeague> Finish() {
    std::vector<stats::SoloResult> in_order;
    std::size_t contests = 0;
    for (const auto& [key, members] : tables_) {
      if (members.size() < 2) {
        return table_.Problem(members[0], "only one player at a table",
                              "at least two");
      }
      contests += std::size_t{1} << LargestTie(members);
      if (contests > kMaxContests) {
        return table_.Problem(members[0], "too many players with equal results",
                              absl::StrFormat("tables with at most %d sets of "
                                              "equal players in all",
                                              kMaxContests));
      }
      stats::RankedTable& ranked = league_.tables.emplace_back();
      for (const std::size_t row : members) {
        stats::SoloResult result = league_.results[row];
        ranked.deal = result.deal;
        ranked.bots.push_back(result.bot);
        ranked.results.push_back(result.game_points);
        for (const std::size_t other : members) {
          if (other == row) continue;
          result.opponents.push_back(league_.results[other].bot);
        }
        in_order.push_back(std::move(result));
      }
    }
    league_.results = std::move(in_order);
    return std::move(league_);
  }

 private:
  // The most players of a table with the same result.
  [[nodiscard]] std::size_t LargestTie(
      const std::vector<std::size_t>& members) const {
    std::ptrdiff_t largest = 0;
    for (const std::size_t one : members) {
      largest = std::max(
          largest,
          std::count_if(members.begin(), members.end(), [&](std::size_t other) {
            return league_.results[one].game_points ==
                   league_.results[other].game_points;
          }));
    }
    return static_cast<std::size_t>(largest);
  }

  // Adds the result to its table.
  absl::Status Seat(std::size_t row, stats::SoloResult result) {
    auto& members =
        tables_[{static_cast<int>(result.deal), table_.At(row, kTable)}];
    for (const std::size_t other : members) {
      if (league_.results[other].seat != result.seat) continue;
      return table_.Problem(
          row,
          absl::StrFormat("seat %s of table %s of deal %s again",
                          table_.At(row, kSeat), table_.At(row, kTable),
                          table_.At(row, kDeal)),
          "every seat once");
    }
    if (members.size() == stats::kMaxRankedPlayers) {
      return table_.Problem(
          row,
          absl::StrFormat("player %d of table %s of deal %s",
                          members.size() + 1, table_.At(row, kTable),
                          table_.At(row, kDeal)),
          absl::StrFormat("at most %d", stats::kMaxRankedPlayers));
    }
    members.push_back(row);
    league_.results.push_back(std::move(result));
    return absl::OkStatus();
  }

  const CsvTable& table_;
  SoloLeague league_;
  std::vector<std::string> deal_names_;
  Numbering deals_;
  Numbering bots_;
  Numbering seats_;
  Numbering roles_;
  // By deal, so that the results of a deal are adjacent, then by table.
  std::map<std::pair<int, std::string>, std::vector<std::size_t>> tables_;
};

}  // namespace

absl::StatusOr<SoloLeague> ReadSoloTables(const std::string& file,
                                          const std::string& text) {
  ASSIGN_OR_RETURN(const CsvTable table,
                   CsvTable::Parse(file, text, ColumnNames(), kRole));
  SoloReader reader(table);
  for (std::size_t row = 0; row < table.rows(); ++row) {
    RETURN_IF_ERROR(reader.AddRow(row));
  }
  return reader.Finish();
}

SoloRating RateSoloLeague(const SoloLeague& league, double level) {
  const stats::AdditiveRatings ratings =
      stats::RateSolo({.bots = static_cast<int>(league.bots.size()),
                       .seats = static_cast<int>(league.seats.size()),
                       .roles = static_cast<int>(league.roles.size())},
                      league.results, level);
  SoloRating rating;
  rating.deals = ratings.fit.deals;
  rating.level = level;
  const stats::RankLeague ranks = stats::RateRanks(
      static_cast<int>(league.bots.size()), league.tables, level);
  AddBots(league, ratings, ranks, rating);
  const std::size_t seats = league.bots.size();
  const std::size_t roles = seats + league.seats.size();
  rating.seats = EffectsOf(ratings.fit, seats, league.seats, level);
  if (league.roles.size() > 1) {
    rating.roles = EffectsOf(ratings.fit, roles, league.roles, level);
  }
  return rating;
}

}  // namespace couillon::arena
