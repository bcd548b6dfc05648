// Calls and Mit', the stock and covered cards, the result, and what a seat may
// see of all that.

#include "engine/play/position.h"

#include <algorithm>
#include <bit>

#include "engine/cards/check.h"
#include "engine/rules/ruleset.h"

namespace couillon {
namespace {

// The card on offer at a trump step, or the one that made trumps there.
std::optional<Card> Upcard(const Stage& stage, const Pack& pack,
                           CardSet exposed) {
  switch (stage.kind) {
    case StageKind::kOffer:
    case StageKind::kTurn:
      return pack[stage.first];
    case StageKind::kBlind:
      if (exposed.Has(pack[stage.first])) return pack[stage.first];
      if (exposed.Has(pack[stage.second])) return pack[stage.second];
      return std::nullopt;
    default:
      return std::nullopt;
  }
}

// The first `count` bytes of `from`, the others 0: 16 at a time, since a loop
// of `count` steps is compiled to a call.
template <typename Bytes>
Bytes FirstOf(const Bytes& from, std::uint8_t count) {
  using Block [[gnu::vector_size(16)]] = std::uint8_t;
  constexpr Block kPlaces = {0, 1, 2,  3,  4,  5,  6,  7,
                             8, 9, 10, 11, 12, 13, 14, 15};
  constexpr std::size_t kBlocks = sizeof(Bytes) / sizeof(Block);
  static_assert(sizeof(Bytes) == kBlocks * sizeof(Block));
  auto blocks = std::bit_cast<std::array<Block, kBlocks>>(from);
  for (std::size_t i = 0; i < kBlocks; ++i) {
    const auto first = static_cast<std::uint8_t>(i * sizeof(Block));
    blocks[i] &= static_cast<Block>(kPlaces + first < Block{} + count);
  }
  return std::bit_cast<Bytes>(blocks);
}

}  // namespace

Position::Position(const CompiledRules& rules, const Pack& pack, Seat dealer)
    : rules_(&rules),
      pack_(pack),
      stock_left_(rules.stock_size),
      dealer_(dealer) {
  const bool has_layout = rules.layout != Layout::kNone;
  Seat seat = eldest();
  for (std::size_t turns = 0; turns < rules.players; ++turns) {
    const bool laid_out = has_layout && rules.IsLaidOut(seat);
    CardSet hand;
    for (std::size_t i = 0; i < rules.hand_size; ++i) {
      if (laid_out && rules.covered[turns][i]) continue;
      hand.Add(pack[rules.places[turns][i]]);
    }
    hands_[seat] = hand;
    seat = rules.Next(seat);
  }
  BeginStage();
}

std::optional<Suit> Position::trump() const {
  if (trump_ == kSuits) return std::nullopt;
  return static_cast<Suit>(trump_);
}

bool Position::naming() const {
  return phase_ == Phase::kTrump &&
         rules_->stage[stage_].kind == StageKind::kName;
}

ActionSet Position::LegalCalls() const {
  switch (phase_) {
    case Phase::kTrump:
      return LegalTrumpActions();
    case Phase::kMit:
      return ActionSet::Of(kSayMit) | ActionSet::Of(kSayNothing);
    case Phase::kKontra:
      return ActionSet::Of(kSayKontra) | ActionSet::Of(kSayNothing);
    case Phase::kRe:
      return ActionSet::Of(kSayRe) | ActionSet::Of(kSayNothing);
    default:
      return ActionSet();
  }
}

void Position::ApplyCall(Action action) {
  COUILLON_CHECK(!done());
  calls_[call_count_++] = Call{.seat = seat_, .action = action};
  if (phase_ == Phase::kTrump) {
    ApplyTrumpAction(action);
  } else {
    ApplyAnnouncement(action);
  }
}

void Position::DrawFromStock() {
  Seat seat = turn_;
  for (int i = 0; i < rules_->players; ++i) {
    const std::size_t place = static_cast<std::size_t>(
        rules_->stock_first + rules_->stock_size - stock_left_);
    hands_[seat].Add(pack_[place]);
    --stock_left_;
    seat = rules_->Next(seat);
  }
}

// The n-th card face down lies under the n-th dealt on top.
std::optional<Card> Position::Covered(Seat seat, Card card) const {
  const auto turns = static_cast<std::size_t>(TurnsFromEldest(seat));
  const auto& covered = rules_->covered[turns];
  const auto& places = rules_->places[turns];
  int column = 0;
  std::size_t at = 0;
  for (; at < rules_->hand_size; ++at) {
    if (covered[at]) continue;
    if (pack_[places[at]] == card) break;
    ++column;
  }
  if (at == rules_->hand_size) return std::nullopt;  // it lay underneath
  for (std::size_t under = 0; under < rules_->hand_size; ++under) {
    if (covered[under] && column-- == 0) return pack_[places[under]];
  }
  return std::nullopt;
}

std::optional<Card> Position::CardUnder(Seat seat, Card card) const {
  if (!rules_->IsLaidOut(seat)) return std::nullopt;
  const std::span<const Card> table = trick();
  const bool on_table =
      std::find(table.begin(), table.end(), card) != table.end();
  if (!hands_[seat].Has(card) && !on_table) return std::nullopt;
  return Covered(seat, card);
}

// Turns up the cards that lay under those played to the trick just finished.
void Position::Uncover() {
  Seat seat = leaders_[trick_number_ - std::size_t{1}];
  for (std::size_t i = 0; i < rules_->players; ++i, seat = rules_->Next(seat)) {
    if (!rules_->IsLaidOut(seat)) continue;
    const std::optional<Card> under =
        Covered(seat, played_[PlayedCount() - rules_->players + i]);
    if (!under) continue;
    hands_[seat].Add(*under);
    exposed_.Add(*under);
  }
}

std::vector<Card> Position::Exposed() const {
  std::vector<Card> cards;
  const auto add = [&cards](Card card) {
    if (std::find(cards.begin(), cards.end(), card) == cards.end()) {
      cards.push_back(card);
    }
  };
  const auto add_open = [this, &add](int stage) {
    for (std::uint32_t open = OpenPlaces(stage); open != 0; open &= open - 1) {
      add(pack_[static_cast<std::size_t>(std::countr_zero(open))]);
    }
  };
  for (int i = 0; i <= stage_ && i < rules_->stages; ++i) {
    const Stage& stage = rules_->stage[static_cast<std::size_t>(i)];
    add_open(i);
    if (stage.kind == StageKind::kOffer || stage.kind == StageKind::kTurn) {
      add(pack_[stage.first]);
    }
    if (stage.kind == StageKind::kBlind && trump_ != kSuits) {
      add(pack_[exposed_.Has(pack_[stage.first]) ? stage.first : stage.second]);
    }
  }
  if (has_shown_) add(shown_);
  if (trump_ != kSuits) add_open(rules_->stages);
  return cards;
}

// Writes to the result directly: copying bytes just written one by one would
// stall on failed store forwarding.
void Position::CountTaken(PerSide& card_points, PerSide& tricks) const {
  const std::size_t sides = rules_->sides;
  for (std::size_t side = 0; side < sides; ++side) {
    card_points[side] = static_cast<std::uint8_t>(taken_[side] % kTrickTaken);
    tricks[side] = static_cast<std::uint8_t>(taken_[side] / kTrickTaken);
  }
}

DealResult Position::Result() const {
  DealResult result;
  result.abandoned = phase_ == Phase::kAbandoned;
  if (result.abandoned) return result;
  result.trump = trump();
  result.maker = maker_;
  if (maker_ != kNoSeat) result.maker_side = rules_->SideOf(maker_);
  if (mit_seat_ != kNoSeat) result.mit_side = rules_->SideOf(mit_seat_);
  result.kontra = kontra_;
  result.re = re_;
  CountTaken(result.card_points, result.tricks);
  return result;
}

Observation Position::Observe() const {
  COUILLON_CHECK(!done());
  Observation seen;
  seen.phase = phase_;
  seen.seat = seat_;
  seen.decider = decider();
  seen.dealer = dealer_;
  seen.naming = naming();
  seen.legal = LegalActions();
  seen.trump = trump();
  seen.maker = maker_;
  seen.mit_seat = mit_seat_;
  seen.kontra = kontra_;
  seen.re = re_;
  seen.stock_cards = stock_left_;
  seen.exposed = exposed_;
  CountTaken(seen.card_points, seen.tricks_won);
  if (phase_ != Phase::kTrump) {
    seen.hand = hands_[seen.decider];
  } else if (seen.decider == seat_) {
    seen.hand = DealtSoFar(seat_);
  }
  for (std::size_t seat = 0; seat < rules_->players; ++seat) {
    seen.open_cards[seat] = hands_[seat] & exposed_;
  }
  seen.upcard = Upcard(rules_->stage[stage_], pack_, exposed_);
  if (!seen.upcard && has_shown_) seen.upcard = shown_;
  seen.played_count = static_cast<std::uint8_t>(PlayedCount());
  seen.played_list = FirstOf(played_, seen.played_count);
  seen.leader_count =
      static_cast<std::uint8_t>(trick_number_ + (trick_cards_ > 0 ? 1 : 0));
  seen.leader_list = FirstOf(leaders_, seen.leader_count);
  if (phase_ == Phase::kPlay && trick_cards_ == 0) {
    seen.leader_list[seen.leader_count++] = turn_;
  }
  // Silence about the Mit' is known to its holder alone.
  bool declared = false;
  for (std::size_t i = 0; i < call_count_; ++i) {
    const Call call = calls_[i];
    declared = declared || call.action == kSayMit;
    if (call.action == kSayNothing && !declared && call.seat != seen.decider) {
      continue;
    }
    seen.call_list[seen.call_count++] = call;
  }
  return seen;
}

// The part of Position before and between cards: making trumps, Mit', Kontra
// and Re.

int Position::TurnsFromEldest(Seat seat) const {
  const int players = rules_->players;
  return (rules_->step * (seat - dealer_) - 1 + 2 * players) % players;
}

std::size_t Position::DealtCount(Seat seat) const {
  if (table_ != nullptr) return rules_->hand_size;
  const auto turns = static_cast<std::size_t>(TurnsFromEldest(seat));
  return rules_->stage[stage_].held[turns];
}

CardSet Position::StartingHand(Seat seat) const {
  return Received(seat, rules_->hand_size);
}

// The cards of `seat` received before the trump step under way; in a layout,
// those face up.
CardSet Position::DealtSoFar(Seat seat) const {
  return Received(seat, DealtCount(seat));
}

// The first `count` cards of `seat`; in a layout, those of them face up.
CardSet Position::Received(Seat seat, std::size_t count) const {
  const auto turns = static_cast<std::size_t>(TurnsFromEldest(seat));
  const bool laid_out = rules_->IsLaidOut(seat);
  CardSet cards;
  for (std::size_t i = 0; i < count; ++i) {
    if (laid_out && rules_->covered[turns][i]) continue;
    cards.Add(pack_[rules_->places[turns][i]]);
  }
  return cards;
}

// Returns the places dealt face up before trump step `stage`; all such places
// if `stage` is the number of steps.
std::uint32_t Position::OpenPlaces(int stage) const {
  const bool last = stage == rules_->stages;
  const Stage* at =
      last ? nullptr : &rules_->stage[static_cast<std::size_t>(stage)];
  std::uint32_t open = last ? rules_->open_places : at->open_places;
  if (rules_->layout == Layout::kDummy) {
    const auto turns = static_cast<std::size_t>(TurnsFromEldest(rules_->dummy));
    const std::size_t dealt = last ? rules_->hand_size : at->held[turns];
    for (std::size_t i = 0; i < dealt; ++i) {
      if (!rules_->covered[turns][i]) {
        open |= 1U << rules_->places[turns][i];
      }
    }
  }
  return open;
}

void Position::TurnUp(std::uint8_t place) { exposed_.Add(pack_[place]); }

void Position::TurnUpOpen(int stage) {
  for (std::uint32_t open = OpenPlaces(stage); open != 0; open &= open - 1) {
    TurnUp(static_cast<std::uint8_t>(std::countr_zero(open)));
  }
}

// Enters the trump step `stage_`, or the first one after it that applies.
void Position::BeginStage() {
  for (;; ++stage_) {
    COUILLON_CHECK(stage_ < rules_->stages);
    const Stage& stage = rules_->stage[stage_];
    if (rules_->has_open_cards) TurnUpOpen(stage_);
    switch (stage.kind) {
      case StageKind::kOffer:
        TurnUp(stage.first);
        asked_ = 0;
        seat_ = eldest();
        return;
      case StageKind::kName: {
        const bool dummy = eldest() == rules_->dummy;
        if (stage.when != When::kAlways &&
            (stage.when == When::kEldestIsDummy) != dummy) {
          continue;
        }
        seat_ = eldest();
        return;
      }
      case StageKind::kTurn:
        TurnUp(stage.first);
        FixTrumps(pack_[stage.first].suit(),
                  stage.makers == Makers::kEldest ? eldest() : kNoSeat);
        return;
      case StageKind::kBlind:
        seat_ = eldest();
        return;
      case StageKind::kAbandon:
        phase_ = Phase::kAbandoned;
        return;
    }
  }
}

ActionSet Position::LegalTrumpActions() const {
  const Stage& stage = rules_->stage[stage_];
  if (!stage.legal.empty()) return stage.legal;
  const auto held_of = [this](Suit suit) {
    return DealtSoFar(seat_) & CardSet::OfSuit(suit);
  };
  if (stage.kind == StageKind::kOffer) {
    return ActionSet::Of(kPass) | ActionSet(held_of(pack_[stage.first].suit()));
  }
  ActionSet legal;
  if (stage.may_defer) legal |= ActionSet::Of(kDefer);
  if (stage.show) return legal | ActionSet(DealtSoFar(seat_));
  for (int i = 0; i < kSuits; ++i) {
    const Suit suit = static_cast<Suit>(i);
    if (!held_of(suit).empty()) legal |= ActionSet::Of(Action::Name(suit));
  }
  return legal;
}

void Position::ApplyTrumpAction(Action action) {
  const Stage& stage = rules_->stage[stage_];
  if (action == kPass) {
    if (++asked_ == rules_->players) {
      ++stage_;
      BeginStage();
    } else {
      seat_ = rules_->Next(seat_);
    }
    return;
  }
  if (action == kDefer) {
    ++stage_;
    BeginStage();
    return;
  }
  if (action == kPickFirst || action == kPickSecond) {
    const std::uint8_t place =
        action == kPickFirst ? stage.first : stage.second;
    TurnUp(place);
    FixTrumps(pack_[place].suit(),
              stage.makers == Makers::kEldest ? seat_ : kNoSeat);
    return;
  }
  if (action.is_card()) {  // shown to take or to name
    shown_ = action.card();
    has_shown_ = true;
    exposed_.Add(shown_);
    FixTrumps(shown_.suit(), seat_);
    return;
  }
  FixTrumps(action == kTake ? pack_[stage.first].suit() : action.suit(), seat_);
}

// Called when the Mit' has changed which card beats which. The cards of the
// trick keep their order: the promoted card is still in its holder's hand.
void Position::FindTable() {
  table_ = &rules_->tables[trump_][mit_seat_ != kNoSeat ? 1 : 0];
  if (trick_cards_ == 0) return;
  trick_ = Trick();
  const Seat turn = turn_;
  turn_ = leaders_[trick_number_];
  for (std::size_t i = 0; i < trick_cards_; ++i) {
    AddToTrick(played_[PlayedCount() - trick_cards_ + i], i);
    turn_ = rules_->Next(turn_);
  }
  turn_ = turn;
}

// Called before a card is played: asks the holder of the Mit' if they may
// declare it now. Once mit_holder_ is cleared they are not asked again.
void Position::AskMitIfDue() {
  if (mit_holder_ == kNoSeat) return;
  if (rules_->mit.window == MitWindow::kOwnTurn && turn_ != mit_holder_) return;
  phase_ = Phase::kMit;
  seat_ = mit_holder_;
}

void Position::ApplyAnnouncement(Action action) {
  switch (phase_) {
    case Phase::kMit:
      if (action == kSayMit) {
        mit_seat_ = seat_;
        mit_holder_ = kNoSeat;
        FindTable();
        if (rules_->mit.kontra) {
          AskKontraOrRe(Phase::kKontra, rules_->Next(seat_));
          return;
        }
      } else if (rules_->mit.window != MitWindow::kOpen) {
        mit_holder_ = kNoSeat;
      }
      break;
    case Phase::kKontra:
      if (action == kSayNothing) {
        AskKontraOrRe(Phase::kKontra, rules_->Next(seat_));
        return;
      }
      kontra_ = true;
      if (rules_->mit.re) {
        AskKontraOrRe(Phase::kRe, mit_seat_);
        return;
      }
      break;
    default:  // Re
      if (action == kSayNothing) {
        AskKontraOrRe(Phase::kRe, rules_->Next(seat_));
        return;
      }
      re_ = true;
      break;
  }
  ResumePlay();
}

// Asks the next seat from `from` on that may say Kontra or Re. All have been
// asked when the turn is back at the holder of the Mit'; play then resumes.
void Position::AskKontraOrRe(Phase phase, Seat from) {
  const bool asks_again = phase == phase_;  // of the same question
  const Side side = rules_->SideOf(mit_seat_);
  Seat seat = from;
  do {
    if (seat == mit_seat_ && (phase == Phase::kKontra || asks_again)) break;
    if ((rules_->SideOf(seat) == side) == (phase == Phase::kRe)) {
      phase_ = phase;
      seat_ = seat;
      return;
    }
    seat = rules_->Next(seat);
  } while (seat != mit_seat_);
  ResumePlay();
}

void Position::ResumePlay() {
  phase_ = Phase::kPlay;
  seat_ = turn_;
}

}  // namespace couillon
