// The recorded deals of a league, for a page that asks for them one by one.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"

namespace couillon::arena {

// The first units that the index lists.
inline constexpr std::size_t kMostListedUnits = 20'000;

// Whether a league lies in `directory` that stores its deals.
bool HasServedDeals(const std::string& directory);

// A couillon.deals document, read afresh from the store in `directory`:
//
//   ""            all stored units, without their deals
//   "/UNIT"       the deals of a unit
//   "/UNIT/ITEM"  one of them, with the values of its decisions
//
// NotFound for other paths and for what is not stored; the other errors are
// those of the store. Thread-safe; decisions are solved by one thread at a
// time.
absl::StatusOr<std::string> ServedDeals(const std::string& directory,
                                        std::string_view path);

}  // namespace couillon::arena
