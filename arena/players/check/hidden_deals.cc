#include "arena/players/check/hidden_deals.h"

#include <cstdint>
#include <optional>
#include <utility>

#include "arena/table/table.h"
#include "engine/cards/action.h"
#include "engine/cards/card.h"
#include "engine/cards/card_set.h"
#include "engine/cards/check.h"
#include "engine/cards/pack.h"
#include "engine/play/observation.h"
#include "engine/play/position.h"

namespace couillon::arena {
namespace {

constexpr std::uint64_t kMostTwinDeals = 40;
constexpr std::size_t kMostDecisions = 8;  // before the common one
constexpr std::uint64_t kShuffles = 60;    // tried for a common decision

struct Line {
  std::vector<Question> questions;
  std::vector<Action> actions;
};

Line PlayAtRandom(const CompiledRules& rules, int ruleset,
                  const DealSource& deals, std::uint64_t item) {
  Line line;
  Table table({.rules = &rules, .deals = &deals, .item = item});
  while (!table.done() && line.actions.size() < kMostDecisions) {
    const Observation seen = table.Observe();
    const Action action = seen.legal.Nth(static_cast<int>(
        seen.random_seed % static_cast<std::uint64_t>(seen.legal.size())));
    line.questions.push_back({.ruleset = ruleset, .seen = seen});
    line.actions.push_back(action);
    COUILLON_CHECK(table.Apply(action));
  }
  return line;
}

// All cards whose place the decider knows.
CardSet Known(const Observation& seen) {
  CardSet known = seen.hand | seen.exposed;
  for (const CardSet open : seen.open_cards) known |= open;
  for (const Card card : seen.played()) known.Add(card);
  return known;
}

// Returns the pack with the cards that are not in `known` in another order.
Pack Reshuffled(Pack pack, std::size_t size, CardSet known,
                const DealSource& deals, std::uint64_t lot) {
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < size; ++i) {
    if (!known.Has(pack[i])) places.push_back(i);
  }
  for (std::size_t i = places.size(); i > 1; --i) {
    const std::uint64_t drawn =
        deals.DecisionSeed(lot, 0, static_cast<int>(i), 0) % i;
    std::swap(pack[places[i - 1]], pack[places[drawn]]);
  }
  return pack;
}

// The decisions of `line` before number `at` in the deal of `pack`, if the same
// actions are legal there and the decision at `at` looks the same.
std::optional<std::vector<Question>> Replay(const CompiledRules& rules,
                                            const Pack& pack, const Line& line,
                                            std::size_t at) {
  Position position(rules, pack, line.questions[0].seen.dealer);
  std::vector<Question> questions;
  for (std::size_t i = 0;; ++i) {
    if (position.done()) return std::nullopt;
    Question question = line.questions[i];
    const Observation& original = question.seen;
    Observation seen = position.Observe();
    seen.standing = original.standing;
    seen.random_seed = original.random_seed;
    if (i == at) {
      if (!(seen == original)) return std::nullopt;
      questions.push_back(question);
      return questions;
    }
    if (seen.seat != original.seat ||
        !position.LegalActions().Has(line.actions[i])) {
      return std::nullopt;
    }
    question.seen = seen;
    questions.push_back(question);
    position.Apply(line.actions[i]);
  }
}

std::optional<TwinDeals> TwinAt(const CompiledRules& rules, const Pack& pack,
                                const DealSource& deals, const Line& line,
                                std::size_t at) {
  const CardSet known = Known(line.questions[at].seen);
  const auto size = static_cast<std::size_t>(rules.deck.size());
  for (std::uint64_t lot = 0; lot < kShuffles; ++lot) {
    auto second =
        Replay(rules, Reshuffled(pack, size, known, deals, lot), line, at);
    if (!second) continue;
    bool differs = false;
    for (std::size_t i = 0; i < at; ++i) {
      differs = differs || !((*second)[i].seen == line.questions[i].seen);
    }
    if (!differs) continue;
    const auto end = static_cast<std::ptrdiff_t>(at + 1);
    return TwinDeals{
        .first = {line.questions.begin(), line.questions.begin() + end},
        .second = *std::move(second)};
  }
  return std::nullopt;
}

}  // namespace

std::vector<TwinDeals> FindTwins(const CompiledRules& rules, int ruleset,
                                 const DealSource& deals, std::size_t count) {
  std::vector<TwinDeals> twins;
  for (std::uint64_t item = 0; item < kMostTwinDeals && twins.size() < count;
       ++item) {
    const Line line = PlayAtRandom(rules, ruleset, deals, item);
    const Pack pack = deals.PackOf(rules.deck, item);
    for (std::size_t at = line.questions.size(); at-- > 1;) {
      if (line.questions[at].seen.legal.size() < 2) continue;
      std::optional<TwinDeals> twin = TwinAt(rules, pack, deals, line, at);
      if (!twin) continue;
      twins.push_back(*std::move(twin));
      break;
    }
  }
  return twins;
}

}  // namespace couillon::arena
