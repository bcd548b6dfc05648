// Scores, floats and meetings of the season, as swiss_pairing.h asks for them.

#include "arena/standing/planner/swiss_planner.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <map>
#include <tuple>
#include <utility>

#include "arena/standing/planner/swiss_pairing.h"
#include "engine/cards/check.h"

namespace couillon::arena {
namespace {

void AddRound(int half_points, SwissScore& score) {
  score.half_points += half_points;
  ++(half_points == 2   ? score.wins
     : half_points == 1 ? score.draws
                        : score.losses);
}

// By entrant, without the points of opponents; empty for one that is not there.
std::map<int, SwissScore> CountScores(const Season& season) {
  std::map<int, SwissScore> scores;
  for (const PlayedRound& round : season.rounds) {
    COUILLON_CHECK(round.leads.size() == round.plan.pairings.size());
    for (std::size_t i = 0; i < round.leads.size(); ++i) {
      const PlannedPairing& pairing = round.plan.pairings[i];
      const int first = HalfPoints(round.leads[i]);
      AddRound(first, scores[pairing.first]);
      AddRound(2 - first, scores[pairing.second]);
    }
    for (const int entrant : round.plan.byes) {
      scores[entrant].half_points += 2;
      ++scores[entrant].byes;
    }
  }
  return scores;
}

// Calls `use` with every two entrants that have met, once per round.
template <typename Use>
void ForEachMeeting(const Season& season, Use use) {
  for (const PlayedRound& round : season.rounds) {
    for (const PlannedPairing& pairing : round.plan.pairings) {
      use(pairing.first, pairing.second);
    }
  }
}

// The entrants with a higher score than their opponent before the last round,
// and those who sat it out.
std::vector<int> FloatedDown(const Season& season) {
  std::vector<int> floated;
  if (season.rounds.empty()) return floated;
  Season before = season;
  const RoundPlan last = before.rounds.back().plan;
  before.rounds.pop_back();
  std::map<int, SwissScore> scores = CountScores(before);
  for (const PlannedPairing& pairing : last.pairings) {
    const int first = scores[pairing.first].half_points;
    const int second = scores[pairing.second].half_points;
    if (first > second) floated.push_back(pairing.first);
    if (second > first) floated.push_back(pairing.second);
  }
  floated.insert(floated.end(), last.byes.begin(), last.byes.end());
  return floated;
}

}  // namespace

int HalfPoints(const stats::PairSums& lead) {
  if (lead.sum == 0) return 1;
  return lead.sum > 0 ? 2 : 0;
}

std::vector<SwissScore> SwissStandings(const Season& season) {
  std::map<int, SwissScore> scores = CountScores(season);
  ForEachMeeting(season, [&](int first, int second) {
    scores[first].opponents += scores[second].half_points;
    scores[second].opponents += scores[first].half_points;
  });
  std::vector<SwissScore> standings;
  standings.reserve(season.playing.size());
  for (const int entrant : season.playing) {
    SwissScore& score = scores[entrant];
    score.entrant = entrant;
    standings.push_back(score);
  }
  std::sort(standings.begin(), standings.end(),
            [](const SwissScore& a, const SwissScore& b) {
              return std::tuple(-a.half_points, -a.opponents, a.entrant) <
                     std::tuple(-b.half_points, -b.opponents, b.entrant);
            });
  return standings;
}

int SwissRounds(const Season& season) {
  if (season.rounds_wanted > 0) return season.rounds_wanted;
  auto players = static_cast<unsigned>(season.playing.size());
  if (!season.rounds.empty()) {
    const RoundPlan& first = season.rounds.front().plan;
    players =
        static_cast<unsigned>((2 * first.pairings.size()) + first.byes.size());
  }
  return players < 2 ? 0 : static_cast<int>(std::bit_width(players - 1));
}

std::optional<RoundPlan> PlanSwiss(const Season& season) {
  if (season.playing.size() < 2 ||
      static_cast<int>(season.rounds.size()) >= SwissRounds(season)) {
    return std::nullopt;
  }
  const std::vector<SwissScore> standings = SwissStandings(season);
  std::map<int, int> rank;
  std::vector<SwissPlayer> players;
  for (const SwissScore& score : standings) {
    rank[score.entrant] = static_cast<int>(players.size());
    players.push_back({.half_points = score.half_points});
  }
  const auto player = [&](int entrant) -> SwissPlayer* {
    const auto found = rank.find(entrant);
    return found == rank.end()
               ? nullptr
               : &players[static_cast<std::size_t>(found->second)];
  };
  ForEachMeeting(season, [&](int first, int second) {
    if (player(first) == nullptr || player(second) == nullptr) return;
    player(first)->met.push_back(rank.at(second));
    player(second)->met.push_back(rank.at(first));
  });
  for (const PlayedRound& round : season.rounds) {
    for (const int entrant : round.plan.byes) {
      if (player(entrant) != nullptr) ++player(entrant)->byes;
    }
  }
  for (const int entrant : FloatedDown(season)) {
    if (player(entrant) != nullptr) player(entrant)->floated_down = true;
  }
  const SwissPairing paired = PairSwissRound(players);
  RoundPlan plan{.items = season.target};
  const auto entrant_of = [&](int index) {
    return standings[static_cast<std::size_t>(index)].entrant;
  };
  for (const auto& [better, other] : paired.pairs) {
    const std::pair<int, int> pair =
        std::minmax({entrant_of(better), entrant_of(other)});
    const auto& [first, second] = pair;
    plan.pairings.push_back({.first = first,
                             .second = second,
                             .first_item = CountItems(season, first, second)});
  }
  std::sort(plan.pairings.begin(), plan.pairings.end(),
            [](const PlannedPairing& a, const PlannedPairing& b) {
              return std::pair(a.first, a.second) <
                     std::pair(b.first, b.second);
            });
  if (paired.bye >= 0) plan.byes.push_back(entrant_of(paired.bye));
  return plan;
}

}  // namespace couillon::arena
