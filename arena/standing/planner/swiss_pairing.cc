#include "arena/standing/planner/swiss_pairing.h"

#include <algorithm>
#include <cstddef>
#include <limits>

#include "arena/standing/planner/perfect_matching.h"
#include "engine/cards/check.h"

namespace couillon::arena {
namespace {

constexpr int kNoOpponent = -1;

// All must be paired: with an odd number of players, the bye is one more, below
// all of them.
int SizeWithBye(const std::vector<SwissPlayer>& players) {
  return static_cast<int>(players.size() + (players.size() % 2));
}

int Meetings(const std::vector<SwissPlayer>& players, int a, int b) {
  const std::vector<int>& met = players[static_cast<std::size_t>(a)].met;
  return static_cast<int>(std::count(met.begin(), met.end(), b));
}

// Who may meet, if no meeting and no bye is the (most + 2)th or later.
MeetingGraph Allowed(const std::vector<SwissPlayer>& players, int most) {
  const int count = static_cast<int>(players.size());
  MeetingGraph graph(SizeWithBye(players));
  for (int a = 0; a < count; ++a) {
    for (int b = a + 1; b < count; ++b) {
      if (Meetings(players, a, b) <= most) graph.Allow(a, b);
    }
    if (graph.size() > count &&
        players[static_cast<std::size_t>(a)].byes <= most) {
      graph.Allow(a, count);
    }
  }
  return graph;
}

// The graph with as few repetitions as possible in which all can be paired.
MeetingGraph Feasible(const std::vector<SwissPlayer>& players) {
  const std::vector<bool> all(static_cast<std::size_t>(SizeWithBye(players)),
                              true);
  for (int most = 0;; ++most) {
    MeetingGraph graph = Allowed(players, most);
    if (2 * MostPairs(graph, all) == graph.size()) return graph;
  }
}

// Pairs the players from the top score down.
class RoundPairing {
 public:
  RoundPairing(const std::vector<SwissPlayer>& players, MeetingGraph graph)
      : players_(players),
        graph_(std::move(graph)),
        opponent_(static_cast<std::size_t>(graph_.size()), kNoOpponent) {}

  std::vector<int> Run() {
    std::vector<int> bracket;  // those who floated, then the next score
    int next = 0;
    while (next < graph_.size()) {
      const int score = ScoreOf(next);
      for (; next < graph_.size() && ScoreOf(next) == score; ++next) {
        bracket.push_back(next);
      }
      lowest_ = score;
      bracket = PairBracket(bracket);
    }
    COUILLON_CHECK(bracket.empty());
    return opponent_;
  }

 private:
  [[nodiscard]] int ScoreOf(int player) const {
    return player < static_cast<int>(players_.size())
               ? players_[static_cast<std::size_t>(player)].half_points
               : std::numeric_limits<int>::min();  // the bye
  }
  int& Opponent(int player) {
    return opponent_[static_cast<std::size_t>(player)];
  }
  [[nodiscard]] bool FloatsAgain(int player) const {
    return player < static_cast<int>(players_.size()) &&
           players_[static_cast<std::size_t>(player)].floated_down;
  }

  [[nodiscard]] std::vector<bool> Mask(const std::vector<int>& of) const {
    std::vector<bool> mask(static_cast<std::size_t>(graph_.size()));
    for (const int player : of) mask[static_cast<std::size_t>(player)] = true;
    return mask;
  }

  // Whether those who have no opponent yet, in this bracket and below, can all
  // be paired.
  [[nodiscard]] bool CanBeCompleted() const {
    std::vector<bool> open(static_cast<std::size_t>(graph_.size()));
    for (std::size_t i = 0; i < open.size(); ++i) {
      open[i] = opponent_[i] == kNoOpponent;
    }
    const auto players =
        static_cast<int>(std::count(open.begin(), open.end(), true));
    return 2 * MostPairs(graph_, open) == players;
  }

