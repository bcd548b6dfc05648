// One deal for a person to read: who held what, how trumps were made, every
// trick, and what it came to.
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

// The deal of `pack` by `dealer`, played by `actions` (a byte each) with a
// carry of `bonus` pending. The names stand for the seats, in order; a seat
// beyond them is called by its number. InvalidArgument tells which action is
// not legal.
absl::StatusOr<std::string> DescribeHand(const CompiledRules& rules,
                                         const Pack& pack, Seat dealer,
                                         std::string_view actions,
                                         std::uint16_t bonus,
                                         const std::vector<std::string>& names);

}  // namespace couillon::tools
