#include "proto/decision_bytes.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <span>

#include "couillon/v1/bot_service.pb.h"
#include "engine/cards/action.h"
#include "engine/cards/card_set.h"
#include "engine/rules/deal_limits.h"

namespace couillon::wire {
namespace {

using v1::Decision;

static_assert(std::endian::native == std::endian::little,
              "numbers are written as they lie in memory");
static_assert(sizeof(Card) == 1 && sizeof(Seat) == 1);

// The wire types of protobuf.
constexpr int kVarint = 0;
constexpr int kFixed64 = 1;
constexpr int kBytes = 2;
constexpr int kFixed32 = 5;

// More than any decision takes: 19 numbers of at most 8 bytes with their tags,
// four masks, and lists of no more than kCards, kMaxTricks, kMaxCalls and
// kMaxSeats elements.
constexpr std::size_t kLongest = 512;
// A list is copied with its whole array, of at most this many bytes.
constexpr std::size_t kSlack = kCards;
static_assert(2 * kCards + kMaxTricks + 2 * kMaxCalls + 4 * kMaxSeats +
                  8 * kMaxSides + 19 * 8 + 4 * 10 + 10 * 3 + kSlack <
              kLongest);

// Writes fields one after the other. Omits those that are 0 or empty, as proto3
// does; only Set writes them always.
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
  // The first `size` elements, of one byte each, of an array.
  template <int kField, typename Element, std::size_t kRoom>
  void List(const std::array<Element, kRoom>& elements, std::size_t size) {
    static_assert(sizeof(Element) == 1 && kRoom <= kSlack);
    if (size == 0) return;
    BeginList<kField>(size);
    std::memcpy(at_, elements.data(), kRoom);  // a fixed size: a few moves
    at_ += size;
  }
  // Begins a list; the caller then writes its `size` bytes.
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

// The encoding of sint32: small negative numbers are short too.
constexpr std::uint32_t ZigZag(std::int32_t value) {
  return (static_cast<std::uint32_t>(value) << 1) ^
         static_cast<std::uint32_t>(value >> 31);
}

void WriteStanding(std::size_t sides, const MatchStanding& standing,
                   FieldWriter& write) {
  std::array<char, std::size_t{3} * kMaxSides> bytes{};
  FieldWriter units(bytes.data());
  for (std::size_t side = 0; side < sides; ++side) {
    units.Varint(ZigZag(standing.lines_left[side]));
  }
  const auto size = static_cast<std::size_t>(units.end() - bytes.data());
  write.List<Decision::kLinesLeftFieldNumber>(bytes, size);
  const std::span cows = std::span(standing.cows_won).first(sides);
  if (std::any_of(cows.begin(), cows.end(), [](auto won) { return won > 0; })) {
    write.List<Decision::kCowsWonFieldNumber>(standing.cows_won, sides);
  }
  write.Number<Decision::kPendingCarryFieldNumber>(standing.pending_carry);
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
  const auto one_more = [](auto kind) {  // enums of messages start at 1
    return static_cast<std::uint32_t>(kind) + 1;
  };
  write.Number<Decision::kPhaseFieldNumber>(one_more(seen.phase));
  write.Number<Decision::kSeatFieldNumber>(seen.seat);
  write.Number<Decision::kDeciderFieldNumber>(seen.decider);
  write.Number<Decision::kDealerFieldNumber>(seen.dealer);
  write.Mask<Decision::kHandFieldNumber>(seen.hand.mask());
  write.Mask64<Decision::kLegalActionsFieldNumber>(seen.legal.mask());
  write.Mask64<Decision::kRandomSeedFieldNumber>(seen.random_seed);
  write.List<Decision::kPlayedCardsFieldNumber>(seen.played_list,
                                                seen.played_count);
  write.List<Decision::kTrickLeadersFieldNumber>(seen.leader_list,
                                                 seen.leader_count);
  const std::span<const Card> trick =
      seen.played().last(seen.played_count % rules.players);
  if (!trick.empty()) {
    write.BeginList<Decision::kCurrentTrickFieldNumber>(trick.size());
    for (const Card card : trick) {
      write.Byte(static_cast<std::uint8_t>(card.index()));
    }
  }
  if (seen.trump) {
    write.Set<Decision::kTrumpFieldNumber>(one_more(*seen.trump));
  }
  write.Mask<Decision::kExposedFieldNumber>(seen.exposed.mask());
  WriteTrumpMaking(seen, write);
  WriteOpenCards(rules, seen, write);
  write.Number<Decision::kStockCardsFieldNumber>(seen.stock_cards);
  const std::size_t sides = rules.sides;
  write.List<Decision::kCardPointsFieldNumber>(seen.card_points, sides);
  write.List<Decision::kTricksWonFieldNumber>(seen.tricks_won, sides);
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

// Reads values one after the other; each function returns false at the end of
// the bytes.
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
  // Consumes the tag of a list if it is next.
  template <int kField>
  bool ListTag() {
    constexpr int kTag = kField << 3 | kBytes;
    static_assert(kTag < 0x80);
    if (at_ == end_ || *at_ != kTag) return false;
    ++at_;
    return true;
  }

 private:
  const char* at_;
  const char* end_;
};

// Reads fields in the order of their numbers. An absent field has its proto3
// default. A field out of order is not consumed, so complete() is false. Does
// not look for the end before each field: zeros follow it, which are no tag.
class FieldTaker {
 public:
  FieldTaker(const char* begin, std::size_t size)
      : at_(begin), end_(begin + size) {}

