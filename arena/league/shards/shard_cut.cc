// Shards are equal runs of units; lists are numbers and ranges.

#include "arena/league/shards/shard_cut.h"

#include <algorithm>
#include <cstddef>
#include <numeric>

#include "absl/status/status.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"
#include "engine/cards/check.h"

namespace couillon::arena {
namespace {

// "12", or "7-9" with both ends included.
bool ReadRange(const std::string& text, std::int64_t& first,
               std::int64_t& last) {
  const std::vector<std::string> ends = absl::StrSplit(text, '-');
  return ends.size() <= 2 && absl::SimpleAtoi(ends.front(), &first) &&
         absl::SimpleAtoi(ends.back(), &last) && first <= last;
}

std::vector<std::int64_t> Numbers(std::int64_t first, std::int64_t end) {
  std::vector<std::int64_t> numbers(static_cast<std::size_t>(end - first));
  std::iota(numbers.begin(), numbers.end(), first);
  return numbers;
}

}  // namespace

UnitRun ShardCut::RunOf(std::int64_t shard) const {
  COUILLON_CHECK(shard >= 0 && shard < shards());
  const std::int64_t first = shard * shard_units;
  return {.first = first, .end = std::min(units, first + shard_units)};
}

absl::StatusOr<std::vector<std::int64_t>> ReadShards(const std::string& text,
                                                     std::int64_t shards) {
  std::vector<std::int64_t> numbers;
  for (const auto part : absl::StrSplit(text, ',')) {
    std::int64_t first = 0;
    std::int64_t last = 0;
    if (!ReadRange(std::string(part), first, last) || first < 0 ||
        last >= shards) {
      return absl::InvalidArgumentError(absl::StrFormat(
          "shards: found \"%s\"; expected numbers or ranges from 0 to %d, such "
          "as 3,7-9",
          text, shards - 1));
    }
    const std::vector<std::int64_t> range = Numbers(first, last + 1);
    numbers.insert(numbers.end(), range.begin(), range.end());
  }
  std::ranges::sort(numbers);
  const auto rest = std::ranges::unique(numbers);
  numbers.erase(rest.begin(), rest.end());
  return numbers;
}

absl::StatusOr<std::vector<std::int64_t>> ReadPart(const std::string& text,
                                                   std::int64_t shards) {
  constexpr std::int64_t kMaxParts = 1'000'000'000;
  const std::vector<std::string> ends = absl::StrSplit(text, '/');
  std::int64_t part = 0;
  std::int64_t parts = 0;
  if (ends.size() != 2 || !absl::SimpleAtoi(ends[0], &part) ||
      !absl::SimpleAtoi(ends[1], &parts) || part < 0 || part >= parts ||
      parts > kMaxParts) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "shard: found \"%s\"; expected I/N, part I of N counted from 0, such "
        "as 2/8",
        text));
  }
  // Without the product of two large numbers: the first parts get one more.
  const std::int64_t each = shards / parts;
  const std::int64_t more = shards % parts;
  const std::int64_t first = part * each + std::min(part, more);
  return Numbers(first, first + each + (part < more ? 1 : 0));
}

std::string ShardsText(const std::vector<std::int64_t>& shards) {
  std::string text;
  for (std::size_t at = 0; at < shards.size();) {
    std::size_t end = at + 1;
    while (end < shards.size() && shards[end] == shards[end - 1] + 1) ++end;
    absl::StrAppend(&text, text.empty() ? "" : ",", shards[at]);
    if (end - at > 1) absl::StrAppend(&text, "-", shards[end - 1]);
    at = end;
  }
  return text;
}

}  // namespace couillon::arena
