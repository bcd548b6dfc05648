// One deal as text: the hands, the making of trumps, every trick with its
// winner, and the result.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "engine/cards/action.h"
#include "engine/play/deal_notation.h"
#include "engine/play/position.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::tools {

// Called with every decision before it is taken; returns what to print about
// it, or an empty text.
using DecisionNote =
    std::function<std::string(const Position& position, Action action)>;

struct DealTextOptions {
  // Game points carried over from the deals before.
  std::uint16_t carry = 0;
  // Of the seats, in order; a seat without a name is printed as its number.
  std::vector<std::string> names;
  DecisionNote note;  // may be empty
};

// Describes a deal. InvalidArgument names an action that is not legal.
absl::StatusOr<std::string> DescribeDeal(const CompiledRules& rules,
                                         const DealScript& deal,
                                         const DealTextOptions& options);

// Describes `actions` from `position` on, without the hands, and the result if
// they end the deal. InvalidArgument as above.
absl::StatusOr<std::string> DescribeActions(const Position& position,
                                            std::span<const Action> actions,
                                            const DealTextOptions& options);

}  // namespace couillon::tools