  // Whether all bytes were taken, and no more.
  [[nodiscard]] bool complete() const { return good_ && at_ == end_; }

  template <int kField>
  std::optional<std::uint32_t> Optional() {
    if (!Tag<kField, kVarint>()) return std::nullopt;
    return static_cast<std::uint32_t>(Varint());  // truncated, as in protobuf
  }
  template <int kField>
  std::uint32_t Number() {
    if (!Tag<kField, kVarint>()) return 0;
    return static_cast<std::uint32_t>(Varint());
  }
  template <int kField>
  std::int32_t Enum() {
    return static_cast<std::int32_t>(Number<kField>());
  }
  template <int kField>
  bool Flag() {
    return Tag<kField, kVarint>() && Varint() != 0;
  }
  template <int kField>
  std::uint32_t Mask() {
    return Tag<kField, kFixed32>() ? Raw<std::uint32_t>() : 0;
  }
  template <int kField>
  std::uint64_t Mask64() {
    return Tag<kField, kFixed64>() ? Raw<std::uint64_t>() : 0;
  }
  template <int kField>
  std::string_view List() {
    if (!Tag<kField, kBytes>()) return std::string_view(at_, at_);
    const std::uint64_t size = Varint();
    const char* const begin = at_;
    if (at_ > end_ || size > static_cast<std::size_t>(end_ - at_)) {
      good_ = false;
      return std::string_view(begin, begin);
    }
    at_ += size;
    return {begin, static_cast<std::size_t>(size)};
  }

