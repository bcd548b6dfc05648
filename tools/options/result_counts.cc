// --counts, with three or five numbers, and how to show their result.
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
constexpr std::size_t kGameClasses = 3;
constexpr std::size_t kPairClasses = 5;

std::string Shown(const std::string& text) {
  return arena::PrintableLine(text, kMaxCountShown);
}

// The separator of a list: a comma, a semicolon, a slash, a tab or a blank,
// else a hyphen. So a minus sign beside another separator is no separator.
char SeparatorOf(const std::string& text) {
  for (const char separator : {',', ';', '/', '\t', ' '}) {
    if (absl::StrContains(text, separator)) return separator;
  }
  return '-';
}

// Returns the numbers of a list in the order of classes: losses, draws, wins;
// or the five cells.
absl::StatusOr<std::vector<std::int64_t>> ReadClasses(const std::string& text) {
  const std::string trimmed(absl::StripAsciiWhitespace(text));
  const char separator = SeparatorOf(trimmed);
  std::vector<std::int64_t> counts;
  for (absl::string_view part : absl::StrSplit(trimmed, separator)) {
    part = absl::StripAsciiWhitespace(part);
    if (separator == ' ' && part.empty()) continue;
    std::int64_t count = 0;
    if (!absl::SimpleAtoi(part, &count) || count < 0 || count > kMaxCount) {
      return absl::InvalidArgumentError(absl::StrFormat(
          "--counts: found \"%s\" in \"%s\"; expected counts from 0 to 2^53",
          Shown(std::string(part)), Shown(text)));
    }
    counts.push_back(count);
  }
  if (counts.size() == kGameClasses) std::swap(counts.front(), counts.back());
  if (counts.size() == kGameClasses || counts.size() == kPairClasses) {
    return counts;
  }
  return absl::InvalidArgumentError(absl::StrFormat(
      "--counts: found %d counts in \"%s\"; expected 3, wins,draws,losses of "
      "single games, or 5, LL,LD,split,WD,WW of pairs",
      counts.size(), Shown(text)));
}

}  // namespace

std::vector<Option> AddCountOptions(CommandLine command,
                                    CountOptions& options) {
  command.AddOption("--counts", options.counts,
                    "Results of two bots: wins,draws,losses of single games, "
                    "or LL,LD,split,WD,WW of pairs");
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

bool HasCounts(const CountOptions& options) { return !options.counts.empty(); }

void ReadConvention(const CountOptions& options,
                    arena::HeadToHeadInput& input) {
  input.interval = options.interval == "arena" ? arena::IntervalKind::kArena
                   : options.interval == "fishtest"
                       ? arena::IntervalKind::kFishtest
                       : arena::IntervalKind::kPlusTwo;
  if (options.declared_pairs) input.declared_pairs = options.declared_pairs;
}

absl::StatusOr<arena::HeadToHeadInput> ReadCounts(const CountOptions& options) {
  ASSIGN_OR_RETURN(std::vector<std::int64_t> classes,
                   ReadClasses(options.counts));
  arena::HeadToHeadInput input;
  ReadConvention(options, input);
  input.score = stats::SumsOfCells(classes);
  input.seatings_per_pair = classes.size() == kGameClasses ? 1 : 2;
  input.classes = std::move(classes);
  return input;
}

}  // namespace couillon::tools
