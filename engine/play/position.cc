#include "engine/play/position.h"

#include <algorithm>
#include <bit>

#include "engine/cards/check.h"
#include "engine/rules/ruleset.h"

namespace couillon {

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

}  // namespace couillon
