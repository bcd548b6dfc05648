#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/numbers/format/csv_table.h"
#include "arena/numbers/format/json.h"
#include "arena/numbers/stats/league/league.h"
#include "arena/numbers/stats/league/league_rating.h"
#include "arena/numbers/stats/pairs/result_scale.h"
#include "arena/report/data/head_to_head.h"
#include "arena/report/data/league_results_csv.h"
#include "arena/report/data/ordered_pairs.h"
#include "arena/report/data/rating_sheet.h"
#include "arena/report/data/rating_table.h"
#include "arena/report/data/solo_rating.h"
#include "arena/report/data/stored_results.h"
#include "arena/report/json/head_to_head_json.h"
#include "arena/report/json/history_json.h"
#include "arena/report/json/rating_json.h"
#include "arena/report/json/solo_json.h"
#include "arena/report/text/head_to_head_text.h"
#include "arena/report/text/history_text.h"
#include "arena/report/text/rating_sheet_text.h"
#include "arena/report/text/solo_text.h"
#include "proto/whole_file.h"
#include "tools/commands/shared/command.h"
#include "tools/options/command_line.h"
#include "tools/options/rating_ties.h"
#include "tools/options/result_counts.h"
#include "tools/options/scale_option.h"
#include "tools/options/sprt_arguments.h"

