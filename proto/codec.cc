#include "proto/codec.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

#include "absl/strings/str_format.h"
#include "couillon/v1/bot_service.pb.h"
#include "engine/cards/action.h"
#include "engine/cards/card.h"
#include "engine/cards/seat.h"
#include "proto/decision_bytes.h"
#include "proto/enum_codec.h"

namespace couillon::wire {
namespace {

void AppendCards(std::span<const Card> cards, std::string& bytes) {
  for (const Card card : cards) {
    bytes.push_back(static_cast<char>(card.index()));
  }
}

template <typename Number>
void AppendBytes(std::span<const Number> numbers, std::string& bytes) {
  for (const Number number : numbers) {
    bytes.push_back(static_cast<char>(number));
  }
}

static_assert(ToEnum<v1::Suit>(Suit::kClubs) == v1::SUIT_CLUBS &&
              ToEnum<v1::Suit>(Suit::kDiamonds) == v1::SUIT_DIAMONDS &&
              ToEnum<v1::Suit>(Suit::kHearts) == v1::SUIT_HEARTS &&
              ToEnum<v1::Suit>(Suit::kSpades) == v1::SUIT_SPADES &&
              v1::Suit_MAX == ToEnum<v1::Suit>(Suit::kSpades));
// A deal that is done or abandoned has no decision.
static_assert(ToEnum<v1::Phase>(Phase::kTrump) == v1::PHASE_TRUMP &&
              ToEnum<v1::Phase>(Phase::kMit) == v1::PHASE_MIT &&
              ToEnum<v1::Phase>(Phase::kKontra) == v1::PHASE_KONTRA &&
              ToEnum<v1::Phase>(Phase::kRe) == v1::PHASE_RE &&
              ToEnum<v1::Phase>(Phase::kPlay) == v1::PHASE_PLAY &&
              v1::Phase_MAX == ToEnum<v1::Phase>(Phase::kPlay));

void WriteTrumpMaking(const Observation& seen, v1::Decision& message) {
  if (seen.trump) message.set_trump(ToEnum<v1::Suit>(*seen.trump));
  if (seen.maker != kNoSeat) message.set_maker(seen.maker);
  if (seen.upcard) {
    message.set_upcard(static_cast<std::uint32_t>(seen.upcard->index()));
  }
  for (const Call& call : seen.calls()) {
    message.mutable_calls()->push_back(static_cast<char>(call.action.number()));
    message.mutable_call_seats()->push_back(static_cast<char>(call.seat));
  }
  if (seen.mit_seat != kNoSeat) message.set_mit_seat(seen.mit_seat);
  message.set_kontra(seen.kontra);
  message.set_re(seen.re);
  message.set_naming(seen.naming);
}

void WriteStanding(const CompiledRules& rules, const MatchStanding& standing,
                   v1::Decision& message) {
  for (std::size_t side = 0; side < rules.sides; ++side) {
    message.add_lines_left(standing.lines_left[side]);
  }
  const std::span cows(standing.cows_won.data(), rules.sides);
  if (std::any_of(cows.begin(), cows.end(), [](auto won) { return won > 0; })) {
    AppendBytes(cows, *message.mutable_cows_won());
  }
  message.set_pending_carry(standing.pending_carry);
  message.set_deals_played(standing.deals_played);
}

// Reads the fields of a decision in turn and keeps the first error.
class FieldReader {
 public:
  explicit FieldReader(const CompiledRules& rules) : rules_(rules) {}

  [[nodiscard]] const absl::Status& status() const { return status_; }

