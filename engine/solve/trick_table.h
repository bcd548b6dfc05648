// The knowledge of a search about positions at the start of a trick: bounds of
// what side 0 gets.
//
// Positions share what is known if they have the same pattern: suit by suit,
// the same players hold the cards that are left, from the weakest to the
// strongest. Such positions have the same lines of play, with the n-th card of
// a suit in place of the n-th. Only card points may differ, so side 0 gets at
// most as much more as its cards could be worth more, and as much less.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/cards/card.h"
#include "engine/cards/card_set.h"
#include "engine/cards/seat.h"
#include "engine/solve/play_state.h"
#include "engine/solve/search_table.h"

namespace couillon {

class TrickTable {
 public:
  // The leader and the question: positions with other topics are apart. 0 to
  // 31.
  using Topic = std::uint32_t;

  struct Known {
    int low = 0;                // side 0 gets at least this,
    int high = 0;               // and at most this
    CardSet lead;               // the lead that answered last; may be empty
    std::uint64_t pattern = 0;  // for Keep
  };

  // `cards`: the number of cards in play.
  explicit TrickTable(int cards);

  // Forgets everything, and makes `deal` the one that is asked about.
  void SetDeal(const SearchTable& table, const SearchDeal& deal);

  // The knowledge about the position in which the cards of `rest` are left,
  // side 0 can get at most `left`, and is to get `need`. Stops at the first
  // bounds that answer whether it gets `need`.
  [[nodiscard]] Known Find(CardSet rest, Topic topic, const CardPoints& points,
                           int left, int need) const;

  // Adds what is known. Requires: known.low <= known.high, `known` was found by
  // Find for the same cards.
  void Keep(CardSet rest, Topic topic, const Known& known);

 private:
  // 16 bytes.
  struct Entry {
    std::uint32_t rest = 0;
    std::uint32_t tag = 0;      // topic and deal; 0 if unused
    std::uint32_t pattern = 0;  // the lower half of PatternOf
    std::uint8_t low = 0;
    std::uint8_t high = 0;
    std::uint8_t lead = kNoLead;  // label
  };
  static constexpr std::size_t kWays = 4;
  struct alignas(64) Bucket {
    std::array<Entry, kWays> entries;  // the last written first
  };
  static constexpr std::uint8_t kNoLead = 0xff;

  [[nodiscard]] std::uint64_t PatternOf(CardSet rest) const;
  [[nodiscard]] std::size_t Place(std::uint64_t pattern, Topic topic) const;
  // The most that side 0 can gain, and lose, if the cards of `to` are left
  // instead of those of `from`. nullopt if the patterns differ after all.
  struct Change {
    int more = 0;
    int less = 0;
  };
  [[nodiscard]] std::optional<Change> ChangeOf(std::uint32_t from,
                                               std::uint32_t to,
                                               const CardPoints& points) const;
  static CardSet LeadFor(const Entry& entry, CardSet rest);

  std::vector<Bucket> buckets_;
  std::uint32_t generation_ = 0;
  // By label: its holder and effective suit, unlike those of other labels.
  std::array<std::uint8_t, kCards> holder_{};
  // Per 8 labels: a number for each sequence of holders.
  std::array<std::array<std::uint64_t, 256>, 4> codes_{};
  bool patterns_ = true;
};

}  // namespace couillon
