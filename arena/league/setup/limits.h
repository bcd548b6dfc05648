// The limits of bots and the fault policy, as who plays the league writes them:
// "move:10,memory:512" for all bots, "mine=clock:60+0.5" for one of them. One
// table says of each limit its key, unit, range, default and field.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "absl/status/status.h"

namespace couillon::v1 {
class BotEntry;
class LeagueConfig;
class Limits;
}  // namespace couillon::v1

namespace couillon::arena {

// The range of the limits of one start or answer, in seconds.
inline constexpr double kMinLimitSeconds = 0.001;
inline constexpr double kMaxLimitSeconds = 86400;

// Where a limit holds.
enum class LimitUse : std::uint8_t {
  kAnswer,   // wherever bots are asked
  kLeague,   // in leagues, matches and arenas
  kProcess,  // where the referee starts the bot
};

using LimitUses = std::vector<LimitUse>;

// A default that depends on other settings; see the help.
inline constexpr double kNoFixedDefault = -1;

// A row of the table of limits. Numbers are in the unit that users write.
struct Limit {
  const char* key;
  // The field of v1::Limits; a bot can have a limit of its own if v1::OwnLimits
  // has a field of that name.
  const char* field;
  LimitUse use;
  const char* unit;  // s, ms or MB; empty for a number
  double scale;      // the value of the field for one unit
  double least;
  double most;
  double normal;  // the default, or kNoFixedDefault
  bool is_whole;  // whether only whole numbers are allowed
  const char* help;
  // The field of what follows a "+" in the value; null for none.
  const char* plus_field = nullptr;
  bool is_yes_no = false;
};

// All limits, in the order in which they are documented.
std::span<const Limit> AllLimits();

// The table of limits as text: a line or more for each key.
std::string LimitsHelp();

// The keys of the limits of these uses: "start, move".
std::string LimitKeys(const LimitUses& uses);

// In a request: the default of arena/table/schedule/unit_budget.h.
inline constexpr std::uint64_t kDefaultUnitBudget = ~std::uint64_t{0};

// Limits with all defaults. unit_budget_ms is kDefaultUnitBudget, and
// total_budget_ms is not set: their defaults depend on the league.
v1::Limits DefaultLimits();

// A copy of `limits` without the fields of other uses.
v1::Limits OnlyLimits(const v1::Limits& limits, const LimitUses& uses);

// Adds limits of these uses to `all`, or those with a name before "=" to the
// bot of that name. InvalidArgument starts with "limits: " and the text, and
// says what was expected.
absl::Status ReadLimits(const std::vector<std::string>& texts,
                        const LimitUses& uses, v1::Limits& all,
                        std::vector<v1::BotEntry>& bots);

// ReadLimits where only limits of one bot may stand.
absl::Status ReadOwnLimits(const std::vector<std::string>& texts,
                           std::vector<v1::BotEntry>& bots);

// The limits as ReadLimits reads them: all of these uses, without "NAME=". What
// has no fixed default and is not set is left out.
std::string LimitsText(const v1::Limits& limits, const LimitUses& uses);

// OK if each limit of these uses is in its range; process limits may be 0,
// which is not set.
// InvalidArgument, "limits: ", names the key.
absl::Status CheckLimits(const v1::Limits& limits, const LimitUses& uses);

// OK if a bot may have the limits of its own that it has, and each is in its
// range. InvalidArgument names the bot and the limit.
absl::Status CheckOwnLimits(const v1::BotEntry& bot);

// OK if no bot of an individual tournament has a clock of its own: partners
// share that of their side. InvalidArgument names the bot.
absl::Status CheckClocksOfPartners(const v1::LeagueConfig& config);

// OK if no bot has a move limit, clock or budget of its own, for what is played
// without those.
// InvalidArgument names the bot.
absl::Status CheckNoOwnTime(const v1::LeagueConfig& config);

}  // namespace couillon::arena
