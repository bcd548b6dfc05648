// A table of kinds: name, options with their ranges, and the function that
// makes the strategy.

#include "bots/cpp/bundled/bundled.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "bots/cpp/baselines.h"
#include "bots/cpp/greedy.h"
#include "bots/cpp/heuristic.h"
#include "bots/cpp/search/belief.h"
#include "bots/cpp/search/policy_bot.h"
#include "bots/cpp/search/sampled_choice.h"
#include "bots/cpp/search/sampling_bot.h"
#include "bots/cpp/search/win_bonus.h"
#include "engine/cards/check.h"
#include "engine/cards/status_macros.h"
#include "engine/rules/deal_limits.h"
#include "proto/nearest_name.h"

namespace couillon::bots {
namespace {

std::vector<std::string> ListNames(const std::vector<NumberOption>& options) {
  std::vector<std::string> names;
  names.reserve(options.size());
  for (const NumberOption& option : options) names.emplace_back(option.name);
  return names;
}

// Reads "samples=64".
absl::Status ReadOption(const std::string& bot, const std::string& text,
                        std::vector<NumberOption>& options,
                        std::vector<std::string>& given) {
  const std::size_t equals = text.find('=');
  const std::string name = text.substr(0, equals);
  const auto option = std::find_if(
      options.begin(), options.end(),
      [&name](const NumberOption& one) { return one.name == name; });
  if (option == options.end()) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "the bot %s has the option \"%s\"; expected %s%s", bot, name,
        options.empty() ? "no option"
                        : "one of " + absl::StrJoin(ListNames(options), " "),
        DidYouMean(name, ListNames(options))));
  }
  if (std::find(given.begin(), given.end(), name) != given.end()) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "the bot %s has the option %s twice; expected it once", bot, name));
  }
  given.push_back(name);
  const std::string value =
      equals == std::string::npos ? "" : text.substr(equals + 1);
  int number = 0;
  if (absl::SimpleAtoi(value, &number) && number >= option->least &&
      number <= option->most) {
    option->value = number;
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(absl::StrFormat(
      "the bot %s has the value \"%s\" of the option %s; expected a whole "
      "number from %d to %d",
      bot, value, name, option->least, option->most));
}

using Options = std::vector<NumberOption>;
using Made = std::unique_ptr<Strategy>;

// A kind of bot: its options, and how it is made with their values.
struct Kind {
  const char* name;
  Options options;
  Made (*make)(const Options&);
};

template <typename Bot>
Made MakePlain(const Options& /*options*/) {
  return std::make_unique<Bot>();
}

Made MakePimc(const Options& options) {
  SampleOptions pimc = kPimc;
  pimc.samples = ValueOf(options, "samples");
  pimc.lookahead.cards = ValueOf(options, "cards");
  pimc.win_bonus = ValueOf(options, "win-bonus");
  return std::make_unique<SamplingBot>(pimc);
}

Made MakeExpert(const Options& options) {
  SampleOptions expert = kExpert;
  expert.samples = ValueOf(options, "samples");
  expert.lookahead.cards = ValueOf(options, "cards");
  expert.lookahead.plans = ValueOf(options, "plans");
  expert.win_bonus = ValueOf(options, "win-bonus");
  expert.players = {.card_surprise = ValueOf(options, "card-surprise"),
                    .call_surprise = ValueOf(options, "call-surprise"),
                    .heuristic_share = ValueOf(options, "heuristic-share")};
  return std::make_unique<SamplingBot>(expert);
}

std::vector<Kind> Kinds() {
  const auto samples = [](int value) {
    return NumberOption{
        .name = "samples", .value = value, .least = 1, .most = kMaxDeals};
  };
  const auto cards = [](int value) {
    return NumberOption{
        .name = "cards", .value = value, .least = 0, .most = 32};
  };
  const auto plans = [](int value) {
    return NumberOption{
        .name = "plans", .value = value, .least = 0, .most = kMaxTricks};
  };
  const auto percent = [](const char* name, int value, int least) {
    return NumberOption{
        .name = name, .value = value, .least = least, .most = 100};
  };
  const auto win_bonus = [](int value) {
    return NumberOption{.name = "win-bonus",
                        .value = value,
                        .least = kWinBonusOfRules,
                        .most = kMaxWinBonus};
  };
  constexpr PlayerModel kModel;
  return {{"first-legal", {}, MakePlain<FirstLegal>},
          {"random", {}, MakePlain<RandomLegal>},
          {"greedy", {}, MakePlain<Greedy>},
          {"heuristic", {}, MakePlain<Heuristic>},
          {"policy", {}, MakePlain<PolicyBot>},
          {"pimc",
           {samples(kPimc.samples), cards(kPimc.lookahead.cards),
            win_bonus(kPimc.win_bonus)},
           MakePimc},
          {"expert",
           {samples(kExpert.samples), cards(kExpert.lookahead.cards),
            plans(kExpert.lookahead.plans),
            percent("card-surprise", kModel.card_surprise, 1),
            percent("call-surprise", kModel.call_surprise, 1),
            percent("heuristic-share", kModel.heuristic_share, 0),
            win_bonus(kExpert.win_bonus)},
           MakeExpert}};
}

}  // namespace

std::string BaseName(const std::string& name) {
  return name.substr(0, name.find(':'));
}

absl::StatusOr<std::vector<NumberOption>> ReadOptions(
    const std::string& name, std::vector<NumberOption> known) {
  const std::size_t colon = name.find(':');
  if (colon == std::string::npos) return known;
  std::vector<std::string> given;
  const std::vector<std::string> texts =
      absl::StrSplit(name.substr(colon + 1), ',');
  for (const std::string& text : texts) {
    RETURN_IF_ERROR(ReadOption(BaseName(name), text, known, given));
  }
  return known;
}

int ValueOf(const std::vector<NumberOption>& options, const std::string& name) {
  const auto option = std::find_if(
      options.begin(), options.end(),
      [&name](const NumberOption& one) { return one.name == name; });
  COUILLON_CHECK(option != options.end());
  return option->value;
}

std::vector<std::string> StrategyNames() {
  std::vector<std::string> names;
  for (const Kind& kind : Kinds()) names.emplace_back(kind.name);
  return names;
}

std::vector<std::string> FastStrategyNames() {
  std::vector<std::string> names;
  for (const Kind& kind : Kinds()) {
    names.emplace_back(kind.name);
    if (!kind.options.empty()) names.back() += ":samples=1,cards=4";
  }
  return names;
}

absl::StatusOr<std::unique_ptr<Strategy>> MakeStrategy(
    const std::string& name) {
  for (const Kind& kind : Kinds()) {
    if (BaseName(name) != kind.name) continue;
    ASSIGN_OR_RETURN(const Options options, ReadOptions(name, kind.options));
    return kind.make(options);
  }
  return absl::InvalidArgumentError(absl::StrFormat(
      "there is no bundled bot \"%s\"; expected one of %s, with options after "
      "a colon%s",
      BaseName(name), absl::StrJoin(StrategyNames(), " "),
      DidYouMean(BaseName(name), StrategyNames())));
}

absl::Status CheckStrategyName(const std::string& name) {
  return MakeStrategy(name).status();
}

}  // namespace couillon::bots
