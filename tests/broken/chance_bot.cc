#include "tests/broken/chance_bot.h"

#include <random>

#include "engine/cards/action.h"
#include "engine/play/observation.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::bots::broken {
namespace {

class ChanceBot final : public Strategy {
 public:
  Action Decide(const CompiledRules& /*rules*/,
                const Observation& observation) override {
    const auto legal = static_cast<unsigned>(observation.legal.size());
    return observation.legal.Nth(static_cast<int>(chance_() % legal));
  }

 private:
  std::random_device chance_;
};

}  // namespace

std::unique_ptr<Strategy> MakeChanceBot() {
  return std::make_unique<ChanceBot>();
}

}  // namespace couillon::bots::broken
