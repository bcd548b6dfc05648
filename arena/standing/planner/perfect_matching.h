// Whether all can be paired: maximum matchings of a graph.
#pragma once

#include <vector>

namespace couillon::arena {

// Who may meet whom, by index; symmetric.
class MeetingGraph {
 public:
  explicit MeetingGraph(int size);
  [[nodiscard]] int size() const { return size_; }
  void Allow(int a, int b);
  // Forbids all meetings of `a`.
  void Remove(int a);
  [[nodiscard]] bool Allows(int a, int b) const;

 private:
  [[nodiscard]] std::size_t Place(int a, int b) const;
  int size_;
  std::vector<bool> allowed_;
};

// The opponent of each vertex in a matching with as many pairs as possible; -1
// for none. Source: Edmonds 1965, with the blossoms of one search contracted by
// their base. Time O(size^3).
std::vector<int> LargestMatching(const MeetingGraph& graph);

// The number of pairs of LargestMatching among those with `among` set.
int MostPairs(const MeetingGraph& graph, const std::vector<bool>& among);

}  // namespace couillon::arena
