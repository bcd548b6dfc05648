// The option --scale: what ratings and sequential tests compare.
#pragma once

#include <optional>
#include <string>

#include "arena/numbers/stats/pairs/result_scale.h"
#include "tools/options/command_line.h"

namespace couillon::tools {

// Adds --scale to a command; `scale` stays empty without it.
Option AddScaleOption(CommandLine command, std::string& scale);

// Returns the scale; null for an empty text. Requires: a text that the option
// allows.
std::optional<stats::ResultScale> ReadScale(const std::string& scale);

}  // namespace couillon::tools
