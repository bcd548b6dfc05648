// Every text is checked for its length and its characters.

#include "arena/table/referee/bot_description.h"

#include <cstddef>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "arena/numbers/text/printable.h"
#include "couillon/v1/bot_service.pb.h"

namespace couillon::arena {
namespace {

constexpr std::size_t kMaxBytes = 200;
constexpr int kMaxRulesets = 1000;

}  // namespace

absl::StatusOr<BotDescription> ReadDescription(
    const v1::DescribeResponse& response) {
  absl::Status status = CheckPlainText("name", response.name(), kMaxBytes);
  if (status.ok()) {
    status = CheckPlainText("version", response.version(), kMaxBytes);
  }
  if (status.ok()) {
    status = CheckPlainText("author", response.author(), kMaxBytes);
  }
  if (status.ok()) {
    status = CheckPlainText("sdk", response.sdk(), kMaxBytes);
  }
  if (status.ok() && response.rulesets_size() > kMaxRulesets) {
    status = absl::InvalidArgumentError(
        absl::StrFormat("rulesets has %d entries; expected at most %d",
                        response.rulesets_size(), kMaxRulesets));
  }
  for (const std::string& ruleset : response.rulesets()) {
    if (status.ok()) status = CheckPlainText("rulesets", ruleset, kMaxBytes);
  }
  if (!status.ok()) return status;
  return BotDescription{
      .name = response.name(),
      .version = response.version(),
      .author = response.author(),
      .sdk = response.sdk(),
      .rulesets = {response.rulesets().begin(), response.rulesets().end()},
      .limits = {.max_batch = response.max_batch(),
                 .max_in_flight = response.max_in_flight(),
                 .wants_results = response.wants_results()}};
}

}  // namespace couillon::arena
