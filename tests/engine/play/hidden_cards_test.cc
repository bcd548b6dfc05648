// A seat's observation may not depend on a card that the seat cannot know. In
// every decision of random deals, the cards unknown to the decider are laid
// out anew, the deal is played again up to there with everything the table
// saw and heard the same, and the observation has to be the same, field by
// field and byte by byte.
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "couillon/v1/bot_service.pb.h"
#include "engine/cards/action.h"
#include "engine/cards/card.h"
#include "engine/cards/card_set.h"
#include "engine/cards/pack.h"
#include "engine/cards/seat.h"
#include "engine/deal/deal_source.h"
#include "engine/play/observation.h"
#include "engine/play/position.h"
#include "engine/rules/compiled_rules.h"
#include "engine/rules/compiler.h"
#include "engine/rules/ruleset.h"
#include "proto/codec.h"
#include "proto/ruleset_catalog.h"
#include "tests/support/all_rulesets.h"
#include "tests/support/random_deal.h"
#include "tests/support/random_knobs.h"
#include "tests/support/reference_rules.h"

namespace couillon::tests {
namespace {

constexpr std::uint64_t kHiddenDeals = 25;
constexpr int kTries = 40;  // per decision, to find another deal that fits

struct Event {
  Seat seat = 0;
  Phase phase = Phase::kTrump;
  Action action;
};

// Silence about the Mit' is heard by its holder alone.
bool IsHeard(const Event& event, Seat listener) {
  return event.phase != Phase::kMit || event.action != kSayNothing ||
         event.seat == listener;
}

// What the decider can know by the rules, from the reference rules and not
// from the observation to be judged: cards played, turned up and face up on
// the table, and his own as far as they are dealt, but for those at which he
// may not look before he has made trumps for a dummy.
CardSet KnownToDecider(const Position& position,
                       const reference::ReferenceDeal& deal) {
  const CompiledRules& rules = position.rules();
  CardSet known;
  for (const Card card : position.Observe().played()) known.Add(card);
  for (const Card card : deal.exposed()) known.Add(card);
  for (Seat seat = 0; seat < rules.players; ++seat) {
    const bool on_table = rules.layout == Layout::kAll || seat == rules.dummy;
    const bool own = seat == deal.decider() &&
                     (deal.phase() != Phase::kTrump || seat == deal.seat());
    if (!on_table && !own) continue;
    for (const Card card : deal.Held(seat)) known.Add(card);
  }
  return known;
}

// Leaves the known cards where they are. The first tries shuffle all others,
// later ones exchange a few, which fits more often.
Pack LaidOutAnew(const CompiledRules& rules, const Pack& pack, CardSet known,
                 int attempt, RandomDraws& draws) {
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < rules.pack_size; ++i) {
    if (!known.Has(pack.at(i))) places.push_back(i);
  }
  Pack other = pack;
  if (places.size() < 2) return other;
  const std::size_t swaps =
      attempt < kTries / 4 ? places.size() - 1 : 1 + draws.Below(4);
  for (std::size_t i = 0; i < swaps; ++i) {
    const std::size_t at =
        swaps == places.size() - 1 ? i : draws.Below(places.size() - 1);
    const std::size_t with = at + draws.Below(places.size() - at);
    std::swap(other.at(places[at]), other.at(places[with]));
  }
  return other;
}

// Plays what `listener` has heard of `events` with another pack; nothing if
// that pack does not fit. Whoever is asked for the Mit' and is not heard of
// keeps silent.
std::optional<Position> Replayed(const CompiledRules& rules, const Pack& pack,
                                 Seat dealer, const std::vector<Event>& events,
                                 Seat listener) {
  Position position(rules, pack, dealer);
  const auto skip_silence = [&](const Event* next) {
    while (!position.done() && position.phase() == Phase::kMit &&
           position.seat() != listener &&
           (next == nullptr || next->phase != Phase::kMit)) {
      position.Apply(kSayNothing);
    }
  };
  for (const Event& event : events) {
    if (!IsHeard(event, listener)) continue;
    skip_silence(&event);
    if (position.done() || position.phase() != event.phase ||
        position.seat() != event.seat ||
        !position.LegalActions().Has(event.action)) {
      return std::nullopt;
    }
    position.Apply(event.action);
  }
  skip_silence(nullptr);
  if (position.done()) return std::nullopt;
  return position;
}

std::string Encoded(const CompiledRules& rules, const Observation& seen) {
  v1::Decision message;
  wire::WriteDecision(rules, seen, message);
  return message.SerializeAsString();
}

// Whether a place that goes to a player, face down or not, has another card.
bool PlayersWereDealtOthers(const Position& position, const Pack& pack) {
  const CompiledRules& rules = position.rules();
  for (std::size_t turns = 0; turns < rules.players; ++turns) {
    for (std::size_t i = 0; i < rules.hand_size; ++i) {
      const std::size_t place = rules.places.at(turns).at(i);
      if (pack.at(place) != position.pack().at(place)) return true;
    }
  }
  return false;
}

// What came of laying out the cards anew in one ruleset.
struct Tally {
  int decisions = 0;
  int compared = 0;   // decisions with another deal that fits
  int different = 0;  // and in that other deal a player was dealt other cards
};

class HiddenCardsTest : public testing::TestWithParam<std::string> {
 protected:
  // Compares every decision of some deals.
  Tally CompareDeals(const CompiledRules& rules, std::uint64_t first,
                     std::uint64_t deals) {
    Tally tally;
    for (std::uint64_t index = first; index < first + deals; ++index) {
      RandomDraws draws(Source(), index);
      Position position = DealAt(rules, Source(), index);
      const Pack& pack = position.pack();
      reference::ReferenceDeal deal(
          rules.ruleset, {pack.begin(), pack.begin() + rules.pack_size},
          position.dealer());
      std::vector<Event> events;
      while (!position.done()) {
        SCOPED_TRACE(rules.ruleset.id + " deal " + std::to_string(index) +
                     " decision " + std::to_string(events.size()));
        CompareDecision(position, KnownToDecider(position, deal), events, draws,
                        tally);
        if (HasFatalFailure()) return tally;
        const Action action = draws.Of(position.LegalActions());
        events.push_back({position.seat(), position.phase(), action});
        position.Apply(action);
        deal.Apply(action);
      }
    }
    return tally;
  }

