#include "tools/bench/bench_row.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "absl/strings/str_format.h"
#include "arena/numbers/format/json.h"
#include "arena/numbers/format/schema.h"
#include "tools/program/build_info.h"

namespace couillon::tools {
namespace {

using arena::Json;

double PerSecond(double count, const BenchRow& row) {
  return count / row.seconds;
}

double MicrosecondsOf(double cpu_seconds, const BenchRow& row) {
  return 1e6 * cpu_seconds / row.decisions;
}

double CpuSeconds(const BenchRow& row) {
  return row.referee_cpu_seconds + row.bots_cpu_seconds;
}

bool IsCeiling(const BenchRow& row) {
  return row.name == kRawRow || row.name == kBytesRow;
}

// The decisions per second of a row over gRPC relative to those of the row
// `ceiling`; 0 for other rows, or if the ceiling was not measured.
double ShareOf(std::string_view ceiling, const BenchRow& row,
               const BenchReport& report) {
  if (row.bots_cpu_seconds == 0 || IsCeiling(row)) return 0;
  for (const BenchRow& other : report.rows) {
    if (other.name != ceiling) continue;
    return PerSecond(row.decisions, row) / PerSecond(other.decisions, other);
  }
  return 0;
}

std::string Percent(double share) {
  return share > 0 ? absl::StrFormat("%.0f%%", 100 * share) : "-";
}

// "123", "45.6 k", "7.89 M", "1.23 G".
std::string Rate(double rate) {
  if (rate >= 999.5e6) return absl::StrFormat("%.3g G", rate / 1e9);
  if (rate >= 999'500) return absl::StrFormat("%.3g M", rate / 1e6);
  if (rate >= 9'995) return absl::StrFormat("%.3g k", rate / 1e3);
  return absl::StrFormat("%.0f", rate);
}

std::string LineOf(const BenchRow& row, const BenchReport& report) {
  return absl::StrFormat(
      "%-11s %7d %6s %9s %9s %8.3f %7s %7s %9s\n", row.name, row.threads,
      row.batch == 0 ? "-" : absl::StrFormat("%d", row.batch),
      Rate(PerSecond(row.deals, row)), Rate(PerSecond(row.decisions, row)),
      MicrosecondsOf(row.referee_cpu_seconds, row),
      row.bots_cpu_seconds == 0
          ? "-"
          : absl::StrFormat("%.3f", MicrosecondsOf(row.bots_cpu_seconds, row)),
      Percent(ShareOf(kRawRow, row, report)),
      Percent(ShareOf(kBytesRow, row, report)));
}

std::string SharesOf(const BenchRow& row) {
  std::string line = absl::StrFormat("%-11s", row.name);
  for (const double seconds : row.layers) {
    line += seconds == 0
                ? absl::StrFormat(" %9s", "-")
                : absl::StrFormat(" %8.1f%%", 100 * seconds / CpuSeconds(row));
  }
  return line + "\n";
}

constexpr char kHowMeasured[] =
    "Layers are shares of the CPU time of referee and bots together. "
    "Deal, play,\nencode, decode and bot are measured on their own, with "
    "decisions of random deals\n(the bulk kernel deals while it plays); the "
    "store's is that of its thread. What a\nreferee without gRPC takes on top "
    "of these is called referee; what gRPC adds is\ntransport. The time of a "
    "bot of yours is not split: all of it is bot.\n";

}  // namespace

void FillLayers(BenchRow& row, Layer rest) {
  row.layer(rest) = 0;
  const double all = CpuSeconds(row);
  const double known =
      std::accumulate(row.layers.begin(), row.layers.end(), 0.0);
  if (known > all) {
    for (double& seconds : row.layers) seconds *= all / known;
  }
  row.layer(rest) = std::max(all - known, 0.0);
}

std::string BenchText(const BenchReport& report) {
  std::string text = absl::StrFormat(
      "%s, %d cores; %s, %s, commit %s; %s\n\n", report.cpu, report.cores,
      BuildType(), BuildCompiler(), BuildCommit(), report.ruleset);
  text += absl::StrFormat("%-11s %7s %6s %9s %9s %8s %7s %7s %9s\n", "",
                          "threads", "batch", "deals/s", "decis./s", "referee",
                          "bots", "of raw", "of bytes");
  for (const BenchRow& row : report.rows) text += LineOf(row, report);
  text +=
      "Referee and bots: microseconds of CPU time per decision. Raw: the "
      "same batches\nover gRPC as messages, and no game; bytes: the same, "
      "ready made and never read.\n\n";
  text += absl::StrFormat("%-11s", "");
  for (const auto& name : kLayerNames) {
    text += absl::StrFormat(" %9s", std::string(name));
  }
  text += "\n";
  for (const BenchRow& row : report.rows) text += SharesOf(row);
  return text + kHowMeasured;
}

std::string BenchJson(const BenchReport& report) {
  Json rows = Json::array();
  for (const BenchRow& row : report.rows) {
    Json layers;
    for (std::size_t i = 0; i < kLayers; ++i) {
      layers[std::string(kLayerNames[i])] = row.layers[i] / CpuSeconds(row);
    }
    Json entry = {
        {"name", row.name},
        {"threads", row.threads},
        {"seconds", row.seconds},
        {"deals_per_second", PerSecond(row.deals, row)},
        {"decisions_per_second", PerSecond(row.decisions, row)},
        {"referee_cpu_us", MicrosecondsOf(row.referee_cpu_seconds, row)},
        {"bots_cpu_us", MicrosecondsOf(row.bots_cpu_seconds, row)},
        {"layers", layers}};
    if (row.batch > 0) entry["batch"] = row.batch;
    const double of_raw = ShareOf(kRawRow, row, report);
    if (of_raw > 0) entry["share_of_raw"] = of_raw;
    const double of_bytes = ShareOf(kBytesRow, row, report);
    if (of_bytes > 0) entry["share_of_bytes"] = of_bytes;
    rows.push_back(std::move(entry));
  }
  Json all = arena::NewDocument(arena::kBenchSchema);
  all.update({{"cpu", report.cpu},
              {"cores", report.cores},
              {"build_type", BuildType()},
              {"compiler", BuildCompiler()},
              {"commit", BuildCommit()},
              {"ruleset", report.ruleset},
              {"rows", rows}});
  return all.dump(2) + "\n";
}

}  // namespace couillon::tools
