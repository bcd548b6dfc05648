// Which cards may be played and which card wins, under the reference rules. For
// tests only.
#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

#include "engine/cards/card.h"
#include "engine/rules/ruleset.h"
#include "tests/support/reference_rules.h"

namespace couillon::reference {
namespace {

bool Holds(const std::vector<Card>& cards, Card card) {
  return std::find(cards.begin(), cards.end(), card) != cards.end();
}

// Suits and strength of cards under known trumps.
class Judge {
 public:
  Judge(const Ruleset& rules, std::optional<Suit> trump, bool mit)
      : rules_(rules), trumps_(TrumpOrder(rules, trump, mit)) {}

  [[nodiscard]] bool IsTrump(Card card) const { return Holds(trumps_, card); }

  // Whether both belong to the same suit: all trumps are one suit, and a
  // promoted card no longer belongs to its printed suit.
  [[nodiscard]] bool SameSuit(Card a, Card b) const {
    if (IsTrump(a) || IsTrump(b)) return IsTrump(a) && IsTrump(b);
    return a.suit() == b.suit();
  }

  // Whether `card` beats `best`, the best card of a trick so far.
  [[nodiscard]] bool Beats(Card card, Card best) const {
    if (IsTrump(card) && !IsTrump(best)) return true;
    if (!SameSuit(card, best)) return false;
    if (IsTrump(card)) return Place(trumps_, card) < Place(trumps_, best);
    return Place(rules_.table.ranks, card.rank()) <
           Place(rules_.table.ranks, best.rank());
  }

  [[nodiscard]] Card Best(const std::vector<Card>& trick) const {
    Card best = trick.front();
    for (const Card card : trick) {
      if (Beats(card, best)) best = card;
    }
    return best;
  }

  // The trumps of `cards`, or the others.
  [[nodiscard]] std::vector<Card> Pick(const std::vector<Card>& cards,
                                       bool trumps) const {
    std::vector<Card> picked;
    for (const Card card : cards) {
      if (IsTrump(card) == trumps) picked.push_back(card);
    }
    return picked;
  }

  [[nodiscard]] std::vector<Card> OfSuitOf(const std::vector<Card>& cards,
                                           Card led) const {
    std::vector<Card> picked;
    for (const Card card : cards) {
      if (SameSuit(card, led)) picked.push_back(card);
    }
    return picked;
  }

  // Those of `cards` that beat `target`; all of them if none does.
  [[nodiscard]] std::vector<Card> BeatIfAble(const std::vector<Card>& cards,
                                             Card target) const {
    std::vector<Card> better;
    for (const Card card : cards) {
      if (Beats(card, target)) better.push_back(card);
    }
    return better.empty() ? cards : better;
  }

 private:
  template <typename T>
  static std::ptrdiff_t Place(const std::vector<T>& order, T what) {
    return std::find(order.begin(), order.end(), what) - order.begin();
  }

