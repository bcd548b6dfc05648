// One message of answers as a bot sent it: two columns of untrusted numbers.
#pragma once

#include <cstddef>
#include <vector>

#include "absl/status/status.h"
#include "arena/table/referee/bot_link.h"

namespace couillon::v1 {
class PlayResponse;
}  // namespace couillon::v1

namespace couillon::arena {

// The maximum number of bytes that a bot may send without completing an answer
// while `open` decisions are open: 16 bytes per answer, which is more than two
// columns take in any encoding, plus 4 KiB for other fields.
constexpr std::size_t LargestAnswer(std::size_t open) {
  return 4096 + 16 * open;
}

// Appends the answers in `response` to `events`, as events of the link `link`,
// on which `open` decisions are open. InvalidArgument, and nothing is appended,
// if the columns differ in length or hold more than `open` entries. Does not
// check ids and actions: the referee does.
absl::Status ReadAnswers(const v1::PlayResponse& response, LinkIndex link,
                         std::size_t open, std::vector<BotEvent>& events);

}  // namespace couillon::arena
