#include "arena/bot_description.h"

#include <algorithm>
#include <cstddef>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "couillon/v1/bot_service.pb.h"

namespace couillon::arena {
namespace {

constexpr std::size_t kMostBytes = 200;
constexpr int kMostRulesets = 1000;

absl::Status CheckText(const char* field, const std::string& text) {
  if (text.size() > kMostBytes) {
    return absl::InvalidArgumentError(
        absl::StrFormat("%s has %d bytes; expected %d at most", field,
                        text.size(), kMostBytes));
  }
  const bool control = std::any_of(text.begin(), text.end(), [](char letter) {
    const auto byte = static_cast<unsigned char>(letter);
    return byte < 0x20 || byte == 0x7f;
  });
  if (control) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "%s holds control characters; expected text of one line", field));
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<BotDescription> ReadDescription(
    const v1::DescribeResponse& response) {
  absl::Status status = CheckText("name", response.name());
  if (status.ok()) status = CheckText("version", response.version());
  if (status.ok()) status = CheckText("author", response.author());
  if (status.ok() && response.rulesets_size() > kMostRulesets) {
    status = absl::InvalidArgumentError(
        absl::StrFormat("rulesets has %d entries; expected %d at most",
                        response.rulesets_size(), kMostRulesets));
  }
  for (const std::string& ruleset : response.rulesets()) {
    if (status.ok()) status = CheckText("rulesets", ruleset);
  }
  if (!status.ok()) return status;
  return BotDescription{
      .name = response.name(),
      .version = response.version(),
      .author = response.author(),
      .rulesets = {response.rulesets().begin(), response.rulesets().end()},
      .limits = {.largest_batch = response.largest_batch(),
                 .most_in_flight = response.most_in_flight(),
                 .wants_results = response.wants_results()}};
}

}  // namespace couillon::arena