 private:
  template <typename Number>
  Number Raw() {
    Number value = 0;
    std::memcpy(&value, at_, sizeof(value));
    at_ += sizeof(value);
    return value;
  }
  // Consumes the tag of a field if it is next.
  template <int kField, int kKind>
  bool Tag() {
    constexpr int kTag = kField << 3 | kKind;
    if constexpr (kTag < 0x80) {
      if (*at_ != kTag) return false;
      ++at_;
    } else {
      std::uint16_t next = 0;
      std::memcpy(&next, at_, sizeof(next));
      if (next != ((kTag & 0x7f) | 0x80 | (kTag >> 7) << 8)) return false;
      at_ += 2;
    }
    return true;
  }
  std::uint64_t Varint() {
    const auto first = static_cast<std::uint8_t>(*at_++);
    return first < 0x80 ? first : LongVarint(first);
  }
  std::uint64_t LongVarint(std::uint8_t first) {
    std::uint64_t value = first & 0x7f;
    for (int shift = 7; shift < 64; shift += 7) {
      const auto byte = static_cast<std::uint8_t>(*at_++);
      value |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    good_ = false;
    return 0;
  }

  const char* at_;
  const char* end_;
  bool good_ = true;
};

}  // namespace

bool DecisionFields::TakeOpenCards(std::string_view bytes) {
  open_cards_size_ = 0;
  for (ByteReader read(bytes); !read.done(); ++open_cards_size_) {
    if (open_cards_size_ == kMaxSeats ||
        !read.Fixed(open_cards_[static_cast<std::size_t>(open_cards_size_)])) {
      return false;
    }
  }
  return true;
}

bool DecisionFields::TakeUnitsLeft(std::string_view bytes) {
  lines_left_size_ = 0;
  for (ByteReader read(bytes); !read.done(); ++lines_left_size_) {
    std::uint64_t value = 0;
    if (lines_left_size_ == kMaxSides || !read.Varint(value)) return false;
    const auto zigzag = static_cast<std::uint32_t>(value);
    lines_left_[static_cast<std::size_t>(lines_left_size_)] =
        static_cast<std::int32_t>((zigzag >> 1) ^ (0U - (zigzag & 1)));
  }
  return true;
}

bool DecisionFields::Parse(std::string_view bytes) {
  if (bytes.size() > kLongest) return false;
  std::memcpy(copy_.data(), bytes.data(), bytes.size());
  std::memset(copy_.data() + bytes.size(), 0, kZeros);
  FieldTaker take(copy_.data(), bytes.size());
  decision_id_ = take.Number<Decision::kDecisionIdFieldNumber>();
  handle_ = take.Number<Decision::kRulesetHandleFieldNumber>();
  phase_ = take.Enum<Decision::kPhaseFieldNumber>();
  seat_ = take.Number<Decision::kSeatFieldNumber>();
  decider_ = take.Number<Decision::kDeciderFieldNumber>();
  dealer_ = take.Number<Decision::kDealerFieldNumber>();
  hand_ = take.Mask<Decision::kHandFieldNumber>();
  legal_actions_ = take.Mask64<Decision::kLegalActionsFieldNumber>();
  random_seed_ = take.Mask64<Decision::kRandomSeedFieldNumber>();
  played_ = take.List<Decision::kPlayedCardsFieldNumber>();
  leaders_ = take.List<Decision::kTrickLeadersFieldNumber>();
  take.List<Decision::kCurrentTrickFieldNumber>();  // the end of played_, again
  trump_ = take.Enum<Decision::kTrumpFieldNumber>();
  exposed_ = take.Mask<Decision::kExposedFieldNumber>();
  maker_ = take.Optional<Decision::kMakerFieldNumber>();
  calls_ = take.List<Decision::kCallsFieldNumber>();
  call_seats_ = take.List<Decision::kCallSeatsFieldNumber>();
  upcard_ = take.Optional<Decision::kUpcardFieldNumber>();
  mit_seat_ = take.Optional<Decision::kMitSeatFieldNumber>();
  kontra_ = take.Flag<Decision::kKontraFieldNumber>();
  re_ = take.Flag<Decision::kReFieldNumber>();
  naming_ = take.Flag<Decision::kNamingFieldNumber>();
  const std::string_view open = take.List<Decision::kOpenCardsFieldNumber>();
  stock_cards_ = take.Number<Decision::kStockCardsFieldNumber>();
  card_points_ = take.List<Decision::kCardPointsFieldNumber>();
  tricks_won_ = take.List<Decision::kTricksWonFieldNumber>();
  const std::string_view units = take.List<Decision::kLinesLeftFieldNumber>();
  cows_won_ = take.List<Decision::kCowsWonFieldNumber>();
  pending_carry_ = take.Number<Decision::kPendingCarryFieldNumber>();
  deals_played_ = take.Number<Decision::kDealsPlayedFieldNumber>();
  return take.complete() && TakeOpenCards(open) && TakeUnitsLeft(units);
}

bool SplitRequest(std::string_view request,
                  std::vector<std::string_view>& rulesets,
                  std::vector<std::string_view>& decisions) {
  rulesets.clear();
  decisions.clear();
  ByteReader read(request);
  while (!read.done()) {
    std::vector<std::string_view>* parts = nullptr;
    if (read.ListTag<v1::PlayRequest::kDecisionsFieldNumber>()) {
      parts = &decisions;
    } else if (read.ListTag<v1::PlayRequest::kRulesetsFieldNumber>()) {
      parts = &rulesets;
    }
    if (parts == nullptr || !read.Bytes(parts->emplace_back())) return false;
  }
  return true;
}

}  // namespace couillon::wire
