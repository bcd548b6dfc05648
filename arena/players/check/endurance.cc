// Checks of the bot's speed, memory growth and termination.
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

#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "arena/players/check/checks.h"
#include "arena/players/check/conformance_run.h"
#include "arena/players/check/finding.h"
#include "arena/players/rpc/trial_bot.h"
#include "arena/table/referee/bot_link.h"
#include "arena/table/referee/clock.h"
#include "engine/cards/status_macros.h"

namespace couillon::arena {
namespace {

using std::chrono::milliseconds;

constexpr std::array<std::size_t, 5> kSizes = {1, 8, 64, 256, 1024};
constexpr milliseconds kTermination(2000);
constexpr int kWindow = 4;  // parts of a window of CheckMemory

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
    RETURN_IF_ERROR(probe.Ask(batch, size).status());
    asked += static_cast<std::int64_t>(size);
  }
  return asked;
}

// Sends half of `memory_decisions` in equal parts and appends the memory of the
// bot after each part to `bytes`. Returns the number of decisions answered.
absl::StatusOr<std::int64_t> AskWindow(ConformanceRun& run, ProbeStream& probe,
                                       TrialBot& bot,
                                       std::vector<std::int64_t>& bytes) {
  const auto& settings = run.settings();
  std::int64_t asked = 0;
  for (int part = 0; part < kWindow; ++part) {
    ASSIGN_OR_RETURN(
        const auto some,
        AskMany(probe, run.questions(), run.MaxBatch(256),
                settings.memory_decisions / (2 * kWindow),
                MachineClock().Now() +
                    milliseconds(settings.memory_ms / (2 * kWindow))));
    asked += some;
    bytes.push_back(bot.ResidentBytes());
  }
  return asked;
}

void Skip(ConformanceRun& run, const char* check, const char* why) {
  run.Add({.check = check, .grade = Grade::kSkipped, .seen = why});
}

}  // namespace

void CheckSpeed(ConformanceRun& run) {
  const CheckFinding finding{
      .check = "speed",
      .expected = "every batch answered within the limit",
      .fix =
          "set max_batch in DescribeResponse to a number of "
          "decisions that the bot can answer in a second"};
  const milliseconds each(run.settings().speed_ms);
  std::string seen;
  for (const std::size_t size : kSizes) {
    if (run.MaxBatch(size) < size) break;
    const absl::StatusOr<TrialBot*> bot = run.Bot();
    if (!bot.ok()) return run.FailUnanswered(finding, bot.status());
    ProbeStream probe(run, **bot);
    const Clock::time_point begin = MachineClock().Now();
    const auto asked =
        AskMany(probe, run.questions(), size, INT64_MAX, begin + each);
    if (!asked.ok()) return run.FailUnanswered(finding, asked.status());
    const double seconds =
        std::chrono::duration<double>(MachineClock().Now() - begin).count();
    seen += absl::StrFormat("%s%.0f in batches of %d", seen.empty() ? "" : ", ",
                            static_cast<double>(*asked) / seconds, size);
  }
  run.Add({.check = "speed", .seen = "decisions per second: " + seen});
}

// A process grows while it warms up, and a heap grows until it is collected, so
// only lasting growth counts. The check finds a leak if, after one window of
// decisions to warm up, the bot grows in each part of kWindows more windows.
// The first window without growth ends the check.
void CheckMemory(ConformanceRun& run) {
  constexpr int kWindows = 8;
  constexpr double kLeak = 64;                        // bytes per decision
  constexpr std::int64_t kTooMuch = 4LL * 1'048'576;  // bytes in all
  CheckFinding finding{.check = "memory",
                       .expected = "memory that stops growing after a while",
                       .fix =
                           "keep no data of answered decisions; bound the size "
                           "of caches"};
  if (run.settings().bot.remote) {
    return Skip(run, "memory", "the memory of a remote bot is unknown");
  }
  const absl::StatusOr<TrialBot*> bot = run.Bot();
  if (!bot.ok()) return run.FailUnanswered(finding, bot.status());
  ProbeStream probe(run, **bot);
  std::vector<std::int64_t> bytes = {(*bot)->ResidentBytes()};
  auto asked = AskWindow(run, probe, **bot, bytes);
  if (!asked.ok()) return run.FailUnanswered(finding, asked.status());
  const std::int64_t warm = bytes.back();
  bool grows = true;
  double each = 0;
  for (int window = 0; grows && window < kWindows; ++window) {
    const auto some = AskWindow(run, probe, **bot, bytes);
    if (!some.ok()) return run.FailUnanswered(finding, some.status());
    *asked += *some;
    const auto begin = bytes.end() - 1 - kWindow;
    each =
        static_cast<double>(bytes.back() - *begin) / static_cast<double>(*some);
    grows = each > kLeak &&
            std::adjacent_find(begin, bytes.end(), std::greater_equal<>()) ==
                bytes.end();
  }
  finding.seen =
      absl::StrFormat("%.1f MB at first, %.1f MB after %d decisions",
                      static_cast<double>(bytes.front()) / 1e6,
                      static_cast<double>(bytes.back()) / 1e6, *asked);
  if (grows) {
    finding.seen +=
        absl::StrFormat(", growing by %.0f bytes per decision", each);
    finding.grade =
        bytes.back() - warm > kTooMuch ? Grade::kFail : Grade::kWarn;
  } else {
    finding.expected.clear();
    finding.fix.clear();
  }
  run.Add(std::move(finding));
}

void CheckEnd(ConformanceRun& run) {
  if (run.settings().bot.remote) {
    return Skip(run, "sigterm", "the referee does not end a remote bot");
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
