#include "bots/cpp/bundled.h"

#include <memory>
#include <string>
#include <vector>

#include "bots/cpp/baselines.h"
#include "bots/cpp/greedy.h"
#include "bots/cpp/heuristic.h"
#include "bots/cpp/strategy.h"

namespace couillon::bots {

std::vector<std::string> StrategyNames() {
  return {"first-legal", "random", "greedy", "heuristic"};
}

std::unique_ptr<Strategy> MakeStrategy(const std::string& name) {
  if (name == "first-legal") return std::make_unique<FirstLegal>();
  if (name == "random") return std::make_unique<RandomLegal>();
  if (name == "greedy") return std::make_unique<Greedy>();
  if (name == "heuristic") return std::make_unique<Heuristic>();
  return nullptr;
}

}  // namespace couillon::bots
