// A bot among those of a league, in the order of its configuration.
#pragma once

namespace couillon::arena {

enum class BotIndex : int {};

// The number of a bot in configurations, rows of the store and reports.
constexpr int ToInt(BotIndex bot) { return static_cast<int>(bot); }

}  // namespace couillon::arena
