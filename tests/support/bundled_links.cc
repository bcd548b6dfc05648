#include "tests/support/bundled_links.h"

#include <cstddef>
#include <memory>

#include "bots/cpp/bundled/bundled.h"
#include "bots/cpp/strategy.h"
#include "engine/play/observation.h"

namespace couillon::testing_support {

arena::DecideFunction BundledBot(const std::string& name) {
  const std::shared_ptr<bots::Strategy> strategy = *bots::MakeStrategy(name);
  return [strategy](const CompiledRules& rules, const Observation& seen) {
    return strategy->Decide(rules, seen);
  };
}

arena::BotLinks BundledLinks(const std::vector<std::string>& bots,
                             const std::vector<const CompiledRules*>& rules) {
  arena::BotLinks links;
  for (const std::string& bot : bots) {
    links.links.push_back(std::make_unique<arena::InProcessLink>(
        arena::LinkIndex(static_cast<int>(links.links.size())), BundledBot(bot),
        rules));
  }
  return links;
}

std::vector<std::string> BotNamesOf(const v1::LeagueConfig& config) {
  std::vector<std::string> names;
  names.reserve(static_cast<std::size_t>(config.bots_size()));
  for (const v1::BotEntry& bot : config.bots()) names.push_back(bot.name());
  return names;
}

}  // namespace couillon::testing_support
