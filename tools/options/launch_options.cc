#include "tools/options/launch_options.h"

#include <memory>
#include <string>

#include "arena/league/launch.h"
#include "arena/referee/in_process_link.h"
#include "bots/cpp/bundled.h"
#include "bots/cpp/strategy.h"
#include "engine/play/observation.h"
#include "engine/rules/compiled_rules.h"
#include "tools/options/source_tree.h"

namespace couillon::tools {
namespace {

arena::DecideFunction BundledBot(const std::string& name) {
  const std::shared_ptr<bots::Strategy> strategy = *bots::MakeStrategy(name);
  return [strategy](const CompiledRules& rules, const Observation& seen) {
    return strategy->Decide(rules, seen);
  };
}

}  // namespace

arena::LaunchOptions LaunchOptionsFor(const std::string& directory) {
  return {.bundled = BundledBot,
          .directory = directory,
          .shared_paths = SharedPaths()};
}

}  // namespace couillon::tools
