// Reads what a page shows of a league or an arena.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "arena/front/page/report_page.h"
#include "arena/numbers/stats/pairs/result_scale.h"
#include "arena/report/json/report_json.h"

namespace couillon::arena {

struct PageRequest {
  std::optional<stats::ResultScale> scale = std::nullopt;  // null: DefaultScale
  std::string anchor = "";                                 // as ZeroOf takes it
  ProgramVersion program;
  // When the page is made, in seconds since 1970; null leaves out all that
  // differs from run to run.
  std::optional<std::int64_t> now = std::nullopt;
};

// Reads the store or the journal in `directory`, also while it is played. The
// errors are those of MakeReport, of MakeArenaReport and of reading the store.
absl::StatusOr<PageData> ReadPageData(const std::string& directory,
                                      const PageRequest& request);

}  // namespace couillon::arena
