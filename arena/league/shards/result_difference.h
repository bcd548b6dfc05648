// The difference between two results of the same units, and whose fault it may
// be.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/table/bot_index.h"

namespace couillon::v1 {
class LeaguePlan;
}  // namespace couillon::v1

namespace couillon::arena {

struct ResultDifference {
  std::int64_t units = 0;       // that were compared
  std::int64_t different = 0;   // of these
  std::int64_t first_unit = 0;  // that differs
  // The bots that play in every unit that differs. If deals are recorded, the
  // one whose decision is the first that differs in each of them; if these
  // are several, all of them.
  std::vector<BotIndex> suspects;
  bool from_decisions = false;  // whether the suspects are those of decisions
  std::string where;            // "unit 17 (fr, greedy - flaky)", and the deal
};

// Compares two whole results of the same units of a plan. The errors are those
// of ResultReader; InvalidArgument if their units are not the same.
absl::StatusOr<ResultDifference> CompareResults(const v1::LeaguePlan& plan,
                                                const std::string& one,
                                                const std::string& other);

// One line: where they differ and which bots may be to blame.
std::string DescribeDifference(const v1::LeaguePlan& plan,
                               const ResultDifference& difference);

}  // namespace couillon::arena
