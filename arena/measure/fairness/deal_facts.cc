// A deal or match is replayed and its facts are read off the positions.

#include "arena/measure/fairness/deal_facts.h"

#include <cstddef>

#include "engine/cards/action.h"
#include "engine/cards/check.h"
#include "engine/play/position.h"

namespace couillon::arena {

int DealFacts::TurnOf(const CompiledRules& rules, Seat seat) const {
  int turn = 0;
  while (rules.FromEldest(dealer, turn) != seat) ++turn;
  return turn;
}

DealFacts ReplayDeal(const CompiledRules& rules, const Pack& pack, Seat dealer,
                     const std::string& actions, std::uint16_t pending_carry) {
  DealFacts facts{.dealer = dealer};
  Position position(rules, pack, dealer);
  for (const char number : actions) {
    const ActionSet legal = position.LegalActions();
    const Action action(static_cast<std::uint8_t>(number));
    COUILLON_CHECK(legal.Has(action));
    if (position.phase() == Phase::kPlay) {
      ++facts.decisions;
      facts.legal_cards += legal.size();
      if (legal.size() == 1) ++facts.forced;
    }
    position.Apply(action);
  }
  COUILLON_CHECK(position.done());
  facts.result = position.Result();
  facts.score = ScoreDeal(rules.ruleset, facts.result, pending_carry);
  return facts;
}

MatchFacts ReplayMatch(const CompiledRules& rules,
                       const std::vector<Pack>& packs, Seat first_dealer,
                       const std::vector<std::string>& actions) {
  MatchFacts facts;
  Slate slate(rules.ruleset);
  Seat dealer = first_dealer;
  for (std::size_t i = 0; i < actions.size(); ++i) {
    MatchDeal deal;
    deal.before = slate.Standing();
    deal.facts =
        ReplayDeal(rules, packs[i], dealer, actions[i], slate.pending_carry());
    slate.Apply(deal.facts.score);
    dealer = Slate::NextDealer(rules.ruleset, dealer, deal.facts.score.tie,
                               deal.facts.result.abandoned);
    facts.deals.push_back(deal);
  }
  facts.after = slate.Standing();
  facts.winner = slate.winner();
  if (facts.winner == kNoSide && rules.ruleset.match.fixed_deals > 0) {
    facts.winner = slate.Leader();
  }
  return facts;
}

}  // namespace couillon::arena
