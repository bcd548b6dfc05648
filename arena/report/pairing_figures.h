// The figures of a pairing in a report: JSON, CSV, and the tables of text and
// HTML follow from this list.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_format.h"
#include "arena/report/csv_field.h"
#include "arena/report/json_numbers.h"
#include "arena/report/league_report.h"
#include "arena/report/text_table.h"
#include "arena/stats/elo.h"
#include "arena/stats/interval.h"
#include "arena/stats/mean.h"
#include "arena/table/quantity.h"

namespace couillon::arena {

struct FigureScope {
  bool whole = true;  // with the figures that need a single ruleset
  // Whether more is to come. Who looks at a league under way looks again, and
  // a fixed interval would be wrong more often each time.
  bool live = false;
};

// Calls visit.KIND(name, value...) for the figures of a pairing in the order of
// JSON, and visit.Column(title, cell) behind those that the table shows. Kinds:
// Count and PlayCount (whole numbers; the latter come last in CSV), Flag and
// Interval (JSON alone), Number, Bounded (with an interval), Mean, and
// MeanAlone (in CSV without its interval).
template <typename Visit>
void ForEachFigure(const PairingReport& pairing, FigureScope scope,
                   Visit& visit) {
  const stats::EloEstimate& elo = pairing.elo;
  const stats::Interval& shown =
      scope.live ? pairing.anytime_elo : elo.plus_two.elo_interval;
  visit.Count("pairs", pairing.score.pairs);
  visit.Number("score", elo.score);
  visit.Bounded("elo", elo.elo, elo.plus_two.elo_interval);
  visit.Column(scope.live ? "Elo [95% at any time]" : "Elo [95%]",
               absl::StrFormat("%s [%s, %s]", Signed(elo.elo, 1),
                               Signed(shown.lo, 1), Signed(shown.hi, 1)));
  visit.Interval("anytime_elo", pairing.anytime_elo);
  visit.Bounded("nelo", elo.nelo, elo.nelo_interval);
  visit.Column("nElo", Signed(elo.nelo, 1));
  visit.Number("los", elo.plus_two.superiority);
  visit.Column("LOS",
               absl::StrFormat("%.1f%%", 100 * elo.plus_two.superiority));
  visit.Flag("few_decisive_pairs", elo.few_decisive_pairs);
  visit.PlayCount("deals", pairing.counts.deals);
  visit.PlayCount("decisions", pairing.counts.decisions);
  visit.PlayCount("forfeits", pairing.counts.forfeits);
  if (!scope.whole) return;
  const stats::MeanEstimate& game_points = pairing.leads[Quantity::kGamePoints];
  visit.Mean("game_points", game_points);
  visit.Column("points/deal", WithError(game_points, 3));
  visit.MeanAlone("card_points", pairing.leads[Quantity::kCardPoints]);
  visit.Number("luck_share", pairing.luck_share);
  visit.Number("pairing_gain", pairing.design_gain);
  visit.Column("pairing gain",
               pairing.design_gain
                   ? absl::StrFormat("%.1fx", *pairing.design_gain)
                   : "-");
}

// Adds the figures to an object of JSON.
class JsonFigures {
 public:
  explicit JsonFigures(Json& json) : json_(json) {}
  void Count(const std::string& name, std::int64_t value) {
    json_[name] = value;
  }
  void PlayCount(const std::string& name, std::int64_t value) {
    json_[name] = value;
  }
  void Flag(const std::string& name, bool value) { json_[name] = value; }
  void Number(const std::string& name, std::optional<double> value) {
    json_[name] = JsonNumber(value);
  }
  void Bounded(const std::string& name, std::optional<double> value,
               const stats::Interval& interval) {
    Number(name, value);
    Interval(name, interval);
  }
  void Interval(const std::string& name, const stats::Interval& interval) {
    json_[name + "_interval"] = JsonInterval(interval);
  }
  void Mean(const std::string& name, const stats::MeanEstimate& mean) {
    json_[name] = JsonMean(mean);
  }
  void MeanAlone(const std::string& name, const stats::MeanEstimate& mean) {
    Mean(name, mean);
  }
  void Column(const std::string& /*title*/, const std::string& /*cell*/) {}

 private:
  Json& json_;
};

// Collects the cells of a line of CSV, each after a comma, and the names of
// their columns likewise.
class CsvFigures {
 public:
  [[nodiscard]] std::string names() const { return names_ + last_names_; }
  [[nodiscard]] std::string cells() const { return cells_ + last_cells_; }

  void Count(const std::string& name, std::int64_t value) {
    names_ += "," + name;
    cells_ += "," + std::to_string(value);
  }
  void PlayCount(const std::string& name, std::int64_t value) {
    last_names_ += "," + name;
    last_cells_ += "," + std::to_string(value);
  }
  void Flag(const std::string& /*name*/, bool /*value*/) {}
  void Number(const std::string& name, std::optional<double> value) {
    names_ += "," + name;
    cells_ += "," + CsvField(value);
  }
  void Bounded(const std::string& name, std::optional<double> value,
               const stats::Interval& interval) {
    Number(name, value);
    Number(name + "_lo", interval.lo);
    Number(name + "_hi", interval.hi);
  }
  void Interval(const std::string& /*name*/,
                const stats::Interval& /*interval*/) {}
  void Mean(const std::string& name, const stats::MeanEstimate& mean) {
    Bounded(name, mean.mean, mean.interval);
  }
  void MeanAlone(const std::string& name, const stats::MeanEstimate& mean) {
    Number(name, mean.mean);
  }
  void Column(const std::string& /*title*/, const std::string& /*cell*/) {}

 private:
  std::string names_;
  std::string cells_;
  std::string last_names_;  // of counts of play
  std::string last_cells_;
};

// Collects the columns of the table that people read.
class TableFigures {
 public:
  [[nodiscard]] const std::vector<std::string>& titles() const {
    return titles_;
  }
  [[nodiscard]] const std::vector<std::string>& cells() const { return cells_; }

  template <typename... Values>
  void Count(const Values&... /*value*/) {}
  template <typename... Values>
  void PlayCount(const Values&... /*value*/) {}
  template <typename... Values>
  void Flag(const Values&... /*value*/) {}
  template <typename... Values>
  void Number(const Values&... /*value*/) {}
  template <typename... Values>
  void Bounded(const Values&... /*value*/) {}
  template <typename... Values>
  void Interval(const Values&... /*value*/) {}
  template <typename... Values>
  void Mean(const Values&... /*value*/) {}
  template <typename... Values>
  void MeanAlone(const Values&... /*value*/) {}
  void Column(const std::string& title, const std::string& cell) {
    titles_.push_back(title);
    cells_.push_back(cell);
  }

 private:
  std::vector<std::string> titles_;
  std::vector<std::string> cells_;
};

}  // namespace couillon::arena
