// Results of one bot against another, given as counts on the command line.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/report/data/head_to_head.h"
#include "tools/options/command_line.h"

namespace couillon::tools {

struct CountOptions {
  // Wins, draws, losses of single games, or of pairs: LL, LD, split, WD, WW.
  std::string counts;
  std::string interval = "plus2";
  std::optional<std::int64_t> declared_pairs;
};

// Adds the options to a command; returns those that apply to two bots only.
std::vector<Option> AddCountOptions(CommandLine command, CountOptions& options);

// Whether any counts were given.
bool HasCounts(const CountOptions& options);

// Returns the counts as classes and sums, with the kind of interval. Counts are
// 0 to 2^53. The errors give the option, what was found and what was expected.
absl::StatusOr<arena::HeadToHeadInput> ReadCounts(const CountOptions& options);

// Sets only `interval` and, if given, `declared_pairs`.
void ReadConvention(const CountOptions& options, arena::HeadToHeadInput& input);

}  // namespace couillon::tools
