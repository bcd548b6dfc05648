// Reads what plays and calls exclude into DealKnowledge, draws a split of the
// hidden cards, and checks the deal by replay where the rules need it.

#include "bots/cpp/search/deal_sampler.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "bots/cpp/search/replay.h"
#include "bots/cpp/trick_view.h"
#include "engine/cards/action.h"
#include "engine/cards/card.h"
#include "engine/cards/seat.h"
#include "engine/rules/ruleset.h"

namespace couillon::bots {
namespace {

// A card played, and the cards that its seat did not hold face up then: with
// one of those the card would not have been allowed.
struct Play {
  Card card;
  std::size_t trick = 0;
  CardSet excluded;
};

// Returns the cards of which a seat that plays `card` holds none.
CardSet ExcludedBy(const TrumpTable& table, const Duty& duty, Card winning,
                   Card previous, Card card) {
  const CardSet beat = BeatenBy(table, winning);
  if (duty.follow.Has(card)) {
    const CardSet head = (duty.head_best & beat) |
                         (duty.head_previous & BeatenBy(table, previous));
    return head.Has(card) ? CardSet() : duty.follow & head;
  }
  CardSet excluded;
  if (duty.ruff.Has(card)) {
    const CardSet over = duty.ruff & duty.overtrump & beat;
    if (!over.Has(card)) excluded |= over;
  }
  if (!duty.able.Has(card)) excluded |= duty.follow;
  if (!duty.must.Has(card) && !duty.able.Has(card)) excluded |= duty.must;
  return excluded;
}

class Builder {
 public:
  Builder(const CompiledRules& rules, const Observation& observation)
      : rules_(rules),
        seen_(observation),
        making_trumps_(observation.phase == Phase::kTrump),
        drawn_((rules.stock_size - observation.stock_cards) / rules.players) {}

  DealKnowledge Build() {
    knowledge_.script = ViewScript(rules_, seen_);
    knowledge_.must_check = MustCheck();
    if (!making_trumps_) ReadPlays();
    FindKnown();
    FindPlaces();
    for (Seat seat = 0; seat < rules_.players; ++seat) {
      if (!making_trumps_ && rules_.IsLaidOut(seat)) {
        AddLayout(seat);
      } else {
        AddHand(seat);
      }
    }
    AddUndealt();
    for (const ColumnPlan& columns : knowledge_.layouts) {
      knowledge_.shares.push_back(
          {.allowed = knowledge_.hidden,
           .cards = static_cast<int>(columns.hidden())});
    }
    return std::move(knowledge_);
  }

 private:
  [[nodiscard]] bool MustCheck() const {
    const bool early_duties =
        rules_.stock_size > 0 && !rules_.play.free_while_stock;
    if (rules_.layout == Layout::kNone) return early_duties;
    bool steps = false;
    for (std::size_t i = 0; i < rules_.stages; ++i) {
      const Stage& stage = rules_.stage[i];
      const bool any = stage.kind == StageKind::kName && !stage.legal.empty() &&
                       !stage.may_defer;
      steps = steps || !any;
    }
    return steps || rules_.stock_size > 0;
  }

  [[nodiscard]] const TrumpTable& Table() const {
    return TableOf(rules_, seen_);
  }

  // Returns true if the hands are complete when `trick` begins.
  [[nodiscard]] bool StockIsGone(std::size_t trick) const {
    return trick * rules_.players >= rules_.stock_size;
  }

  // A Mit' declared between cards changes no exclusion: its card is still in
  // the hand of the seat that declared it.
  void ReadPlays() {
    const std::span<const Card> played = seen_.played();
    const TrumpTable& table = Table();
    const std::size_t players = rules_.players;
    Card winning;
    for (std::size_t at = 0; at < played.size(); ++at) {
      const std::size_t trick = at / players;
      const Card card = played[at];
      if (at % players == 0) turn_ = seen_.leaders()[trick];
      Play play{.card = card, .trick = trick, .excluded = {}};
      if (at % players != 0 && StockIsGone(trick)) {
        const auto led =
            static_cast<std::size_t>(played[trick * players].index());
        play.excluded =
            ExcludedBy(table, table.duties[led], winning, played[at - 1], card);
      }
      if (at % players == 0) winners_.push_back(turn_);
      if (at % players == 0 || BeatenBy(table, winning).Has(card)) {
        winning = card;
        winners_.back() = turn_;
      }
      plays_[turn_].push_back(play);
      turn_ = rules_.Next(turn_);
    }
  }

  void FindKnown() {
    CardSet all = seen_.exposed;
    for (Seat seat = 0; seat < rules_.players; ++seat) {
      known_[seat] |= seen_.open_cards[seat];
      if (seat == seen_.decider) known_[seat] |= seen_.hand;
      for (const Play& play : plays_[seat]) known_[seat].Add(play.card);
      all |= known_[seat];
    }
    if (seen_.mit_seat != kNoSeat && !all.Has(rules_.mit.card)) {
      known_[seen_.mit_seat].Add(rules_.mit.card);
      all.Add(rules_.mit.card);
    }
    knowledge_.hidden = rules_.deck & ~all;
  }

