// One deal as text: the hands, the making of trumps, every trick, and the
// result.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "engine/cards/pack.h"
#include "engine/play/deal_result.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::tools {

// Describes the deal of `pack` by `dealer`, played with `actions` (one byte per
// action) and a pending carry of `bonus` game points. `names` are those of the
// seats, in order; a seat without a name is printed as its number.
// InvalidArgument names an action that is not legal.
absl::StatusOr<std::string> DescribeDeal(const CompiledRules& rules,
                                         const Pack& pack, Seat dealer,
                                         std::string_view actions,
                                         std::uint16_t bonus,
                                         const std::vector<std::string>& names);

}  // namespace couillon::tools
