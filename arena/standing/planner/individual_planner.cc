#include "arena/standing/planner/individual_planner.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>
#include <vector>

#include "arena/standing/planner/round_tables.h"

namespace couillon::arena {
namespace {

using Teams = std::pair<std::vector<int>, std::vector<int>>;

// The places in Season::playing of those of a team who play.
std::vector<int> PlacesOf(const Season& season, const std::vector<int>& team) {
  std::vector<int> places;
  for (const int entrant : team) {
    const auto found =
        std::lower_bound(season.playing.begin(), season.playing.end(), entrant);
    if (found != season.playing.end() && *found == entrant) {
      places.push_back(static_cast<int>(found - season.playing.begin()));
    }
  }
  return places;
}

// What those who play have played with and against each other, by their place.
class Acquaintance {
 public:
  explicit Acquaintance(const Season& season)
      : players_(static_cast<int>(season.playing.size())),
        partners_(players_),
        opponents_(players_) {
    for (const PlayedRound& round : season.rounds) {
      const auto items = static_cast<std::int64_t>(round.plan.items);
      for (const PlannedTable& table : round.plan.tables) {
        const Teams places(PlacesOf(season, table.first),
                           PlacesOf(season, table.second));
        AddPartners(places.first, items);
        AddPartners(places.second, items);
        AddOpponents(places, items);
        if (places.first.size() == table.first.size() &&
            places.second.size() == table.second.size()) {
          ++meetings_[places];
        }
      }
    }
  }

  [[nodiscard]] int players() const { return players_; }
  // Deals per ruleset.
  [[nodiscard]] const PairCounts& partners() const { return partners_; }
  [[nodiscard]] const PairCounts& opponents() const { return opponents_; }
  // Rounds in which two teams have met.
  [[nodiscard]] const MeetingCounts& meetings() const { return meetings_; }

  template <typename Use>
  void ForEachPair(Use use) const {
    for (int a = 0; a < players_; ++a) {
      for (int b = a + 1; b < players_; ++b) use(a, b, partners_.of(a, b));
    }
  }

 private:
  void AddPartners(const std::vector<int>& team, std::int64_t items) {
    for (std::size_t i = 0; i < team.size(); ++i) {
      for (std::size_t j = i + 1; j < team.size(); ++j) {
        partners_.Add(team[i], team[j], items);
      }
    }
  }
  void AddOpponents(const Teams& teams, std::int64_t items) {
    for (const int a : teams.first) {
      for (const int b : teams.second) opponents_.Add(a, b, items);
    }
  }

  int players_;
  PairCounts partners_;
  PairCounts opponents_;
  MeetingCounts meetings_;
};

// The deals that the same teams have played against each other.
std::map<Teams, std::uint64_t> ItemsOfTables(const Season& season) {
  std::map<Teams, std::uint64_t> items;
  for (const PlayedRound& round : season.rounds) {
    for (const PlannedTable& table : round.plan.tables) {
      items[Teams(table.first, table.second)] += round.plan.items;
    }
  }
  return items;
}

std::vector<int> EntrantsAt(const Season& season,
                            const std::vector<int>& places) {
  std::vector<int> entrants;
  entrants.reserve(places.size());
  for (const int place : places) {
    entrants.push_back(season.playing[static_cast<std::size_t>(place)]);
  }
  return entrants;
}

}  // namespace

std::optional<RoundPlan> PlanIndividual(const Season& season) {
  const Acquaintance known(season);
  if (known.players() < season.seats) return std::nullopt;
  const auto target = static_cast<std::int64_t>(season.target);
  std::int64_t least = target;
  known.ForEachPair([&](int /*a*/, int /*b*/, std::int64_t items) {
    least = std::min(least, items);
  });
  if (least == target) return std::nullopt;
  PairCounts wanted(known.players());
  std::int64_t next = target;
  known.ForEachPair([&](int a, int b, std::int64_t items) {
    if (items == least) {
      wanted.Add(a, b, 1);
    } else {
      next = std::min(next, items);
    }
  });
  RoundPlan plan{.items = std::min(static_cast<std::uint64_t>(next - least),
                                   season.round_items)};
  std::map<Teams, std::uint64_t> before = ItemsOfTables(season);
  for (const SeatedTable& seated :
       SeatRound({.players = known.players(),
                  .seats = season.seats,
                  .partners = known.partners(),
                  .opponents = known.opponents(),
                  .unit = static_cast<std::int64_t>(plan.items),
                  .wanted = wanted,
                  .meetings = known.meetings()})) {
    PlannedTable table{.first = EntrantsAt(season, seated.first),
                       .second = EntrantsAt(season, seated.second)};
    std::uint64_t& played = before[Teams(table.first, table.second)];
    table.first_item = played;
    played += plan.items;
    plan.tables.push_back(std::move(table));
  }
  return plan;
}

PartnersLeft PartnersLeftOf(const Season& season) {
  PartnersLeft left;
  const auto target = static_cast<std::int64_t>(season.target);
  Acquaintance(season).ForEachPair(
      [&](int /*a*/, int /*b*/, std::int64_t items) {
        if (items >= target) return;
        ++left.pairs;
        left.items += static_cast<std::uint64_t>(target - items);
      });
  return left;
}

}  // namespace couillon::arena
