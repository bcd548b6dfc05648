#include "tests/support/agreement.h"

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "engine/cards/action.h"
#include "engine/cards/card.h"
#include "engine/cards/card_set.h"
#include "engine/cards/notation.h"
#include "engine/cards/pack.h"
#include "engine/cards/seat.h"
#include "engine/play/deal_result.h"
#include "engine/play/observation.h"
#include "engine/play/position.h"
#include "engine/play/slate.h"
#include "tests/support/random_deal.h"
#include "tests/support/reference_rules.h"

namespace couillon::tests {
namespace {

constexpr int kLongestMatch = 500;  // deals; most end much sooner

using reference::ReferenceDeal;
using reference::ReferenceResult;
using reference::ReferenceScore;
using reference::ReferenceSlate;

std::string Text(const Position& position, ActionSet actions) {
  std::string text;
  for (const Action action : actions) {
    text += " " + FormatAction(action, position.phase(), position.naming());
  }
  return text;
}

// The engine and the reference rules in the same deal, and their differences.
class Pair {
 public:
  Pair(const CompiledRules& rules, const Pack& pack, Seat dealer)
      : rules_(rules),
        position_(rules, pack, dealer),
        deal_(rules.ruleset,
              std::vector<Card>(pack.begin(), pack.begin() + rules.pack_size),
              dealer) {}

  // The first difference in a whole deal; empty for none.
  std::string Play(RandomDraws& draws) {
    while (true) {
      std::string difference = CompareDecision();
      if (!difference.empty()) return difference;
      if (position_.done()) return CompareEnd();
      const Action action = draws.Of(position_.LegalActions());
      position_.Apply(action);
      deal_.Apply(action);
      actions_.push_back(action);
    }
  }

  [[nodiscard]] const Position& position() const { return position_; }
  [[nodiscard]] const ReferenceDeal& deal() const { return deal_; }
  [[nodiscard]] std::string ActionsSoFar() const {
    return ActionsText(rules_, position_.pack(), position_.dealer(), actions_);
  }

 private:
  [[nodiscard]] std::string CompareDecision() const {
    if (position_.phase() != deal_.phase()) {
      return Differ("phase", std::string(PhaseName(position_.phase())),
                    std::string(PhaseName(deal_.phase())));
    }
    if (position_.trump() != deal_.trump()) return "trump differs";
    if (std::string hands = CompareHands(); !hands.empty()) return hands;
    if (position_.done()) return "";
    if (position_.seat() != deal_.seat()) {
      return Differ("seat", std::to_string(position_.seat()),
                    std::to_string(deal_.seat()));
    }
    if (position_.decider() != deal_.decider()) return "decider differs";
    ActionSet legal;
    for (const Action action : deal_.Legal()) legal |= ActionSet::Of(action);
    if (position_.LegalActions() != legal) {
      return Differ("legal", Text(position_, position_.LegalActions()),
                    Text(position_, legal));
    }
    return position_.phase() == Phase::kTrump ? "" : CompareTable();
  }

  // Called in every phase: while trumps are made, hands are those dealt so far.
  [[nodiscard]] std::string CompareHands() const {
    for (Seat seat = 0; seat < rules_.players; ++seat) {
      CardSet held;
      for (const Card card : deal_.Held(seat)) held.Add(card);
      if (position_.hand(seat) != held) {
        return Differ("cards of seat " + std::to_string(seat),
                      FormatCards(position_.hand(seat)), FormatCards(held));
      }
    }
    return "";
  }

  [[nodiscard]] std::string CompareTable() const {
    const Observation seen = position_.Observe();
    if (seen.stock_cards != deal_.stock().size()) return "stock differs";
    if (seen.phase == Phase::kPlay && seen.leaders().back() != deal_.leader()) {
      return "leader differs";
    }
    return "";
  }

  [[nodiscard]] std::string CompareEnd() const {
    if (position_.Exposed() != deal_.exposed()) return "exposed differs";
    const DealResult result = position_.Result();
    const ReferenceResult other = deal_.Result();
    if (result.abandoned != other.abandoned) return "abandoned differs";
    std::string difference;
    if (!result.abandoned) difference = CompareResults(result, other);
    // More than one pending carry is possible only if carries accumulate.
    const int most = rules_.ruleset.scoring.bonus_accumulates ? 3 : 1;
    for (int bonus = 0; bonus <= most && difference.empty(); ++bonus) {
      difference = CompareScores(
          ScoreDeal(rules_.ruleset, result, static_cast<std::uint16_t>(bonus)),
          reference::ScoreDeal(rules_.ruleset, other, bonus));
    }
    return difference;
  }