  // The places that each seat has received, those not dealt yet included.
  void FindPlaces() {
    for (Seat seat = 0; seat < rules_.players; ++seat) {
      const auto& places = rules_.places[Turns(seat)];
      places_[seat].assign(places.begin(), places.begin() + rules_.hand_size);
    }
    std::size_t place = rules_.stock_first;
    for (std::size_t trick = 0; trick < drawn_; ++trick) {
      Seat seat = winners_[trick];
      for (int i = 0; i < rules_.players; ++i, seat = rules_.Next(seat)) {
        places_[seat].push_back(static_cast<std::uint8_t>(place++));
      }
    }
  }

  [[nodiscard]] std::size_t Turns(Seat seat) const {
    return static_cast<std::size_t>(
        TurnsFromEldest(rules_, seen_.dealer, seat));
  }

  // Moves the cards that were turned up out of `known`, into their places.
  void SetTurned(CardSet& known, HandPlan& plan) const {
    const ScriptView& script = knowledge_.script;
    CardSet turned = known & seen_.exposed;
    for (const std::uint8_t place : plan.places) {
      if ((script.turned >> place & 1U) != 0) {
        plan.turned_places.push_back(place);
      }
    }
    // A card that its holder has shown is no card turned up, unless it is both.
    if (script.shown &&
        static_cast<std::size_t>(turned.size()) > plan.turned_places.size()) {
      turned.Remove(*script.shown);
    }
    const auto upcard = std::find(
        plan.turned_places.begin(), plan.turned_places.end(),
        script.upcard_place.value_or(static_cast<std::uint8_t>(kCards)));
    known &= ~turned;
    if (upcard != plan.turned_places.end()) {
      const Card card = seen_.upcard.value_or(Card());
      plan.fixed.push_back({.card = card, .place = *upcard});
      turned.Remove(card);
      plan.turned_places.erase(upcard);
    }
    for (const Card card : turned) plan.turned.push_back(card);
  }

  void SetFree(HandPlan& plan) const {
    for (std::size_t i = 0; i < plan.places.size(); ++i) {
      if ((knowledge_.script.turned >> plan.places[i] & 1U) == 0) {
        plan.free |= 1U << i;
      }
    }
  }

  // The largest number of cards that `seat` can have received when it held
  // `card`.
  [[nodiscard]] std::size_t LimitOf(Seat seat, Card card) const {
    const ScriptView& script = knowledge_.script;
    std::size_t limit = places_[seat].size();
    if (making_trumps_ && seat == seen_.decider) limit = script.own_held;
    if (script.shown == card) {
      limit = std::min<std::size_t>(limit, script.namer_held);
    }
    for (const Play& play : plays_[seat]) {
      if (play.card != card) continue;
      limit = std::min<std::size_t>(
          limit, rules_.hand_size + std::min(play.trick, drawn_));
    }
    return limit;
  }

  void AddHand(Seat seat) {
    HandPlan plan;
    plan.places = places_[seat];
    CardSet known = known_[seat];
    plan.hidden = plan.places.size() - static_cast<std::size_t>(known.size());
    SetTurned(known, plan);
    SetFree(plan);
    for (const Card card : known) {
      const std::size_t limit = LimitOf(seat, card);
      if (limit < plan.places.size()) {
        plan.early.push_back({.card = card, .limit = limit});
      } else {
        plan.known.push_back(card);
      }
    }
    std::sort(plan.early.begin(), plan.early.end(),
              [](const HandPlan::Early& a, const HandPlan::Early& b) {
                return a.limit < b.limit;
              });
    CardSet excluded;
    for (const Play& play : plays_[seat]) excluded |= play.excluded;
    AddShare(plan, excluded);
  }

  void AddShare(const HandPlan& plan, CardSet excluded) {
    knowledge_.shares.push_back({.allowed = knowledge_.hidden & ~excluded,
                                 .cards = static_cast<int>(plan.hidden)});
    knowledge_.hands.push_back(plan);
  }

  // The talon and the rest of the stock.
  void AddUndealt() {
    std::uint32_t dealt = 0;
    CardSet known = seen_.exposed;
    for (Seat seat = 0; seat < rules_.players; ++seat) {
      for (const std::uint8_t place : places_[seat]) dealt |= 1U << place;
      known &= ~known_[seat];
    }
    HandPlan plan;
    for (std::uint8_t place = 0; place < rules_.pack_size; ++place) {
      if ((dealt >> place & 1U) == 0) plan.places.push_back(place);
    }
    plan.hidden = plan.places.size() - static_cast<std::size_t>(known.size());
    SetTurned(known, plan);
    SetFree(plan);
    AddShare(plan, CardSet());
  }

