#include "tools/program/plan_engine.h"

#include <memory>

#include "absl/status/statusor.h"
#include "arena/measure/selftest/signature.h"
#include "arena/table/referee/in_process_link.h"
#include "arena/table/schedule/league_rules.h"
#include "bots/cpp/bundled/bundled.h"
#include "bots/cpp/strategy.h"
#include "couillon/v1/league.pb.h"
#include "engine/play/observation.h"
#include "tools/program/build_id.h"
#include "tools/program/build_info.h"

namespace couillon::tools {
namespace {

std::string SignatureUnder(const v1::LeagueConfig& config) {
  const absl::StatusOr<std::vector<CompiledRules>> rules =
      arena::CompileLeague(config);
  if (!rules.ok()) return "no rules";  // of no other program either
  return SignatureOf(*rules);
}

}  // namespace

std::string SignatureOf(const std::vector<CompiledRules>& rules) {
  std::vector<arena::DecideFunction> bots;
  for (const std::string& name : bots::FastStrategyNames()) {
    const std::shared_ptr<bots::Strategy> strategy = *bots::MakeStrategy(name);
    bots.push_back(
        [strategy](const CompiledRules& compiled, const Observation& seen) {
          return strategy->Decide(compiled, seen);
        });
  }
  return arena::BehaviourSignature(rules, bots);
}

arena::EngineBuild ThisEngine() {
  return {.version = BuildVersion(),
          .commit = BuildCommit(),
          .build_id = BuildId(),
          .signature = SignatureUnder};
}

}  // namespace couillon::tools
