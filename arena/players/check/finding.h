// The finding of one check of a bot: what was seen, what was expected, and how
// to fix it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "arena/table/referee/bot_link.h"

namespace couillon::arena {

enum class Grade : std::uint8_t {
  kPass,
  kWarn,  // allowed, but a disadvantage for the bot
  kFail,
  kSkipped  // not run; `seen` says why
};

// "pass", "warn", "fail", "skipped".
std::string_view GradeName(Grade grade);

struct CheckFinding {
  std::string check;
  Grade grade = Grade::kPass;
  std::string seen;
  // Empty if the check passed.
  std::string expected;
  std::string fix;
  // The place in the bot's code, as FILE:LINE; empty if none is known.
  std::string place = {};
  // The decision that shows the problem, if there is one.
  std::optional<Question> question = std::nullopt;
};

}  // namespace couillon::arena
