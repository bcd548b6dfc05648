// The recorded deals of a league or an arena, for a page that asks for them one
// by one.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"

namespace couillon::arena {

// The first units that the index lists.
inline constexpr std::size_t kMostListedUnits = 20'000;

// A couillon.deals document, read afresh from `directory`:
//
//   ""            all stored units, without their deals
//   "/UNIT"       the deals of a unit
//   "/UNIT/ITEM"  one of them, with the values of its decisions
//
// NotFound for other paths and for what is not stored; the other errors are
// those of RecordedRounds. Thread-safe; decisions are solved by one thread at a
// time.
absl::StatusOr<std::string> ServedDeals(const std::string& directory,
                                        std::string_view path);

}  // namespace couillon::arena
