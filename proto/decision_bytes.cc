#include "proto/decision_bytes.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "couillon/v1/bot_service.pb.h"
#include "engine/action.h"
#include "engine/card.h"
#include "engine/card_set.h"
#include "engine/compiled_rules.h"
#include "engine/observation.h"
#include "engine/seat.h"

namespace couillon::wire {
namespace {

using v1::Decision;

static_assert(std::endian::native == std::endian::little,
              "numbers are written as they lie in memory");
static_assert(sizeof(Card) == 1 && sizeof(Seat) == 1);

// The kinds of protobuf's encoding.
constexpr int kVarint = 0;
constexpr int kFixed64 = 1;
constexpr int kBytes = 2;
constexpr int kFixed32 = 5;

// More than any decision takes: 19 numbers of at most 3 bytes with their tags,
// four masks, and lists of no more than kCards, kMaxTricks, kMaxCalls and
// kMaxSeats elements.
constexpr std::size_t kLongest = 512;
static_assert(2 * kCards + kMaxTricks + 2 * kMaxCalls + 4 * kMaxSeats +
                  8 * kMaxSides + 19 * 8 + 4 * 10 + 10 * 3 <
              kLongest);

// Writes fields one after the other; those that are 0 or empty are left out,
// as proto3 has it, but for Set.
class FieldWriter {
 public:
  explicit FieldWriter(char* begin) : at_(begin) {}

  [[nodiscard]] char* end() const { return at_; }

  template <int kField>
  void Number(std::uint32_t value) {
    if (value != 0) Set<kField>(value);
  }
  template <int kField>
  void Set(std::uint32_t value) {
    Tag<kField, kVarint>();
    Varint(value);
  }
  template <int kField>
  void Mask(std::uint32_t value) {
    if (value == 0) return;
    Tag<kField, kFixed32>();
    Raw(&value, sizeof(value));
  }
  template <int kField>
  void Mask64(std::uint64_t value) {
    if (value == 0) return;
    Tag<kField, kFixed64>();
    Raw(&value, sizeof(value));
  }
  // Elements of one byte each.
  template <int kField, typename Element>
  void List(std::span<const Element> elements) {
    static_assert(sizeof(Element) == 1);
    if (elements.empty()) return;
    BeginList<kField>(elements.size());
    Raw(elements.data(), elements.size());
  }
  // A list of `size` bytes, which follow.
  template <int kField>
  void BeginList(std::size_t size) {
    Tag<kField, kBytes>();
    Varint(static_cast<std::uint32_t>(size));
  }
  void Byte(std::uint8_t value) { *at_++ = static_cast<char>(value); }
  void Varint(std::uint32_t value) {
    for (; value >= 0x80; value >>= 7) {
      Byte(static_cast<std::uint8_t>(value | 0x80));
    }
    Byte(static_cast<std::uint8_t>(value));
  }
  void Raw(const void* bytes, std::size_t size) {
    std::memcpy(at_, bytes, size);
    at_ += size;
  }

 private:
  template <int kField, int kKind>
  void Tag() {
    constexpr int kTag = kField << 3 | kKind;
    static_assert(kTag < 1 << 14);
    if constexpr (kTag < 0x80) {
      Byte(kTag);
    } else {
      Byte((kTag & 0x7f) | 0x80);
      Byte(kTag >> 7);
    }
  }

