#include "arena/stats/league/win_graph.h"

#include <algorithm>
#include <cstddef>
#include <numeric>

#include "arena/stats/law/index.h"

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
  void Visit(int v) {
    order_[Index(v)] = low_[Index(v)] = clock_++;
    path_.push_back(v);
    open_[Index(v)] = true;
    for (const int w : next_[Index(v)]) {
      if (order_[Index(w)] < 0) {
        Visit(w);
        low_[Index(v)] = std::min(low_[Index(v)], low_[Index(w)]);
      } else if (open_[Index(w)]) {
        low_[Index(v)] = std::min(low_[Index(v)], order_[Index(w)]);
      }
    }
    if (low_[Index(v)] == order_[Index(v)]) Close(v);
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
  std::vector<std::vector<int>> found_;
  int clock_ = 0;
};

}  // namespace

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
