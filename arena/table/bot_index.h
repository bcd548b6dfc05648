// A bot among those of a league, in the order of its configuration.
#pragma once

#include <cstddef>

namespace couillon::arena {

enum class BotIndex : int {};

// The number of a bot in configurations, rows of the store and reports.
constexpr int ToInt(BotIndex bot) { return static_cast<int>(bot); }

// The place of a bot in a vector with an element per bot.
constexpr std::size_t Index(BotIndex bot) {
  return static_cast<std::size_t>(bot);
}

}  // namespace couillon::arena
