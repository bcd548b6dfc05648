// Union-find for islands, and Tarjan's strong components with a stack of its
// own instead of recursion.

#include "arena/numbers/stats/league/win_graph.h"

#include <algorithm>
#include <cstddef>
#include <numeric>

#include "arena/numbers/stats/law/index.h"

namespace couillon::stats {
namespace {

using Neighbours = std::vector<std::vector<int>>;

int Root(std::vector<int>& parent, int vertex) {
  while (parent[Index(vertex)] != vertex) {
    int& up = parent[Index(vertex)];
    up = parent[Index(up)];
    vertex = up;
  }
  return vertex;
}

// Tarjan's depth-first search with its own stack of open vertices.
class StrongSearch {
 public:
  explicit StrongSearch(const Neighbours& next)
      : next_(next),
        order_(next.size(), -1),
        low_(next.size(), 0),
        open_(next.size(), false) {}

  std::vector<std::vector<int>> Run() {
    for (int v = 0; v < static_cast<int>(next_.size()); ++v) {
      if (order_[Index(v)] < 0) Visit(v);
    }
    // The search completes sink components first.
    std::reverse(found_.begin(), found_.end());
    return std::move(found_);
  }

 private:
  // A vertex under way, and how many of its neighbours have been seen.
  struct Step {
    int vertex = 0;
    std::size_t seen = 0;
  };

  void Open(int v) {
    order_[Index(v)] = low_[Index(v)] = clock_++;
    path_.push_back(v);
    open_[Index(v)] = true;
    steps_.push_back({.vertex = v});
  }

  // Visits everything that can be reached from v. The walk keeps its own stack:
  // a chain of bots may be longer than the program's stack is deep.
  void Visit(int v) {
    Open(v);
    while (!steps_.empty()) {
      Step& step = steps_.back();
      if (step.seen < next_[Index(step.vertex)].size()) {
        See(step.vertex, next_[Index(step.vertex)][step.seen++]);
        continue;
      }
      const int done = step.vertex;
      steps_.pop_back();
      if (low_[Index(done)] == order_[Index(done)]) Close(done);
      if (!steps_.empty()) Lower(steps_.back().vertex, low_[Index(done)]);
    }
  }

  // Follows the edge from v to w.
  void See(int v, int w) {
    if (order_[Index(w)] < 0) {
      Open(w);
    } else if (open_[Index(w)]) {
      Lower(v, order_[Index(w)]);
    }
  }

  void Lower(int v, int order) {
    low_[Index(v)] = std::min(low_[Index(v)], order);
  }

  void Close(int v) {
    std::vector<int> component;
    int w = -1;
    do {
      w = path_.back();
      path_.pop_back();
      open_[Index(w)] = false;
      component.push_back(w);
    } while (w != v);
    std::sort(component.begin(), component.end());
    found_.push_back(std::move(component));
  }

  const Neighbours& next_;
  std::vector<int> order_;
  std::vector<int> low_;
  std::vector<bool> open_;
  std::vector<int> path_;
  std::vector<Step> steps_;
  std::vector<std::vector<int>> found_;
  int clock_ = 0;
};

// The number of members that each bot scored against, and the number that
// against it.
class OneWaySearch {
 public:
  using Round = std::vector<OneWayBot>;

  OneWaySearch(std::span<const Edge> edges, std::vector<bool>& member)
      : member_(member),
        beaten_(member.size()),
        beaten_by_(member.size()),
        scored_(member.size(), 0),
        conceded_(member.size(), 0) {
    for (const auto& [a, b] : edges) {
      if (!member[Index(a)] || !member[Index(b)]) continue;
      beaten_[Index(a)].push_back(b);
      beaten_by_[Index(b)].push_back(a);
      ++scored_[Index(a)];
      ++conceded_[Index(b)];
    }
  }

  // The one-way bots among the candidates.
  [[nodiscard]] Round Find(std::span<const int> candidates,
                           const std::vector<bool>& kept) const {
    Round round;
    for (const int bot : candidates) {
      const bool scored = scored_[Index(bot)] > 0;
      if (!member_[Index(bot)] || kept[Index(bot)]) continue;
      if (scored == (conceded_[Index(bot)] > 0)) continue;
      round.push_back({.bot = bot, .scored = scored});
    }
    return round;
  }

  // Removes the bots of a round. Returns whom this may have made one-way,
  // ascending.
  std::vector<int> Remove(const Round& round) {
    for (const OneWayBot& gone : round) member_[Index(gone.bot)] = false;
    std::vector<int> changed;
    for (const OneWayBot& gone : round) {
      for (const int other : beaten_[Index(gone.bot)]) {
        --conceded_[Index(other)];
        changed.push_back(other);
      }
      for (const int other : beaten_by_[Index(gone.bot)]) {
        --scored_[Index(other)];
        changed.push_back(other);
      }
    }
    std::sort(changed.begin(), changed.end());
    changed.erase(std::unique(changed.begin(), changed.end()), changed.end());
    return changed;
  }

 private:
  std::vector<bool>& member_;
  Neighbours beaten_;
  Neighbours beaten_by_;
  std::vector<int> scored_;
  std::vector<int> conceded_;
};

}  // namespace

std::vector<std::vector<OneWayBot>> RemoveOneWayBots(
    std::span<const Edge> edges, std::span<const int> bots,
    const KeptBots& kept, std::vector<bool>& member) {
  OneWaySearch search(edges, member);
  std::vector<std::vector<OneWayBot>> rounds;
  std::size_t members = bots.size();
  std::vector<int> candidates(bots.begin(), bots.end());
  while (members > 1) {
    std::vector<OneWayBot> round = search.Find(candidates, kept.always);
    if (round.size() == members) {
      auto stays = std::find_if(
          round.begin(), round.end(),
          [&](const OneWayBot& one) { return one.bot == kept.reference; });
      if (stays == round.end()) stays = round.begin();
      round.erase(stays);
    }
    if (round.empty()) break;
    candidates = search.Remove(round);
    members -= round.size();
    rounds.push_back(std::move(round));
  }
  return rounds;
}

UnionOfVertices::UnionOfVertices(int vertices) : parent_(Index(vertices)) {
  std::iota(parent_.begin(), parent_.end(), 0);
}

void UnionOfVertices::Join(const Edge& edge) {
  const int x = Root(parent_, edge.first);
  const int y = Root(parent_, edge.second);
  parent_[Index(std::max(x, y))] = std::min(x, y);
}

std::vector<std::vector<int>> UnionOfVertices::Components() {
  std::vector<std::vector<int>> components;
  const auto vertices = static_cast<int>(parent_.size());
  std::vector<int> slot(parent_.size(), -1);
  for (int v = 0; v < vertices; ++v) {
    int& at = slot[Index(Root(parent_, v))];
    if (at < 0) {
      at = static_cast<int>(components.size());
      components.emplace_back();
    }
    components[Index(at)].push_back(v);
  }
  return components;
}

std::vector<std::vector<int>> ConnectedComponents(int vertices,
                                                  std::span<const Edge> edges) {
  UnionOfVertices all(vertices);
  for (const Edge& edge : edges) all.Join(edge);
  return all.Components();
}

std::vector<std::vector<int>> StrongComponents(int vertices,
                                               std::span<const Edge> edges) {
  Neighbours next(Index(vertices));
  for (const auto& [a, b] : edges) next[Index(a)].push_back(b);
  return StrongSearch(next).Run();
}

}  // namespace couillon::stats
