#include "tools/options/scale_option.h"

namespace couillon::tools {

Option AddScaleOption(CommandLine command, std::string& scale) {
  return command
      .AddOption("--scale", scale,
                 "What ratings and tests compare: game points of deals (the "
                 "default for deals), or deals or matches won")
      .OneOf({"points", "deals"});
}

std::optional<stats::ResultScale> ReadScale(const std::string& scale) {
  if (scale.empty()) return std::nullopt;
  return scale == "points" ? stats::ResultScale::kPoints
                           : stats::ResultScale::kScore;
}

}  // namespace couillon::tools
