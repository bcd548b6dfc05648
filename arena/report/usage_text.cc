#include "arena/report/usage_text.h"

#include <chrono>
#include <optional>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/table/bot_index.h"
#include "arena/table/schedule/bot_protection.h"
#include "couillon/v1/league.pb.h"

namespace couillon::arena {
namespace {

using Seconds = std::chrono::duration<double>;
using Milliseconds = std::chrono::duration<double, std::milli>;

// The percentile of the time per decision; null if no decision was answered.
std::optional<double> LatencyMs(const UsedBot& bot, int percent) {
  const auto time = bot.row.usage.latency.Percentile(percent);
  if (!time) return std::nullopt;
  return Milliseconds(*time).count();
}

// Three digits: a bucket is not known more closely.
std::string LatencyText(const UsedBot& bot) {
  const std::optional<double> median = LatencyMs(bot, 50);
  if (!median) return "";
  return absl::StrFormat("; per decision p50 %.3g ms, p99 %.3g ms", *median,
                         *LatencyMs(bot, 99));
}

Json JsonOf(const std::optional<double>& number) {
  return number ? Json(*number) : Json(nullptr);
}

}  // namespace

std::vector<UsedBot> UsedBots(const v1::LeagueConfig& config,
                              const std::vector<StoredUsage>& usage) {
  std::vector<UsedBot> bots;
  for (const StoredUsage& row : usage) {
    if (row.usage.starts == 0 || ToInt(row.bot) >= config.bots_size()) continue;
    bots.push_back({.name = config.bots(ToInt(row.bot)).name(),
                    .remote = ScopeOf(config, row.bot) == ProcessScope::kRemote,
                    .row = row});
  }
  return bots;
}

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

Json UsageJson(const std::vector<UsedBot>& bots) {
  Json rows = Json::array();
  for (const UsedBot& bot : bots) {
    rows.push_back(
        {{"bot", bot.name},
         {"remote", bot.remote},
         {"starts", bot.row.usage.starts},
         {"busy_seconds", Seconds(bot.row.usage.busy).count()},
         {"cpu_seconds", bot.remote ? Json(nullptr)
                                    : Json(Seconds(bot.row.usage.cpu).count())},
         {"decisions", bot.row.usage.latency.size()},
         {"latency_ms",
          {{"p50", JsonOf(LatencyMs(bot, 50))},
           {"p99", JsonOf(LatencyMs(bot, 99))}}}});
  }
  return rows;
}

}  // namespace couillon::arena