  void AddLayout(Seat seat) {
    std::vector<ColumnPlan::Seen> played;
    std::vector<ColumnPlan::Seen> open;
    const std::size_t finished = seen_.played().size() / rules_.players;
    CardSet rest = known_[seat];
    const auto see = [this, seat](Card card, std::size_t before) {
      ColumnPlan::Seen seen{.card = card};
      for (const Play& play : plays_[seat]) {
        if (play.trick < before && play.excluded.Has(card)) {
          seen.uncovered_from = static_cast<int>(play.trick);
        }
      }
      return seen;
    };
    for (const Play& play : plays_[seat]) {
      if (play.trick == finished) continue;
      played.push_back(see(play.card, play.trick));
      rest.Remove(play.card);
    }
    for (const Card card : rest) open.push_back(see(card, finished + 1));
    std::vector<std::uint8_t> tops;
    std::vector<std::uint8_t> unders;
    for (std::size_t i = 0; i < rules_.hand_size; ++i) {
      const bool covered = rules_.covered[Turns(seat)][i];
      (covered ? unders : tops).push_back(rules_.places[Turns(seat)][i]);
    }
    knowledge_.layouts.emplace_back(std::move(played), std::move(open),
                                    std::move(tops), std::move(unders));
  }

  const CompiledRules& rules_;
  const Observation& seen_;
  const bool making_trumps_;
  const std::size_t drawn_;  // cards that each seat has drawn from the stock
  Seat turn_ = 0;
  std::vector<Seat> winners_;  // by trick
  std::array<std::vector<Play>, kMaxSeats> plays_;
  std::array<CardSet, kMaxSeats> known_{};
  std::array<std::vector<std::uint8_t>, kMaxSeats> places_;
  DealKnowledge knowledge_;
};

constexpr int kMaxTries = 20000;

bool LooksLike(const Position& position, const Observation& observation) {
  Observation seen = position.Observe();
  seen.standing = observation.standing;
  seen.random_seed = observation.random_seed;
  return seen == observation;
}

}  // namespace

DealKnowledge KnowDeal(const CompiledRules& rules,
                       const Observation& observation) {
  return Builder(rules, observation).Build();
}

DealSampler::DealSampler(const CompiledRules& rules,
                         const Observation& observation, CardOrder order)
    : rules_(&rules),
      observation_(&observation),
      knowledge_(KnowDeal(rules, observation)),
      split_(knowledge_.hidden, knowledge_.shares),
      order_(OrderMatters() ? CardOrder::kDrawn : order) {
  possible_ =
      split_.possible() &&
      std::all_of(knowledge_.layouts.begin(), knowledge_.layouts.end(),
                  [](const ColumnPlan& plan) { return plan.possible(); });
}

// Returns true if what is still to happen depends on the order in which cards
// were received, or which packs contradict the observation.
bool DealSampler::OrderMatters() const {
  const bool is_dealt = observation_->phase == Phase::kPlay;
  return !is_dealt || rules_->stock_size > 0 ||
         rules_->layout != Layout::kNone || knowledge_.script.named ||
         knowledge_.must_check;
}

// Returns true if the seat that named trumps held one card of them then, if it
// had to.
bool DealSampler::NamerHeldSuit(const Pack& pack) const {
  const ScriptView& script = knowledge_.script;
  if (!script.named) return true;
  const auto turns = static_cast<std::size_t>(
      TurnsFromEldest(*rules_, observation_->dealer, script.namer));
  for (std::size_t i = 0; i < script.namer_held; ++i) {
    if (pack[rules_->places[turns][i]].suit() == *script.named) return true;
  }
  return false;
}

std::optional<Position> DealSampler::Draw(Random& random) const {
  const ReplayMode mode =
      knowledge_.must_check ? ReplayMode::kChecking : ReplayMode::kTrusting;
  for (int tries = possible_ ? kMaxTries : 0; tries > 0; --tries) {
    std::array<Card, kCards> cards;
    split_.Draw(random, cards);
    Pack pack{};
    const Card* next = cards.data();
    for (const HandPlan& plan : knowledge_.hands) {
      plan.Place(random, {next, plan.hidden}, order_, pack);
      next += plan.hidden;
    }
    for (const ColumnPlan& plan : knowledge_.layouts) {
      plan.Place(random, {next, plan.hidden()}, pack);
      next += plan.hidden();
    }
    if (!NamerHeldSuit(pack)) continue;
    Position position(*rules_, pack, observation_->dealer);
    if (!Replay(*observation_, mode, position)) continue;
    if (knowledge_.must_check && !LooksLike(position, *observation_)) continue;
    return position;
  }
  return std::nullopt;
}

}  // namespace couillon::bots
