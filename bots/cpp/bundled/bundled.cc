#include "bots/cpp/bundled/bundled.h"

#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "bots/cpp/baselines.h"
#include "bots/cpp/bundled/name_options.h"
#include "bots/cpp/greedy.h"
#include "bots/cpp/heuristic.h"
#include "bots/cpp/search/belief.h"
#include "bots/cpp/search/policy_bot.h"
#include "bots/cpp/search/sampled_choice.h"
#include "bots/cpp/search/sampling_bot.h"
#include "bots/cpp/search/win_bonus.h"
#include "engine/rules/deal_limits.h"
#include "proto/nearest_name.h"

namespace couillon::bots {
namespace {

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
        .name = "samples", .value = value, .least = 1, .most = kMostDeals};
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
                        .most = kMostWinBonus};
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
    const absl::StatusOr<Options> options = ReadOptions(name, kind.options);
    if (!options.ok()) return options.status();
    return kind.make(*options);
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