  char* at_;
};

void WriteTrumpMaking(const Observation& seen, FieldWriter& write) {
  if (seen.maker != kNoSeat) write.Set<Decision::kMakerFieldNumber>(seen.maker);
  const std::span<const Call> calls = seen.calls();
  if (!calls.empty()) {
    write.BeginList<Decision::kCallsFieldNumber>(calls.size());
    for (const Call& call : calls) {
      write.Byte(static_cast<std::uint8_t>(call.action.number()));
    }
    write.BeginList<Decision::kCallSeatsFieldNumber>(calls.size());
    for (const Call& call : calls) write.Byte(call.seat);
  }
  if (seen.upcard) {
    write.Set<Decision::kUpcardFieldNumber>(
        static_cast<std::uint32_t>(seen.upcard->index()));
  }
  if (seen.mit_seat != kNoSeat) {
    write.Set<Decision::kMitSeatFieldNumber>(seen.mit_seat);
  }
  write.Number<Decision::kKontraFieldNumber>(seen.kontra ? 1 : 0);
  write.Number<Decision::kReFieldNumber>(seen.re ? 1 : 0);
  write.Number<Decision::kNamingFieldNumber>(seen.naming ? 1 : 0);
}

// As sint32: small numbers below 0 are short too.
constexpr std::uint32_t ZigZag(std::int32_t value) {
  return (static_cast<std::uint32_t>(value) << 1) ^
         static_cast<std::uint32_t>(value >> 31);
}

void WriteStanding(std::size_t sides, const MatchStanding& standing,
                   FieldWriter& write) {
  std::array<char, 3 * kMaxSides> bytes{};
  FieldWriter units(bytes.data());
  for (std::size_t side = 0; side < sides; ++side) {
    units.Varint(ZigZag(standing.units_left[side]));
  }
  const auto size = static_cast<std::size_t>(units.end() - bytes.data());
  write.BeginList<Decision::kUnitsLeftFieldNumber>(size);
  write.Raw(bytes.data(), size);
  const std::span cows = std::span(standing.cows_won).first(sides);
  if (std::any_of(cows.begin(), cows.end(), [](auto won) { return won > 0; })) {
    write.List<Decision::kCowsWonFieldNumber>(cows);
  }
  write.Number<Decision::kPendingBonusFieldNumber>(standing.pending_bonus);
  write.Number<Decision::kDealsPlayedFieldNumber>(standing.deals_played);
}

void WriteOpenCards(const CompiledRules& rules, const Observation& seen,
                    FieldWriter& write) {
  const std::span open = std::span(seen.open_cards).first(rules.players);
  if (std::all_of(open.begin(), open.end(),
                  [](CardSet cards) { return cards.empty(); })) {
    return;
  }
  write.BeginList<Decision::kOpenCardsFieldNumber>(4 * open.size());
  for (const CardSet cards : open) {
    const std::uint32_t mask = cards.mask();
    write.Raw(&mask, sizeof(mask));
  }
}

// Fields in the order of their numbers, as protobuf writes them.
void WriteFields(const CompiledRules& rules, const Observation& seen,
                 FieldWriter& write) {
  const auto one_more = [](auto kind) {  // than the engine's numbers
    return static_cast<std::uint32_t>(kind) + 1;
  };
  write.Number<Decision::kPhaseFieldNumber>(one_more(seen.phase));
  write.Number<Decision::kSeatFieldNumber>(seen.seat);
  write.Number<Decision::kDeciderFieldNumber>(seen.decider);
  write.Number<Decision::kDealerFieldNumber>(seen.dealer);
  write.Mask<Decision::kHandFieldNumber>(seen.hand.mask());
  write.Mask64<Decision::kLegalActionsFieldNumber>(seen.legal.mask());
  write.Mask64<Decision::kRandomSeedFieldNumber>(seen.random_seed);
  write.List<Decision::kPlayedCardsFieldNumber>(seen.played());
  write.List<Decision::kTrickLeadersFieldNumber>(seen.leaders());
  write.List<Decision::kCurrentTrickFieldNumber>(
      seen.played().last(seen.played_count % rules.players));
  if (seen.trump) {
    write.Set<Decision::kTrumpFieldNumber>(one_more(*seen.trump));
  }
  write.Mask<Decision::kExposedFieldNumber>(seen.exposed.mask());
  WriteTrumpMaking(seen, write);
  WriteOpenCards(rules, seen, write);
  write.Number<Decision::kStockCardsFieldNumber>(seen.stock_cards);
  const std::size_t sides = rules.sides;
  write.List<Decision::kCardPointsFieldNumber>(
      std::span(seen.card_points).first(sides));
  write.List<Decision::kTricksWonFieldNumber>(
      std::span(seen.tricks_won).first(sides));
  WriteStanding(sides, seen.standing, write);
}

}  // namespace

void AppendDecision(const CompiledRules& rules, const Observation& seen,
                    std::uint32_t decision_id, std::uint32_t ruleset_handle,
                    std::string& request) {
  std::array<char, kLongest> fields;  // NOLINT: filled as far as it is read
  FieldWriter write(fields.data());
  write.Number<Decision::kDecisionIdFieldNumber>(decision_id);
  write.Number<Decision::kRulesetHandleFieldNumber>(ruleset_handle);
  WriteFields(rules, seen, write);
  const auto size = static_cast<std::size_t>(write.end() - fields.data());
  std::array<char, 8> head{};
  FieldWriter begin(head.data());
  begin.BeginList<v1::PlayRequest::kDecisionsFieldNumber>(size);
  request.append(head.data(), begin.end());
  request.append(fields.data(), size);
}

namespace {

// Takes what stands next; every step is false at the end of the bytes.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes)
      : at_(bytes.data()), end_(bytes.data() + bytes.size()) {}

