// A bot whose answers depend on more than the request, in the way named by its
// argument. For the tests of the cold audit.
//
//   memory   plays greedy if its process knows its hand from an earlier table,
//            else at random
//   counter  draws from a source of its own: the number of its decisions
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "bots/cpp/bot_server.h"
#include "bots/cpp/greedy.h"
#include "bots/cpp/random.h"
#include "bots/cpp/strategy.h"
#include "engine/cards/action.h"
#include "engine/cards/card.h"
#include "engine/cards/card_set.h"
#include "engine/cards/seat.h"
#include "engine/play/observation.h"
#include "engine/rules/compiled_rules.h"

namespace couillon {
namespace {

using PlayedCards = std::map<Seat, CardSet>;

// The cards that each seat has played.
PlayedCards Played(const CompiledRules& rules, const Observation& seen) {
  PlayedCards cards;
  for (std::size_t i = 0; i < seen.played().size(); ++i) {
    const Seat leader = seen.leaders()[i / rules.players];
    const auto seat =
        static_cast<Seat>((leader + i % rules.players) % rules.players);
    cards[seat].Add(seen.played()[i]);
  }
  return cards;
}

class Remembering final : public bots::Strategy {
 public:
  explicit Remembering(std::string mode) : mode_(std::move(mode)) {}

  Action Decide(const CompiledRules& rules, const Observation& seen) override {
    const bool counts = mode_ == "counter";
    if (!counts && KnowsDeal(rules, seen)) return greedy_.Decide(rules, seen);
    bots::Random random(counts ? decisions_++ : seen.random_seed);
    return seen.legal.Nth(static_cast<int>(
        random.Below(static_cast<std::uint64_t>(seen.legal.size()))));
  }

 private:
  // Keeps the hands that were played to the last card but one. No process meets
  // such a hand again in the same deal, except to play that card.
  bool KnowsDeal(const CompiledRules& rules, const Observation& seen) {
    PlayedCards played = Played(rules, seen);
    for (const auto& [seat, cards] : played) {
      if (cards.size() == rules.hand_size - 1) hands_.insert(cards.mask());
    }
    const CardSet hand = seen.hand | played[seen.decider];
    for (const Card card : hand) {
      CardSet all_but_one = hand;
      all_but_one.Remove(card);
      if (hands_.contains(all_but_one.mask())) return true;
    }
    return false;
  }

  const std::string mode_;
  bots::Greedy greedy_;
  std::uint64_t decisions_ = 0;
  std::set<std::uint32_t> hands_;
};

}  // namespace
}  // namespace couillon

int main(int argc, char** argv) {
  couillon::Remembering bot(argc > 1 ? argv[1] : "memory");
  return couillon::bots::ServeBot({.name = "remembering"}, bot).ok() ? 0 : 1;
}
