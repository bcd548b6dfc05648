#include "arena/report/data/meeting_figures.h"

#include <map>
#include <utility>

#include "absl/status/statusor.h"
#include "arena/numbers/stats/law/interval.h"
#include "arena/numbers/stats/pairs/mean.h"
#include "arena/numbers/stats/pairs/pair_sums.h"
#include "arena/report/data/place_results.h"
#include "arena/report/data/rating_table.h"
#include "arena/table/bot_index.h"
#include "arena/table/schedule/league_schedule.h"
#include "arena/table/team_bots.h"
#include "couillon/v1/league.pb.h"
#include "engine/cards/check.h"
#include "engine/rules/compiled_rules.h"
#include "engine/rules/compiler.h"
#include "engine/rules/ruleset.h"
#include "proto/ruleset_codec.h"

namespace couillon::arena {
namespace {

// The results of two players, from the view of the one with the lower number.
struct TogetherSums {
  stats::PairSums score;
  stats::PairSums points;
  int meetings = 0;

  void Add(const stats::PairSums& of_score, const stats::PairSums& of_points) {
    COUILLON_CHECK(score.Merge(of_score) && points.Merge(of_points));
    ++meetings;
  }
};
using ByPlayers = std::map<std::pair<BotIndex, BotIndex>, TogetherSums>;

void AddPartners(const TeamBots& team, const stats::PairSums& score,
                 const stats::PairSums& points, ByPlayers& partners) {
  for (const BotIndex a : team) {
    for (const BotIndex b : team) {
      if (a < b) partners[{a, b}].Add(score, points);
    }
  }
}

void AddOpponents(const MeetingSums& meeting, ByPlayers& opponents) {
  for (const BotIndex a : meeting.first) {
    for (const BotIndex b : meeting.second) {
      if (a < b) {
        opponents[{a, b}].Add(meeting.score, meeting.points);
      } else {
        opponents[{b, a}].Add(stats::SwappedScore(meeting.score),
                              stats::SwappedPoints(meeting.points));
      }
    }
  }
}

// A mean with its interval, if it is known.
stats::MeanEstimate MeanOf(const stats::PairSums& sums, bool has_interval) {
  stats::MeanEstimate mean = stats::EstimateMean(sums, kConfidence);
  if (has_interval) return mean;
  mean.standard_error.reset();
  mean.interval = stats::Interval();
  return mean;
}

PlacesOfTable PlacesOf(const v1::LeagueConfig& config, int ruleset,
                       const std::vector<MeetingSums>& meetings) {
  if (ArePlayingMatches(config)) return {};
  // Without its rules a tournament still has its results.
  const absl::StatusOr<Ruleset> written =
      wire::FromMessage(config.rulesets(ruleset).ruleset());
  if (!written.ok()) return {};
  const absl::StatusOr<CompiledRules> rules = CompileRules(*written);
  if (!rules.ok()) return {};
  PlaceTally tally(*rules, config.bots_size(), config.same_deals());
  for (const MeetingSums& meeting : meetings) {
    tally.Add(meeting.first, meeting.second, meeting.deal_counts);
  }
  return tally.Results(kConfidence);
}

}  // namespace

void AddMeetingFigures(const v1::LeagueConfig& config, int ruleset,
                       const std::vector<MeetingSums>& meetings,
                       TournamentTable& table) {
  ByPlayers partners;
  ByPlayers opponents;
  for (const MeetingSums& meeting : meetings) {
    if (!meeting.IsPlayed()) continue;
    AddPartners(meeting.first, meeting.score, meeting.points, partners);
    AddPartners(meeting.second, stats::SwappedScore(meeting.score),
                stats::SwappedPoints(meeting.points), partners);
    AddOpponents(meeting, opponents);
  }
  const auto has_interval = [&config](const TogetherSums& sums) {
    return !config.same_deals() || sums.meetings == 1;
  };
  for (const auto& [players, sums] : partners) {
    const auto [a, b] = players;
    for (PartnersReport* of : {&table.partners[Index(a)][Index(b)],
                               &table.partners[Index(b)][Index(a)]}) {
      of->score = MeanOf(sums.score, has_interval(sums));
      of->lead = MeanOf(sums.points, has_interval(sums));
    }
  }
  for (const auto& [players, sums] : opponents) {
    table.opponents.push_back(
        {.first = players.first,
         .second = players.second,
         .score = MeanOf(sums.score, has_interval(sums)),
         .lead = MeanOf(sums.points, has_interval(sums))});
  }
  table.places = PlacesOf(config, ruleset, meetings);
}

}  // namespace couillon::arena
