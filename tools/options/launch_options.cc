#include "tools/options/launch_options.h"

#include <iostream>
#include <memory>
#include <mutex>
#include <utility>

#include "arena/table/referee/all_cards_link.h"
#include "arena/table/schedule/bot_protection.h"
#include "bots/cpp/bundled/bundled.h"
#include "bots/cpp/oracle.h"
#include "bots/cpp/sdk_name.h"
#include "bots/cpp/strategy.h"
#include "engine/play/observation.h"
#include "engine/play/position.h"
#include "engine/rules/compiled_rules.h"
#include "tools/program/source_tree.h"

namespace couillon::tools {
namespace {

arena::DecideWithAllCards OracleBot() {
  const auto oracle = std::make_shared<bots::Oracle>();
  return [oracle](const CompiledRules& rules, const Observation& seen,
                  const Position& position) {
    return oracle->Decide(rules, seen, position);
  };
}

// A command may start the same programs several times.
void ShowOnce(const std::string& programs) {
  static std::mutex mutex;
  static std::string shown;
  const std::lock_guard<std::mutex> lock(mutex);
  if (std::exchange(shown, programs) == programs) return;
  std::cerr << "Starts without a sandbox, with all your rights:\n" << programs;
}

}  // namespace

arena::DecideFunction BundledBot(const std::string& name) {
  const std::shared_ptr<bots::Strategy> strategy = *bots::MakeStrategy(name);
  return [strategy](const CompiledRules& rules, const Observation& seen) {
    return strategy->Decide(rules, seen);
  };
}

absl::Status CheckLeagueBuiltin(const std::string& name) {
  return name == arena::kOracle ? absl::OkStatus()
                                : bots::CheckStrategyName(name);
}

arena::LaunchOptions LaunchOptionsFor(
    const std::string& directory, const arena::StartPermission& permission) {
  return {.bundled = BundledBot,
          .bundled_sdk = bots::SdkName(),
          .all_cards = OracleBot,
          .permission = permission,
          .on_unsandboxed = ShowOnce,
          .directory = directory,
          .shared_paths = SharedPaths()};
}

}  // namespace couillon::tools
