// What one check of a bot found, in words that its author can act on.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "arena/referee/bot_link.h"

namespace couillon::arena {

enum class Grade : std::uint8_t {
  kPass,
  kWarn,  // allowed, yet it will cost the bot something
  kFail,
  kSkipped  // could not be tried, for the reason told
};

// "pass", "warn", "fail", "skipped".
std::string_view GradeName(Grade grade);

struct Finding {
  std::string check;
  Grade grade = Grade::kPass;
  std::string seen;
  // Empty when it passed.
  std::string expected;
  std::string mend;
  // The decision at which it showed, if it was one.
  std::optional<Question> question = std::nullopt;
};

}  // namespace couillon::arena
