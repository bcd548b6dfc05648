// Tables are chosen greedily by wishes and by how often players have met, in
// random orders of the players.

#include "arena/standing/planner/individual_planner.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>
#include <vector>

#include "arena/numbers/stats/law/splitmix.h"
#include "engine/cards/check.h"

namespace couillon::arena {
namespace {

// Seats bots at tables with partners: who wants to play together does, and
// opponents change as evenly as possible.

// A number for every two of some players, 0 at first.
class PairCounts {
 public:
  explicit PairCounts(int players)
      : players_(static_cast<std::size_t>(players)),
        counts_(players_ * players_) {}

  // Requires: a != b, both from 0 to players - 1; the order does not matter.
  [[nodiscard]] std::int64_t of(int a, int b) const {
    return counts_[Place(a, b)];
  }
  void Add(int a, int b, std::int64_t more) { counts_[Place(a, b)] += more; }

 private:
  [[nodiscard]] std::size_t Place(int a, int b) const {
    const auto low = static_cast<std::size_t>(a < b ? a : b);
    const auto high = static_cast<std::size_t>(a < b ? b : a);
    return (low * players_) + high;
  }
  std::size_t players_;
  std::vector<std::int64_t> counts_;
};

// Two teams of partners, each ascending; the first has the lowest player of
// both.
struct SeatedTable {
  std::vector<int> first;
  std::vector<int> second;
  friend bool operator==(const SeatedTable&, const SeatedTable&) = default;
};

// The number of times that two teams have met, the first with the lowest player
// of both.
using MeetingCounts =
    std::map<std::pair<std::vector<int>, std::vector<int>>, std::int64_t>;

struct SeatingWishes {
  int players = 0;  // at least `seats`
  int seats = 4;    // of a table: 4, 6 or 8
  // The number of times that two players have been partners and opponents, in
  // any unit, but the same for both.
  PairCounts partners;
  PairCounts opponents;
  std::int64_t unit = 1;  // what a table adds to them, at least 1
  // Above 0 for two players who have to be partners.
  PairCounts wanted;
  // In any unit.
  MeetingCounts meetings = {};
};

using Members = std::vector<int>;

// Exchanges of opponents that are tried: per table, and at most in all searches
// together. Small fields are searched several times.
constexpr std::size_t kTriesPerTable = 500;
constexpr std::size_t kMaxTries = 200'000;
constexpr std::size_t kMaxSearches = 24;
constexpr std::uint64_t kSearchSeed = 1;  // fixed: equal wishes, equal tables

bool Contains(const Members& team, int player) {
  return std::find(team.begin(), team.end(), player) != team.end();
}

bool AreDisjoint(const Members& a, const Members& b) {
  return std::none_of(a.begin(), a.end(),
                      [&b](int player) { return Contains(b, player); });
}

using Table = std::array<Members, 2>;

// The cost that a search lowers, the most important part first: the number of
// tables, the sum of squares of the counts of opponents, and how often the
// teams at the tables have met before.
using Cost = std::tuple<std::size_t, std::int64_t, std::int64_t>;

class RoundSeater {
 public:
  RoundSeater(const SeatingWishes& wishes, stats::SplitMix64& random)
      : wishes_(wishes),
        random_(random),
        size_(static_cast<std::size_t>(wishes.seats) / 2),
        partners_(wishes.partners),
        opponents_(wishes.players),
        open_(wishes.wanted),
        open_of_(static_cast<std::size_t>(wishes.players)),
        sits_(static_cast<std::size_t>(wishes.players)) {
    ForEachPair([&](int a, int b) {
      opponents_.Add(a, b, wishes.opponents.of(a, b) / wishes.unit);
      if (open_.of(a, b) == 0) return;
      ++open_pairs_;
      ++open_of_[At(a)];
      ++open_of_[At(b)];
    });
  }

  void Seat() {
    while (open_pairs_ > 0) AddTable();
    EvenOut();
  }

  [[nodiscard]] Cost cost() const {
    std::int64_t squares = 0;
    std::int64_t meetings = 0;
    ForEachPair([&](int a, int b) {
      squares += opponents_.of(a, b) * opponents_.of(a, b);
    });
    for (const Table& table : tables_) meetings += CountMeetings(table);
    return {tables_.size(), squares, meetings};
  }

  [[nodiscard]] const std::vector<Table>& tables() const { return tables_; }

 private:
  static std::size_t At(int player) { return static_cast<std::size_t>(player); }

  template <typename Use>
  void ForEachPair(Use use) const {
    for (int a = 0; a < wishes_.players; ++a) {
      for (int b = a + 1; b < wishes_.players; ++b) use(a, b);
    }
  }

  [[nodiscard]] std::int64_t CountMeetings(const Table& table) const {
    if (wishes_.meetings.empty()) return 0;
    const auto& [low, high] = std::minmax(table[0], table[1]);
    const auto found = wishes_.meetings.find({low, high});
    return found == wishes_.meetings.end() ? 0 : found->second;
  }

