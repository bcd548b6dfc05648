// Checks: how fast the bot is, what it keeps in memory, and how it ends.
#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_format.h"
#include "arena/check/checks.h"
#include "arena/check/conformance_run.h"
#include "arena/check/finding.h"
#include "arena/referee/bot_link.h"
#include "arena/rpc/trial_bot.h"

namespace couillon::arena {
namespace {

using std::chrono::milliseconds;

constexpr std::array<std::size_t, 5> kSizes = {1, 8, 64, 256, 1024};
constexpr milliseconds kTermination(2000);

// Sends batches of `size` until `count` decisions are answered, or until
// `until`. Returns the number of decisions answered.
absl::StatusOr<std::int64_t> AskMany(ProbeStream& probe,
                                     std::span<const Question> questions,
                                     std::size_t size, std::int64_t count,
                                     Clock::time_point until) {
  std::int64_t asked = 0;
  std::size_t at = 0;
  std::vector<Question> batch;
  while (asked < count && (asked == 0 || MachineClock().Now() < until)) {
    batch.clear();
    for (std::size_t i = 0; i < size; ++i) {
      batch.push_back(questions[at++ % questions.size()]);
    }
    const auto actions = probe.Ask(batch, size);
    if (!actions.ok()) return actions.status();
    asked += static_cast<std::int64_t>(size);
  }
  return asked;
}

void AddFailure(ConformanceRun& run, Finding finding,
                const absl::Status& status) {
  finding.grade = Grade::kFail;
  finding.seen = run.Explain(status);
  run.Add(std::move(finding));
  run.DropBot();
}

}  // namespace

void CheckSpeed(ConformanceRun& run) {
  const Finding finding{.check = "speed",
                        .expected = "every batch answered within the limit",
                        .fix =
                            "set max_batch in DescribeResponse to a number of "
                            "decisions that the bot can answer in a second"};
  const milliseconds each(run.settings().speed_ms);
  std::string seen;
  for (const std::size_t size : kSizes) {
    if (run.MaxBatch(size) < size) break;
    const absl::StatusOr<TrialBot*> bot = run.Bot();
    if (!bot.ok()) return AddFailure(run, finding, bot.status());
    ProbeStream probe(run, **bot);
    const Clock::time_point begin = MachineClock().Now();
    const auto asked =
        AskMany(probe, run.questions(), size, INT64_MAX, begin + each);
    if (!asked.ok()) return AddFailure(run, finding, asked.status());
    const double seconds =
        std::chrono::duration<double>(MachineClock().Now() - begin).count();
    seen += absl::StrFormat("%s%.0f in batches of %d", seen.empty() ? "" : ", ",
                            static_cast<double>(*asked) / seconds, size);
  }
  run.Add({.check = "speed", .seen = "decisions per second: " + seen});
}

// A process may grow while it warms up, so only growth in the second half of
// the decisions counts, and only if each of the four parts of that half has
// some.
void CheckMemory(ConformanceRun& run) {
  constexpr int kParts = 8;
  constexpr double kLeak = 64;                      // bytes per decision
  constexpr std::int64_t kTooMuch = 4 * 1'048'576;  // bytes in all
  Finding finding{.check = "memory",
                  .expected = "memory that stops growing after a while",
                  .fix =
                      "keep no data of answered decisions; bound the size "
                      "of caches"};
  const auto& settings = run.settings();
  if (settings.bot.remote) {
    run.Add({.check = "memory",
             .grade = Grade::kSkipped,
             .seen = "the memory of a remote bot is unknown"});
    return;
  }
  const absl::StatusOr<TrialBot*> bot = run.Bot();
  if (!bot.ok()) return AddFailure(run, finding, bot.status());
  ProbeStream probe(run, **bot);
  std::array<std::int64_t, kParts + 1> bytes{};
  bytes[0] = (*bot)->ResidentBytes();
  std::int64_t asked = 0;
  std::int64_t counted = 0;
  for (int part = 0; part < kParts; ++part) {
    const auto some = AskMany(
        probe, run.questions(), run.MaxBatch(256),
        settings.memory_decisions / kParts,
        MachineClock().Now() + milliseconds(settings.memory_ms / kParts));
    if (!some.ok()) return AddFailure(run, finding, some.status());
    asked += *some;
    if (part >= kParts / 2) counted += *some;
    bytes[static_cast<std::size_t>(part) + 1] = (*bot)->ResidentBytes();
  }
  const auto half = bytes.begin() + kParts / 2;
  const std::int64_t grown = bytes.back() - *half;
  const bool always = std::adjacent_find(half, bytes.end(),
                                         std::greater_equal<>()) == bytes.end();
  const double each = static_cast<double>(grown) / static_cast<double>(counted);
  finding.seen =
      absl::StrFormat("%.1f MB at first, %.1f MB after %d decisions",
                      static_cast<double>(bytes[0]) / 1e6,
                      static_cast<double>(bytes.back()) / 1e6, asked);
  if (always && each > kLeak) {
    finding.seen +=
        absl::StrFormat(", growing by %.0f bytes per decision", each);
    finding.grade = grown > kTooMuch ? Grade::kFail : Grade::kWarn;
  } else {
    finding.expected.clear();
    finding.fix.clear();
  }
  run.Add(std::move(finding));
}

void CheckEnd(ConformanceRun& run) {
  if (run.settings().bot.remote) {
    run.Add({.check = "sigterm",
             .grade = Grade::kSkipped,
             .seen = "the referee does not end a remote bot"});
    return;
  }
  const absl::StatusOr<TrialBot*> bot = run.Bot();
  if (!bot.ok()) return;
  const Clock::time_point begin = MachineClock().Now();
  if ((*bot)->Terminate(kTermination)) {
    const auto took =
        std::chrono::duration_cast<milliseconds>(MachineClock().Now() - begin);
    run.Add({.check = "sigterm",
             .seen = absl::StrFormat("all its processes ended within "
                                     "%d ms",
                                     took.count())});
  } else {
    run.Add(
        {.check = "sigterm",
         .grade = Grade::kWarn,
         .seen = absl::StrFormat("still running %d ms after SIGTERM",
                                 kTermination.count()),
         .expected = "all its processes end",
         .fix =
             "end the program on SIGTERM, also in a wrapper script (start the "
             "last command with exec); the referee kills processes that do "
             "not end, other programs may not"});
  }
  run.DropBot();
}

}  // namespace couillon::arena
