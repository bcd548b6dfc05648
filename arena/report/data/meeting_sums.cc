#include "arena/report/data/meeting_sums.h"

#include <cstddef>
#include <span>
#include <string>

#include "arena/table/unit/unit_result.h"

namespace couillon::arena {
namespace {

constexpr int kSeatings = 2;  // of two teams
constexpr std::int64_t kDenominator = std::int64_t{2} * kSeatings;

// Ignored unless they are whole, as they are in every unit of deals.
void AddKinds(const UnitOutcome& outcome, DealCounts& counts) {
  const std::string& kinds = outcome.kind_by_view;
  if (outcome.kinds == 0 || kinds.size() != kSeatings * outcome.scores.size()) {
    return;
  }
  if (counts.kinds() == 0) counts = DealCounts(outcome.kinds, kSeatings);
  if (counts.kinds() != outcome.kinds) return;
  for (std::size_t at = 0; at < kinds.size(); at += kSeatings) {
    counts.Add(std::span(
        reinterpret_cast<const std::uint8_t*>(kinds.data()) + at, kSeatings));
  }
}

}  // namespace

void MeetingSums::Add(const UnitOutcome& outcome) {
  deals += outcome.counts.deals;
  for (const Team team : kBothTeams) {
    net[team] += outcome.net[team];
  }
  score.denominator = kDenominator;
  points.denominator = kDenominator;
  for (std::size_t item = 0; item < outcome.scores.size(); ++item) {
    score.Add(outcome.scores[item].HalfPoints(kSeatings));
    points.Add(item < outcome.points.size() ? outcome.points[item] : 0);
  }
  AddKinds(outcome, deal_counts);
}

std::vector<int> NumbersOf(const TeamBots& team) {
  std::vector<int> numbers;
  numbers.reserve(team.size());
  for (const BotIndex bot : team) numbers.push_back(ToInt(bot));
  return numbers;
}

std::vector<stats::TeamSums> TeamSumsOf(
    const std::vector<MeetingSums>& meetings) {
  std::vector<stats::TeamSums> sums;
  for (const MeetingSums& meeting : meetings) {
    if (!meeting.IsPlayed()) continue;
    sums.push_back({.team = NumbersOf(meeting.first),
                    .opponents = NumbersOf(meeting.second),
                    .score = meeting.score,
                    .points = meeting.points});
  }
  return sums;
}

}  // namespace couillon::arena
