// One message of answers, as a bot sent it: two columns, nothing in which can
// be relied on.
#pragma once

#include <cstddef>
#include <vector>

#include "absl/status/status.h"
#include "arena/referee/bot_link.h"

namespace couillon::v1 {
class PlayResponse;
}  // namespace couillon::v1

namespace couillon::arena {

// The most bytes that a bot may send until it has answered something, while
// `open` decisions are open: more than two columns take however they are
// written, 12 bytes an answer, and 4 KiB for what a bot adds for itself.
constexpr std::size_t LargestAnswer(std::size_t open) {
  return 4096 + 16 * open;
}

// Appends the answers in `response` to `events`, as those of the link
// `link`, on which `open` decisions are open. InvalidArgument, and nothing is
// appended, if the columns differ in length or hold more than `open`. Ids and
// actions are not looked at: the referee knows which there are.
absl::Status ReadAnswers(const v1::PlayResponse& response, LinkIndex link,
                         std::size_t open, std::vector<BotEvent>& events);

}  // namespace couillon::arena