  // The number of times that the player has been an opponent of `others`.
  [[nodiscard]] std::int64_t Met(int player, const Members& others) const {
    std::int64_t met = 0;
    for (const int other : others) met += opponents_.of(player, other);
    return met;
  }

  // The open pair whose players have most left, so that none of them is left
  // over at the end; then the one that has met `taken` least, its opponents.
  // Null if there is none without `taken`.
  [[nodiscard]] std::optional<std::pair<int, int>> OpenPair(
      const Members& taken) const {
    using Key = std::tuple<std::int64_t, std::int64_t>;
    std::optional<std::pair<int, int>> best;
    Key best_key;
    ForEachPair([&](int a, int b) {
      if (open_.of(a, b) == 0 || Contains(taken, a) || Contains(taken, b)) {
        return;
      }
      const Key key(-(open_of_[At(a)] + open_of_[At(b)]),
                    Met(a, taken) + Met(b, taken));
      if (best && best_key <= key) return;
      best = {a, b};
      best_key = key;
    });
    return best;
  }

  // Two who have been partners least often, to fill a table.
  [[nodiscard]] std::pair<int, int> FillingPair(const Members& taken) const {
    using Key = std::tuple<std::int64_t, std::int64_t, std::int64_t>;
    std::optional<std::pair<int, int>> best;
    Key best_key;
    ForEachPair([&](int a, int b) {
      if (Contains(taken, a) || Contains(taken, b)) return;
      const Key key(partners_.of(a, b), sits_[At(a)] + sits_[At(b)],
                    Met(a, taken) + Met(b, taken));
      if (best && best_key <= key) return;
      best = {a, b};
      best_key = key;
    });
    COUILLON_CHECK(best.has_value());
    return *best;
  }

  // The player who completes most open pairs of the team, or else has been
  // their partner least often.
  [[nodiscard]] int NextMember(const Members& team,
                               const Members& taken) const {
    using Key =
        std::tuple<std::int64_t, std::int64_t, std::int64_t, std::int64_t>;
    std::optional<int> best;
    Key best_key;
    for (int player = 0; player < wishes_.players; ++player) {
      if (Contains(team, player) || Contains(taken, player)) continue;
      std::int64_t open = 0;
      std::int64_t before = 0;
      for (const int member : team) {
        open += open_.of(player, member) > 0 ? 1 : 0;
        before += partners_.of(player, member);
      }
      const Key key(-open, before, sits_[At(player)], Met(player, taken));
      if (best && best_key <= key) continue;
      best = player;
      best_key = key;
    }
    COUILLON_CHECK(best.has_value());
    return *best;
  }

  [[nodiscard]] Members MakeTeam(const Members& taken) const {
    const std::optional<std::pair<int, int>> open = OpenPair(taken);
    const auto [a, b] = open ? *open : FillingPair(taken);
    Members team = {a, b};
    while (team.size() < size_) team.push_back(NextMember(team, taken));
    std::sort(team.begin(), team.end());
    return team;
  }

  void AddPartners(const Members& team) {
    for (std::size_t i = 0; i < size_; ++i) {
      const int a = team[i];
      ++sits_[At(a)];
      for (std::size_t j = i + 1; j < size_; ++j) {
        const int b = team[j];
        partners_.Add(a, b, wishes_.unit);
        if (open_.of(a, b) == 0) continue;
        open_.Add(a, b, -open_.of(a, b));
        --open_pairs_;
        --open_of_[At(a)];
        --open_of_[At(b)];
      }
    }
  }

  // Returns by how much the sum of squares of the counts grows.
  std::int64_t AddOpponents(const Table& table, std::int64_t sign) {
    std::int64_t growth = 0;
    for (const int a : table[0]) {
      for (const int b : table[1]) {
        growth += (2 * sign * opponents_.of(a, b)) + 1;
        opponents_.Add(a, b, sign);
      }
    }
    return growth;
  }

  void AddTable() {
    Table table;
    table[0] = MakeTeam({});
    AddPartners(table[0]);
    table[1] = MakeTeam(table[0]);
    AddPartners(table[1]);
    AddOpponents(table, 1);
    tables_.push_back(std::move(table));
  }

  // Exchanges opponents between two tables, if nobody would be on both sides
  // and the cost does not grow.
  void Exchange(Table& a, Table& b, std::size_t of_b) {
    if (!AreDisjoint(a[0], b[of_b]) || !AreDisjoint(a[1], b[1 - of_b])) {
      return;
    }
    std::int64_t growth = AddOpponents(a, -1) + AddOpponents(b, -1);
    std::swap(a[1], b[of_b]);
    growth += AddOpponents(a, 1) + AddOpponents(b, 1);
    if (growth < 0) return;
    if (growth == 0) {
      const std::int64_t after = CountMeetings(a) + CountMeetings(b);
      std::swap(a[1], b[of_b]);
      const std::int64_t before = CountMeetings(a) + CountMeetings(b);
      std::swap(a[1], b[of_b]);
      if (after <= before) return;
    }
    AddOpponents(a, -1);
    AddOpponents(b, -1);
    std::swap(a[1], b[of_b]);
    AddOpponents(a, 1);
    AddOpponents(b, 1);
  }

