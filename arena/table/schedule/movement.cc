// Local search from random starts: swaps two places at a time and keeps a swap
// that evens out partners and opponents.

#include "arena/table/schedule/movement.h"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <numeric>
#include <tuple>
#include <utility>

#include "arena/numbers/stats/law/splitmix.h"
#include "arena/table/bot_index.h"
#include "arena/table/team_bots.h"
#include "engine/cards/check.h"
#include "engine/cards/seat.h"

namespace couillon::arena {
namespace {

constexpr int kRestarts = 600;
constexpr int kSwaps = 4000;  // tried per restart

// A first round; the other rounds are its cyclic shifts. Places 0, 1, 2 ... are
// the seats of table 0, then of table 1, and last the players who sit out. The
// seats of one table alternate between the two teams.
class Starter {
 public:
  Starter(int players, int seats)
      : seats_(seats),
        fixed_(players % seats == 0),
        modulus_(fixed_ ? players - 1 : players),
        order_(static_cast<std::size_t>(players)) {
    std::iota(order_.begin(), order_.end(), 0);
  }

  [[nodiscard]] int tables() const {
    return static_cast<int>(order_.size()) / seats_;
  }
  [[nodiscard]] int modulus() const { return modulus_; }
  [[nodiscard]] std::vector<int>& order() { return order_; }

  // The index in order() of a seat of a table.
  [[nodiscard]] std::size_t Place(int table, int seat) const {
    return (static_cast<std::size_t>(table) *
            static_cast<std::size_t>(seats_)) +
           static_cast<std::size_t>(seat);
  }
  // The player of `place` in round `round`; the last player never moves if
  // nobody sits out.
  [[nodiscard]] int PlayerAt(std::size_t place, int round) const {
    const int player = order_[place];
    if (fixed_ && player == modulus_) return player;
    return (player + round) % modulus_;
  }

  // The cost: 0 when all pairs meet equally often. Two players meet as often as
  // their distance on the circle occurs among the partners (or opponents) of
  // the first round.
  [[nodiscard]] std::int64_t Cost() const {
    std::vector<int> partners(static_cast<std::size_t>(modulus_ / 2) + 2, 0);
    std::vector<int> opponents = partners;
    for (int table = 0; table < tables(); ++table) {
      for (int a = 0; a < seats_; ++a) {
        for (int b = a + 1; b < seats_; ++b) {
          const std::size_t distance =
              Distance(order_[Place(table, a)], order_[Place(table, b)]);
          ++((a + b) % 2 == 0 ? partners : opponents)[distance];
        }
      }
    }
    return Unevenness(partners) + Unevenness(opponents);
  }

 private:
  // 1 to modulus/2; one more for the player who never moves.
  [[nodiscard]] std::size_t Distance(int a, int b) const {
    if (fixed_ && (a == modulus_ || b == modulus_)) {
      return static_cast<std::size_t>(modulus_ / 2) + 1;
    }
    const int apart = std::abs(a - b);
    return static_cast<std::size_t>(std::min(apart, modulus_ - apart));
  }

  // The sum of squared differences from the mean, times the number of
  // distances. On an even circle the largest distance occurs in half as many
  // pairs as the others.
  [[nodiscard]] std::int64_t Unevenness(const std::vector<int>& counts) const {
    const std::size_t last = counts.size() - (fixed_ ? 1 : 2);
    std::int64_t sum = 0;
    std::int64_t squares = 0;
    for (std::size_t i = 1; i <= last; ++i) {
      const bool half =
          modulus_ % 2 == 0 && i == static_cast<std::size_t>(modulus_ / 2);
      const std::int64_t count = half ? 2 * counts[i] : counts[i];
      sum += count;
      squares += count * count;
    }
    return static_cast<std::int64_t>(last) * squares - sum * sum;
  }