  [[nodiscard]] bool done() const { return at_ == end_; }
  bool Varint(std::uint64_t& value) {
    value = 0;
    for (int shift = 0; shift < 64 && at_ != end_; shift += 7) {
      const auto byte = static_cast<std::uint8_t>(*at_++);
      value |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
      if (byte < 0x80) return true;
    }
    return false;
  }
  // Of 32 bits, as protobuf cuts them off.
  bool Varint(std::uint32_t& value) {
    std::uint64_t whole = 0;
    if (!Varint(whole)) return false;
    value = static_cast<std::uint32_t>(whole);
    return true;
  }
  bool Bytes(std::string_view& bytes) {
    std::uint64_t size = 0;
    if (!Varint(size) || size > static_cast<std::size_t>(end_ - at_)) {
      return false;
    }
    bytes = {at_, static_cast<std::size_t>(size)};
    at_ += size;
    return true;
  }
  template <typename Number>
  bool Fixed(Number& value) {
    if (static_cast<std::size_t>(end_ - at_) < sizeof(value)) return false;
    std::memcpy(&value, at_, sizeof(value));
    at_ += sizeof(value);
    return true;
  }

 private:
  const char* at_;
  const char* end_;
};

}  // namespace

class DecisionFields::Reader : public ByteReader {
 public:
  using ByteReader::ByteReader;
};

bool DecisionFields::TakeNumber(Reader& read, int field) {
  constexpr std::uint32_t kNumbers =
      1U << kId | 1U << kHandle | 1U << kPhase | 1U << kSeat | 1U << kDecider |
      1U << kDealer | 1U << kTrump | 1U << kMaker | 1U << kUpcard |
      1U << kMitSeat | 1U << kStock | 1U << kBonus | 1U << kDeals;
  constexpr std::uint32_t kFlags = 1U << kKontra | 1U << kRe | 1U << kNaming;
  if ((kNumbers >> field & 1) != 0) {
    return read.Varint(numbers_[static_cast<std::size_t>(field)]);
  }
  std::uint64_t flag = 0;
  if ((kFlags >> field & 1) == 0 || !read.Varint(flag)) return false;
  numbers_[static_cast<std::size_t>(field)] = flag != 0 ? 1 : 0;
  return true;
}

bool DecisionFields::TakeList(Reader& read, int field) {
  constexpr std::uint32_t kLists =
      1U << kPlayed | 1U << kLeaders | 1U << kTrick | 1U << kCalls |
      1U << kCallSeats | 1U << kPoints | 1U << kTricks | 1U << kCows;
  std::string_view& list = lists_[static_cast<std::size_t>(field)];
  if (!read.Bytes(list)) return false;
  if ((kLists >> field & 1) != 0) return true;
  Reader elements(list);
  if (field == kUnits) {
    while (!elements.done()) {
      std::uint32_t zigzag = 0;
      if (units_left_size_ == kMaxSides || !elements.Varint(zigzag)) {
        return false;
      }
      units_left_[units_left_size_++] =
          static_cast<std::int32_t>((zigzag >> 1) ^ (0U - (zigzag & 1)));
    }
    return true;
  }
  if (field != kOpen) return false;
  while (!elements.done()) {
    if (open_cards_size_ == kMaxSeats ||
        !elements.Fixed(open_cards_[open_cards_size_])) {
      return false;
    }
    ++open_cards_size_;
  }
  return true;
}

bool SplitRequest(std::string_view request,
                  std::vector<std::string_view>& rulesets,
                  std::vector<std::string_view>& decisions) {
  rulesets.clear();
  decisions.clear();
  ByteReader read(request);
  while (!read.done()) {
    std::uint64_t tag = 0;
    if (!read.Varint(tag)) return false;
    std::vector<std::string_view>* parts = nullptr;
    if (tag == (v1::PlayRequest::kRulesetsFieldNumber << 3 | kBytes)) {
      parts = &rulesets;
    }
    if (tag == (v1::PlayRequest::kDecisionsFieldNumber << 3 | kBytes)) {
      parts = &decisions;
    }
    if (parts == nullptr || !read.Bytes(parts->emplace_back())) return false;
  }
  return true;
}

bool DecisionFields::Parse(std::string_view bytes) {
  set_ = 0;
  legal_actions_ = 0;
  random_seed_ = 0;
  open_cards_size_ = 0;
  units_left_size_ = 0;
  Reader read(bytes);
  while (!read.done()) {
    std::uint64_t tag = 0;
    if (!read.Varint(tag) || tag >> 3 == 0 || tag >> 3 > kDeals) return false;
    const int field = static_cast<int>(tag >> 3);
    const int kind = static_cast<int>(tag & 7);
    bool good = false;
    if (kind == kVarint) {
      good = TakeNumber(read, field);
    } else if (kind == kBytes) {
      good = TakeList(read, field);
    } else if (kind == kFixed32) {
      good = (field == kHand || field == kExposed) &&
             read.Fixed(numbers_[static_cast<std::size_t>(field)]);
    } else if (kind == kFixed64) {
      good = (field == kLegal && read.Fixed(legal_actions_)) ||
             (field == kSeed && read.Fixed(random_seed_));
    }
    if (!good) return false;
    set_ |= 1U << field;
  }
  return true;
}

}  // namespace couillon::wire
