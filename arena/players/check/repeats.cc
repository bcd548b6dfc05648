// Checks that equal decisions get equal actions: at any time, in any process
// and in any batch.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "arena/players/check/checks.h"
#include "arena/players/check/conformance_run.h"
#include "arena/players/check/finding.h"
#include "arena/players/check/question_pool.h"
#include "arena/players/rpc/trial_bot.h"
#include "arena/table/question_text.h"
#include "arena/table/referee/bot_link.h"
#include "engine/cards/status_macros.h"

namespace couillon::arena {
namespace {

using Actions = std::vector<std::uint32_t>;

// Asks on a new stream.
absl::StatusOr<Actions> Ask(ConformanceRun& run,
                            std::span<const Question> questions,
                            std::size_t batch) {
  ASSIGN_OR_RETURN(TrialBot* const bot, run.Bot());
  ProbeStream probe(run, *bot);
  return probe.Ask(questions, run.MaxBatch(batch));
}

// Compares two runs over the same questions, and adds the finding. Requires:
// the bot is the one that the first of them that failed was asked of.
void Compare(ConformanceRun& run, CheckFinding finding,
             std::span<const Question> questions,
             const absl::StatusOr<Actions>& first,
             const absl::StatusOr<Actions>& second) {
  for (const auto* pass : {&first, &second}) {
    if (!pass->ok()) {
      return run.FailUnanswered(std::move(finding), pass->status());
    }
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
    finding.fix.clear();
    return run.Add(std::move(finding));
  }
  finding.grade = Grade::kFail;
  finding.seen = absl::StrFormat(
      "%d of %d decisions answered differently; the first: %s, then %s, to %s",
      different, questions.size(), AnswerText(questions[at].seen, (*first)[at]),
      AnswerText(questions[at].seen, (*second)[at]), run.Text(questions[at]));
  finding.question = questions[at];
  run.Add(std::move(finding));
}

// Asks the same questions in reverse order, alone and in batches of odd size.
absl::StatusOr<Actions> AskMixed(ConformanceRun& run,
                                 std::span<const Question> questions) {
  std::vector<Question> reversed(questions.rbegin(), questions.rend());
  const std::size_t alone = std::min<std::size_t>(reversed.size(), 64);
  const std::span<const Question> all(reversed);
  ASSIGN_OR_RETURN(Actions actions, Ask(run, all.first(alone), 1));
  ASSIGN_OR_RETURN(Actions rest,
                   Ask(run, all.subspan(alone), kCheckBatch / 2 - 3));
  actions.insert(actions.end(), rest.begin(), rest.end());
  std::reverse(actions.begin(), actions.end());
  return actions;
}

// Sends the decisions of a deal of each ruleset, the second half of them to a
// new process.
void CheckRestart(ConformanceRun& run) {
  if (run.settings().bot.remote) {
    run.Add({.check = "restart",
             .grade = Grade::kSkipped,
             .seen = "the referee does not start a remote bot"});
    return;
  }
  std::vector<Question> firsts;
  std::vector<Question> seconds;
  const auto& rules = run.settings().worker.rules;
  for (std::size_t i = 0; i < rules.size(); ++i) {
    const auto deal = QuestionsOfDeal(*rules[i], static_cast<int>(i),
                                      run.deals(), 1'000'000 + i);
    const auto half = static_cast<std::ptrdiff_t>(deal.size() / 2);
    firsts.insert(firsts.end(), deal.begin(), deal.begin() + half);
    seconds.insert(seconds.end(), deal.begin() + half, deal.end());
  }
  absl::StatusOr<Actions> before = Ask(run, firsts, kCheckBatch);
  if (before.ok()) before = Ask(run, seconds, kCheckBatch);
  const CheckFinding finding = {
      .check = "restart",
      .expected =
          "a process started in the middle of a deal continues as the "
          "old one would",
      .fix =
          "keep no state between decisions, and take no seed from the "
          "process or the clock: every decision is complete in itself"};
  if (!before.ok()) return run.FailUnanswered(finding, before.status());
  run.DropBot();
  Compare(run, finding, seconds, before, Ask(run, seconds, kCheckBatch));
}

}  // namespace

void CheckRepeats(ConformanceRun& run) {
  const std::span<const Question> questions(run.questions());
  const absl::StatusOr<Actions> first = Ask(run, questions, kCheckBatch);
  const absl::StatusOr<Actions> again =
      first.ok() ? Ask(run, questions, kCheckBatch) : first;
  Compare(run,
          {.check = "repeat",
           .expected = "the same action whenever the same decision is asked",
           .fix = "take all randomness from the decision's random_seed; use no "
                  "clock, no counter and no order of a hash table"},
          questions, first, again);
  if (run.Failed("repeat")) {
    for (const char* check : {"composition", "restart"}) {
      run.Add({.check = check,
               .grade = Grade::kSkipped,
               .seen = "not checked, because repeat does not pass"});
    }
    return;
  }
  Compare(
      run,
      {.check = "composition",
       .expected = "the same action alone, in a batch, and in any order",
       .fix = "decide each decision on its own: the decisions of a batch are "
              "unrelated"},
      questions, first, AskMixed(run, questions));
  CheckRestart(run);
}

}  // namespace couillon::arena
