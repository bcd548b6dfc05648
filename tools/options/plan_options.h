// The options of a sequential test on counts: --sprt with its arguments, or
// --elo0 --elo1 --alpha --beta one by one.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/report/data/head_to_head.h"
#include "tools/options/command_line.h"

namespace couillon::tools {

struct PlanOptions {
  std::vector<std::string> arguments;
  std::string elo0;
  std::string elo1;
  std::string alpha;
  std::string beta;
};

// Adds --elo0, --elo1, --alpha and --beta, and returns them.
std::vector<Option> AddPlanOptions(CommandLine command, PlanOptions& options);

// Returns the requested test, with the default cap unless it names one or has
// logistic bounds; nullopt if there is none. The errors are those of ParseSprt.
absl::StatusOr<std::optional<arena::SequentialQuestion>> ReadPlan(
    const PlanOptions& options, double seatings_per_pair);

}  // namespace couillon::tools
