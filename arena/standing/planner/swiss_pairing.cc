// Maximum matchings (Edmonds' blossoms) decide whether a choice leaves a
// complete pairing; brackets are paired from the top.

#include "arena/standing/planner/swiss_pairing.h"

#include <algorithm>
#include <cstddef>
#include <deque>
#include <limits>
#include <numeric>

#include "engine/cards/check.h"

namespace couillon::arena {
namespace {

// The test that all can be paired: maximum matchings of a graph.

// The players who may meet, by index; symmetric.
class MeetingGraph {
 public:
  explicit MeetingGraph(int size);
  [[nodiscard]] int size() const { return size_; }
  void Allow(int a, int b);
  [[nodiscard]] bool Allows(int a, int b) const;

 private:
  [[nodiscard]] std::size_t Place(int a, int b) const;
  int size_;
  std::vector<bool> allowed_;
};

constexpr int kNobody = -1;

// One search for an augmenting path after another.
class MatchingSearch {
 public:
  explicit MatchingSearch(const MeetingGraph& graph)
      : graph_(graph),
        size_(static_cast<std::size_t>(graph.size())),
        partner_(size_, kNobody) {}

  std::vector<int> Run() {
    for (int root = 0; root < graph_.size(); ++root) {
      if (Partner(root) == kNobody) Augment(FindPathFrom(root));
    }
    return partner_;
  }

 private:
  int& Partner(int v) { return partner_[static_cast<std::size_t>(v)]; }
  int& Before(int v) { return before_[static_cast<std::size_t>(v)]; }
  int& Base(int v) { return base_[static_cast<std::size_t>(v)]; }

  // The nearest base that the paths of `a` and `b` to the root share.
  int SharedBase(int a, int b) {
    std::vector<bool> seen(size_);
    for (int v = a;; v = Before(Partner(v))) {
      v = Base(v);
      seen[static_cast<std::size_t>(v)] = true;
      if (Partner(v) == kNobody) break;
    }
    for (int v = Base(b);; v = Base(Before(Partner(v)))) {
      if (seen[static_cast<std::size_t>(v)]) return v;
    }
  }

  // Marks the half of a blossom that goes from `v` up to `base`; `child` is
  // what `v` is reached from through the edge that closes the blossom.
  void MarkHalf(int v, int base, int child, std::vector<bool>& in_blossom) {
    while (Base(v) != base) {
      in_blossom[static_cast<std::size_t>(Base(v))] = true;
      in_blossom[static_cast<std::size_t>(Base(Partner(v)))] = true;
      Before(v) = child;
      child = Partner(v);
      v = Before(Partner(v));
    }
  }

  void Contract(int a, int b) {
    const int base = SharedBase(a, b);
    std::vector<bool> in_blossom(size_);
    MarkHalf(a, base, b, in_blossom);
    MarkHalf(b, base, a, in_blossom);
    for (int v = 0; v < graph_.size(); ++v) {
      if (!in_blossom[static_cast<std::size_t>(Base(v))]) continue;
      Base(v) = base;
      Reach(v);
    }
  }

  void Reach(int v) {
    if (reached_[static_cast<std::size_t>(v)]) return;
    reached_[static_cast<std::size_t>(v)] = true;
    open_.push_back(v);
  }

  // The end of an alternating path from `root` to somebody without a partner;
  // kNobody if there is none.
  int FindPathFrom(int root) {
    reached_.assign(size_, false);
    before_.assign(size_, kNobody);
    base_.resize(size_);
    std::iota(base_.begin(), base_.end(), 0);
    open_.clear();
    Reach(root);
    while (!open_.empty()) {
      const int v = open_.front();
      open_.pop_front();
      for (int to = 0; to < graph_.size(); ++to) {
        if (!graph_.Allows(v, to) || Base(v) == Base(to) || Partner(v) == to) {
          continue;
        }
        const bool is_outer = to == root || (Partner(to) != kNobody &&
                                             Before(Partner(to)) != kNobody);
        if (is_outer) {
          Contract(v, to);
        } else if (Before(to) == kNobody) {
          Before(to) = v;
          if (Partner(to) == kNobody) return to;
          Reach(Partner(to));
        }
      }
    }
    return kNobody;
  }

  // Exchanges the pairs along the path that ends at `end`.
  void Augment(int end) {
    while (end != kNobody) {
      const int before = Before(end);
      const int next = Partner(before);
      Partner(end) = before;
      Partner(before) = end;
      end = next;
    }
  }

  const MeetingGraph& graph_;
  std::size_t size_;
  std::vector<int> partner_;
  // In one search: the vertex before this one on its path, the base of its
  // blossom, and whether paths may go on from it.
  std::vector<int> before_;
  std::vector<int> base_;
  std::vector<bool> reached_;
  std::deque<int> open_;
};

MeetingGraph::MeetingGraph(int size)
    : size_(size),
      allowed_(static_cast<std::size_t>(size) *
               static_cast<std::size_t>(size)) {}

std::size_t MeetingGraph::Place(int a, int b) const {
  return (static_cast<std::size_t>(a) * static_cast<std::size_t>(size_)) +
         static_cast<std::size_t>(b);
}

void MeetingGraph::Allow(int a, int b) {
  allowed_[Place(a, b)] = true;
  allowed_[Place(b, a)] = true;
}

bool MeetingGraph::Allows(int a, int b) const { return allowed_[Place(a, b)]; }

// The opponent of each vertex in a matching with as many pairs as possible; -1
// for none. Source: Edmonds 1965, with the blossoms of one search contracted by
// their base. Time O(size^3).
std::vector<int> LargestMatching(const MeetingGraph& graph) {
  return MatchingSearch(graph).Run();
}

// The number of pairs of LargestMatching among those with `among` set.
int MostPairs(const MeetingGraph& graph, const std::vector<bool>& among) {
  std::vector<int> chosen;
  for (int v = 0; v < graph.size(); ++v) {
    if (among[static_cast<std::size_t>(v)]) chosen.push_back(v);
  }
  MeetingGraph part(static_cast<int>(chosen.size()));
  for (int a = 0; a < part.size(); ++a) {
    for (int b = a + 1; b < part.size(); ++b) {
      if (graph.Allows(chosen[static_cast<std::size_t>(a)],
                       chosen[static_cast<std::size_t>(b)])) {
        part.Allow(a, b);
      }
    }
  }
  const std::vector<int> partner = LargestMatching(part);
  return static_cast<int>(
             std::count_if(partner.begin(), partner.end(),
                           [](int opponent) { return opponent != kNobody; })) /
         2;
}

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

// The players who may meet, if no meeting and no bye is the (most + 2)th or
// later.
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

  // Returns true if those who have no opponent yet, in this bracket and below,
  // can all be paired.
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
  // The lowest player of the bracket that is being paired.
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
