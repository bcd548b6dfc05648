// The bots that are comparable: islands without a pairing between them, and
// strong components, between which all results went one way.
#pragma once

#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace couillon::stats {

// An edge (a, b): a scored against b.
using Edge = std::pair<int, int>;

// Sets of vertices that edges connect, edge by edge.
class UnionOfVertices {
 public:
  explicit UnionOfVertices(int vertices);
  // Connects the two vertices of an edge.
  void Join(const Edge& edge);
  // The sets, as ConnectedComponents() returns them.
  [[nodiscard]] std::vector<std::vector<int>> Components();

 private:
  std::vector<int> parent_;
};

// Returns the sets of vertices 0..vertices-1 connected by edges taken without
// direction, each ascending, ordered by their smallest member.
[[nodiscard]] std::vector<std::vector<int>> ConnectedComponents(
    int vertices, std::span<const Edge> edges);

// A bot between which and all others results went one way: it scored, or only
// they did.
struct OneWayBot {
  int bot = 0;
  bool scored = false;
};

// Whom RemoveOneWayBots() has to leave.
struct KeptBots {
  std::vector<bool> always;      // by vertex
  std::optional<int> reference;  // stays if all others go; else the first
};

// Removes from `member` the bots that are one-way among the members, then those
// that are it among the rest, and so on, but always leaves one of `bots`.
// Returns each round, ascending. Takes time in proportion to the edges.
// Requires: `bots` are the members, ascending.
[[nodiscard]] std::vector<std::vector<OneWayBot>> RemoveOneWayBots(
    std::span<const Edge> edges, std::span<const int> bots,
    const KeptBots& kept, std::vector<bool>& member);

// Returns the strongly connected components, each ascending, in topological
// order: no edge leads from a later component to an earlier one, so components
// that no other has scored against come first. Source: Tarjan (1972).
[[nodiscard]] std::vector<std::vector<int>> StrongComponents(
    int vertices, std::span<const Edge> edges);

}  // namespace couillon::stats
