#include "arena/front/replay/deal_events.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "absl/strings/str_cat.h"
#include "engine/cards/action.h"
#include "engine/cards/card.h"
#include "engine/cards/card_set.h"
#include "engine/cards/notation.h"
#include "engine/cards/seat.h"
#include "engine/play/position.h"
#include "engine/rules/ruleset.h"

namespace couillon::arena {
namespace {

char Digit(std::size_t seat) { return static_cast<char>('0' + seat); }

// Plays a deal and writes down what everybody at the table sees.
class EventWriter {
 public:
  EventWriter(const CompiledRules& rules, const DealScript& deal)
      : rules_(rules), position_(rules, deal.pack, deal.dealer) {
    AddDealt();
    AddTurned();
  }

  void Take(Action action) {
    if (position_.phase() == Phase::kPlay) {
      Play(action);
    } else {
      Call(action);
    }
  }

  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  // Begins an event.
  void Begin(char first) {
    if (!text_.empty()) text_ += ' ';
    text_ += first;
  }

  void AddDealt() {
    Seat seat = position_.eldest();
    for (std::size_t turns = 0; turns < rules_.players; ++turns) {
      std::size_t& dealt = dealt_[turns];
      const std::size_t now = position_.DealtCount(seat);
      while (dealt < now) {
        const bool covered = IsCovered(seat, turns, dealt);
        std::size_t count = 0;
        while (dealt < now && IsCovered(seat, turns, dealt) == covered) {
          ++dealt;
          ++count;
        }
        Begin(Digit(seat));
        absl::StrAppend(&text_, covered ? "_" : "+", count);
      }
      seat = rules_.Next(seat);
    }
  }

  [[nodiscard]] bool IsCovered(Seat seat, std::size_t turns,
                               std::size_t at) const {
    return rules_.IsLaidOut(seat) && rules_.covered[turns][at];
  }

  // The card that was turned up since the last call, if there is one.
  void AddTurned() {
    if (position_.done()) return;
    const std::optional<Card> upcard = position_.Observe().upcard;
    if (!upcard || upcard == upcard_) return;
    upcard_ = upcard;
    Begin('!');
    text_ += FormatCard(*upcard);
  }

  void Call(Action action) {
    Begin(Digit(position_.seat()));
    text_ += '.';
    text_ += FormatAction(action, position_.phase(), position_.naming());
    const bool had_trumps = position_.trump().has_value();
    position_.Apply(action);
    trick_is_open_ = false;
    const std::optional<Suit> trump = position_.trump();
    if (had_trumps) return;
    if (!trump) {
      AddDealt();
      AddTurned();
      return;
    }
    // A card that was shown to make trumps is in the call.
    if (!action.is_card()) AddTurned();
    Begin('=');
    text_ += FormatSuit(*trump);
    text_ += position_.maker() == kNoSeat ? '-' : Digit(position_.maker());
    AddDealt();
  }

  void Play(Action action) {
    if (!trick_is_open_) {
      Begin(Digit(position_.seat()));
      text_ += '.';
      trick_is_open_ = true;
    }
    text_ += FormatCard(action.card());
    const int left = position_.tricks_left();
    const int stock = position_.stock_left();
    std::array<CardSet, kMaxSeats> hands;
    for (Seat seat = 0; seat < rules_.players; ++seat) {
      hands[seat] = position_.hand(seat);
    }
    position_.Apply(action);
    if (position_.tricks_left() == left) return;
    trick_is_open_ = false;
    const Seat winner = position_.leader();
    absl::StrAppend(&text_, ">", static_cast<int>(winner));
    const bool drawn = position_.stock_left() < stock;
    if (drawn || rules_.layout != Layout::kNone) {
      AddGained(drawn ? '*' : '^', winner, hands);
    }
  }

  // The seats that have a new card, `first` first.
  void AddGained(char mark, Seat first,
                 const std::array<CardSet, kMaxSeats>& before) {
    std::string seats;
    Seat seat = first;
    for (int turns = 0; turns < rules_.players; ++turns) {
      if (!(position_.hand(seat) & ~before[seat]).empty()) seats += Digit(seat);
      seat = rules_.Next(seat);
    }
    if (seats.empty()) return;
    Begin(mark);
    text_ += seats;
  }

  const CompiledRules& rules_;
  Position position_;
  std::array<std::size_t, kMaxSeats> dealt_{};  // by turns from eldest
  std::optional<Card> upcard_;
  bool trick_is_open_ = false;  // the last event lists its cards
  std::string text_;
};

}  // namespace

std::string DealEvents(const CompiledRules& rules, const DealScript& deal) {
  EventWriter writer(rules, deal);
  for (const Action action : deal.actions) writer.Take(action);
  return writer.text();
}

std::string DealCards(const CompiledRules& rules, const DealScript& deal) {
  std::string text;
  std::uint32_t dealt = 0;
  for (std::size_t turns = 0; turns < rules.players; ++turns) {
    for (std::size_t i = 0; i < rules.hand_size; ++i) {
      const std::size_t place = rules.places[turns][i];
      text += FormatCard(deal.pack[place]);
      dealt |= 1U << place;
    }
  }
  // The stock lies after the talon in the pack.
  for (std::size_t place = 0; place < rules.pack_size; ++place) {
    if (((dealt >> place) & 1U) == 0) text += FormatCard(deal.pack[place]);
  }
  return text;
}

}  // namespace couillon::arena
