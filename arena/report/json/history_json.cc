#include "arena/report/json/history_json.h"

#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>

#include "arena/league/store/running_sums.h"
#include "arena/numbers/format/json_numbers.h"
#include "arena/numbers/stats/pairs/drift_test.h"
#include "arena/numbers/stats/pairs/result_scale.h"
#include "arena/report/data/rating_history.h"
#include "arena/table/bot_index.h"
#include "arena/table/schedule/league_schedule.h"
#include "arena/table/schedule/schedule.h"
#include "couillon/v1/league.pb.h"

namespace couillon::arena {
namespace {

Json SeriesJson(const RatingHistory& history, std::size_t bot) {
  Json series = Json::array();
  for (std::size_t i = 0; i < history.rounds.size(); ++i) {
    const std::optional<RatingPoint>& point = history.points[bot][i];
    if (!point) continue;
    Json step = {{"round", history.rounds[i]}};
    AddBounds("rating", point->value, point->interval, step);
    series.push_back(std::move(step));
  }
  return series;
}

}  // namespace

Json HistoryJson(const LeagueReport& report) {
  Json json = Json::array();
  for (const RatingHistory& history : report.history) {
    Json entrants = Json::array();
    for (std::size_t bot = 0; bot < history.points.size(); ++bot) {
      entrants.push_back(
          {{"entrant", report.config.bots(static_cast<int>(bot)).name()},
           {"ratings", SeriesJson(history, bot)}});
    }
    json.push_back(
        {{"ruleset", history.ruleset},
         {"unit",
          history.scale == stats::ResultScale::kPoints ? "points" : "elo"},
         {"anchor", report.zero.anchor
                        ? Json(report.config.bots(*report.zero.anchor).name())
                        : Json(nullptr)},
         {"rounds", history.rounds},
         {"entrants", entrants}});
  }
  return json;
}

Json ConvergenceJson(const v1::LeagueConfig& config,
                     const Convergence& convergence) {
  const Schedule schedule = MakeSchedule(config);
  const bool points = convergence.scale == stats::ResultScale::kPoints;
  Json json = Json::array();
  for (const ConvergenceSeries& series : convergence.series) {
    const Pairing& teams = schedule.rounds()[0][series.pairing];
    Json steps = Json::array();
    for (const ConvergenceStep& step : series.steps) {
      steps.push_back({{"pairs", step.pairs},
                       {"mean", JsonNumber(step.mean)},
                       {"lo", JsonNumber(step.interval.lo)},
                       {"hi", JsonNumber(step.interval.hi)}});
    }
    json.push_back({{"ruleset", config.rulesets(series.ruleset).spec()},
                    {"first", config.bots(ToInt(teams.first[0])).name()},
                    {"second", config.bots(ToInt(teams.second[0])).name()},
                    {"unit", points ? "points_per_deal" : "score"},
                    {"steps", std::move(steps)}});
  }
  return json;
}

Json DriftJson(const std::vector<PairingDrift>& drifts) {
  Json json = Json::array();
  for (const PairingDrift& drift : drifts) {
    const auto& test = drift.test;
    const auto number = [&](double value) {
      return test ? JsonNumber(value) : Json(nullptr);
    };
    const stats::DriftTest found = test.value_or(stats::DriftTest{});
    json.push_back({{"first", drift.first},
                    {"second", drift.second},
                    {"pairs", test ? Json(found.pairs) : Json(nullptr)},
                    {"per_1000_deals", number(found.slope_per_1000)},
                    {"lo", number(found.interval.lo)},
                    {"hi", number(found.interval.hi)},
                    {"p_value", number(found.p_value)},
                    {"holm_p_value", number(drift.holm_p_value)}});
  }
  return json;
}

}  // namespace couillon::arena
