// couillon trace: prints deals as JSON lines.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "engine/cards/pack.h"
#include "engine/cards/status_macros.h"
#include "engine/deal/deal_source.h"
#include "engine/rules/compiled_rules.h"
#include "proto/ruleset_catalog.h"
#include "tools/commands/shared/command.h"
#include "tools/explain/trace.h"
#include "tools/options/command_line.h"
#include "tools/options/seed_file.h"

namespace couillon::tools {
namespace {

constexpr std::uint64_t kPacksAtOnce = 256;

struct TraceOptions {
  std::string ruleset;
  std::string seed;
  std::uint64_t from = 0;
  std::uint64_t count = 1;
  std::string policy = "random";
};

absl::Status Trace(const TraceOptions& options) {
  if (options.count > 1 &&
      options.count - 1 >
          std::numeric_limits<std::uint64_t>::max() - options.from) {
    return absl::InvalidArgumentError(
        "--from and --count go past the last deal");
  }
  ASSIGN_OR_RETURN(const CompiledRules rules, wire::FindRules(options.ruleset));
  const DealSource deals(options.seed);
  const TraceWriter writer(
      rules, deals,
      options.policy == "first" ? TracePolicy::kFirst : TracePolicy::kRandom);
  std::uint64_t next = options.from;
  std::uint64_t left = options.count;
  std::vector<Pack> packs;
  std::string text;
  while (left > 0) {
    packs.resize(static_cast<std::size_t>(std::min(kPacksAtOnce, left)));
    left -= packs.size();
    deals.DealPacks(rules.deck, next, packs);
    text.clear();
    for (const Pack& pack : packs) writer.AppendDeal(next++, pack, text);
    // Stops if the reader (such as head) has closed the pipe.
    if (!std::cout.write(text.data(),
                         static_cast<std::streamsize>(text.size()))) {
      break;
    }
  }
  return absl::OkStatus();
}

}  // namespace

void AddTraceCommand(CommandLine app) {
  CommandLine trace = app.AddSubcommand(
      "trace", "Print deals as JSON lines: every decision, result and score");
  trace.SetGroup("Rules and deals");
  trace.SetExamples("couillon trace fr --seed example --count 2",
                    "couillon trace basic-gerver --seed example --policy first "
                    "> deals.jsonl");
  auto options = std::make_shared<TraceOptions>();
  trace
      .AddOption("ruleset", options->ruleset,
                 "Id or file of a ruleset, then +SWITCH for each switch")
      .ValueName(kRulesetValue)
      .Required();
  trace
      .AddOption("--seed", options->seed, "Seed text that determines all deals")
      .Check(SeedProblem)
      .Required();
  trace.AddOption("--from", options->from, "First deal").ShowDefault();
  trace.AddOption("--count", options->count, "Number of deals").ShowDefault();
  trace
      .AddOption(
          "--policy", options->policy,
          "random: a legal action drawn with the decision's seed; first: "
          "the legal action with the lowest number")
      .OneOf({"random", "first"})
      .ShowDefault();
  trace.OnChosen([options] { return ExitWith(Trace(*options)); });
}

}  // namespace couillon::tools