  // Pairs as many as possible of `bracket`, best ranked first; returns those
  // who float.
  std::vector<int> PairBracket(const std::vector<int>& bracket) {
    const int most = MostPairs(graph_, Mask(bracket));
    for (int pairs = most;; --pairs) {
      COUILLON_CHECK(pairs >= 0);
      floaters_ = static_cast<int>(bracket.size()) - (2 * pairs);
      for (const bool again : {false, true}) {
        may_float_again_ = again;
        std::vector<int> floating;
        if (Search(bracket, floating)) return floating;
        if (floaters_ == 0) break;  // nobody floats
      }
    }
  }

  // Finds opponents for all of `open` but floaters_ of them; `floating` gets
  // them, in the order of rank.
  bool Search(const std::vector<int>& open, std::vector<int>& floating) {
    const int left = floaters_ - static_cast<int>(floating.size());
    if (static_cast<int>(open.size()) == left) return FloatRest(open, floating);
    if (2 * MostPairs(graph_, Mask(open)) <
            static_cast<int>(open.size()) - left ||
        !CanBeCompleted()) {
      return false;
    }
    const int top = open.front();
    for (const int opponent : Candidates(open)) {
      std::vector<int> rest;
      for (const int player : open) {
        if (player != top && player != opponent) rest.push_back(player);
      }
      Opponent(top) = opponent;
      Opponent(opponent) = top;
      if (Search(rest, floating)) return true;
      Opponent(top) = kNoOpponent;
      Opponent(opponent) = kNoOpponent;
    }
    if (left == 0 || (FloatsAgain(top) && !may_float_again_)) return false;
    floating.push_back(top);
    if (Search({open.begin() + 1, open.end()}, floating)) return true;
    floating.pop_back();
    return false;
  }

  bool FloatRest(const std::vector<int>& open, std::vector<int>& floating) {
    for (const int player : open) {
      if (FloatsAgain(player) && !may_float_again_) return false;
    }
    if (!CanBeCompleted()) return false;
    floating.insert(floating.end(), open.begin(), open.end());
    return true;
  }

  // Whom the first of `open` may meet, the best choice first. Who floated into
  // the bracket meets the best of it; otherwise the upper half meets the lower
  // half, in the order of rank, and its own half from the bottom up if nobody
  // of the lower one is left.
  [[nodiscard]] std::vector<int> Candidates(
      const std::vector<int>& open) const {
    std::vector<int> order;
    if (ScoreOf(open.front()) > lowest_) {
      for (const bool residents : {true, false}) {
        for (std::size_t i = 1; i < open.size(); ++i) {
          if ((ScoreOf(open[i]) == lowest_) == residents) {
            order.push_back(open[i]);
          }
        }
      }
    } else {
      const std::size_t half = std::max<std::size_t>(1, open.size() / 2);
      for (std::size_t i = half; i < open.size(); ++i) order.push_back(open[i]);
      for (std::size_t i = half - 1; i > 0; --i) order.push_back(open[i]);
    }
    std::erase_if(order, [&](int player) {
      return !graph_.Allows(open.front(), player);
    });
    return order;
  }

  const std::vector<SwissPlayer>& players_;
  MeetingGraph graph_;
  std::vector<int> opponent_;
  // Of the bracket that is being paired.
  int lowest_ = 0;
  int floaters_ = 0;
  bool may_float_again_ = false;
};

}  // namespace

SwissPairing PairSwissRound(const std::vector<SwissPlayer>& players) {
  COUILLON_CHECK(players.size() >= 2);
  const std::vector<int> opponent =
      RoundPairing(players, Feasible(players)).Run();
  SwissPairing round;
  const int count = static_cast<int>(players.size());
  for (int player = 0; player < count; ++player) {
    const int other = opponent[static_cast<std::size_t>(player)];
    if (other == count) round.bye = player;
    if (other > player && other < count) {
      round.pairs.emplace_back(player, other);
    }
  }
  return round;
}

}  // namespace couillon::arena
