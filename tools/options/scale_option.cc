#include "tools/options/scale_option.h"

namespace couillon::tools {

Option AddScaleOption(CommandLine command, std::string& scale) {
  return command
      .AddOption("--scale", scale,
                 "What ratings, order, marks and tests compare: points, the "
                 "game points of deals (the default for deals); deals, deals "
                 "or matches won, as other tools do")
      .OneOf({"points", "deals"});
}

std::optional<stats::ResultScale> ReadScale(const std::string& scale) {
  if (scale.empty()) return std::nullopt;
  return scale == "points" ? stats::ResultScale::kPoints
                           : stats::ResultScale::kScore;
}

}  // namespace couillon::tools
