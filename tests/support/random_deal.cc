#include "tests/support/random_deal.h"

#include <cstddef>

#include "engine/cards/notation.h"

namespace couillon::tests {

std::size_t RandomDraws::Below(std::size_t n) {
  const std::uint64_t seed = source_->DecisionSeed(index_, 0, drawn_, 0);
  ++drawn_;
  return static_cast<std::size_t>(seed % n);
}

Position DealAt(const CompiledRules& rules, const DealSource& source,
                std::uint64_t index) {
  return {rules, source.PackOf(rules.deck, index),
          static_cast<Seat>(index % rules.players)};
}

Position DealAfterCalls(const CompiledRules& rules, const DealSource& source,
                        std::uint64_t index) {
  RandomDraws draws(source, index);
  Position position = DealAt(rules, source, index);
  while (!position.done() && !position.OnlyCardsAreDue()) {
    position.Apply(draws.Of(position.LegalActions()));
  }
  return position;
}

std::vector<Action> PlayOut(Position& position, RandomDraws& draws) {
  std::vector<Action> actions;
  while (!position.done()) {
    const Action action = draws.Of(position.LegalActions());
    position.Apply(action);
    actions.push_back(action);
  }
  return actions;
}

std::string ActionsText(const CompiledRules& rules, const Pack& pack,
                        Seat dealer, const std::vector<Action>& actions) {
  Position position(rules, pack, dealer);
  std::string text;
  for (const Action action : actions) {
    if (position.done()) break;
    text += (text.empty() ? "" : " ") +
            FormatAction(action, position.phase(), position.naming());
    position.Apply(action);
  }
  return text;
}

}  // namespace couillon::tests
