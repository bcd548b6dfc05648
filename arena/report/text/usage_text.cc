#include "arena/report/text/usage_text.h"

#include <chrono>
#include <optional>

#include "absl/strings/str_format.h"

namespace couillon::arena {
namespace {

using Seconds = std::chrono::duration<double>;

// Three digits: a bucket is not known more closely.
std::string LatencyText(const UsedBot& bot) {
  const std::optional<double> median = LatencyMs(bot, 50);
  if (!median) return "";
  return absl::StrFormat("; per decision p50 %.3g ms, p99 %.3g ms", *median,
                         *LatencyMs(bot, 99));
}

}  // namespace

std::string DescribeUsage(const std::vector<UsedBot>& bots) {
  std::string text;
  for (const UsedBot& bot : bots) {
    absl::StrAppendFormat(&text, "  %s: %.2f s with open decisions", bot.name,
                          Seconds(bot.row.usage.busy).count());
    if (bot.remote) {
      absl::StrAppendFormat(&text, ", %d connections; remote%s\n",
                            bot.row.usage.starts, LatencyText(bot));
    } else {
      absl::StrAppendFormat(&text, ", %.2f s of CPU time, %d processes%s\n",
                            Seconds(bot.row.usage.cpu).count(),
                            bot.row.usage.starts, LatencyText(bot));
    }
  }
  return text.empty() ? text : "Used so far, by all workers\n" + text;
}

}  // namespace couillon::arena
