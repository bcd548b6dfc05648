// Checks: the same decision gets the same action, whenever, wherever and in
// whatever company it is asked.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "arena/check/checks.h"
#include "arena/check/examination.h"
#include "arena/check/finding.h"
#include "arena/check/question_pool.h"
#include "arena/referee/bot_link.h"
#include "arena/rpc/trial_bot.h"
#include "arena/table/question_text.h"

namespace couillon::arena {
namespace {

using Actions = std::vector<std::uint32_t>;

constexpr std::size_t kBatch = 64;

// Asks on a stream of its own.
absl::StatusOr<Actions> Ask(Examination& examination,
                            std::span<const Question> questions,
                            std::size_t batch) {
  const absl::StatusOr<TrialBot*> bot = examination.Bot();
  if (!bot.ok()) return bot.status();
  Interview interview(examination, **bot);
  return interview.Ask(questions, examination.LargestBatch(batch));
}

// Compares two runs over the same questions.
Finding Compare(Examination& examination, Finding finding,
                std::span<const Question> questions,
                const absl::StatusOr<Actions>& first,
                const absl::StatusOr<Actions>& second) {
  for (const auto* run : {&first, &second}) {
    if (run->ok()) continue;
    finding.grade = Grade::kFail;
    finding.seen = examination.Told(run->status());
    examination.DropBot();
    return finding;
  }
  std::size_t different = 0;
  std::size_t at = 0;
  for (std::size_t i = 0; i < questions.size(); ++i) {
    if ((*first)[i] != (*second)[i] && different++ == 0) at = i;
  }
  if (different == 0) {
    finding.seen =
        absl::StrFormat("%d decisions, the same actions", questions.size());
    finding.expected.clear();
    finding.mend.clear();
    return finding;
  }
  finding.grade = Grade::kFail;
  finding.seen = absl::StrFormat(
      "%d of %d decisions answered otherwise; the first: %s, then %s, to %s",
      different, questions.size(), AnswerText(questions[at].seen, (*first)[at]),
      AnswerText(questions[at].seen, (*second)[at]),
      examination.Text(questions[at]));
  finding.question = questions[at];
  return finding;
}

// The same questions in reverse, alone and in batches of an odd size.
absl::StatusOr<Actions> AskMixed(Examination& examination,
                                 std::span<const Question> questions) {
  std::vector<Question> reversed(questions.rbegin(), questions.rend());
  const std::size_t alone = std::min<std::size_t>(reversed.size(), 64);
  const std::span<const Question> all(reversed);
  absl::StatusOr<Actions> actions = Ask(examination, all.first(alone), 1);
  if (!actions.ok()) return actions;
  const absl::StatusOr<Actions> rest =
      Ask(examination, all.subspan(alone), kBatch / 2 - 3);
  if (!rest.ok()) return rest;
  actions->insert(actions->end(), rest->begin(), rest->end());
  std::reverse(actions->begin(), actions->end());
  return actions;
}

// A deal of each ruleset, of which the second half is asked of a new process.
void CheckRestart(Examination& examination) {
  if (examination.settings().bot.remote) {
    examination.Add({.check = "restart",
                     .grade = Grade::kSkipped,
                     .seen = "it is not ours to start again"});
    return;
  }
  std::vector<Question> firsts;
  std::vector<Question> seconds;
  const auto& rules = examination.settings().worker.rules;
  for (std::size_t i = 0; i < rules.size(); ++i) {
    const auto deal = QuestionsOfDeal(*rules[i], static_cast<int>(i),
                                      examination.deals(), 1'000'000 + i);
    const auto half = static_cast<std::ptrdiff_t>(deal.size() / 2);
    firsts.insert(firsts.end(), deal.begin(), deal.begin() + half);
    seconds.insert(seconds.end(), deal.begin() + half, deal.end());
  }
  absl::StatusOr<Actions> before = Ask(examination, firsts, kBatch);
  if (before.ok()) before = Ask(examination, seconds, kBatch);
  examination.DropBot();
  const absl::StatusOr<Actions> after = Ask(examination, seconds, kBatch);
  examination.Add(Compare(
      examination,
      {.check = "restart",
       .expected = "a process started in the middle of a deal goes on as the "
                   "old one would",
       .mend = "keep nothing from one decision to the next, and seed nothing "
               "from the process or the clock: every decision is complete in "
               "itself"},
      seconds, before, after));
}

}  // namespace

void CheckRepeats(Examination& examination) {
  const std::span<const Question> questions(examination.questions());
  const absl::StatusOr<Actions> first = Ask(examination, questions, kBatch);
  const absl::StatusOr<Actions> again = Ask(examination, questions, kBatch);
  examination.Add(Compare(
      examination,
      {.check = "repeat",
       .expected = "the same action whenever the same decision is asked",
       .mend = "draw lots from the decision's random_seed and from nothing "
               "else; no clock, no counter, no order of a hash table"},
      questions, first, again));
  if (examination.Failed("repeat")) {
    for (const char* check : {"composition", "restart"}) {
      examination.Add({.check = check,
                       .grade = Grade::kSkipped,
                       .seen = "cannot be told while repeat fails"});
    }
    return;
  }
  examination.Add(Compare(
      examination,
      {.check = "composition",
       .expected = "the same action alone, in a batch, and in any order",
       .mend = "decide each decision by itself: which ones share a batch is a "
               "matter of chance"},
      questions, first, AskMixed(examination, questions)));
  CheckRestart(examination);
}

}  // namespace couillon::arena
