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
#include "arena/bot_link.h"
#include "arena/check/checks.h"
#include "arena/check/examination.h"
#include "arena/check/finding.h"
#include "arena/rpc/trial_bot.h"

namespace couillon::arena {
namespace {

using std::chrono::milliseconds;

constexpr std::array<std::size_t, 5> kSizes = {1, 8, 64, 256, 1024};
constexpr milliseconds kTermination(2000);
constexpr int kWindow = 4;  // parts of a window of CheckMemory

// Asks batches of `size` until `count` decisions are answered or `until`.
// Returns how many were.
absl::StatusOr<std::int64_t> AskMany(Interview& interview,
                                     std::span<const Question> questions,
                                     std::size_t size, std::int64_t count,
                                     Clock::time_point until) {
  std::int64_t asked = 0;
  std::size_t at = 0;
  std::vector<Question> batch;
  while (asked < count && (asked == 0 || Clock::now() < until)) {
    batch.clear();
    for (std::size_t i = 0; i < size; ++i) {
      batch.push_back(questions[at++ % questions.size()]);
    }
    const auto actions = interview.Ask(batch, size);
    if (!actions.ok()) return actions.status();
    asked += static_cast<std::int64_t>(size);
  }
  return asked;
}

// Asks for half of `memory_decisions` in parts of one size, and appends what
// the bot takes after each part to `bytes`. Returns how many decisions that
// were.
absl::StatusOr<std::int64_t> AskWindow(Examination& examination,
                                       Interview& interview, TrialBot& bot,
                                       std::vector<std::int64_t>& bytes) {
  const auto& settings = examination.settings();
  std::int64_t asked = 0;
  for (int part = 0; part < kWindow; ++part) {
    const auto some = AskMany(
        interview, examination.questions(), examination.LargestBatch(256),
        settings.memory_decisions / (2 * kWindow),
        Clock::now() + milliseconds(settings.memory_ms / (2 * kWindow)));
    if (!some.ok()) return some.status();
    asked += *some;
    bytes.push_back(bot.ResidentBytes());
  }
  return asked;
}

void AddFailure(Examination& examination, Finding finding,
                const absl::Status& status) {
  finding.grade = Grade::kFail;
  finding.seen = examination.Told(status);
  examination.Add(std::move(finding));
  examination.DropBot();
}

}  // namespace

void CheckSpeed(Examination& examination) {
  const Finding finding{.check = "speed",
                        .expected = "every batch answered within the limit",
                        .mend =
                            "set largest_batch in DescribeResponse to what the "
                            "bot can answer in a second or so"};
  const milliseconds each(examination.settings().speed_ms);
  std::string seen;
  for (const std::size_t size : kSizes) {
    if (examination.LargestBatch(size) < size) break;
    const absl::StatusOr<TrialBot*> bot = examination.Bot();
    if (!bot.ok()) return AddFailure(examination, finding, bot.status());
    Interview interview(examination, **bot);
    const Clock::time_point begin = Clock::now();
    const auto asked = AskMany(interview, examination.questions(), size,
                               INT64_MAX, begin + each);
    if (!asked.ok()) return AddFailure(examination, finding, asked.status());
    const double seconds =
        std::chrono::duration<double>(Clock::now() - begin).count();
    seen += absl::StrFormat("%s%.0f in batches of %d", seen.empty() ? "" : ", ",
                            static_cast<double>(*asked) / seconds, size);
  }
  examination.Add({.check = "speed", .seen = "decisions a second: " + seen});
}

// Every bot grows while it warms up, and a heap grows until it is collected, so
// only what goes on counts: a window of decisions to warm up, and as many more
// as the bot grows in each of their parts. What settles is no leak.
void CheckMemory(Examination& examination) {
  constexpr int kWindows = 8;
  constexpr double kLeak = 64;                      // bytes a decision
  constexpr std::int64_t kTooMuch = 4 * 1'048'576;  // bytes in all
  Finding finding{.check = "memory",
                  .expected = "memory that stays as it is after a while",
                  .mend =
                      "keep nothing of a decision that is answered; bound "
                      "caches"};
  if (examination.settings().bot.remote) {
    examination.Add({.check = "memory",
                     .grade = Grade::kSkipped,
                     .seen = "its memory cannot be seen from here"});
    return;
  }
  const absl::StatusOr<TrialBot*> bot = examination.Bot();
  if (!bot.ok()) return AddFailure(examination, finding, bot.status());
  Interview interview(examination, **bot);
  std::vector<std::int64_t> bytes = {(*bot)->ResidentBytes()};
  auto asked = AskWindow(examination, interview, **bot, bytes);
  if (!asked.ok()) return AddFailure(examination, finding, asked.status());
  const std::int64_t warm = bytes.back();
  bool grows = true;
  double each = 0;
  for (int window = 0; grows && window < kWindows; ++window) {
    const auto some = AskWindow(examination, interview, **bot, bytes);
    if (!some.ok()) return AddFailure(examination, finding, some.status());
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
    finding.seen += absl::StrFormat(", growing by %.0f bytes a decision", each);
    finding.grade =
        bytes.back() - warm > kTooMuch ? Grade::kFail : Grade::kWarn;
  } else {
    finding.expected.clear();
    finding.mend.clear();
  }
  examination.Add(std::move(finding));
}

void CheckEnd(Examination& examination) {
  if (examination.settings().bot.remote) {
    examination.Add({.check = "sigterm",
                     .grade = Grade::kSkipped,
                     .seen = "it is not ours to end"});
    return;
  }
  const absl::StatusOr<TrialBot*> bot = examination.Bot();
  if (!bot.ok()) return;
  const Clock::time_point begin = Clock::now();
  if ((*bot)->Terminate(kTermination)) {
    const auto took =
        std::chrono::duration_cast<milliseconds>(Clock::now() - begin);
    examination.Add({.check = "sigterm",
                     .seen = absl::StrFormat("all its processes ended within "
                                             "%d ms",
                                             took.count())});
  } else {
    examination.Add(
        {.check = "sigterm",
         .grade = Grade::kWarn,
         .seen = absl::StrFormat("still running %d ms after SIGTERM",
                                 kTermination.count()),
         .expected = "the end of all its processes",
         .mend = "let SIGTERM end the program, also in a wrapper script (start "
                 "the last command with exec); the referee kills what does not "
                 "end, others may not"});
  }
  examination.DropBot();
}

}  // namespace couillon::arena