  void EvenOut() {
    if (tables_.size() < 2) return;
    const std::size_t tries =
        std::min(kMaxTries, kTriesPerTable * tables_.size());
    for (std::size_t i = 0; i < tries; ++i) {
      const auto a =
          static_cast<std::size_t>(random_.NextBelow(tables_.size()));
      const auto b =
          static_cast<std::size_t>(random_.NextBelow(tables_.size()));
      const auto of_b = static_cast<std::size_t>(random_.NextBelow(2));
      if (a != b) Exchange(tables_[a], tables_[b], of_b);
    }
  }

  const SeatingWishes& wishes_;
  stats::SplitMix64& random_;
  std::size_t size_;  // of a team
  PairCounts partners_;
  PairCounts opponents_;  // in tables
  PairCounts open_;       // wanted pairs that are not yet partners
  std::int64_t open_pairs_ = 0;
  std::vector<std::int64_t> open_of_;  // by player
  std::vector<std::int64_t> sits_;     // tables of this round, by player
  std::vector<Table> tables_;
};

// The players in a random order; the greedy choice prefers earlier ones.
Members RandomOrder(int players, stats::SplitMix64& random) {
  Members order(static_cast<std::size_t>(players));
  std::iota(order.begin(), order.end(), 0);
  for (std::size_t i = order.size(); i > 1; --i) {
    std::swap(order[i - 1],
              order[static_cast<std::size_t>(random.NextBelow(i))]);
  }
  return order;
}

Members Renamed(const Members& team, const Members& names) {
  Members renamed;
  for (const int member : team) {
    renamed.push_back(names[static_cast<std::size_t>(member)]);
  }
  std::sort(renamed.begin(), renamed.end());
  return renamed;
}

// The same wishes of players with other numbers.
SeatingWishes Renamed(const SeatingWishes& wishes, const Members& names) {
  SeatingWishes renamed{.players = wishes.players,
                        .seats = wishes.seats,
                        .partners = PairCounts(wishes.players),
                        .opponents = PairCounts(wishes.players),
                        .unit = wishes.unit,
                        .wanted = PairCounts(wishes.players)};
  for (int a = 0; a < wishes.players; ++a) {
    for (int b = a + 1; b < wishes.players; ++b) {
      const int x = names[static_cast<std::size_t>(a)];
      const int y = names[static_cast<std::size_t>(b)];
      renamed.partners.Add(x, y, wishes.partners.of(a, b));
      renamed.opponents.Add(x, y, wishes.opponents.of(a, b));
      renamed.wanted.Add(x, y, wishes.wanted.of(a, b));
    }
  }
  for (const auto& [teams, count] : wishes.meetings) {
    const Members first = Renamed(teams.first, names);
    const Members second = Renamed(teams.second, names);
    renamed.meetings[std::minmax(first, second)] = count;
  }
  return renamed;
}

// The tables with the players' numbers of before.
std::vector<SeatedTable> WithNames(const std::vector<Table>& tables,
                                   const Members& names) {
  Members before(names.size());
  for (std::size_t i = 0; i < names.size(); ++i) {
    before[static_cast<std::size_t>(names[i])] = static_cast<int>(i);
  }
  std::vector<SeatedTable> result;
  for (const Table& table : tables) {
    const Members first = Renamed(table[0], before);
    const Members second = Renamed(table[1], before);
    result.push_back(
        {.first = std::min(first, second), .second = std::max(first, second)});
  }
  std::sort(result.begin(), result.end(),
            [](const SeatedTable& a, const SeatedTable& b) {
              return std::tie(a.first, a.second) < std::tie(b.first, b.second);
            });
  return result;
}

// Returns tables at which every wanted pair are partners once, or with more
// than two in a team at least once. A player sits at several tables. Others
// become partners where the numbers leave no choice, those first who have been
// least often. Opponents are chosen so that every two players are equally
// often, and then so that teams have met least: strengths that do not simply
// add up disturb ratings less if teams meet many others. Deterministic. Time:
// players^4, and a limited search.
std::vector<SeatedTable> SeatRound(const SeatingWishes& wishes) {
  COUILLON_CHECK(wishes.players >= wishes.seats && wishes.seats >= 4 &&
                 wishes.seats % 2 == 0 && wishes.unit >= 1);
  stats::SplitMix64 random(kSearchSeed);
  std::vector<SeatedTable> best;
  std::optional<Cost> least;
  std::size_t tries = 0;
  for (std::size_t i = 0; i < kMaxSearches && tries < kMaxTries; ++i) {
    const Members names = RandomOrder(wishes.players, random);
    const SeatingWishes renamed = Renamed(wishes, names);
    RoundSeater seater(renamed, random);
    seater.Seat();
    tries += kTriesPerTable * std::max<std::size_t>(seater.tables().size(), 1);
    const Cost cost = seater.cost();
    if (least && *least <= cost) continue;
    least = cost;
    best = WithNames(seater.tables(), names);
  }
  return best;
}

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

// The past meetings of those who play, as partners and opponents, by their
// place.
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

PartnersLeft CountPartnersLeft(const Season& season) {
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
