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

// The options in the name of a bundled bot: "pimc:samples=64,cards=12".

// An option whose value is a whole number.
struct NumberOption {
  std::string name;
  int value = 0;  // the default, until one is read
  int least = 0;
  int most = 0;
};

// The part of `name` before the first ':'.
[[nodiscard]] std::string BaseName(const std::string& name);

// Returns `known` with the values that `name` gives after its first ':', as
// OPTION=NUMBER separated by commas. InvalidArgument names the bot, the option,
// what was found and what was expected.
[[nodiscard]] absl::StatusOr<std::vector<NumberOption>> ReadOptions(
    const std::string& name, std::vector<NumberOption> known);

// The value of the option. Requires: it is among `options`.
[[nodiscard]] int ValueOf(const std::vector<NumberOption>& options,
                          const std::string& name);

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
