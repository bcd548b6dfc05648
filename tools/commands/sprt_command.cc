#include <cmath>
#include <cstdint>
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
#include "arena/report/format/json.h"
#include "arena/report/head_to_head.h"
#include "arena/report/stored_results.h"
#include "arena/stats/sequential/sprt.h"
#include "tools/commands/command.h"
#include "tools/options/command_line.h"
#include "tools/options/plan_options.h"
#include "tools/options/result_counts.h"
#include "tools/options/sprt_arguments.h"

namespace couillon::tools {
namespace {

struct SprtOptions {
  std::vector<std::string> arguments;  // of the plan, or DIR A B
  CountOptions counts;
  PlanOptions plan;
  std::string ruleset;
  double seatings_per_pair = 2;
  std::string format = "text";
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
  const stats::SequentialBounds bounds = stats::BoundsOf(plan);
  const std::int64_t cap = plan.cap > 0 ? plan.cap : stats::DefaultCap(plan);
  arena::Json forecasts = arena::Json::array();
  std::string text = absl::StrFormat("bounds [%.4f, %.4f], cap %d pairs\n",
                                     bounds.lower, bounds.upper, cap);
  for (const double nelo :
       {plan.nelo0, 0.5 * (plan.nelo0 + plan.nelo1), plan.nelo1}) {
    const stats::SequentialForecast forecast = stats::Forecast(plan, nelo);
    forecasts.push_back({{"nelo", nelo},
                         {"accept_h1", forecast.accept_h1},
                         {"expected_pairs", forecast.expected_pairs}});
    text += absl::StrFormat(
        "at %+g nElo: H1 in %.1f%%, %.0f pairs on average\n", nelo,
        100 * forecast.accept_h1, std::ceil(forecast.expected_pairs));
  }
  if (format == "json") {
    const arena::Json json = {{"lower", bounds.lower},
                              {"upper", bounds.upper},
                              {"cap", cap},
                              {"forecast", forecasts}};
    text = json.dump(2) + "\n";
  }
  std::cout << text;
  return kExitDone;
}

// The results that the test is applied to; nothing if it is only to be
// planned. `places` are a league's directory and two of its bots, or none.
absl::StatusOr<std::optional<arena::HeadToHeadInput>> ReadInput(
    const SprtOptions& options, const std::vector<std::string>& places) {
  if (HasCounts(options.counts)) return ReadCounts(options.counts);
  if (places.empty()) return std::nullopt;
  if (places.size() != 3) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "sprt: found %d arguments without \"=\"; expected a league's "
        "directory and two of its bots, or none",
        places.size()));
  }
  absl::StatusOr<arena::HeadToHeadInput> input =
      arena::ReadStoredPairing({.directory = places[0],
                                .ruleset = options.ruleset,
                                .between = {places[1], places[2]}});
  if (input.ok()) ReadConvention(options.counts, *input);
  return input;
}

int Sprt(const SprtOptions& given) {
  SprtOptions options = given;
  std::vector<std::string> places;
  for (const std::string& argument : options.arguments) {
    const bool is_plan = absl::StrContains(argument, '=');
    (is_plan ? options.plan.arguments : places).push_back(argument);
  }
  absl::StatusOr<std::optional<arena::HeadToHeadInput>> read =
      ReadInput(options, places);
  if (!read.ok()) return ExitWith(read.status());
  std::optional<arena::HeadToHeadInput> input = *std::move(read);
  const absl::StatusOr<std::optional<arena::SequentialQuestion>> plan =
      ReadPlan(options.plan,
               input ? input->seatings_per_pair : options.seatings_per_pair);
  if (!plan.ok()) return ExitWith(plan.status());
  const std::optional<arena::SequentialQuestion>& question = *plan;
  if (!question) {
    return ExitWith(absl::InvalidArgumentError(
        std::string("sprt: found no bounds; expected ") + kSprtHelp));
  }
  if (!input) return ShowForecast(*question, options.format);
  input->question = question;
  const arena::HeadToHead result = arena::CompareHeadToHead(*input);
  std::cout << (options.format == "json" ? arena::HeadToHeadJson(result)
                                         : arena::HeadToHeadText(result));
  return kExitDone;
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
  command.AddOption("--ruleset", options->ruleset, "Ruleset of the league");
  command
      .AddOption("--seatings-per-pair", options->seatings_per_pair,
                 "For a forecast: 2 mirrored pairs, 6 three-player blocks, 1 "
                 "single games")
      .Range(1.0, 720.0);
  AddCountOptions(command, options->counts);
  AddPlanOptions(command, options->plan);
  command.AddOption("--format", options->format, "text or json")
      .OneOf({"text", "json"});
  command.OnChosen([options] { return Sprt(*options); });
}

}  // namespace couillon::tools
