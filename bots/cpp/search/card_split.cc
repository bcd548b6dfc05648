// Groups of equal shares and classes of equal cards; the number of splits is
// found by dynamic programming, and each choice is drawn in proportion to it.

#include "bots/cpp/search/card_split.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/cards/check.h"

namespace couillon::bots {
namespace {

// The number of subsets of `taken` out of `cards` cards.
double Subsets(std::size_t cards, std::size_t taken) {
  double subsets = 1;
  for (std::size_t i = 1; i <= taken; ++i) {
    subsets = subsets * static_cast<double>(cards - taken + i) /
              static_cast<double>(i);
  }
  return subsets;
}

}  // namespace

CardSplit::CardSplit(CardSet pool, std::span<const Share> shares)
    : pool_size_(static_cast<std::size_t>(pool.size())) {
  FormGroups(pool, shares);
  FormClasses(pool);
  Counts left{};
  for (std::size_t i = 0; i < classes_.size(); ++i) {
    left[i] = static_cast<std::uint8_t>(classes_[i].size);
  }
  known_.resize(groups_.size() + 1);
  root_ = Build(0, left);
  ways_ = nodes_[root_].ways;
  for (const Group& group : groups_) {
    std::size_t rest = group.cards;
    for (const std::size_t share : group.shares) {
      ways_ *= Subsets(rest, sizes_[share]);
      rest -= sizes_[share];
    }
  }
  known_.clear();
}

void CardSplit::FormGroups(CardSet pool, std::span<const Share> shares) {
  std::size_t offset = 0;
  for (std::size_t share = 0; share < shares.size(); ++share) {
    const auto size = static_cast<std::size_t>(shares[share].cards);
    offsets_.push_back(offset);
    sizes_.push_back(size);
    offset += size;
    if (size == 0) continue;
    const CardSet allowed = shares[share].allowed & pool;
    auto group = std::find_if(
        groups_.begin(), groups_.end(),
        [allowed](const Group& each) { return each.allowed == allowed; });
    if (group == groups_.end()) {
      group = groups_.insert(group, Group{.allowed = allowed, .shares = {}});
    }
    group->shares.push_back(share);
    group->cards += size;
  }
  COUILLON_CHECK(offset == pool_size_);
}

void CardSplit::FormClasses(CardSet pool) {
  std::map<std::uint32_t, CardSet> by_groups;
  for (const Card card : pool) {
    std::uint32_t groups = 0;
    for (std::size_t group = 0; group < groups_.size(); ++group) {
      if (groups_[group].allowed.Has(card)) groups |= 1U << group;
    }
    by_groups[groups].Add(card);
  }
  std::size_t at = 0;
  for (const auto& [groups, cards] : by_groups) {
    classes_.push_back({.groups = groups,
                        .first = at,
                        .size = static_cast<std::size_t>(cards.size())});
    for (const Card card : cards) cards_[at++] = card;
  }
}

// Returns the node of `group` with `left` cards of each class.
std::size_t CardSplit::Build(std::size_t group, const Counts& left) {
  if (const auto found = known_[group].find(left);
      found != known_[group].end()) {
    return found->second;
  }
  Node node;
  if (group == groups_.size()) {
    const bool all_taken =
        std::all_of(left.begin(), left.end(), [](auto n) { return n == 0; });
    node.ways = all_taken ? 1 : 0;
  } else {
    std::vector<Choice> choices;
    Choice choice{.takes = {}, .node = 0, .ways = 1};
    Choose(group, 0, groups_[group].cards, left, choice, choices);
    Link(choices, node);
  }
  nodes_.push_back(node);
  known_[group].emplace(left, nodes_.size() - 1);
  return nodes_.size() - 1;
}

// Adds to `choices` every way in which `group` takes `cards` more cards from
// the classes from `in_class` on.
void CardSplit::Choose(std::size_t group, std::size_t in_class,
                       std::size_t cards, const Counts& left, Choice& choice,
                       std::vector<Choice>& choices) {
  if (in_class == classes_.size()) {
    if (cards > 0) return;
    Counts rest = left;
    for (std::size_t i = 0; i < rest.size(); ++i) {
      rest[i] = static_cast<std::uint8_t>(rest[i] - choice.takes[i]);
    }
    Choice done = choice;
    done.node = Build(group + 1, rest);
    done.ways *= nodes_[done.node].ways;
    if (done.ways > 0) choices.push_back(done);
    return;
  }
  const bool open = ((classes_[in_class].groups >> group) & 1U) != 0;
  const std::size_t most =
      open ? std::min<std::size_t>(left[in_class], cards) : 0;
  const double ways = choice.ways;
  for (std::size_t takes = 0; takes <= most; ++takes) {
    choice.takes[in_class] = static_cast<std::uint8_t>(takes);
    choice.ways = ways * Subsets(left[in_class], takes);
    Choose(group, in_class + 1, cards - takes, left, choice, choices);
  }
  choice.takes[in_class] = 0;
  choice.ways = ways;
}

void CardSplit::Link(const std::vector<Choice>& choices, Node& node) {
  node.first = edges_.size();
  node.count = choices.size();
  for (const Choice& choice : choices) node.ways += choice.ways;
  double below = 0;
  for (const Choice& choice : choices) {
    below += choice.ways;
    Edge edge{.below = std::numeric_limits<std::uint64_t>::max(),
              .node = choice.node};
    if (&choice != &choices.back() && below < node.ways) {
      edge.below =
          static_cast<std::uint64_t>(std::ldexp(below / node.ways, 64));
    }
    edges_.push_back(edge);
    takes_.insert(takes_.end(), choice.takes.begin(),
                  choice.takes.begin() + classes_.size());
  }
}

void CardSplit::Draw(Random& random, std::span<Card> cards) const {
  std::array<Card, kCards> left = cards_;
  std::array<std::uint8_t, kCards> sizes;
  for (std::size_t i = 0; i < classes_.size(); ++i) {
    sizes[i] = static_cast<std::uint8_t>(classes_[i].size);
  }
  std::size_t node = root_;
  for (const Group& group : groups_) {
    std::size_t edge = nodes_[node].first;
    if (nodes_[node].count > 1) {
      const std::uint64_t drawn = random.Next();
      while (drawn > edges_[edge].below) ++edge;
    }
    node = edges_[edge].node;
    std::array<Card, kCards> taken;
    std::size_t count = 0;
    for (std::size_t i = 0; i < classes_.size(); ++i) {
      Card* const of_class = &left[classes_[i].first];
      for (int k = takes_[edge * classes_.size() + i]; k > 0; --k) {
        const auto at = static_cast<std::size_t>(random.Below(sizes[i]));
        taken[count++] = of_class[at];
        of_class[at] = of_class[--sizes[i]];
      }
    }
    if (group.shares.size() > 1 && classes_.size() > 1) {
      Shuffle(random, {taken.data(), count});
    }
    const Card* next = taken.data();
    for (const std::size_t share : group.shares) {
      std::copy_n(next, sizes_[share], &cards[offsets_[share]]);
      next += sizes_[share];
    }
  }
}

}  // namespace couillon::bots
