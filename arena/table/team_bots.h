// The bots of a team.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <initializer_list>

#include "arena/table/bot_index.h"
#include "engine/cards/check.h"

namespace couillon::arena {

// In the order of the seats of a side. A league lists a team for each of up to
// half a million pairings, so the bots lie in the object itself
// (absl::InlinedVector does that too; GCC 12 warns of its copies).
class TeamBots {
 public:
  static constexpr std::size_t kMax = 4;  // seats of a side

  TeamBots() = default;
  // Requires: at most kMax.
  TeamBots(std::initializer_list<BotIndex> bots) {
    for (const BotIndex bot : bots) push_back(bot);
  }

  // Requires: size() < kMax.
  void push_back(BotIndex bot) {
    COUILLON_CHECK(size_ < kMax);
    bots_[size_++] = bot;
  }

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] const BotIndex* begin() const { return bots_.data(); }
  [[nodiscard]] const BotIndex* end() const { return bots_.data() + size_; }
  // Requires: not empty.
  [[nodiscard]] BotIndex front() const { return bots_[0]; }
  // Requires: at < size().
  [[nodiscard]] BotIndex operator[](std::size_t at) const { return bots_[at]; }

  // By the bots, then by their number: those after the last one are all 0.
  friend auto operator<=>(const TeamBots&, const TeamBots&) = default;

 private:
  std::array<BotIndex, kMax> bots_{};
  std::uint8_t size_ = 0;
};

}  // namespace couillon::arena
