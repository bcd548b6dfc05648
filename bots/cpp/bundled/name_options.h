// The options in the name of a bundled bot: "pimc:samples=64,cards=12".
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"

namespace couillon::bots {

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

}  // namespace couillon::bots
