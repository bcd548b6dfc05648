// The bundled bots by name.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "bots/cpp/strategy.h"

namespace couillon::bots {

// The bundled strategies, from the weakest: "first-legal", "random", "greedy",
// "heuristic". bots/README.md says what they do.
[[nodiscard]] std::vector<std::string> StrategyNames();

// The bundled strategy of that name; null if there is none.
[[nodiscard]] std::unique_ptr<Strategy> MakeStrategy(const std::string& name);

}  // namespace couillon::bots
