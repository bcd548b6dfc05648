#include "tools/options/result_counts.h"

#include <cstddef>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "arena/numbers/stats/pairs/pair_sums.h"
#include "arena/numbers/text/printable.h"
#include "engine/cards/status_macros.h"

namespace couillon::tools {
namespace {

constexpr std::int64_t kMaxCount = std::int64_t{1} << 53;
// Bytes of an argument in a message.
constexpr std::size_t kMaxCountShown = 60;

std::string Shown(const std::string& text) {
  return arena::PrintableLine(text, kMaxCountShown);
}

// The separator of a list: a comma, a slash or a blank, else a hyphen. So a
// minus sign beside another separator is no separator.
char SeparatorOf(const std::string& text) {
  for (const char separator : {',', '/', ' '}) {
    if (absl::StrContains(text, separator)) return separator;
  }
  return '-';
}

// Reads numbers separated by commas, slashes, blanks or hyphens.
absl::StatusOr<std::vector<std::int64_t>> ReadNumbers(const char* option,
                                                      const std::string& text,
                                                      std::size_t expected) {
  const std::string trimmed(absl::StripAsciiWhitespace(text));
  const char separator = SeparatorOf(trimmed);
  std::vector<std::int64_t> counts;
  for (const absl::string_view part : absl::StrSplit(trimmed, separator)) {
    if (separator == ' ' && part.empty()) continue;
    std::int64_t count = 0;
    if (!absl::SimpleAtoi(part, &count) || count < 0 || count > kMaxCount) {
      return absl::InvalidArgumentError(absl::StrFormat(
          "%s: found \"%s\" in \"%s\"; expected counts from 0 to 2^53", option,
          Shown(std::string(part)), Shown(text)));
    }
    counts.push_back(count);
  }
  if (counts.size() != expected) {
    return absl::InvalidArgumentError(
        absl::StrFormat("%s: found %d counts in \"%s\"; expected %d", option,
                        counts.size(), Shown(text), expected));
  }
  return counts;
}

// Returns the counts in the order of classes: losses, draws, wins; or the five
// cells.
absl::StatusOr<std::vector<std::int64_t>> ReadClasses(
    const CountOptions& options) {
  using Counts = std::vector<std::int64_t>;
  if (!options.cells.empty()) return ReadNumbers("--cells", options.cells, 5);
  ASSIGN_OR_RETURN(Counts counts, ReadNumbers("--wdl", options.wdl, 3));
  return Counts{counts[2], counts[1], counts[0]};
}

}  // namespace

std::vector<Option> AddCountOptions(CommandLine command,
                                    CountOptions& options) {
  command.AddOption("--cells", options.cells,
                    "Pairs by result: LL,LD,split,WD,WW");
  command.AddOption("--wdl", options.wdl, "Single games: wins,draws,losses");
  options.level_option =
      command.AddOption("--level", options.level, "Confidence of the intervals")
          .Range(0.5, 0.9999);
  const Option interval =
      command
          .AddOption("--interval", options.interval,
                     "plus2: adds one lost and one won pair, so it never has "
                     "zero width; arena: Student's t; fishtest: normal "
                     "approximation")
          .OneOf({"plus2", "arena", "fishtest"});
  const Option declared =
      command
          .AddOption("--declared", options.declared_pairs,
                     "Pairs at which the anytime interval is tightest; choose "
                     "them before the first one (default: the size of the "
                     "league, the expected length of the test, or 1000)")
          .Range(std::int64_t{1}, kMaxCount);
  return {interval, declared};
}

bool HasCounts(const CountOptions& options) {
  return !options.cells.empty() || !options.wdl.empty();
}

void ReadConvention(const CountOptions& options,
                    arena::HeadToHeadInput& input) {
  input.level = options.level;
  input.interval = options.interval == "arena" ? arena::IntervalKind::kArena
                   : options.interval == "fishtest"
                       ? arena::IntervalKind::kFishtest
                       : arena::IntervalKind::kPlusTwo;
  if (options.declared_pairs) input.declared_pairs = options.declared_pairs;
}

absl::StatusOr<arena::HeadToHeadInput> ReadCounts(const CountOptions& options) {
  if (options.cells.empty() == options.wdl.empty()) {
    return absl::InvalidArgumentError(
        absl::StrFormat("found counts in %d forms; expected one of --cells and "
                        "--wdl",
                        options.cells.empty() ? 0 : 2));
  }
  ASSIGN_OR_RETURN(std::vector<std::int64_t> classes, ReadClasses(options));
  arena::HeadToHeadInput input;
  ReadConvention(options, input);
  input.score = stats::SumsOfCells(classes);
  input.seatings_per_pair = classes.size() == 3 ? 1 : 2;
  input.classes = std::move(classes);
  return input;
}

}  // namespace couillon::tools
