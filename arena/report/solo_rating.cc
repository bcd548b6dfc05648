#include "arena/report/solo_rating.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/report/format/csv_table.h"
#include "arena/report/format/json_numbers.h"
#include "arena/report/format/text_table.h"
#include "arena/stats/league/additive.h"
#include "arena/stats/league/design_fit.h"

namespace couillon::arena {
namespace {

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

Rows EffectRows(const std::string& title,
                const std::vector<SoloEffect>& effects) {
  Rows rows = {{title, "points/deal"}};
  for (const SoloEffect& effect : effects) {
    std::string cell = "-";
    if (effect.game_points) {
      const stats::ContrastEstimate& points = *effect.game_points;
      cell = Signed(points.value, 3);
      const double half = (points.interval.hi - points.interval.lo) / 2;
      if (points.standard_error && std::isfinite(half)) {
        cell += absl::StrFormat(" ± %.3f", half);
      }
    }
    rows.push_back({effect.name, cell});
  }
  return rows;
}

Json EffectsJson(const char* kind, const std::vector<SoloEffect>& effects) {
  Json json = Json::array();
  for (const SoloEffect& effect : effects) {
    Json line = {{kind, effect.name}};
    const std::optional<stats::ContrastEstimate>& points = effect.game_points;
    line["game_points"] = points ? JsonNumber(points->value) : Json(nullptr);
    line["lo"] = points ? JsonNumber(points->interval.lo) : Json(nullptr);
    line["hi"] = points ? JsonNumber(points->interval.hi) : Json(nullptr);
    line["standard_error"] =
        points ? JsonNumber(points->standard_error) : Json(nullptr);
    json.push_back(line);
  }
  return json;
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
        !std::isfinite(result.game_points)) {
      return table_.Problem(
          row, absl::StrCat("the game_points \"", points, "\""), "a number");
    }
    result.deal = deals_.NumberOf(table_.At(row, kDeal));
    result.bot = bots_.NumberOf(table_.At(row, kBot));
    result.seat = seats_.NumberOf(table_.At(row, kSeat));
    result.role = roles_.NumberOf(table_.At(row, kRole));
    return Seat(row, std::move(result));
  }

  // Returns the league; an error if a table has a single player.
  absl::StatusOr<SoloLeague> Finish() {
    std::vector<stats::SoloResult> in_order;
    for (const auto& [key, members] : tables_) {
      if (members.size() < 2) {
        return table_.Problem(members[0], "only one player at a table",
                              "at least two");
      }
      for (const std::size_t row : members) {
        stats::SoloResult result = league_.results[row];
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
  const absl::StatusOr<CsvTable> table =
      CsvTable::Parse(file, text, ColumnNames(), kRole);
  if (!table.ok()) return table.status();
  SoloReader reader(*table);
  for (std::size_t row = 0; row < table->rows(); ++row) {
    absl::Status status = reader.AddRow(row);
    if (!status.ok()) return status;
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
  for (std::size_t i = 0; i < league.bots.size(); ++i) {
    rating.bots.push_back({league.bots[i], ratings.bots[i]});
  }
  std::stable_sort(rating.bots.begin(), rating.bots.end(),
                   [](const SoloEffect& a, const SoloEffect& b) {
                     if (!a.game_points) return false;
                     return !b.game_points ||
                            a.game_points->value > b.game_points->value;
                   });
  const std::size_t seats = league.bots.size();
  const std::size_t roles = seats + league.seats.size();
  rating.seats = EffectsOf(ratings.fit, seats, league.seats, level);
  if (league.roles.size() > 1) {
    rating.roles = EffectsOf(ratings.fit, roles, league.roles, level);
  }
  return rating;
}

std::string SoloRatingText(const SoloRating& rating) {
  std::string text = Columns(EffectRows("bot", rating.bots)) + "\n" +
                     Columns(EffectRows("seat", rating.seats));
  if (!rating.roles.empty()) {
    text += "\n" + Columns(EffectRows("role", rating.roles));
  }
  return text + absl::StrFormat(
                    "\nRelative to the mean of all, ± %g%% clustered by deal, "
                    "%s deals; \"-\" cannot be estimated from these tables.\n",
                    100 * rating.level, Grouped(rating.deals));
}

std::string SoloRatingJson(const SoloRating& rating) {
  Json json;
  json["deals"] = rating.deals;
  json["level"] = rating.level;
  json["bots"] = EffectsJson("bot", rating.bots);
  json["seats"] = EffectsJson("seat", rating.seats);
  json["roles"] = EffectsJson("role", rating.roles);
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace couillon::arena
