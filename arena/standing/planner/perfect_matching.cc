#include "arena/standing/planner/perfect_matching.h"

#include <algorithm>
#include <cstddef>
#include <deque>
#include <numeric>

namespace couillon::arena {
namespace {

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
  // Of one search: the vertex before this one on its path, the base of its
  // blossom, and whether paths may go on from it.
  std::vector<int> before_;
  std::vector<int> base_;
  std::vector<bool> reached_;
  std::deque<int> open_;
};

}  // namespace

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

void MeetingGraph::Remove(int a) {
  for (int b = 0; b < size_; ++b) {
    allowed_[Place(a, b)] = false;
    allowed_[Place(b, a)] = false;
  }
}

bool MeetingGraph::Allows(int a, int b) const { return allowed_[Place(a, b)]; }

std::vector<int> LargestMatching(const MeetingGraph& graph) {
  return MatchingSearch(graph).Run();
}

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

}  // namespace couillon::arena