  [[nodiscard]] std::string CompareResults(const DealResult& result,
                                           const ReferenceResult& other) const {
    if (Number(result.maker) != deal_.maker()) return "maker differs";
    if (Number(result.maker_side) != other.maker_side) {
      return "maker side differs";
    }
    if (Number(result.mit_side) != other.mit_side) return "mit side differs";
    if (result.kontra != other.kontra) return "kontra differs";
    if (result.re != other.re) return "re differs";
    for (std::size_t i = 0; i < rules_.sides; ++i) {
      if (result.card_points.at(i) != other.card_points.at(i)) {
        return "card points differ";
      }
      if (result.tricks.at(i) != other.tricks.at(i)) return "tricks differ";
    }
    return "";
  }

  [[nodiscard]] std::string CompareScores(const DealScore& score,
                                          const ReferenceScore& other) const {
    if (Number(score.winner) != other.winner) return "winner differs";
    if (score.tie != other.tie) return "tie differs";
    if (score.bonus_after != other.bonus_after) return "carry differs";
    if (score.bourgumesse != other.bourgumesse) return "bourgumesse differs";
    for (std::size_t i = 0; i < rules_.sides; ++i) {
      if (score.erase.at(i) != other.erase.at(i)) return "erase differs";
      if (score.add.at(i) != other.add.at(i)) return "add differs";
    }
    return "";
  }

  // A seat or a side; null for kNoSeat and kNoSide, which are equal.
  static std::optional<int> Number(std::uint8_t seat) {
    return seat == kNoSeat ? std::nullopt : std::optional<int>(seat);
  }
  static std::string Differ(const std::string& what, const std::string& engine,
                            const std::string& reference) {
    return what + ": engine " + engine + ", reference " + reference;
  }

  const CompiledRules& rules_;
  Position position_;
  ReferenceDeal deal_;
  std::vector<Action> actions_;
};

std::string CompareSlates(const Slate& slate, const ReferenceSlate& other,
                          int sides) {
  for (int i = 0; i < sides; ++i) {
    const auto at = static_cast<std::size_t>(i);
    const Slate::Tally& tally = slate.tally(static_cast<Side>(i));
    if (tally.lines != other.lines.at(at)) return "lines differ";
    if (tally.boucles != other.boucles.at(at)) return "boucles differ";
    if (tally.cows != other.cows.at(at)) return "cows differ";
    if (tally.erased != other.erased.at(at)) return "units erased differ";
  }
  if (slate.pending_carry() != other.bonus) return "carry differs";
  if (slate.cow() != other.cow) return "cow differs";
  if (slate.deals() != other.deals) return "deals differ";
  if (slate.ended() != other.ended) return "end of the match differs";
  const std::optional<int> winner = slate.winner() == kNoSide
                                        ? std::nullopt
                                        : std::optional<int>(slate.winner());
  return winner == other.winner ? "" : "winner of the match differs";
}

}  // namespace

testing::AssertionResult BothPlayAlike(const CompiledRules& rules,
                                       const DealSource& source,
                                       std::uint64_t index) {
  RandomDraws draws(source, index);
  Pair pair(rules, source.PackOf(rules.deck, index),
            static_cast<Seat>(index % rules.players));
  const std::string difference = pair.Play(draws);
  if (difference.empty()) return testing::AssertionSuccess();
  return testing::AssertionFailure()
         << rules.ruleset.id << ", deal " << index << ", after ["
         << pair.ActionsSoFar() << "]: " << difference;
}

testing::AssertionResult BothCountAlike(const CompiledRules& rules,
                                        const DealSource& source,
                                        std::uint64_t index) {
  const Ruleset& ruleset = rules.ruleset;
  Slate slate(ruleset);
  ReferenceSlate other(ruleset);
  Seat dealer = static_cast<Seat>(index % rules.players);
  const auto fail = [&](const std::string& difference) {
    return testing::AssertionFailure()
           << ruleset.id << ", match " << index << ", after " << other.deals
           << " deals: " << difference;
  };
  for (int deal = 0; deal < kLongestMatch && !slate.ended(); ++deal) {
    const std::uint64_t at =
        index * kLongestMatch + static_cast<unsigned>(deal);
    RandomDraws draws(source, at);
    Pair pair(rules, source.PackOf(rules.deck, at), dealer);
    std::string difference = pair.Play(draws);
    if (!difference.empty()) return fail(difference);
    const DealScore score =
        ScoreDeal(ruleset, pair.position().Result(), slate.pending_carry());
    const ReferenceScore other_score =
        reference::ScoreDeal(ruleset, pair.deal().Result(), other.bonus);
    const Seat next = Slate::NextDealer(ruleset, dealer, score.tie,
                                        pair.position().Result().abandoned);
    const Seat other_next = reference::NextDealer(
        ruleset, dealer, pair.deal().Result(), other_score);
    slate.Apply(score);
    other.Add(ruleset, other_score);
    difference = CompareSlates(slate, other, rules.sides);
    if (!difference.empty()) return fail(difference);
    if (next != other_next) return fail("next dealer differs");
    dealer = next;
  }
  return testing::AssertionSuccess();
}

}  // namespace couillon::tests
