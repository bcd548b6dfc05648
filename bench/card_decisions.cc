// Choices between cards by the bot "expert", from which bench/fit_policy.py
// fits the weights of CardPolicy:
//
//   card_decisions RULESET DEALS SEED
//
// plays deals between four experts and prints each choice: "choice NAME PLACE"
// (the place in the trick, from 0), then a line per legal card: the mean value
// of the card in game points, and FEATURE:AMOUNT for each of its features.
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <span>
#include <string>

#include "bots/cpp/card_choice.h"
#include "bots/cpp/search/card_features.h"
#include "bots/cpp/search/sampled_choice.h"
#include "bots/cpp/search/sampling_bot.h"
#include "bots/cpp/search/workspace.h"
#include "bots/cpp/table_view.h"
#include "engine/cards/action.h"
#include "engine/cards/seat.h"
#include "engine/deal/deal_source.h"
#include "engine/play/observation.h"
#include "engine/play/position.h"
#include "engine/rules/compiled_rules.h"
#include "engine/rules/deal_limits.h"
#include "proto/ruleset_catalog.h"

namespace couillon::bots {
namespace {

// Fewer than the bot takes in a league: more choices are worth more than
// exacter values.
constexpr int kSamples = 300;

void PrintChoice(const std::string& name, const CompiledRules& rules,
                 const Observation& seen, const SampledChoice& choice) {
  const TableView view = ViewTable(rules, seen);
  std::array<CardValue, kMaxTricks> values;
  const int count = ValueCards(view, seen.legal.cards(), values);
  const CardFeatures features(view, seen.maker);
  std::printf("choice %s %zu\n", name.c_str(), view.trick.size());
  for (int i = 0; i < count; ++i) {
    const auto at = static_cast<std::size_t>(i);
    std::printf("%.3f", choice.means[at]);
    features.ForEach(values[at], [](int feature, int amount) {
      if (amount != 0) std::printf(" %d:%d", feature, amount);
    });
    std::printf("\n");
  }
}

void PlayDeal(const std::string& name, const DealSource& source,
              std::uint64_t index, Workspace& workspace) {
  const CompiledRules& rules = workspace.rules();
  SampleOptions options = kExpert;
  options.samples = kSamples;
  Position position(rules, source.PackOf(rules.deck, index),
                    static_cast<Seat>(index % rules.players));
  for (int ply = 0; !position.done(); ++ply) {
    Observation seen = position.Observe();
    seen.random_seed = source.DecisionSeed(index, seen.seat, ply, 0);
    const SampledChoice choice = ChooseBySamples(workspace, seen, options);
    if (seen.phase == Phase::kPlay && !choice.means.empty()) {
      PrintChoice(name, rules, seen, choice);
    }
    position.Apply(choice.best);
  }
}

int Run(std::span<char*> arguments) {
  std::uint64_t deals = 0;
  if (arguments.size() != 4) {
    std::fputs("card_decisions: usage: card_decisions RULESET DEALS SEED\n",
               stderr);
    return 2;
  }
  const std::string count = arguments[2];
  const char* const end = count.data() + count.size();
  if (std::from_chars(count.data(), end, deals).ptr != end) {
    std::fprintf(stderr, "card_decisions: DEALS is \"%s\", not a number\n",
                 count.c_str());
    return 2;
  }
  const std::string name = arguments[1];
  const auto rules = wire::FindRules(name);
  if (!rules.ok()) {
    std::fprintf(stderr, "card_decisions: %s\n",
                 std::string(rules.status().message()).c_str());
    return 1;
  }
  const DealSource source(arguments[3]);
  Workspace workspace(*rules);
  for (std::uint64_t index = 0; index < deals; ++index) {
    PlayDeal(name, source, index, workspace);
  }
  return 0;
}

}  // namespace
}  // namespace couillon::bots

int main(int argc, char** argv) {
  return couillon::bots::Run({argv, static_cast<std::size_t>(argc)});
}