  // Compares one decision with another deal, if one is found.
  void CompareDecision(const Position& position, CardSet known,
                       const std::vector<Event>& events, RandomDraws& draws,
                       Tally& tally) {
    const CompiledRules& rules = position.rules();
    const Observation seen = position.Observe();
    ++tally.decisions;
    for (int attempt = 0; attempt < kTries; ++attempt) {
      const Pack pack =
          LaidOutAnew(rules, position.pack(), known, attempt, draws);
      if (pack == position.pack()) continue;
      const std::optional<Position> other =
          Replayed(rules, pack, position.dealer(), events, seen.decider);
      if (!other || other->seat() != position.seat()) continue;
      ++tally.compared;
      if (PlayersWereDealtOthers(position, pack)) ++tally.different;
      const Observation same = other->Observe();
      ASSERT_TRUE(same == seen);
      ASSERT_EQ(Encoded(rules, same), Encoded(rules, seen));
      return;
    }
  }

  static const DealSource& Source() {
    static const DealSource kSource("hidden cards");
    return kSource;
  }
};

TEST_P(HiddenCardsTest, ObservationsDoNotDependOnThem) {
  for (const std::string& spec : SpecsOf(GetParam())) {
    const Tally tally = CompareDeals(Rules(spec), 0, kHiddenDeals);
    ASSERT_FALSE(HasFatalFailure());
    // The test would prove nothing if hardly any other deal fitted.
    EXPECT_GT(tally.compared, tally.decisions / 2) << spec;
    EXPECT_GT(tally.different, tally.decisions / 3) << spec;
  }
}

TEST_P(HiddenCardsTest, NorDoTheyUnderKnobsTurnedAtRandom) {
  const Ruleset base = Rules(GetParam()).ruleset;
  int compared = 0;
  for (std::uint64_t number = 0; number < 20; ++number) {
    RandomDraws draws(Source(), 1000000 + number);
    const absl::StatusOr<CompiledRules> rules =
        CompileRules(WithRandomKnobs(base, draws));
    if (!rules.ok()) continue;
    SCOPED_TRACE("knobs " + std::to_string(number));
    compared += CompareDeals(*rules, 10 * number, 3).compared;
    ASSERT_FALSE(HasFatalFailure());
  }
  EXPECT_GT(compared, 50);
}

INSTANTIATE_TEST_SUITE_P(EveryRuleset, HiddenCardsTest,
                         testing::ValuesIn(wire::RulesetIds()),
                         [](const auto& test) { return TestName(test.param); });

}  // namespace
}  // namespace couillon::tests