  void Complain(const char* field, std::int64_t found, int least, int below) {
    if (!status_.ok()) return;
    status_ = absl::InvalidArgumentError(
        absl::StrFormat("decision: %s is %d; expected %d to %d", field, found,
                        least, below - 1));
  }
  [[nodiscard]] bool InRange(const char* field, std::int64_t value, int least,
                             int below) {
    const bool good = value >= least && value < below;
    if (!good) Complain(field, value, least, below);
    return good;
  }
  // Reads a number from 0 to the largest that `out` can hold.
  void ReadCount(const char* field, std::uint32_t value, std::uint16_t& out) {
    if (InRange(field, value, 0, 0x10000)) {
      out = static_cast<std::uint16_t>(value);
    }
  }
  void ReadActions(const char* field, std::uint64_t mask, ActionSet& out) {
    out = ActionSet(mask);
    if (!status_.ok() || (!out.empty() && (mask >> kActions) == 0)) return;
    status_ = absl::InvalidArgumentError(absl::StrFormat(
        "decision: %s is %#x; expected some of the bits 0 to %d", field, mask,
        kActions - 1));
  }
  Seat ReadSeat(const char* field, std::uint32_t value) {
    return InRange(field, value, 0, rules_.players) ? static_cast<Seat>(value)
                                                    : Seat{0};
  }
  // The same as ReadList for a whole array of bytes, from kReadable bytes:
  // compilers make a few vector operations of it.
  template <typename Out, std::size_t kRoom>
  std::uint8_t CopyList(const char* field, std::string_view bytes, int below,
                        std::array<Out, kRoom>& out) {
    static_assert(sizeof(Out) == 1 && kRoom <= DecisionFields::kReadable);
    std::array<std::uint8_t, kRoom> found{};
    // NOLINTNEXTLINE(bugprone-suspicious-stringview-data-usage): kReadable
    std::memcpy(found.data(), bytes.data(), kRoom);
    const auto size =
        static_cast<std::uint8_t>(std::min<std::size_t>(bytes.size(), 255));
    const auto most = static_cast<std::uint8_t>(below - 1);
    std::uint8_t wrong = 0;
    for (std::size_t i = 0; i < kRoom; ++i) {
      found[i] = static_cast<std::uint8_t>(i) < size ? found[i] : 0;
      wrong |= static_cast<std::uint8_t>(found[i] > most);
    }
    if (size > kRoom || wrong != 0) {  // says what is wrong
      return ReadList(field, bytes, below, std::span<Out>(out),
                      [](int value) { return Out(value); });
    }
    std::memcpy(out.data(), found.data(), kRoom);
    return size;
  }
  // Copies the bytes of a list whose elements are below `below`.
  template <typename Out, typename Make>
  std::uint8_t ReadList(const char* field, std::string_view bytes, int below,
                        std::span<Out> out, Make make) {
    if (!InRange(field, static_cast<std::int64_t>(bytes.size()), 0,
                 static_cast<int>(out.size()) + 1)) {
      return 0;
    }
    const std::size_t size = std::min(bytes.size(), out.size());
    for (std::size_t i = 0; i < size; ++i) {
      const auto value = static_cast<unsigned char>(bytes[i]);
      if (!InRange(field, value, 0, below)) return 0;
      out[i] = make(value);
    }
    return static_cast<std::uint8_t>(bytes.size());
  }

