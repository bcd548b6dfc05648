#include "arena/planner/individual_planner.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "arena/planner/round_tables.h"
#include "arena/planner/season.h"

namespace couillon::arena {
namespace {

using Teams = std::pair<std::vector<int>, std::vector<int>>;

// What those who play have played with and against each other, by their place
// in Season::playing.
struct Acquaintance {
  explicit Acquaintance(const Season& season)
      : players(static_cast<int>(season.playing.size())),
        partners(players),
        opponents(players) {
    std::map<int, int> place;
    for (const int entrant : season.playing) {
      place.emplace(entrant, static_cast<int>(place.size()));
    }
    const auto add = [&](int a, int b, std::uint64_t items,
                         PairCounts& counts) {
      const auto of_a = place.find(a);
      const auto of_b = place.find(b);
      if (of_a == place.end() || of_b == place.end()) return;
      counts.Add(of_a->second, of_b->second, static_cast<std::int64_t>(items));
    };
    for (const PlayedRound& round : season.rounds) {
      for (const PlannedTable& table : round.plan.tables) {
        for (const std::vector<int>* team : {&table.first, &table.second}) {
          for (std::size_t i = 0; i < team->size(); ++i) {
            for (std::size_t j = i + 1; j < team->size(); ++j) {
              add((*team)[i], (*team)[j], round.plan.items, partners);
            }
          }
        }
        for (const int a : table.first) {
          for (const int b : table.second) {
            add(a, b, round.plan.items, opponents);
          }
        }
      }
    }
  }

  template <typename Use>
  void ForEachPair(Use use) const {
    for (int a = 0; a < players; ++a) {
      for (int b = a + 1; b < players; ++b) use(a, b, partners.of(a, b));
    }
  }

  int players;
  PairCounts partners;  // deals per ruleset
  PairCounts opponents;
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

// The rounds in which two teams of those who play have met, by place.
MeetingCounts MeetingsOf(const Season& season) {
  const auto place = [&season](int entrant) -> std::optional<int> {
    const auto found =
        std::lower_bound(season.playing.begin(), season.playing.end(), entrant);
    if (found == season.playing.end() || *found != entrant) return std::nullopt;
    return static_cast<int>(found - season.playing.begin());
  };
  MeetingCounts meetings;
  for (const PlayedRound& round : season.rounds) {
    for (const PlannedTable& table : round.plan.tables) {
      Teams places;
      const auto add = [&](const std::vector<int>& team, std::vector<int>& to) {
        for (const int entrant : team) {
          if (const std::optional<int> at = place(entrant)) to.push_back(*at);
        }
        return to.size() == team.size();
      };
      if (add(table.first, places.first) && add(table.second, places.second)) {
        ++meetings[places];
      }
    }
  }
  return meetings;
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
  if (known.players < season.seats) return std::nullopt;
  const auto target = static_cast<std::int64_t>(season.target);
  std::int64_t least = target;
  known.ForEachPair([&](int /*a*/, int /*b*/, std::int64_t items) {
    least = std::min(least, items);
  });
  if (least == target) return std::nullopt;
  PairCounts wanted(known.players);
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
       SeatRound({.players = known.players,
                  .seats = season.seats,
                  .partners = known.partners,
                  .opponents = known.opponents,
                  .unit = static_cast<std::int64_t>(plan.items),
                  .wanted = wanted,
                  .meetings = MeetingsOf(season)})) {
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
