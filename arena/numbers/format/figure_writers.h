// Visitors that write figures as JSON or CSV. A list of figures is a function
// that calls visit.KIND(name, value...) for each figure in the order of JSON.
// Kinds: Count, MaybeCount and PlayCount (integers; the last come last in CSV),
// Flag and Interval (JSON only), Number, Bounded (with an interval), Mean, and
// MeanAlone (in CSV without its interval).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "arena/numbers/format/csv_field.h"
#include "arena/numbers/format/json_numbers.h"
#include "arena/numbers/stats/law/interval.h"
#include "arena/numbers/stats/pairs/mean.h"

namespace couillon::arena {

// Adds the figures to a JSON object.
class JsonFigures {
 public:
  explicit JsonFigures(Json& json) : json_(json) {}
  void Count(const std::string& name, std::int64_t value) {
    json_[name] = value;
  }
  void MaybeCount(const std::string& name, std::optional<std::int64_t> value) {
    json_[name] = value ? Json(*value) : Json(nullptr);
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

 private:
  Json& json_;
};

// Collects the cells of a CSV line and the names of their columns, each with a
// comma before it.
class CsvFigures {
 public:
  [[nodiscard]] std::string names() const { return names_ + last_names_; }
  [[nodiscard]] std::string cells() const { return cells_ + last_cells_; }

  void Count(const std::string& name, std::int64_t value) {
    names_ += "," + name;
    cells_ += "," + std::to_string(value);
  }
  void MaybeCount(const std::string& name, std::optional<std::int64_t> value) {
    names_ += "," + name;
    cells_ += "," + (value ? std::to_string(*value) : std::string());
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

 private:
  std::string names_;
  std::string cells_;
  std::string last_names_;  // of counts of play
  std::string last_cells_;
};

}  // namespace couillon::arena
