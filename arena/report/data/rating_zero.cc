#include "arena/report/data/rating_zero.h"

#include <algorithm>
#include <cstddef>

#include "absl/status/status.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_format.h"
#include "arena/numbers/text/printable.h"
#include "arena/report/data/bot_names.h"

namespace couillon::arena {
namespace {

constexpr double kMaxElo = 10000;
constexpr std::size_t kMaxShown = 60;  // bytes of an argument in a message

}  // namespace

absl::StatusOr<RatingZero> ReadAnchor(const std::string& text,
                                      const std::vector<std::string>& names) {
  RatingZero zero;
  std::string name = text;
  const std::size_t equals = text.rfind('=');
  const bool whole = std::find(names.begin(), names.end(), text) != names.end();
  if (!whole && equals != std::string::npos) {
    name = text.substr(0, equals);
    // NaN is in no range.
    if (!absl::SimpleAtod(text.substr(equals + 1), &zero.elo) ||
        !(zero.elo >= -kMaxElo && zero.elo <= kMaxElo)) {
      return absl::InvalidArgumentError(absl::StrFormat(
          "--anchor: found \"%s\"; expected NAME or NAME=ELO with an Elo from "
          "-10000 to 10000",
          PrintableLine(text, kMaxShown)));
    }
  }
  const absl::StatusOr<int> bot = FindBot(names, name);
  if (!bot.ok()) {
    return absl::NotFoundError(
        absl::StrFormat("--anchor: %s", bot.status().message()));
  }
  zero.anchor = *bot;
  return zero;
}

}  // namespace couillon::arena
