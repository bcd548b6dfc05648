#include "tools/options/rating_ties.h"

#include <algorithm>
#include <cstddef>

#include "absl/status/statusor.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "arena/numbers/stats/league/tied_strengths.h"
#include "arena/numbers/text/printable.h"
#include "arena/report/data/bot_names.h"
#include "arena/report/data/rating_zero.h"
#include "engine/cards/status_macros.h"

namespace couillon::tools {
namespace {

constexpr double kMaxElo = 10000;
constexpr double kMinDeviation = 0.1;  // Elo
constexpr std::size_t kMaxShown = 60;  // bytes of an argument in a message

absl::Status Problem(const char* option, const std::string& found,
                     const char* expected) {
  return absl::InvalidArgumentError(
      absl::StrFormat("%s: found \"%s\"; expected %s", option,
                      arena::PrintableLine(found, kMaxShown), expected));
}

// NaN is in no range.
bool ReadWithin(absl::string_view text, double least, double most,
                double& value) {
  return absl::SimpleAtod(text, &value) && value >= least && value <= most;
}

absl::StatusOr<stats::Prior> ReadPrior(const std::string& text,
                                       const std::vector<std::string>& names) {
  constexpr char kOption[] = "--prior";
  const std::size_t equals = text.rfind('=');
  const std::vector<std::string> numbers = absl::StrSplit(
      equals == std::string::npos ? "" : text.substr(equals + 1), ',');
  double elo = 0;
  double deviation = 0;
  if (numbers.size() != 2 || !ReadWithin(numbers[0], -kMaxElo, kMaxElo, elo) ||
      !ReadWithin(numbers[1], kMinDeviation, kMaxElo, deviation)) {
    return Problem(kOption, text,
                   "NAME=ELO,SD with an Elo from -10000 to 10000 and a "
                   "standard deviation from 0.1 to 10000");
  }
  const absl::StatusOr<int> bot = arena::FindBot(names, text.substr(0, equals));
  if (!bot.ok()) {
    return absl::NotFoundError(
        absl::StrFormat("%s: %s", kOption, bot.status().message()));
  }
  return stats::Prior{
      .bot = *bot,
      .mean = elo / stats::kEloPerLogStrength,
      .standard_deviation = deviation / stats::kEloPerLogStrength};
}

// Null if every bot has one tie at most.
absl::Status CheckOnce(const std::vector<int>& tied,
                       const std::vector<std::string>& names) {
  std::vector<int> sorted = tied;
  std::sort(sorted.begin(), sorted.end());
  const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
  if (twice == sorted.end()) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrFormat(
      "--anchor, --prior: found %s twice; expected one of them per bot",
      arena::PrintableLine(names[static_cast<std::size_t>(*twice)],
                           kMaxShown)));
}

}  // namespace

std::vector<Option> AddTieOptions(CommandLine command, TieOptions& options) {
  const Option anchor =
      command
          .AddOption("--anchor", options.anchors,
                     "NAME or NAME=ELO: this bot is at 0, or at that Elo "
                     "(default: the mean of the field is at 0); several bots, "
                     "each with an option of its own, keep their Elo")
          .Repeatable();
  const Option prior =
      command
          .AddOption("--prior", options.priors,
                     "NAME=ELO,SD: before its results, the Elo of this bot is "
                     "normal with that mean and standard deviation; "
                     "repeatable")
          .Repeatable();
  return {anchor, prior};
}

absl::Status ReadTies(const TieOptions& options,
                      const std::vector<std::string>& names,
                      stats::LeagueOptions& league) {
  std::vector<arena::RatingZero> anchors;
  std::vector<int> tied;
  for (const std::string& text : options.anchors) {
    ASSIGN_OR_RETURN(const arena::RatingZero anchor,
                     arena::ReadAnchor(text, names));
    anchors.push_back(anchor);
    tied.push_back(anchor.anchor.value_or(0));
  }
  for (const std::string& text : options.priors) {
    ASSIGN_OR_RETURN(const stats::Prior prior, ReadPrior(text, names));
    league.ties.priors.push_back(prior);
    tied.push_back(prior.bot);
  }
  RETURN_IF_ERROR(CheckOnce(tied, names));
  if (tied.size() == 1 && anchors.empty()) {
    return Problem("--prior", options.priors[0],
                   "an --anchor or another --prior beside it: one prior alone "
                   "says nothing about differences");
  }
  if (tied.size() == 1) {
    league.anchor = anchors[0].anchor;
    league.anchor_value = anchors[0].elo;
    return absl::OkStatus();
  }
  for (const arena::RatingZero& anchor : anchors) {
    league.ties.anchors.push_back(
        {.bot = anchor.anchor.value_or(0),
         .strength = anchor.elo / stats::kEloPerLogStrength});
  }
  return absl::OkStatus();
}

}  // namespace couillon::tools
