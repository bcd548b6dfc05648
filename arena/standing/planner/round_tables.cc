#include "arena/standing/planner/round_tables.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <tuple>

#include "arena/numbers/stats/law/splitmix.h"
#include "engine/cards/check.h"

namespace couillon::arena {
namespace {

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

// What a search tries to lower, the most important first: the number of tables,
// the sum of squares of the counts of opponents, and how often the teams at the
// tables have met before.
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
    for (const Table& table : tables_) meetings += MeetingsOf(table);
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

  [[nodiscard]] std::int64_t MeetingsOf(const Table& table) const {
    if (wishes_.meetings.empty()) return 0;
    const auto& [low, high] = std::minmax(table[0], table[1]);
    const auto found = wishes_.meetings.find({low, high});
    return found == wishes_.meetings.end() ? 0 : found->second;
  }

  // How often the player has been an opponent of `others`.
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

  // Who completes most open pairs of the team, or else has been their partner
  // least often.
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
      const std::int64_t after = MeetingsOf(a) + MeetingsOf(b);
      std::swap(a[1], b[of_b]);
      const std::int64_t before = MeetingsOf(a) + MeetingsOf(b);
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

}  // namespace

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

}  // namespace couillon::arena
