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
  std::string wdl;    // wins, draws, losses of single games
  std::string cells;  // of pairs: LL, LD, split, WD, WW
  double level = 0.95;
  std::string interval = "plus2";
  std::optional<std::int64_t> declared_pairs;
  std::optional<Option> level_option;  // set by AddCountOptions
};

// Adds the options to a command; returns those that apply to two bots only.
std::vector<Option> AddCountOptions(CommandLine command, CountOptions& options);

// Whether any counts were given.
bool HasCounts(const CountOptions& options);

// Returns the counts as classes and sums, with level and interval. Counts are 0
// to 2^53. The errors give the option, what was found and what was expected.
absl::StatusOr<arena::HeadToHeadInput> ReadCounts(const CountOptions& options);

// Sets only `level`, `interval` and, if given, `declared_pairs`.
void ReadConvention(const CountOptions& options, arena::HeadToHeadInput& input);

}  // namespace couillon::tools
