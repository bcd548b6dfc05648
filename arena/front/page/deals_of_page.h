// The recorded deals of a league or an arena inside a page: packed in blocks,
// so that a page opens at once and unpacks only the deals that somebody looks
// at.
#pragma once

#include <cstddef>
#include <string>

#include "absl/status/statusor.h"
#include "arena/front/page/recorded_rounds.h"
#include "arena/numbers/format/json.h"

namespace couillon::arena {

// A page with deals has at most this many bytes; deals for which there is no
// room are left out.
inline constexpr std::size_t kMaxPageBytes = 2'950'000;

// Deals of a page are packed in blocks of about this many bytes of JSON.
inline constexpr std::size_t kDealBlockBytes = std::size_t{1} << 18;

// The stored deals in at most `most_bytes` of JSON, whole units in the order of
// the schedule: the first deals of all pairings.
//
//   {"recorded": deals stored, "held": deals here, "index": PACKED,
//    "blocks": [PACKED, ...]}
//
// PACKED is gzipped JSON in base64: the index is a couillon.deals document
// whose units have the number of their "block" instead of items, a block the
// list of the "units". The errors are those of RecordedRounds.
absl::StatusOr<Json> DealsOfPage(const RecordedRounds& rounds,
                                 std::size_t most_bytes);

// Returns the page with `deals` beside its data. Requires: the page has its
// data (PageWithData), and no deals.
std::string PageWithDeals(const std::string& page, const Json& deals);

// The same with the deals in `directory` for which there is room; the page
// itself if none are stored there. The errors are those of RecordedRounds.
absl::StatusOr<std::string> ReadPageWithDeals(const std::string& directory,
                                              const std::string& page);

}  // namespace couillon::arena