  const Ruleset& rules_;
  std::vector<Card> trumps_;
};

// The cards of `followers` (of the suit led) that an obligation to head allows.
std::vector<Card> Headed(const Judge& judge, Head head,
                         const std::vector<Card>& trick,
                         const std::vector<Card>& followers) {
  const Card led = trick.front();
  if (head == Head::kBest) {
    // A plain card cannot beat a ruff, so a ruff ends the obligation.
    const Card best = judge.Best(trick);
    if (judge.SameSuit(best, led)) return judge.BeatIfAble(followers, best);
  }
  if (head == Head::kPrevious) {
    const Card previous = trick.back();
    if (judge.SameSuit(previous, led)) {
      return judge.BeatIfAble(followers, previous);
    }
  }
  return followers;
}

// The cards of `trumps` that a player may ruff a plain lead with.
std::vector<Card> Ruffs(const Judge& judge, const PlayRules& play,
                        const std::vector<Card>& trick,
                        const std::vector<Card>& trumps) {
  const Card best = judge.Best(trick);
  const bool ruffed = judge.IsTrump(best);
  if (play.must_overtrump && ruffed) return judge.BeatIfAble(trumps, best);
  return trumps;
}

std::vector<Card> AnswerTrumpLead(const Judge& judge, const PlayRules& play,
                                  const std::vector<Card>& trick,
                                  const std::vector<Card>& hand) {
  const std::vector<Card> trumps = judge.Pick(hand, true);
  if (trumps.empty()) return hand;
  return Headed(judge, play.head_trump, trick, trumps);
}

std::vector<Card> AnswerPlainLead(const Judge& judge, const PlayRules& play,
                                  const std::vector<Card>& trick,
                                  const std::vector<Card>& hand) {
  const std::vector<Card> followers = judge.OfSuitOf(hand, trick.front());
  std::vector<Card> ruffs = Ruffs(judge, play, trick, judge.Pick(hand, true));
  std::vector<Card> legal;
  if (!followers.empty()) {
    legal = Headed(judge, play.head_plain, trick, followers);
    if (play.trump_when_able) {
      legal.insert(legal.end(), ruffs.begin(), ruffs.end());
    }
    return legal;
  }
  if (play.must_trump_when_void && !ruffs.empty()) return ruffs;
  legal = judge.Pick(hand, false);
  legal.insert(legal.end(), ruffs.begin(), ruffs.end());
  return legal;
}

}  // namespace

std::vector<Card> CanonicalPack(const Ruleset& rules) {
  std::vector<Card> pack;
  for (const Suit suit :
       {Suit::kSpades, Suit::kHearts, Suit::kDiamonds, Suit::kClubs}) {
    for (const Rank rank : rules.table.ranks) {
      const Card card(suit, rank);
      if (!rules.table.removed.Has(card)) pack.push_back(card);
    }
  }
  return pack;
}

// The ace of trumps (and what ranks above it), the declared Mit', the
// permanent trumps, the rest of the suit: each card at its first place.
std::vector<Card> TrumpOrder(const Ruleset& rules, std::optional<Suit> trump,
                             bool mit) {
  std::vector<Card> promoted;
  if (mit && rules.special.mit) promoted.push_back(rules.special.mit->card);
  for (const Card card : rules.special.permanent_trumps) {
    if (!Holds(promoted, card)) promoted.push_back(card);
  }

  const std::vector<Rank>& ranks = rules.table.ranks;
  const auto ace = std::find(ranks.begin(), ranks.end(), Rank::kAce);
  const auto below = ace == ranks.end() ? ranks.begin() : ace + 1;
  std::vector<Card> order;
  const auto add_suit = [&](auto from, auto to) {
    if (!trump) return;
    for (auto rank = from; rank != to; ++rank) {
      const Card card(*trump, *rank);
      if (!Holds(promoted, card)) order.push_back(card);
    }
  };
  add_suit(ranks.begin(), below);
  order.insert(order.end(), promoted.begin(), promoted.end());
  add_suit(below, ranks.end());

  const std::vector<Card> pack = CanonicalPack(rules);
  std::erase_if(order, [&](Card card) { return !Holds(pack, card); });
  return order;
}

std::vector<Card> LegalCards(const Ruleset& rules, std::optional<Suit> trump,
                             bool mit, int stock,
                             const std::vector<Card>& trick,
                             const std::vector<Card>& hand) {
  if (trick.empty()) return hand;
  if (rules.play.free_while_stock && stock > 0) return hand;
  const Judge judge(rules, trump, mit);
  const std::vector<Card> legal =
      judge.IsTrump(trick.front())
          ? AnswerTrumpLead(judge, rules.play, trick, hand)
          : AnswerPlainLead(judge, rules.play, trick, hand);
  std::vector<Card> in_order;
  for (const Card card : hand) {
    if (Holds(legal, card)) in_order.push_back(card);
  }
  return in_order;
}

Card WinningCard(const Ruleset& rules, std::optional<Suit> trump, bool mit,
                 const std::vector<Card>& trick) {
  return Judge(rules, trump, mit).Best(trick);
}

}  // namespace couillon::reference