 private:
  const CompiledRules& rules_;
  absl::Status status_;
};

// The sides of `rules`, with the upper bound made visible to g++.
std::size_t Sides(const CompiledRules& rules) {
  return std::min<std::size_t>(rules.sides, kMaxSides);
}

// The readers take a v1::Decision, or its fields as they stand on the wire.
template <typename Decision>
void ReadTrumpMaking(const Decision& message, FieldReader& read,
                     Observation& seen) {
  if (message.trump() != v1::SUIT_UNSPECIFIED &&
      read.InRange("trump", message.trump(), 1, kSuits + 1)) {
    seen.trump = FromEnum<Suit>(message.trump());
  }
  if (message.has_maker()) seen.maker = read.ReadSeat("maker", message.maker());
  if (message.has_upcard() &&
      read.InRange("upcard", message.upcard(), 0, kCards)) {
    seen.upcard = Card(static_cast<int>(message.upcard()));
  }
  if (message.has_mit_seat()) {
    seen.mit_seat = read.ReadSeat("mit_seat", message.mit_seat());
  }
  if (message.calls().size() != message.call_seats().size()) {
    read.Complain("call_seats",
                  static_cast<std::int64_t>(message.call_seats().size()),
                  static_cast<int>(message.calls().size()),
                  static_cast<int>(message.calls().size()) + 1);
    return;
  }
  seen.call_count = read.ReadList(
      "calls", message.calls(), kActions, std::span<Call>(seen.call_list),
      [](int number) { return Call{.seat = 0, .action = Action(number)}; });
  for (std::size_t i = 0; i < seen.call_count; ++i) {
    seen.call_list[i].seat = read.ReadSeat(
        "call_seats", static_cast<unsigned char>(message.call_seats()[i]));
  }
  seen.kontra = message.kontra();
  seen.re = message.re();
  seen.naming = message.naming();
}

template <typename Decision>
void ReadStanding(const CompiledRules& rules, const Decision& message,
                  FieldReader& read, MatchStanding& standing) {
  if (message.lines_left_size() != rules.sides) {
    read.Complain("lines_left", message.lines_left_size(), rules.sides,
                  rules.sides + 1);
    return;
  }
  for (int side = 0; side < rules.sides; ++side) {
    if (!read.InRange("lines_left", message.lines_left(side), -0x8000,
                      0x8000)) {
      return;
    }
    standing.lines_left[static_cast<std::size_t>(side)] =
        static_cast<std::int16_t>(message.lines_left(side));
  }
  read.ReadList("cows_won", message.cows_won(), 256,
                std::span<std::uint8_t>(standing.cows_won).first(Sides(rules)),
                [](int won) { return static_cast<std::uint8_t>(won); });
  read.ReadCount("pending_carry", message.pending_carry(),
                 standing.pending_carry);
  read.ReadCount("deals_played", message.deals_played(), standing.deals_played);
}

template <typename Decision>
void ReadTricks(const CompiledRules& rules, const Decision& message,
                FieldReader& read, Observation& seen) {
  const auto to_byte = [](int value) {
    return static_cast<std::uint8_t>(value);
  };
  if constexpr (std::is_same_v<Decision, DecisionFields>) {
    seen.played_count = read.CopyList("played_cards", message.played_cards(),
                                      kCards, seen.played_list);
    seen.leader_count = read.CopyList("trick_leaders", message.trick_leaders(),
                                      rules.players, seen.leader_list);
  } else {
    seen.played_count = read.ReadList("played_cards", message.played_cards(),
                                      kCards, std::span<Card>(seen.played_list),
                                      [](int i) { return Card(i); });
    seen.leader_count =
        read.ReadList("trick_leaders", message.trick_leaders(), rules.players,
                      std::span<Seat>(seen.leader_list), to_byte);
  }
  const std::size_t sides = Sides(rules);
  read.ReadList("card_points", message.card_points(), 256,
                std::span<std::uint8_t>(seen.card_points).first(sides),
                to_byte);
  read.ReadList("tricks_won", message.tricks_won(), 256,
                std::span<std::uint8_t>(seen.tricks_won).first(sides), to_byte);
}

template <typename Decision>
absl::Status ReadAny(const CompiledRules& rules, const Decision& message,
                     Observation& seen) {
  // A constant, not a temporary: copying bytes just written one by one would
  // stall on failed store forwarding.
  static constexpr Observation kNothing;
  seen = kNothing;
  FieldReader read(rules);
  if (read.InRange("phase", message.phase(), 1, v1::Phase_MAX + 1)) {
    seen.phase = FromEnum<Phase>(message.phase());
  }
  seen.seat = read.ReadSeat("seat", message.seat());
  seen.decider = read.ReadSeat("decider", message.decider());
  seen.dealer = read.ReadSeat("dealer", message.dealer());
  read.ReadActions("legal_actions", message.legal_actions(), seen.legal);
  seen.hand = CardSet(message.hand());
  seen.random_seed = message.random_seed();
  seen.exposed = CardSet(message.exposed());
  if (read.InRange("stock_cards", message.stock_cards(), 0, kCards + 1)) {
    seen.stock_cards = static_cast<std::uint8_t>(message.stock_cards());
  }
  ReadTricks(rules, message, read, seen);
  ReadTrumpMaking(message, read, seen);
  if (message.open_cards_size() > 0 &&
      message.open_cards_size() != rules.players) {
    read.Complain("open_cards", message.open_cards_size(), rules.players,
                  rules.players + 1);
    return read.status();
  }
  for (int seat = 0; seat < message.open_cards_size(); ++seat) {
    seen.open_cards[static_cast<std::size_t>(seat)] =
        CardSet(message.open_cards(seat));
  }
  ReadStanding(rules, message, read, seen.standing);
  return read.status();
}

}  // namespace

void WriteDecision(const CompiledRules& rules, const Observation& seen,
                   v1::Decision& message) {
  message.Clear();
  message.set_phase(ToEnum<v1::Phase>(seen.phase));
  message.set_seat(seen.seat);
  message.set_decider(seen.decider);
  message.set_dealer(seen.dealer);
  message.set_hand(seen.hand.mask());
  message.set_legal_actions(seen.legal.mask());
  message.set_random_seed(seen.random_seed);
  AppendCards(seen.played(), *message.mutable_played_cards());
  AppendBytes(seen.leaders(), *message.mutable_trick_leaders());
  const std::size_t on_table = seen.played_count % rules.players;
  AppendCards(seen.played().last(on_table), *message.mutable_current_trick());
  WriteTrumpMaking(seen, message);
  message.set_exposed(seen.exposed.mask());
  const std::span open(seen.open_cards.data(), rules.players);
  if (std::any_of(open.begin(), open.end(),
                  [](CardSet cards) { return !cards.empty(); })) {
    for (const CardSet cards : open) message.add_open_cards(cards.mask());
  }
  message.set_stock_cards(seen.stock_cards);
  AppendBytes(std::span(seen.card_points.data(), rules.sides),
              *message.mutable_card_points());
  AppendBytes(std::span(seen.tricks_won.data(), rules.sides),
              *message.mutable_tricks_won());
  WriteStanding(rules, seen.standing, message);
}

absl::Status ReadDecision(const CompiledRules& rules,
                          const v1::Decision& message, Observation& seen) {
  return ReadAny(rules, message, seen);
}

absl::Status ReadDecision(const CompiledRules& rules,
                          const DecisionFields& fields, Observation& seen) {
  return ReadAny(rules, fields, seen);
}

void WriteTableResult(const TableResult& result, v1::TableResult& message) {
  message.set_half_points(static_cast<std::uint32_t>(result.half_points));
  message.set_half_game_points(result.half_game_points);
  message.set_forfeited(result.forfeited);
}

TableResult ReadTableResult(const v1::TableResult& message) {
  return {.half_points = static_cast<int>(message.half_points()),
          .half_game_points = message.half_game_points(),
          .forfeited = message.forfeited()};
}

}  // namespace couillon::wire