namespace couillon::tools {
namespace {

constexpr double kLevel = 0.95;  // of all intervals

struct RateOptions {
  CountOptions counts;
  std::vector<std::string> sprt;  // the arguments of a sequential test
  arena::StoredSelection stored;
  std::string pairs;   // a file
  std::string tables;  // likewise
  TieOptions ties;
  std::string errors = "deal";
  std::string scale;
  bool drift = false;
  std::string format = "text";
};

int ShowHeadToHead(arena::HeadToHeadInput input, const RateOptions& options) {
  absl::StatusOr<std::optional<arena::SequentialQuestion>> question =
      ReadQuestion(options.sprt, input.seatings_per_pair);
  if (!question.ok()) return ExitWith(question.status());
  input.question = *question;
  const arena::HeadToHead result = arena::CompareHeadToHead(input);
  std::cout << (options.format == "json" ? arena::HeadToHeadJson(result)
                                         : arena::HeadToHeadText(result));
  return kExitDone;
}

// Prints the ratings, and the trends if there are any.
int ShowLeague(
    const stats::LeagueSums& sums, const std::vector<std::string>& names,
    const RateOptions& options,
    const std::optional<std::vector<arena::PairingDrift>>& drifts = {},
    const stats::LeagueOptions& scale = {}) {
  stats::LeagueOptions league{.level = kLevel,
                              .scale = scale.scale,
                              .virtual_lead = scale.virtual_lead};
  const absl::Status ties = ReadTies(options.ties, names, league);
  if (!ties.ok()) return ExitWith(ties);
  if (league.scale == stats::ResultScale::kPoints &&
      (!league.ties.empty() || league.anchor_value != 0)) {
    return ExitWith(absl::InvalidArgumentError(
        "rate: found --prior, or an --anchor at an Elo, with ratings in game "
        "points; expected one --anchor NAME, or --scale deals"));
  }
  league.errors = options.errors == "pair" ? stats::LeagueErrors::kByPair
                  : options.errors == "curvature"
                      ? stats::LeagueErrors::kCurvature
                      : stats::LeagueErrors::kByDeal;
  if (const auto problem = stats::LeagueProblem(sums, league.scale)) {
    return ExitWith(absl::InvalidArgumentError(*problem));
  }
  const arena::RatingSheet sheet = arena::MakeRatingSheet(sums, league);
  if (options.format == "json") {
    std::string text = arena::RatingSheetJson(sheet, sums, names);
    if (drifts) {
      arena::Json json = arena::Json::parse(text);
      json["drift"] = arena::DriftJson(*drifts);
      text = json.dump(2) + "\n";
    }
    std::cout << text;
    return kExitDone;
  }
  std::cout << arena::RatingSheetText(sheet, sums, names);
  if (drifts) {
    std::cout << "\n" << arena::DriftText(*drifts, kLevel);
  }
  return kExitDone;
}

absl::StatusOr<std::string> ReadResults(const std::string& path,
                                        const char* expected) {
  absl::StatusOr<std::string> text = ReadWhole(path, arena::kMaxTableBytes);
  if (text.ok()) return text;
  return absl::NotFoundError(
      absl::StrCat(text.status().message(), "; expected ", expected));
}

int RatePairs(const RateOptions& options) {
  const absl::StatusOr<std::string> text =
      ReadResults(options.pairs, "the results of a league");
  if (!text.ok()) return ExitWith(text.status());
  absl::StatusOr<arena::NamedLeague> league =
      arena::ReadLeagueResults(options.pairs, *text);
  if (!league.ok()) return ExitWith(league.status());
  std::optional<std::vector<arena::PairingDrift>> drifts;
  if (options.drift) {
    const absl::StatusOr<std::vector<arena::OrderedPairs>> ordered =
        arena::OrderPairResults(options.pairs, *text, *league);
    if (!ordered.ok()) return ExitWith(ordered.status());
    drifts = arena::DriftOf(*league, *ordered, kLevel);
  }
  return ShowLeague(league->sums, league->bots, options, drifts);
}

int RateTables(const RateOptions& options) {
  const absl::StatusOr<std::string> text =
      ReadResults(options.tables, "the results of tables");
  if (!text.ok()) return ExitWith(text.status());
  const absl::StatusOr<arena::SoloLeague> league =
      arena::ReadSoloTables(options.tables, *text);
  if (!league.ok()) return ExitWith(league.status());
  const arena::SoloRating rating = arena::RateSoloLeague(*league, kLevel);
  std::cout << (options.format == "json" ? arena::SoloRatingJson(rating)
                                         : arena::SoloRatingText(rating));
  return kExitDone;
}

// Two bots that did not meet, compared by the results of all.
int ShowJointFit(const RateOptions& options) {
  const absl::StatusOr<arena::JointFit> fit =
      arena::ReadJointFit(options.stored);
  if (!fit.ok()) return ExitWith(fit.status());
  const std::vector<std::string>& bots = options.stored.between;
  std::cout << (options.format == "json"
                    ? arena::JointFitJson(*fit, bots[0], bots[1])
                    : arena::JointFitText(*fit, bots[0], bots[1]));
  return kExitDone;
}

int RateStored(const RateOptions& given) {
  RateOptions options = given;
  options.stored.scale = ReadScale(options.scale);
  if (!options.stored.between.empty()) {
    absl::StatusOr<arena::HeadToHeadInput> input =
        arena::ReadStoredPairing(options.stored);
    if (absl::IsNotFound(input.status()) && options.sprt.empty()) {
      return ShowJointFit(options);
    }
    if (!input.ok()) return ExitWith(input.status());
    ReadConvention(options.counts, *input);
    return ShowHeadToHead(*std::move(input), options);
  }
  std::vector<std::string> names;
  absl::StatusOr<arena::RatingTable> table =
      arena::ReadStoredTable(options.stored, names);
  if (!table.ok()) return ExitWith(table.status());
  std::optional<std::vector<arena::PairingDrift>> drifts;
  if (options.drift) {
    absl::StatusOr<std::vector<arena::PairingDrift>> found =
        arena::DriftOfLeague(options.stored, kLevel);
    if (!found.ok()) return ExitWith(found.status());
    drifts = *std::move(found);
  }
  return ShowLeague(table->sums, names, options, drifts, table->sheet.options);
}

// The options that apply to some of the sources of results only.
struct PartialOptions {
  std::vector<Option> of_two_bots;  // of counts and --between
  std::vector<Option> of_leagues;   // of --pairs and directories
  std::vector<Option> of_stores;    // of directories
};

absl::Status CheckAbsent(const std::vector<Option>& options,
                         const char* source) {
  for (const Option& option : options) {
    if (!option.Given()) continue;
    return absl::InvalidArgumentError(
        absl::StrFormat("rate: found %s with %s, to which it does not apply",
                        option.Name(), source));
  }
  return absl::OkStatus();
}

// Refuses options that would have no effect.
absl::Status CheckApplicable(const RateOptions& options,
                             const PartialOptions& partial) {
  const bool stored = !options.stored.directory.empty();
  const bool between = !options.stored.between.empty();
  const bool two_bots = HasCounts(options.counts) || (stored && between);
  const bool league = !options.pairs.empty() || (stored && !between);
  const char* source = !options.tables.empty()  ? "--tables"
                       : !options.pairs.empty() ? "--pairs"
                       : !stored                ? "counts"
                       : between                ? "--between"
                                                : "a whole league";
  absl::Status status;
  if (!stored) status = CheckAbsent(partial.of_stores, source);
  if (status.ok() && !league) status = CheckAbsent(partial.of_leagues, source);
  if (status.ok() && !two_bots) {
    status = CheckAbsent(partial.of_two_bots, source);
  }
  return status;
}

int Rate(const RateOptions& options, const PartialOptions& partial) {
  const bool counts = HasCounts(options.counts);
  const int sources = (counts ? 1 : 0) + (options.pairs.empty() ? 0 : 1) +
                      (options.tables.empty() ? 0 : 1) +
                      (options.stored.directory.empty() ? 0 : 1);
  if (sources != 1) {
    return ExitWith(absl::InvalidArgumentError(absl::StrFormat(
        "rate: found %d sources of results; expected one: --counts, "
        "--pairs FILE, --tables FILE, or a league's directory",
        sources)));
  }
  const absl::Status applicable = CheckApplicable(options, partial);
  if (!applicable.ok()) return ExitWith(applicable);
  if (!options.pairs.empty()) return RatePairs(options);
  if (!options.tables.empty()) return RateTables(options);
  if (!counts) return RateStored(options);
  absl::StatusOr<arena::HeadToHeadInput> input = ReadCounts(options.counts);
  if (!input.ok()) return ExitWith(input.status());
  return ShowHeadToHead(*std::move(input), options);
}

}  // namespace

void AddRateCommand(CommandLine app) {
  CommandLine command = app.AddSubcommand(
      "rate", "Compute Elo from counts, a file of results, or a league");
  command.SetGroup("Read results");
  command.SetExamples("couillon rate results --between greedy random",
                      "couillon rate --counts 120,80,400,100,150");
  auto options = std::make_shared<RateOptions>();
  command.AddOption("league", options->stored.directory,
                    "Directory of a league");
  PartialOptions partial;
  partial.of_stores.push_back(
      command
          .AddOption("--between", options->stored.between,
                     "Two bots of the league; results are the first one's")
          .Expected(2));
  partial.of_stores.push_back(
      command
          .AddOption("--ruleset", options->stored.ruleset,
                     "Ruleset of the league (default: its only one, or "
                     "with --scale deals all together)")
          .ValueName(kRulesetValue));
  partial.of_stores.push_back(AddScaleOption(command, options->scale));
  command.AddOption("--pairs", options->pairs,
                    "A file of lines deal,bot_a,bot_b,pair_score with that "
                    "header; or a line per pairing: "
                    "bot_a,bot_b,wins,draws,losses of single games, or "
                    "bot_a,bot_b,ll,ld,split,wd,ww of pairs");
  command.AddOption("--tables", options->tables,
                    "A file of lines deal,table,seat,bot,game_points with "
                    "that header, of games in which everybody plays for "
                    "itself; also role, of one that the deal assigns");
  partial.of_leagues = AddTieOptions(command, options->ties);
  partial.of_leagues.push_back(
      command
          .AddOption("--errors", options->errors,
                     "deal: clusters all pairings that share a deal, the valid "
                     "choice; pair, curvature: as in other tools, for "
                     "comparison")
          .OneOf({"deal", "pair", "curvature"}));
  partial.of_leagues.push_back(command.AddFlag(
      "--drift", options->drift,
      "Also test whether scores change with the number of the deal"));
  partial.of_two_bots = AddCountOptions(command, options->counts);
  partial.of_two_bots.push_back(
      command.AddOption("--sprt", options->sprt, kSprtHelp).Expected(1, 7));
  command.AddOption("--format", options->format, "text or json")
      .OneOf({"text", "json"});
  command.OnChosen([options, partial] { return Rate(*options, partial); });
}

}  // namespace couillon::tools
