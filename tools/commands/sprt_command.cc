#include <cmath>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_format.h"
#include "arena/numbers/format/json.h"
#include "arena/numbers/format/schema.h"
#include "arena/numbers/stats/sequential/sprt.h"
#include "arena/report/data/head_to_head.h"
#include "arena/report/data/ordered_pairs.h"
#include "arena/report/data/stored_results.h"
#include "arena/report/json/head_to_head_json.h"
#include "arena/report/text/head_to_head_text.h"
#include "engine/cards/status_macros.h"
#include "tools/commands/shared/command.h"
#include "tools/options/command_line.h"
#include "tools/options/result_counts.h"
#include "tools/options/scale_option.h"
#include "tools/options/sprt_arguments.h"

namespace couillon::tools {
namespace {

struct SprtOptions {
  std::vector<std::string> arguments;  // of the test, or DIR A B
  CountOptions counts;
  std::vector<std::string> plan;  // those of the test
  std::string ruleset;
  std::string scale;
  std::string pairs;  // a file
  double seatings_per_pair = 2;
  bool history = false;
  std::string format = "text";
};

// The options that apply to some of the sources of results only.
struct PartialInput {
  std::vector<Option> of_results;  // of any source, but not of a forecast
  std::vector<Option> of_leagues;
  std::vector<Option> of_seatings;  // of a forecast or a file
};

// The results that the test is applied to.
struct Results {
  arena::HeadToHeadInput input;
  std::optional<arena::OrderedPairs> ordered;  // null for counts
};

// Prints the power and expected length of a plan before anything is played.
int ShowForecast(const arena::SequentialQuestion& question,
                 const std::string& format) {
  if (question.scale == arena::BoundScale::kLogistic) {
    return ExitWith(absl::InvalidArgumentError(
        "sprt: found no counts; expected them with model=logistic, whose "
        "length depends on the law of the results"));
  }
  const stats::SequentialPlan& plan = question.plan;
  const stats::SequentialBounds bounds = stats::ComputeBounds(plan);
  arena::Json forecasts = arena::Json::array();
  std::string text = absl::StrFormat("bounds [%.4f, %.4f], cap %d pairs\n",
                                     bounds.lower, bounds.upper, plan.cap);
  for (const double nelo :
       {plan.nelo0, 0.5 * (plan.nelo0 + plan.nelo1), plan.nelo1}) {
    const stats::SequentialForecast forecast = stats::Forecast(plan, nelo);
    forecasts.push_back({{"nelo", nelo},
                         {"accept_h1", forecast.accept_h1},
                         {"undecided", forecast.undecided},
                         {"expected_pairs", forecast.expected_pairs}});
    text += absl::StrFormat(
        "at %+g nElo: H1 in %.1f%%, undecided in %.1f%%, %.0f pairs on "
        "average\n",
        nelo, 100 * forecast.accept_h1, 100 * forecast.undecided,
        std::ceil(forecast.expected_pairs));
  }
  if (format == "json") {
    arena::Json json = arena::NewDocument(arena::kForecastSchema);
    json.update({{"lower", bounds.lower},
                 {"upper", bounds.upper},
                 {"cap", plan.cap},
                 {"forecast", forecasts}});
    text = json.dump(2) + "\n";
  }
  std::cout << text;
  return kExitDone;
}

absl::Status Unexpected(const std::string& found, const std::string& expected) {
  return absl::InvalidArgumentError(
      absl::StrFormat("sprt: found %s; expected %s", found, expected));
}

absl::Status CheckAbsent(const std::vector<Option>& options,
                         const std::string& source) {
  for (const Option& option : options) {
    if (!option.Given()) continue;
    return absl::InvalidArgumentError(
        absl::StrFormat("sprt: found %s with %s, to which it does not apply",
                        option.Name(), source));
  }
  return absl::OkStatus();
}

// Refuses options that would have no effect, and a second source of results.
// `places` are a league's directory and two of its bots, two bots of a file, or
// none.
absl::Status CheckApplicable(const SprtOptions& options,
                             const PartialInput& partial,
                             const std::vector<std::string>& places) {
  const bool counts = HasCounts(options.counts);
  const bool file = !options.pairs.empty();
  const bool league = !file && !places.empty();
  if (counts && (file || league)) {
    return Unexpected("two sources of results",
                      "one: --counts, --pairs FILE, or a "
                      "league's directory and two of its bots");
  }
  const std::string source = counts   ? "counts"
                             : file   ? "--pairs"
                             : league ? "a league"
                                      : "a forecast";
  absl::Status status;
  if (!league) status = CheckAbsent(partial.of_leagues, source);
  if (status.ok() && (counts || league)) {
    status = CheckAbsent(partial.of_seatings, source);
  }
  if (status.ok() && !file && !league && options.history) {
    status = Unexpected("--history with " + source,
                        "results in order: a league's directory and two of its "
                        "bots, or --pairs FILE");
  }
  if (status.ok() && !counts && !file && !league) {
    status = CheckAbsent(partial.of_results, source);
  }
  return status;
}

absl::StatusOr<Results> ReadLeague(const SprtOptions& options,
                                   const std::vector<std::string>& places) {
  if (places.size() != 3) {
    return Unexpected(
        absl::StrFormat("%d arguments without \"=\"", places.size()),
        "a league's directory and two of its bots, or none");
  }
  const arena::StoredSelection selection = {.directory = places[0],
                                            .ruleset = options.ruleset,
                                            .between = {places[1], places[2]},
                                            .scale = ReadScale(options.scale)};
  ASSIGN_OR_RETURN(arena::HeadToHeadInput input,
                   arena::ReadStoredPairing(selection));
  Results results{.input = std::move(input), .ordered = std::nullopt};
  if (options.history) {
    ASSIGN_OR_RETURN(arena::OrderedPairs ordered,
                     arena::ReadStoredPairs(selection));
    results.ordered = std::move(ordered);
  }
  return results;
}

absl::StatusOr<Results> ReadFile(const SprtOptions& options,
                                 const std::vector<std::string>& places) {
  ASSIGN_OR_RETURN(arena::OrderedPairs ordered,
                   arena::ReadOrderedPairs(options.pairs, places));
  Results results{.input = arena::InputOf(ordered),
                  .ordered = std::move(ordered)};
  results.input.seatings_per_pair = options.seatings_per_pair;
  return results;
}

// Returns the results; nothing if the test is only to be planned.
absl::StatusOr<std::optional<Results>> ReadResults(
    const SprtOptions& options, const std::vector<std::string>& places) {
  if (HasCounts(options.counts)) {
    ASSIGN_OR_RETURN(arena::HeadToHeadInput input, ReadCounts(options.counts));
    return Results{.input = std::move(input), .ordered = std::nullopt};
  }
  if (options.pairs.empty() && places.empty()) return std::nullopt;
  ASSIGN_OR_RETURN(Results results, options.pairs.empty()
                                        ? ReadLeague(options, places)
                                        : ReadFile(options, places));
  ReadConvention(options.counts, results.input);
  return results;
}

int ShowTest(Results results, const arena::SequentialQuestion& question,
             const SprtOptions& options) {
  results.input.question = question;
  arena::HeadToHead result = arena::CompareHeadToHead(results.input);
  if (options.history && results.ordered) {
    result.history =
        arena::LlrHistory(*results.ordered, results.input, question);
  }
  std::cout << (options.format == "json" ? arena::HeadToHeadJson(result)
                                         : arena::HeadToHeadText(result));
  return kExitDone;
}

int Sprt(const SprtOptions& given, const PartialInput& partial) {
  SprtOptions options = given;
  std::vector<std::string> places;
  for (const std::string& argument : options.arguments) {
    const bool is_plan = absl::StrContains(argument, '=');
    (is_plan ? options.plan : places).push_back(argument);
  }
  const absl::Status applicable = CheckApplicable(options, partial, places);
  if (!applicable.ok()) return ExitWith(applicable);
  absl::StatusOr<std::optional<Results>> read = ReadResults(options, places);
  if (!read.ok()) return ExitWith(read.status());
  std::optional<Results> results = *std::move(read);
  const absl::StatusOr<std::optional<arena::SequentialQuestion>> plan =
      ReadQuestion(options.plan, results ? results->input.seatings_per_pair
                                         : options.seatings_per_pair);
  if (!plan.ok()) return ExitWith(plan.status());
  const std::optional<arena::SequentialQuestion>& question = *plan;
  if (!question) return ExitWith(Unexpected("no bounds", kSprtHelp));
  if (!results) return ShowForecast(*question, options.format);
  if (question->scale == arena::BoundScale::kLogistic &&
      results->input.classes.empty()) {
    return ExitWith(Unexpected("model=logistic with scores only",
                               "results by class: mirrored pairs of wins, "
                               "draws and losses under one ruleset"));
  }
  return ShowTest(*std::move(results), *question, options);
}

}  // namespace

void AddSprtCommand(CommandLine app) {
  CommandLine command = app.AddSubcommand(
      "sprt",
      "Run a sequential test on counts or a league, or forecast its "
      "length");
  command.SetGroup("Read results");
  command.SetExamples("couillon sprt elo0=0 elo1=5",
                      "couillon sprt results greedy random elo0=0 elo1=50");
  auto options = std::make_shared<SprtOptions>();
  command.AddOption("arguments", options->arguments, kSprtHelp);
  PartialInput partial;
  partial.of_leagues.push_back(
      command.AddOption("--ruleset", options->ruleset, "Ruleset of the league")
          .ValueName(kRulesetValue));
  partial.of_leagues.push_back(AddScaleOption(command, options->scale));
  partial.of_seatings.push_back(
      command
          .AddOption("--seatings-per-pair", options->seatings_per_pair,
                     "For a forecast and --pairs: 2 mirrored pairs, 6 "
                     "three-player blocks, 1 single games")
          .Range(1.0, 720.0));
  command.AddOption("--pairs", options->pairs,
                    "A file of lines deal,bot_a,bot_b,pair_score with that "
                    "header, the deals numbered; name two of its bots if it "
                    "has more");
  command.AddFlag("--history", options->history,
                  "Also show the LLR at each look, in the order of the deals");
  partial.of_results = AddCountOptions(command, options->counts);
  command.AddOption("--format", options->format, "text or json")
      .OneOf({"text", "json"});
  command.OnChosen([options, partial] { return Sprt(*options, partial); });
}

}  // namespace couillon::tools
