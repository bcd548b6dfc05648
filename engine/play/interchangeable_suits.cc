// The structured bindings below name every member of what they read. So a new
// member does not compile until somebody has decided here whether it depends on
// suits.
#include "engine/play/interchangeable_suits.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "engine/cards/card.h"
#include "engine/cards/card_set.h"
#include "engine/rules/ruleset.h"

namespace couillon {
namespace {

std::size_t Index(Card card) { return static_cast<std::size_t>(card.index()); }

bool Maps(const SuitMap& map, const Duty& from, const Duty& to) {
  const auto& [follow, able, must, ruff, head_best, head_previous, overtrump] =
      from;
  return map(follow) == to.follow && map(able) == to.able &&
         map(must) == to.must && map(ruff) == to.ruff &&
         map(head_best) == to.head_best &&
         map(head_previous) == to.head_previous &&
         map(overtrump) == to.overtrump;
}

bool Maps(const SuitMap& map, const TrumpTable& from, const TrumpTable& to) {
  const auto& [trumps, duties, answers, beaten_by] = from;
  if (map(trumps) != to.trumps) return false;
  for (int index = 0; index < kCards; ++index) {
    const std::size_t i = Index(Card(index));
    const std::size_t image = Index(map(Card(index)));
    if (!Maps(map, duties[i], to.duties[image]) ||
        map(answers[i]) != to.answers[image] ||
        map(beaten_by[i]) != to.beaten_by[image]) {
      return false;
    }
  }
  return Maps(map, duties[kNoDuty], to.duties[kNoDuty]);
}

bool Keeps(const SuitMap& map, const MitRules& mit) {
  const auto& [card, window, kontra, re] = mit;
  return map(card) == card;
}

bool Keeps(const SuitMap& map, const Stage& stage) {
  const auto& [kind, first, second, show, may_defer, pool, when, makers, held,
               open_places, legal] = stage;
  return map(legal) == legal;
}

bool KeepsPoints(const SuitMap& map,
                 const std::array<std::uint8_t, kCards>& card_points) {
  for (int index = 0; index < kCards; ++index) {
    const Card card(index);
    if (card_points[Index(map(card))] != card_points[Index(card)]) return false;
  }
  return true;
}

bool KeepsTables(const SuitMap& map,
                 const std::array<std::array<TrumpTable, 2>, kSuits>& tables) {
  for (std::size_t i = 0; i < kSuits; ++i) {
    const Suit image = map(static_cast<Suit>(i));
    for (std::size_t declared = 0; declared < 2; ++declared) {
      if (!Maps(map, tables[i][declared],
                tables[static_cast<std::size_t>(image)][declared])) {
        return false;
      }
    }
  }
  return true;
}

// Returns true if `map` leaves `rules` as they are.
bool Keeps(const SuitMap& map, const CompiledRules& rules) {
  // The cards of `ruleset` are in the other members.
  const auto& [ruleset, players, sides, pack_size, hand_size, tricks,
               stock_first, stock_size, stages, step, layout, dummy,
               dummy_controller, lead_maker, has_heading, has_mit, mit, play,
               deck, card_points, places, covered, open_places, has_open_cards,
               stage, tables, turn_order, side_of] = rules;
  return map(deck) == deck && KeepsPoints(map, card_points) &&
         (!has_mit || Keeps(map, mit)) &&
         std::all_of(stage.begin(), stage.begin() + stages,
                     [&map](const Stage& any) { return Keeps(map, any); }) &&
         KeepsTables(map, tables);
}

}  // namespace

std::vector<SuitMap> InterchangeableSuits(const CompiledRules& rules) {
  std::array<Suit, kSuits> images = {Suit::kClubs, Suit::kDiamonds,
                                     Suit::kHearts, Suit::kSpades};
  std::vector<SuitMap> maps;
  do {  // in ascending order, so from the identity
    const SuitMap map(images);
    if (Keeps(map, rules)) maps.push_back(map);
  } while (std::next_permutation(images.begin(), images.end()));
  return maps;
}

const SuitMap& DrawSuitMap(std::span<const SuitMap> maps,
                           std::uint64_t random) {
  return maps[static_cast<std::size_t>((random >> 32) * maps.size() >> 32)];
}

}  // namespace couillon
