// Decisions and their bytes in a PlayRequest, without a message in between: the
// hot path of the referee and of the SDK for C++. The bytes are those that
// protobuf makes of codec.h's messages.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "engine/compiled_rules.h"
#include "engine/observation.h"
#include "engine/seat.h"

namespace couillon::wire {

// Appends `seen` to the bytes of a PlayRequest as one of its decisions.
void AppendDecision(const CompiledRules& rules, const Observation& seen,
                    std::uint32_t decision_id, std::uint32_t ruleset_handle,
                    std::string& request);

// The fields of a decision as they stand on the wire, under the names that they
// have in v1::Decision. Lists point into the bytes that were parsed.
class DecisionFields {
 public:
  // Takes the fields from the bytes of a decision. False, and the fields are
  // unspecified, if these are not in the plain form that protobuf writes; they
  // may be a decision all the same, which protobuf has to find out.
  [[nodiscard]] bool Parse(std::string_view bytes);

  [[nodiscard]] std::uint32_t decision_id() const { return number(kId); }
  [[nodiscard]] std::uint32_t ruleset_handle() const { return number(kHandle); }
  [[nodiscard]] std::int32_t phase() const { return signed_number(kPhase); }
  [[nodiscard]] std::uint32_t seat() const { return number(kSeat); }
  [[nodiscard]] std::uint32_t decider() const { return number(kDecider); }
  [[nodiscard]] std::uint32_t dealer() const { return number(kDealer); }
  [[nodiscard]] std::uint32_t hand() const { return number(kHand); }
  [[nodiscard]] std::uint64_t legal_actions() const { return legal_actions_; }
  [[nodiscard]] std::uint64_t random_seed() const { return random_seed_; }
  [[nodiscard]] std::string_view played_cards() const { return list(kPlayed); }
  [[nodiscard]] std::string_view trick_leaders() const {
    return list(kLeaders);
  }
  [[nodiscard]] std::int32_t trump() const { return signed_number(kTrump); }
  [[nodiscard]] std::uint32_t exposed() const { return number(kExposed); }
  [[nodiscard]] bool has_maker() const { return has(kMaker); }
  [[nodiscard]] std::uint32_t maker() const { return number(kMaker); }
  [[nodiscard]] std::string_view calls() const { return list(kCalls); }
  [[nodiscard]] std::string_view call_seats() const { return list(kCallSeats); }
  [[nodiscard]] bool has_upcard() const { return has(kUpcard); }
  [[nodiscard]] std::uint32_t upcard() const { return number(kUpcard); }
  [[nodiscard]] bool has_mit_seat() const { return has(kMitSeat); }
  [[nodiscard]] std::uint32_t mit_seat() const { return number(kMitSeat); }
  [[nodiscard]] bool kontra() const { return number(kKontra) != 0; }
  [[nodiscard]] bool re() const { return number(kRe) != 0; }
  [[nodiscard]] bool naming() const { return number(kNaming) != 0; }
  [[nodiscard]] int open_cards_size() const { return open_cards_size_; }
  [[nodiscard]] std::uint32_t open_cards(int i) const {
    return open_cards_[static_cast<std::size_t>(i)];
  }
  [[nodiscard]] std::uint32_t stock_cards() const { return number(kStock); }
  [[nodiscard]] std::string_view card_points() const { return list(kPoints); }
  [[nodiscard]] std::string_view tricks_won() const { return list(kTricks); }
  [[nodiscard]] int units_left_size() const { return units_left_size_; }
  [[nodiscard]] std::int32_t units_left(int i) const {
    return units_left_[static_cast<std::size_t>(i)];
  }
  [[nodiscard]] std::string_view cows_won() const { return list(kCows); }
  [[nodiscard]] std::uint32_t pending_bonus() const { return number(kBonus); }
  [[nodiscard]] std::uint32_t deals_played() const { return number(kDeals); }

 private:
  // Field numbers of v1::Decision.
  enum Field : std::uint8_t {
    kId = 1,
    kHandle = 2,
    kPhase = 3,
    kSeat = 4,
    kDecider = 5,
    kDealer = 6,
    kHand = 7,
    kLegal = 8,
    kSeed = 9,
    kPlayed = 10,
    kLeaders = 11,
    kTrick = 12,
    kTrump = 13,
    kExposed = 14,
    kMaker = 15,
    kCalls = 16,
    kCallSeats = 17,
    kUpcard = 18,
    kMitSeat = 19,
    kKontra = 20,
    kRe = 21,
    kNaming = 22,
    kOpen = 23,
    kStock = 24,
    kPoints = 25,
    kTricks = 26,
    kUnits = 27,
    kCows = 28,
    kBonus = 29,
    kDeals = 30
  };

  [[nodiscard]] bool has(Field field) const { return (set_ >> field & 1) != 0; }
  [[nodiscard]] std::uint32_t number(Field field) const {
    return has(field) ? numbers_[field] : 0;
  }
  [[nodiscard]] std::int32_t signed_number(Field field) const {
    return static_cast<std::int32_t>(number(field));
  }
  [[nodiscard]] std::string_view list(Field field) const {
    return has(field) ? lists_[field] : std::string_view();
  }
  class Reader;
  bool TakeNumber(Reader& read, int field);
  bool TakeList(Reader& read, int field);

  std::uint32_t set_ = 0;  // bit n: field n was there; others are not filled
  std::array<std::uint32_t, 31> numbers_;
  std::array<std::string_view, 31> lists_;
  std::uint64_t legal_actions_ = 0;
  std::uint64_t random_seed_ = 0;
  std::array<std::uint32_t, kMaxSeats> open_cards_;
  std::array<std::int32_t, kMaxSides> units_left_;
  std::uint8_t open_cards_size_ = 0;
  std::uint8_t units_left_size_ = 0;
};

// Splits the bytes of a PlayRequest into those of its rulesets and of its
// decisions. False if there is anything else in it, or it is none at all.
[[nodiscard]] bool SplitRequest(std::string_view request,
                                std::vector<std::string_view>& rulesets,
                                std::vector<std::string_view>& decisions);

// As ReadDecision of codec.h, from fields.
absl::Status ReadDecision(const CompiledRules& rules,
                          const DecisionFields& fields, Observation& seen);

}  // namespace couillon::wire
