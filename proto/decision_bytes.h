// Converts decisions to and from the bytes of a PlayRequest, without messages:
// the hot path of the referee and of the C++ SDK. The bytes are the same as
// protobuf's for the messages of codec.h.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "engine/cards/card.h"
#include "engine/cards/seat.h"
#include "engine/play/observation.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::wire {

// Appends `seen` to the bytes of a PlayRequest as one of its decisions.
void AppendDecision(const CompiledRules& rules, const Observation& seen,
                    std::uint32_t decision_id, std::uint32_t ruleset_handle,
                    std::string& request);

// The fields of a decision as on the wire, with their names in v1::Decision.
// Lists point into a copy of the parsed bytes; kReadable bytes from the start
// of each list may be read, however long it is.
class DecisionFields {
 public:
  static constexpr std::size_t kReadable = kCards;

  DecisionFields() = default;
  DecisionFields(const DecisionFields&) = delete;
  DecisionFields& operator=(const DecisionFields&) = delete;

  // Parses the bytes of a decision. Returns false, with the fields unspecified,
  // unless the bytes are as protobuf writes them in C++: only known fields,
  // each at most once, in the order of their numbers. Other bytes may still be
  // a valid decision; protobuf has to parse them.
  [[nodiscard]] bool Parse(std::string_view bytes);

  [[nodiscard]] std::uint32_t decision_id() const { return decision_id_; }
  [[nodiscard]] std::uint32_t ruleset_handle() const { return handle_; }
  [[nodiscard]] std::int32_t phase() const { return phase_; }
  [[nodiscard]] std::uint32_t seat() const { return seat_; }
  [[nodiscard]] std::uint32_t decider() const { return decider_; }
  [[nodiscard]] std::uint32_t dealer() const { return dealer_; }
  [[nodiscard]] std::uint32_t hand() const { return hand_; }
  [[nodiscard]] std::uint64_t legal_actions() const { return legal_actions_; }
  [[nodiscard]] std::uint64_t random_seed() const { return random_seed_; }
  [[nodiscard]] std::string_view played_cards() const { return played_; }
  [[nodiscard]] std::string_view trick_leaders() const { return leaders_; }
  [[nodiscard]] std::int32_t trump() const { return trump_; }
  [[nodiscard]] std::uint32_t exposed() const { return exposed_; }
  [[nodiscard]] bool has_maker() const { return maker_.has_value(); }
  [[nodiscard]] std::uint32_t maker() const { return maker_.value_or(0); }
  [[nodiscard]] std::string_view calls() const { return calls_; }
  [[nodiscard]] std::string_view call_seats() const { return call_seats_; }
  [[nodiscard]] bool has_upcard() const { return upcard_.has_value(); }
  [[nodiscard]] std::uint32_t upcard() const { return upcard_.value_or(0); }
  [[nodiscard]] bool has_mit_seat() const { return mit_seat_.has_value(); }
  [[nodiscard]] std::uint32_t mit_seat() const { return mit_seat_.value_or(0); }
  [[nodiscard]] bool kontra() const { return kontra_; }
  [[nodiscard]] bool re() const { return re_; }
  [[nodiscard]] bool naming() const { return naming_; }
  [[nodiscard]] int open_cards_size() const { return open_cards_size_; }
  [[nodiscard]] std::uint32_t open_cards(int i) const {
    return open_cards_[static_cast<std::size_t>(i)];
  }
  [[nodiscard]] std::uint32_t stock_cards() const { return stock_cards_; }
  [[nodiscard]] std::string_view card_points() const { return card_points_; }
  [[nodiscard]] std::string_view tricks_won() const { return tricks_won_; }
  [[nodiscard]] int lines_left_size() const { return lines_left_size_; }
  [[nodiscard]] std::int32_t lines_left(int i) const {
    return lines_left_[static_cast<std::size_t>(i)];
  }
  [[nodiscard]] std::string_view cows_won() const { return cows_won_; }
  [[nodiscard]] std::uint32_t pending_carry() const { return pending_carry_; }
  [[nodiscard]] std::uint32_t deals_played() const { return deals_played_; }

 private:
  // More than any decision takes.
  static constexpr std::size_t kLongest = 512;
  // For a field that is cut off: no number is longer, and bytes of 0 begin no
  // field.
  static constexpr std::size_t kZeros = 16;

  [[nodiscard]] bool TakeOpenCards(std::string_view bytes);
  [[nodiscard]] bool TakeUnitsLeft(std::string_view bytes);

  std::array<char, kLongest + kZeros + kReadable> copy_{};
  std::uint32_t decision_id_ = 0;
  std::uint32_t handle_ = 0;
  std::int32_t phase_ = 0;
  std::uint32_t seat_ = 0;
  std::uint32_t decider_ = 0;
  std::uint32_t dealer_ = 0;
  std::uint32_t hand_ = 0;
  std::uint64_t legal_actions_ = 0;
  std::uint64_t random_seed_ = 0;
  std::string_view played_;
  std::string_view leaders_;
  std::int32_t trump_ = 0;
  std::uint32_t exposed_ = 0;
  std::optional<std::uint32_t> maker_;
  std::string_view calls_;
  std::string_view call_seats_;
  std::optional<std::uint32_t> upcard_;
  std::optional<std::uint32_t> mit_seat_;
  bool kontra_ = false;
  bool re_ = false;
  bool naming_ = false;
  std::array<std::uint32_t, kMaxSeats> open_cards_{};
  int open_cards_size_ = 0;
  std::uint32_t stock_cards_ = 0;
  std::string_view card_points_;
  std::string_view tricks_won_;
  std::array<std::int32_t, kMaxSides> lines_left_{};
  int lines_left_size_ = 0;
  std::string_view cows_won_;
  std::uint32_t pending_carry_ = 0;
  std::uint32_t deals_played_ = 0;
};

// Splits the bytes of a PlayRequest into those of its rulesets and of its
// decisions. Returns false if it has any other field or is malformed.
[[nodiscard]] bool SplitRequest(std::string_view request,
                                std::vector<std::string_view>& rulesets,
                                std::vector<std::string_view>& decisions);

// The same as ReadDecision of codec.h, from fields.
absl::Status ReadDecision(const CompiledRules& rules,
                          const DecisionFields& fields, Observation& seen);

}  // namespace couillon::wire
