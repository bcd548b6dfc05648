// The official result of a format as JSON.
#pragma once

#include "arena/numbers/format/json.h"
#include "arena/report/data/format_result.h"

namespace couillon::arena {

// Returns the member `result` of a report.
Json ResultJson(const FormatResult& result);

}  // namespace couillon::arena
