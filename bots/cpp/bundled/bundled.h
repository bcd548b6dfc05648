// The bundled bots by name. A name may have options after a colon:
// "pimc:samples=64,cards=12".
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "bots/cpp/strategy.h"

namespace couillon::bots {

// The bundled strategies without options, from the weakest: "first-legal",
// "random", "greedy", "heuristic", "policy", "pimc", "expert". bots/README.md
// says what they do.
[[nodiscard]] std::vector<std::string> StrategyNames();

// A name per bundled strategy of one that thinks as little as it can: with one
// sample, if it draws any. For what is to be fast and the same on all machines.
[[nodiscard]] std::vector<std::string> FastStrategyNames();

// The bundled strategy of that name. InvalidArgument names the bot or option
// that does not exist, or the value, and what is expected.
[[nodiscard]] absl::StatusOr<std::unique_ptr<Strategy>> MakeStrategy(
    const std::string& name);

// OK if there is a bundled strategy of that name, else the error of
// MakeStrategy.
[[nodiscard]] absl::Status CheckStrategyName(const std::string& name);

}  // namespace couillon::bots
