// Visitors that write figures as JSON or CSV; text_figures.h has that of texts.
// A list of figures is a function that calls visit.KIND(name, value..., column)
// for each figure in the order of JSON; the column says where CSV and text show
// it.
//
// Kinds, with their keys in JSON and the cells of CSV:
//   Count, MaybeCount   an integer
//   Number, Share       a number; text shows a share as a percentage
//   Word                a text; tables show its underscores as blanks
//   Mean, MeanAlone     an object with the interval and the standard error;
//                       NAME, NAME_lo, NAME_hi, or NAME alone
//   Bounded             NAME and NAME_interval; as Mean
//   Strength            an object of UNIT, UNIT_lo, UNIT_hi and the error, or
//                       null; as Mean
//   Estimate            an object of value, interval and error, or null; as
//                       Mean, and NAME_standard_error
//   Flag, Interval, Detail   JSON only
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "arena/numbers/format/csv_field.h"
#include "arena/numbers/format/json_numbers.h"
#include "arena/numbers/stats/law/interval.h"
#include "arena/numbers/stats/league/design_fit.h"
#include "arena/numbers/stats/pairs/mean.h"

namespace couillon::arena {

// CSV and text show the figures by their place, then in the order of the list.
enum class FigurePlace : std::uint8_t { kFirst, kPlay, kRating, kCount };

// The column of a figure.
struct FigureColumn {
  std::string_view title = {};  // in a text, which leaves out those without
  FigurePlace place = FigurePlace::kFirst;
  int digits = 3;  // of a number in a text
};

// Adds the figures to a JSON object.
class JsonFigures {
 public:
  explicit JsonFigures(Json& json) : json_(json) {}
  void Count(const std::string& name, std::int64_t value,
             const FigureColumn& /*column*/ = {}) {
    json_[name] = value;
  }
  void MaybeCount(const std::string& name, std::optional<std::int64_t> value,
                  const FigureColumn& /*column*/ = {}) {
    json_[name] = value ? Json(*value) : Json(nullptr);
  }
  void Number(const std::string& name, std::optional<double> value,
              const FigureColumn& /*column*/ = {}) {
    json_[name] = JsonNumber(value);
  }
  void Share(const std::string& name, std::optional<double> value,
             const FigureColumn& column = {}) {
    Number(name, value, column);
  }
  void Word(const std::string& name, std::string_view value,
            const FigureColumn& /*column*/ = {}) {
    json_[name] = value;
  }
  void Mean(const std::string& name, const stats::MeanEstimate& mean,
            const FigureColumn& /*column*/ = {}) {
    json_[name] = JsonMean(mean);
  }
  void MeanAlone(const std::string& name, const stats::MeanEstimate& mean) {
    Mean(name, mean);
  }
  void Bounded(const std::string& name, std::optional<double> value,
               const stats::Interval& interval) {
    Number(name, WithoutNoise(value));
    Interval(name, interval);
  }
  void Strength(const std::string& name, const std::string& unit,
                const std::optional<stats::ContrastEstimate>& strength,
                const FigureColumn& /*column*/ = {}) {
    json_[name] = JsonStrength(unit, strength);
  }
  void Estimate(const std::string& name,
                const std::optional<stats::ContrastEstimate>& estimate,
                const FigureColumn& /*column*/ = {}) {
    json_[name] = JsonEstimate(estimate);
  }
  void Flag(const std::string& name, bool value) { json_[name] = value; }
  void Interval(const std::string& name, const stats::Interval& interval) {
    json_[name + "_interval"] = JsonInterval(interval);
  }
  void Detail(const std::string& name, Json value) {
    json_[name] = std::move(value);
  }

 private:
  Json& json_;
};

// Adds the figures of a row to a JSON object.
template <typename Row, typename Scope>
void AddFigures(const Row& row, const Scope& scope, Json& json) {
  JsonFigures figures(json);
  ForEachFigure(row, scope, figures);
}

// Collects the cells of a CSV line and the names of their columns, each with a
// comma before it.
class CsvFigures {
 public:
  [[nodiscard]] std::string names() const { return Joined(names_); }
  [[nodiscard]] std::string cells() const { return Joined(cells_); }

  void Count(const std::string& name, std::int64_t value,
             const FigureColumn& column = {}) {
    Add(name, std::to_string(value), column);
  }
  void MaybeCount(const std::string& name, std::optional<std::int64_t> value,
                  const FigureColumn& column = {}) {
    Add(name, value ? std::to_string(*value) : std::string(), column);
  }
  void Number(const std::string& name, std::optional<double> value,
              const FigureColumn& column = {}) {
    Add(name, CsvField(value), column);
  }
  void Bounded(const std::string& name, std::optional<double> value,
               const stats::Interval& interval,
               const FigureColumn& column = {}) {
    Number(name, WithoutNoise(value), column);
    Number(name + "_lo", WithoutNoise(interval.lo), column);
    Number(name + "_hi", WithoutNoise(interval.hi), column);
  }
  void Mean(const std::string& name, const stats::MeanEstimate& mean,
            const FigureColumn& column = {}) {
    Bounded(name, mean.mean, mean.interval, column);
  }
  void MeanAlone(const std::string& name, const stats::MeanEstimate& mean) {
    Number(name, WithoutNoise(mean.mean));
  }
  void Strength(const std::string& name, const std::string& /*unit*/,
                const std::optional<stats::ContrastEstimate>& strength,
                const FigureColumn& column = {}) {
    const stats::ContrastEstimate known =
        strength.value_or(stats::ContrastEstimate());
    Bounded(name, strength ? std::optional(known.value) : std::nullopt,
            known.interval, column);
  }
  void Estimate(const std::string& name,
                const std::optional<stats::ContrastEstimate>& estimate,
                const FigureColumn& column = {}) {
    Strength(name, "", estimate, column);
    Number(name + "_standard_error",
           estimate ? estimate->standard_error : std::nullopt, column);
  }
  void Flag(const std::string& /*name*/, bool /*value*/) {}
  void Interval(const std::string& /*name*/,
                const stats::Interval& /*interval*/) {}
  void Detail(const std::string& /*name*/, const Json& /*value*/) {}

 private:
  using ByPlace =
      std::array<std::string, static_cast<std::size_t>(FigurePlace::kCount)>;

  static std::string Joined(const ByPlace& parts) {
    std::string all;
    for (const std::string& part : parts) all += part;
    return all;
  }
  void Add(const std::string& name, const std::string& cell,
           const FigureColumn& column) {
    const auto place = static_cast<std::size_t>(column.place);
    names_[place] += "," + name;
    cells_[place] += "," + cell;
  }

  ByPlace names_;
  ByPlace cells_;
};

}  // namespace couillon::arena
