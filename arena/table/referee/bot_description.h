// A bot's DescribeResponse, checked: the first untrusted input from a bot.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/table/referee/bot_link.h"

namespace couillon::v1 {
class DescribeResponse;
}  // namespace couillon::v1

namespace couillon::arena {

struct BotDescription {
  std::string name;
  std::string version;
  std::string author;
  std::string sdk;                    // its name and version; empty: none
  std::vector<std::string> rulesets;  // that it plays; empty: all
  BotLimits limits;
};

// InvalidArgument names the field, what was found and what was expected: plain
// texts (arena/numbers/text/printable.h) of 200 bytes at most, 1000 rulesets at
// most.
absl::StatusOr<BotDescription> ReadDescription(
    const v1::DescribeResponse& response);

}  // namespace couillon::arena
