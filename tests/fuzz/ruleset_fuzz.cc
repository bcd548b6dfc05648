// Ruleset files: any text is either refused with a reason or can be played to
// its end, whatever its knobs say.
#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/status/statusor.h"
#include "engine/cards/check.h"
#include "engine/deal/deal_source.h"
#include "engine/play/position.h"
#include "engine/rules/compiled_rules.h"
#include "engine/rules/compiler.h"
#include "engine/rules/ruleset.h"
#include "proto/ruleset_catalog.h"
#include "proto/ruleset_codec.h"

namespace couillon::fuzz {
namespace {

void PlayFirstDeals(const CompiledRules& rules) {
  static const DealSource kDeals("fuzz");
  for (std::uint64_t deal = 0; deal < 3; ++deal) {
    Position position(rules, kDeals.PackOf(rules.deck, deal),
                      static_cast<Seat>(deal % rules.players));
    while (!position.done()) {
      const ActionSet legal = position.LegalActions();
      COUILLON_CHECK(!legal.empty());
      position.Apply(legal.Nth(static_cast<int>(deal) % legal.size()));
    }
    static_cast<void>(ScoreDeal(rules.ruleset, position.Result(), 0));
  }
}

void Try(const std::string& text) {
  const absl::StatusOr<Ruleset> ruleset = wire::ParseRuleset(text, "fuzz");
  if (!ruleset.ok()) {
    COUILLON_CHECK(!ruleset.status().message().empty());
    return;
  }
  const absl::StatusOr<CompiledRules> rules = CompileRules(*ruleset);
  if (!rules.ok()) return;
  PlayFirstDeals(*rules);
  COUILLON_CHECK(wire::RulesetHash(*ruleset) ==
                 wire::RulesetHash(rules->ruleset));
}

}  // namespace
}  // namespace couillon::fuzz

// The name and the form are libFuzzer's.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  couillon::fuzz::Try({reinterpret_cast<const char*>(data), size});
  return 0;
}