  int seats_;
  bool fixed_;
  int modulus_;
  std::vector<int> order_;
};

// Local search from random restarts: swaps two places at a time and keeps a
// swap that does not increase the cost.
Starter BestStarter(int players, int seats) {
  Starter best(players, seats);
  std::int64_t best_cost = best.Cost();
  stats::SplitMix64 random(static_cast<std::uint64_t>(players * 16 + seats));
  const auto below = [&random](std::size_t n) {
    return static_cast<std::size_t>(random.NextBelow(n));
  };
  for (int restart = 0; restart < kRestarts && best_cost > 0; ++restart) {
    Starter starter(players, seats);
    std::vector<int>& order = starter.order();
    for (std::size_t i = order.size(); i > 1; --i) {
      std::swap(order[i - 1], order[below(i)]);
    }
    std::int64_t cost = starter.Cost();
    for (int swap = 0; swap < kSwaps && cost > 0; ++swap) {
      const std::size_t a = below(order.size());
      const std::size_t b = below(order.size());
      std::swap(order[a], order[b]);
      const std::int64_t changed = starter.Cost();
      if (changed <= cost) {
        cost = changed;
      } else {
        std::swap(order[a], order[b]);
      }
    }
    if (cost < best_cost) {
      best_cost = cost;
      best = starter;
    }
  }
  return best;
}

Pairing TableOf(const Starter& starter, int table, int seats, int round) {
  Pairing pairing;
  for (int seat = 0; seat < seats; ++seat) {
    const int player = starter.PlayerAt(starter.Place(table, seat), round);
    (seat % 2 == 0 ? pairing.first : pairing.second)
        .push_back(BotIndex(player));
  }
  return pairing;
}

// The number of times that every two players have met.
class Meetings {
 public:
  explicit Meetings(int players)
      : players_(static_cast<std::size_t>(players)),
        counts_(players_ * players_, 0) {}

  void Add(BotIndex a, BotIndex b) {
    ++counts_[(static_cast<std::size_t>(std::min(a, b)) * players_) +
              static_cast<std::size_t>(std::max(a, b))];
  }
  void AddPartners(const TeamBots& team) {
    for (std::size_t a = 0; a < team.size(); ++a) {
      for (std::size_t b = a + 1; b < team.size(); ++b) Add(team[a], team[b]);
    }
  }
  void AddOpponents(const Pairing& table) {
    for (const BotIndex a : table.first) {
      for (const BotIndex b : table.second) Add(a, b);
    }
  }
  // The minimum and maximum over all pairs.
  [[nodiscard]] std::pair<int, int> Range() const {
    std::pair<int, int> range(counts_[1], counts_[1]);
    for (std::size_t a = 0; a < players_; ++a) {
      for (std::size_t b = a + 1; b < players_; ++b) {
        const int count = counts_[(a * players_) + b];
        range.first = std::min(range.first, count);
        range.second = std::max(range.second, count);
      }
    }
    return range;
  }

 private:
  std::size_t players_;
  std::vector<int> counts_;
};

void Measure(int players, Movement& movement) {
  Meetings partners(players);
  Meetings opponents(players);
  for (const std::vector<Pairing>& round : movement.rounds) {
    for (const Pairing& table : round) {
      partners.AddPartners(table.first);
      partners.AddPartners(table.second);
      opponents.AddOpponents(table);
    }
  }
  std::tie(movement.fewest_partners, movement.most_partners) = partners.Range();
  std::tie(movement.fewest_opponents, movement.most_opponents) =
      opponents.Range();
}

}  // namespace

Movement MakeMovement(int players, int seats) {
  COUILLON_CHECK(seats >= 4 && seats <= kMaxSeats && seats % 2 == 0 &&
                 players >= seats);
  const Starter starter = BestStarter(players, seats);
  Movement movement;
  movement.sitting_out = players % seats;
  for (int round = 0; round < starter.modulus(); ++round) {
    std::vector<Pairing> tables;
    tables.reserve(starter.tables());
    for (int table = 0; table < starter.tables(); ++table) {
      tables.push_back(TableOf(starter, table, seats, round));
    }
    movement.rounds.push_back(std::move(tables));
  }
  Measure(players, movement);
  return movement;
}

}  // namespace couillon::arena
